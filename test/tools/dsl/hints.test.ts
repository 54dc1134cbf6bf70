/** Every hint of a refused input can be followed: the input that it asks for is accepted. */
import { assert, describe, it } from "@effect/vitest"
import { Array as Arr, Effect, Either, FastCheck, Predicate, Record } from "effect"
import { catalogue } from "../../../src/catalogue/catalogue.ts"
import type { Fix, ValidationIssue } from "../../../src/errors/fields.ts"
import type { JsonObject } from "../../../src/testing/toolInput.ts"
import { inputTo } from "../../../src/testing/toolInput.ts"
import { wrongInputTo } from "../../../src/testing/wrongInput.ts"
import { fieldAliases } from "../../../src/tools/dsl/fieldAliases.ts"
import { shapeOf } from "../../../src/tools/dsl/inputShape.ts"
import { publishedSchema } from "../../../src/tools/dsl/publishedSchema.ts"
import { META } from "../../../src/tools/meta/scopes.ts"
import type { Tool } from "../../../src/tools/Tool.ts"
import { isDeep, runs, someOf, turn } from "../../turns.ts"
import { prepared } from "../prepared.ts"

const SEED = 11

/** The tools with own fields: all in a deep run, and every third otherwise. */
const tools = someOf(
  catalogue.filter(({ category }) => category !== META),
  3
)

/** The issues of an input, none if it is accepted. */
const issuesOf = (tool: Tool, input: unknown): ReadonlyArray<ValidationIssue> =>
  Either.match(prepared(tool.name, input), { onLeft: (error) => error.validation_issues, onRight: () => [] })

/** Applies a fix to the object that has the field `name`. */
const withFix = (object: JsonObject, name: string, { move_into, omit, rename, set }: Fix): JsonObject => {
  const { [name]: value, ...others } = object
  const isMoved = omit === true || rename !== undefined || move_into !== undefined
  return {
    ...(isMoved ? others : object),
    ...(rename !== undefined && { [rename]: value }),
    ...(move_into !== undefined && { [move_into]: { ...Object(object[move_into]), [name]: value } }),
    ...set
  }
}

/** Applies the fix of an issue at its path. */
const applied = (value: unknown, path: ReadonlyArray<string>, fix: Fix): unknown => {
  const [name = "", ...rest] = path
  if (!Predicate.isRecord(value) && !Array.isArray(value)) return value
  if (rest.length === 0) return Array.isArray(value) ? value : withFix(value, name, fix)
  const inner = applied(Reflect.get(value, name), rest, fix)
  return Array.isArray(value) ? value.with(Number(name), inner) : { ...value, [name]: inner }
}

const stepsOf = (path: string): ReadonlyArray<string> => path.split(/[.[\]]+/).filter((step) => step !== "")

/** Follows all fixes of a refusal. */
const followed = (input: unknown, issues: ReadonlyArray<ValidationIssue>): unknown =>
  issues.reduce<unknown>(
    (value, { fix, path }) => (fix === undefined ? value : applied(value, stepsOf(path), fix)),
    input
  )

/** A valid input of each tool, with many of its fields. */
const examples = Effect.runSync(
  Effect.cached(
    Effect.forEach(tools, (tool) =>
      Effect.zipRight(
        turn,
        Effect.sync(() => {
          const inputs = FastCheck.sample(inputTo(tool), { numRuns: 1, seed: SEED })
          const [largest = {}] = inputs.toSorted((a, b) => Object.keys(b).length - Object.keys(a).length)
          return [tool, largest] as const
        })
      )
    )
  )
)

/** Inputs of each tool with one wrong value. */
const wrongInputs = Effect.runSync(
  Effect.cached(
    Effect.map(
      Effect.forEach(tools, (tool) =>
        Effect.zipRight(
          turn,
          Effect.sync(
            () => [tool.name, FastCheck.sample(wrongInputTo(tool), { numRuns: runs(15), seed: SEED })] as const
          )
        )
      ),
      (all) => new Map(all)
    )
  )
)

const objectOf = (tool: Tool) => shapeOf(tool.input.ast).object

/** Misspellings of a field that are no fields and no aliases. */
const misspelled = (name: string): ReadonlyArray<string> => [`${name}_`, name.slice(0, -1)]

describe("the hint of an unknown field", () => {
  it.effect("leads to an accepted input, for every field of every tool", () =>
    Effect.gen(function* () {
      let hints = 0
      for (const [tool, input] of yield* examples) {
        yield* turn
        for (const [name, value] of Object.entries(input)) {
          for (const other of misspelled(name)) {
            const wrong = { ...Record.remove(input, name), [other]: value }
            const issues = issuesOf(tool, wrong)
            if (issues.length === 0) continue
            hints++
            assert.isTrue(
              issues.some(({ fix }) => fix !== undefined),
              `${tool.name}: ${JSON.stringify(issues)}`
            )
            assert.deepStrictEqual(issuesOf(tool, followed(wrong, issues)), [], `${tool.name}.${other}`)
          }
        }
        const extra = { ...input, not_a_field: true }
        assert.deepStrictEqual(issuesOf(tool, followed(extra, issuesOf(tool, extra))), [], tool.name)
      }
      assert.isAbove(hints, 100)
    })
  )

  it("names the only field that begins with it", () => {
    const plan = (step: object) => ({ steps: [{ id: "a", tool: "users_get_current", args: {}, ...step }] })
    const tool = catalogue.find(({ name }) => name === "mcp_pipeline")
    if (tool === undefined) return assert.fail("no such tool")
    for (const [sent, field] of [
      ["on_err", "on_error"],
      ["on_erro", "on_error"],
      ["onError", undefined]
    ] as const) {
      const wrong = plan({ [sent]: "continue" })
      const issues = issuesOf(tool, wrong)
      assert.deepStrictEqual(
        issues.map(({ fix, path }) => [path, fix?.rename]),
        field === undefined ? [] : [[`steps[0].${sent}`, field]]
      )
      assert.deepStrictEqual(issuesOf(tool, followed(wrong, issues)), [])
    }
    assert.deepStrictEqual(issuesOf(tool, plan({ when: "{{a.id}}" })), issuesOf(tool, plan({ if: "{{a.id}}" })))
    const misplaced = plan({ channel: "5" })
    assert.deepStrictEqual(issuesOf(tool, misplaced)[0]?.fix, { move_into: "args" })
  })
})

describe("the hint of a null", () => {
  it.effect("leads to an accepted input, for every field that can be cleared", () =>
    Effect.gen(function* () {
      let hints = 0
      for (const [tool, input] of yield* examples) {
        yield* turn
        const object = objectOf(tool)
        const required = Record.filter(input, (_, name) => object?.isOptional(name) !== true)
        for (const name of object?.clearable ?? []) {
          for (const nothing of [null, "none"]) {
            const wrong = { ...required, [name]: nothing }
            const issues = issuesOf(tool, wrong)
            if (issues.length === 0) continue
            hints++
            assert.deepStrictEqual(issuesOf(tool, followed(wrong, issues)), [], `${tool.name}.${name} ${nothing}`)
          }
        }
      }
      assert.isAbove(hints, isDeep ? 50 : 15)
    })
  )

  it("of a timeout says how to end it", () => {
    const tool = catalogue.find(({ name }) => name === "members_timeout")
    if (tool === undefined) return assert.fail("no such tool")
    const wrong = { guild_id: "111111111111111111", user_id: "222222222222222222", until: null }
    const issues = issuesOf(tool, wrong)
    assert.include(issues[0]?.message, "minutes: 0")
    assert.deepStrictEqual(issuesOf(tool, followed(wrong, issues)), [])
  })
})

describe("the hint of an alias", () => {
  it.effect("is about the field that the caller sent", () =>
    Effect.gen(function* () {
      const others: Array<string> = []
      for (const [tool, input] of yield* examples) {
        yield* turn
        for (const [alias, meaning] of Object.entries(fieldAliases)) {
          const means = "means" in meaning ? meaning.means : meaning
          const object = objectOf(tool)
          const isAlias = means.some((name) => object?.field(name) !== undefined) && object?.field(alias) === undefined
          if (!isAlias) continue
          for (const value of [{ message_id: "111111111111111111", fail_if_not_exists: false }, -1.5, true]) {
            const wrong = { ...Record.filter(input, (_, name) => !means.includes(name)), [alias]: value }
            for (const { message, path } of issuesOf(tool, wrong)) {
              const [field = ""] = stepsOf(path)
              if (!means.includes(field) || object?.isOptional(field) !== true) continue
              others.push(`${tool.name} ${alias}: ${path} ${message}`)
            }
          }
        }
      }
      assert.deepStrictEqual(
        others.filter((one) => !MISSING.test(one)),
        []
      )
    })
  )
})

/** What is wrong with a field that the caller did not send. */
const MISSING = /is required|set at least one|set minutes|needs/

/** The types of JSON that a message asks for. */
const named: ReadonlyArray<readonly [RegExp, ReadonlyArray<string>]> = [
  [/true or false|must be true/, ["boolean"]],
  [/whole number|from -?[\d.]+ to|number/, ["integer", "number"]],
  [/list/, ["array"]],
  [/object|\{/, ["object"]],
  [/one of|URL|time|string|text|code|emoji|colour|permission|characters?|type|audio|name/i, ["string", "integer"]]
]

describe("the hint of a wrong type", () => {
  it.effect("names a type of the field's schema, for every tool", () =>
    Effect.gen(function* () {
      let hints = 0
      const wrongs: Array<string> = []
      for (const [tool] of yield* examples) {
        yield* turn
        const properties: Readonly<Record<string, unknown>> = Object(publishedSchema(tool.input).properties)
        for (const { input, path, wrong } of (yield* wrongInputs).get(tool.name) ?? []) {
          if (wrong !== "of another type" || !(path in properties)) continue
          const issues = issuesOf(tool, input).filter((issue) => issue.path === path)
          const types = [Object(properties[path]).type ?? []].flat()
          for (const { message } of issues) {
            hints++
            const shapes = named.filter(([words]) => words.test(message)).flatMap(([, types]) => types)
            if (types.length > 0 && Arr.intersection(shapes, types).length === 0) {
              wrongs.push(`${tool.name}.${path} (${types}): ${message}`)
            }
          }
        }
      }
      assert.deepStrictEqual(wrongs, [])
      assert.isAbove(hints, isDeep ? 50 : 15)
    })
  )
})

/** What a caller who only reads the message sends in place of a value: `undefined` if the message does not say. */
const readings: ReadonlyArray<readonly [RegExp, (match: RegExpExecArray, sent: unknown) => ReadonlyArray<unknown>]> = [
  [/(?:17 to 20|\d+ to \d+) digits/, () => ["111111111111111111"]],
  [/must be one of ([\w, -]+)/, ([, words = ""]) => words.split(", ").flatMap((word) => [word, Number(word)])],
  [
    /at most ([\d,]+) characters/,
    ([, most = ""], sent) => [String(sent).slice(0, numberIn(most)), "https://example.com"]
  ],
  [/at least (\d+) characters?/, ([, least = ""], sent) => [String(sent).padEnd(numberIn(least), "x")]],
  [/at most (\d+) items/, ([, most = ""], sent) => [Array.isArray(sent) ? sent.slice(0, numberIn(most)) : []]],
  [/(?:number )?from (-?[\d,.]+) to/, ([, least = ""]) => [numberIn(least), Math.ceil(numberIn(least))]],
  [/true or false/, () => [true, false]],
  [/expected string/, () => ["text", "https://example.com"]],
  [/such as (\d{4}-[\w:-]+Z)/, ([, time]) => [time]]
]

const numberIn = (text: string): number => Number(text.replaceAll(",", ""))

/** Sets the value at a path. */
const withValue = (object: unknown, [name = "", ...rest]: ReadonlyArray<string>, value: unknown): unknown => {
  const inner = rest.length === 0 ? value : withValue(Reflect.get(Object(object), name), rest, value)
  return Array.isArray(object) ? object.with(Number(name), inner) : { ...Object(object), [name]: inner }
}

const valueAt = (object: unknown, path: ReadonlyArray<string>): unknown =>
  path.reduce<unknown>((value, name) => Reflect.get(Object(value), name), object)

describe("the message of a wrong value", () => {
  it.effect("is enough to send an accepted one, for every tool", () =>
    Effect.gen(function* () {
      let followed = 0
      const wrongs: Array<string> = []
      for (const [tool] of yield* examples) {
        yield* turn
        for (const { input, path } of (yield* wrongInputs).get(tool.name) ?? []) {
          const [issue, ...others] = issuesOf(tool, input)
          if (issue === undefined || others.length > 0 || issue.path !== path) continue
          const [words, read] = readings.find(([words]) => words.test(issue.message)) ?? []
          const match = words?.exec(issue.message)
          if (read === undefined || !match) continue
          followed++
          const steps = stepsOf(path)
          const isAccepted = read(match, valueAt(input, steps)).some(
            (value) => !issuesOf(tool, withValue(input, steps, value)).some(({ message }) => message === issue.message)
          )
          if (!isAccepted) wrongs.push(`${tool.name}.${path}: ${issue.message}`)
        }
      }
      assert.deepStrictEqual(wrongs, [])
      assert.isAbove(followed, isDeep ? 200 : 30)
    })
  )
})
