/** A limit in a description is the limit of the schema. */
import { assert, describe, it } from "@effect/vitest"
import { Predicate } from "effect"
import { catalogue } from "../../src/catalogue/catalogue.ts"
import { publishedSchema } from "../../src/tools/dsl/publishedSchema.ts"

interface Described {
  readonly path: string
  readonly description: string
  /** The upper limits beside the description. */
  readonly limits: ReadonlyArray<number>
}

/** Every part of a schema that has a description. */
const describedIn = (schema: unknown, path: string): ReadonlyArray<Described> => {
  if (Array.isArray(schema)) return schema.flatMap((one, at) => describedIn(one, `${path}[${at}]`))
  if (!Predicate.isRecord(schema)) return []
  const { description, maxItems, maxLength, maximum } = schema
  const limits = [maxItems, maxLength, maximum].filter(Predicate.isNumber)
  const own = typeof description === "string" ? [{ path, description, limits }] : []
  return [...own, ...Object.entries(schema).flatMap(([key, inner]) => describedIn(inner, `${path}.${key}`))]
}

const described = catalogue.flatMap(({ input, name }) => describedIn(publishedSchema(input), name))

/** The numbers after a word or phrase. */
const numbersAfter = (phrase: string, description: string): ReadonlyArray<number> =>
  [...description.matchAll(new RegExp(`\\b${phrase} ([\\d,]*\\d)\\b`, "gi"))].map(([, number = ""]) =>
    Number(number.replaceAll(",", ""))
  )

/** Limits that no keyword of the published schema expresses, with the reason. */
const notInSchema: ReadonlyArray<readonly [phrase: string, reason: string]> = [
  ["at most 24 hours ahead", "relative to the time of the call"],
  ["at most 28 days ahead", "relative to the time of the call"],
  ["at most 100, or 1000 for keyword_preset", "the smaller limit depends on another field"],
  ["at most 256 KiB", "the size of a file, which may be behind a URL"],
  ["at most 1000 characters in total", "the sum over all keys"],
  ["Up to 6000 characters in all", "the sum over all embeds"],
  ["at most 5 texts by key", "the number of keys, for which providers accept no keyword"],
  ["All, up to 1000", "the number of results"],
  ["one run per {{item}}, up to 100", "the length of a list that a template may give"]
]

describe("a description of an input field", () => {
  it("names the limit of the schema after “to”", () => {
    const checked = described.flatMap(({ description, limits, path }) => {
      const named = numbersAfter("to", description)
      return named.length === 0 || limits.length === 0
        ? []
        : [{ path, description, isRight: limits.some((limit) => named.includes(limit)) }]
    })
    assert.isAbove(checked.length, 40)
    assert.deepStrictEqual(
      checked.filter(({ isRight }) => !isRight).map(({ description, path }) => `${path}: ${description}`),
      []
    )
  })

  it("names the limit of the schema after “at most” and “up to”, except for limits that no schema expresses", () => {
    const checked = described.flatMap(({ description, limits, path }) => {
      const rest = notInSchema.reduce((text, [phrase]) => text.replace(phrase, ""), description)
      const named = ["at most", "up to"].flatMap((phrase) => numbersAfter(phrase, rest))
      return named.length === 0
        ? []
        : [{ path, description, isRight: named.every((number) => limits.includes(number)) }]
    })
    assert.isAbove(checked.length, 60)
    assert.deepStrictEqual(
      checked.filter(({ isRight }) => !isRight).map(({ description, path }) => `${path}: ${description}`),
      []
    )
    assert.deepStrictEqual(
      notInSchema.filter(([phrase]) => !described.some(({ description }) => description.includes(phrase))),
      [],
      "an exception has no use"
    )
  })

  it("names no limit in other words", () => {
    assert.deepStrictEqual(
      described
        .filter(({ description }) =>
          /\b(no more than|maximum( of)?|max|fewer than|less than) \d|\d (or (fewer|less)|at most)\b/i.test(description)
        )
        .map(({ description, path }) => `${path}: ${description}`),
      []
    )
  })
})
