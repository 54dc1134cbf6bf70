/** Properties of normalization, over generated inputs of every tool. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Either, Predicate } from "effect"
import { loadYaml } from "../../src/blueprint/parseText.ts"
import { readDocument } from "../../src/blueprint/readDocument.ts"
import { catalogue } from "../../src/catalogue/catalogue.ts"
import { inputTo } from "../../src/testing/toolInput.ts"
import { normalizeInput } from "../../src/tools/dsl/decodeArguments.ts"
import { META } from "../../src/tools/meta/scopes.ts"
import { prepared } from "../tools/prepared.ts"
import { checkInTurns, runs } from "../turns.ts"

const RUNS = runs(5)

/** Other spellings of a value, by which some clients and models send it. */
const respellings: ReadonlyArray<(name: string, value: unknown) => readonly [name: string, value: unknown]> = [
  (name, value) => [name.replaceAll(/(?<=[a-z])_([a-z])/g, (_, letter: string) => letter.toUpperCase()), value],
  (name, value) => [name, typeof value === "number" || typeof value === "boolean" ? String(value) : value],
  (name, value) => [name, Array.isArray(value) && value.length === 1 ? value[0] : value],
  (name, value) => [name, typeof value === "object" && value !== null ? JSON.stringify(value) : value]
]

/** Tools with their own inputs. A dispatcher has the inputs of other tools, and a list of anything has no other spelling. */
const tools = catalogue.filter(({ category, name }) => category !== META && name !== "components_v2_validate")

const decoded = (tool: string, input: unknown): unknown =>
  Either.match(prepared(tool, input), {
    onLeft: ({ validation_issues }) => ({ validation_issues }),
    // A text stays a text, because the problems of a blueprint have lines. It means the same as the object.
    onRight: ({ arguments: { blueprint, ...others } }) =>
      blueprint === undefined ? others : { ...others, blueprint: Effect.runSync(readDocument(blueprint)) }
  })

const forEveryTool = (check: (tool: (typeof tools)[number], input: Readonly<Record<string, unknown>>) => void) =>
  Effect.forEach(tools, (tool) => checkInTurns([inputTo(tool)], (input) => check(tool, input), { numRuns: RUNS }), {
    discard: true
  })

describe("normalization", () => {
  it.effect("returns an input in the form of the schema unchanged", () =>
    forEveryTool(({ input: { ast } }, input) => {
      const { issues, unchanged, value } = normalizeInput(ast, input)
      assert.strictEqual(value, input)
      assert.deepStrictEqual([issues, unchanged], [[], []])
    })
  )

  it.effect("is idempotent, and keeps the meaning of the call", () => {
    const checked = forEveryTool(({ input: { ast }, name }, input) => {
      for (const respell of respellings) {
        const spelled = Object.fromEntries(Object.entries(input).map(([field, value]) => respell(field, value)))
        const once = normalizeInput(ast, spelled).value
        const twice = normalizeInput(ast, once).value
        assert.strictEqual(twice, once)
        if (!Predicate.isRecord(once) || Object.keys(once).length !== Object.keys(input).length) continue
        assert.deepStrictEqual(decoded(name, spelled), decoded(name, input), name)
      }
    })
    return Effect.zipRight(loadYaml, checked)
  })
})
