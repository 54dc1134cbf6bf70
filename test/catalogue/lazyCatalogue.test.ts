import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { featureTools } from "../../src/catalogue/catalogue.ts"
import { lazyFeatures } from "../../src/catalogue/lazyCatalogue.ts"
import type { ToolTraits } from "../../src/tools/Tool.ts"

// No test loads all features: each first lookup loads one feature.
describe("the lazy catalogue", () => {
  it.effect("finds each tool by name", () =>
    Effect.gen(function* () {
      for (const tool of featureTools) assert.strictEqual(yield* lazyFeatures.find(tool.name), tool, tool.name)
    })
  )

  it.effect("finds neither dispatchers nor unknown names", () =>
    Effect.gen(function* () {
      for (const name of ["mcp_pipeline", "mcp_tools_search", "frobnicate"]) {
        assert.isUndefined(yield* lazyFeatures.find(name), name)
      }
    })
  )

  it.effect("has all features in listing order", () =>
    Effect.gen(function* () {
      const namesOf = (tools: ReadonlyArray<ToolTraits>) => tools.map(({ name }) => name)
      assert.deepStrictEqual(lazyFeatures.names, namesOf(featureTools))
      assert.deepStrictEqual(namesOf(yield* lazyFeatures.traits), namesOf(featureTools))
    })
  )
})
