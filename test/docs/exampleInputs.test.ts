import { assert, describe, it } from "@effect/vitest"
import { Effect, Either } from "effect"
import { catalogue } from "../../src/catalogue/catalogue.ts"
import { toEnvelope } from "../../src/errors/failureEnvelope.ts"
import { byTool, exampleOf } from "./exampleInputs.ts"

describe("the example inputs in the docs", () => {
  it("call tools that exist", () => {
    const names = catalogue.map(({ name }) => name)
    assert.deepStrictEqual(
      Object.keys(byTool).filter((name) => !names.includes(name)),
      []
    )
  })

  for (const tool of catalogue) {
    it.effect(`include an accepted input of ${tool.name}`, () =>
      Effect.gen(function* () {
        const example = exampleOf(tool)
        assert.deepStrictEqual(JSON.parse(JSON.stringify(example)), example, "something is missing in it")
        const prepared = yield* Effect.either(tool.prepare(example))
        assert.deepStrictEqual(Either.isLeft(prepared) ? toEnvelope(prepared.left).recovery_hint : "", "")
      })
    )
  }
})
