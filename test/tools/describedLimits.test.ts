/** A limit in a description is the limit of the schema. */
import { assert, describe, it } from "@effect/vitest"
import { Predicate } from "effect"
import { catalogue } from "../../src/catalogue.ts"
import { publishedSchema } from "../../src/tools/dsl/publishedSchema.ts"

interface Limited {
  readonly path: string
  readonly description: string
  readonly limits: ReadonlyArray<number>
}

/** Every part of a schema that has a description and an upper limit. */
const limitedIn = (schema: unknown, path: string): ReadonlyArray<Limited> => {
  if (Array.isArray(schema)) return schema.flatMap((one, at) => limitedIn(one, `${path}[${at}]`))
  if (!Predicate.isRecord(schema)) return []
  const { description, maxItems, maxLength, maximum } = schema
  const limits = [maxItems, maxLength, maximum].filter(Predicate.isNumber)
  const own = typeof description === "string" && limits.length > 0 ? [{ path, description, limits }] : []
  return [...own, ...Object.entries(schema).flatMap(([key, inner]) => limitedIn(inner, `${path}.${key}`))]
}

const described = catalogue.flatMap(({ input, name }) => limitedIn(publishedSchema(input), name))

describe("a description of an input field", () => {
  it("names the limit of the schema after “to”", () => {
    const checked = described.flatMap(({ description, limits, path }) => {
      const named = [...description.matchAll(/\bto ([\d,]+)\b/gi)].map(([, number = ""]) => number.replaceAll(",", ""))
      return named.length === 0
        ? []
        : [{ path, description, isRight: limits.some((limit) => named.includes(`${limit}`)) }]
    })
    assert.isAbove(checked.length, 40)
    assert.deepStrictEqual(
      checked.filter(({ isRight }) => !isRight).map(({ description, path }) => `${path}: ${description}`),
      []
    )
  })
})
