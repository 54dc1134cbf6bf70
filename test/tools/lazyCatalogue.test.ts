import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { featureTools } from "../../src/catalogue.ts"
import { lazyFeatures } from "../../src/lazyCatalogue.ts"

// Nothing here may load the features beforehand: each first look-up loads the feature of its own category.
describe("the features that a server loads one by one", () => {
  it.effect("have each tool under its name", () =>
    Effect.gen(function* () {
      for (const tool of featureTools) assert.strictEqual(yield* lazyFeatures.find(tool.name), tool, tool.name)
    })
  )

  it.effect("have no other tools: neither dispatchers nor unknown names", () =>
    Effect.gen(function* () {
      for (const name of ["mcp_pipeline", "mcp_tools_search", "frobnicate"]) {
        assert.isUndefined(yield* lazyFeatures.find(name), name)
      }
    })
  )

  it.effect("are all features, in the order they are listed", () =>
    Effect.gen(function* () {
      const namesOf = (tools: typeof featureTools) => tools.map(({ name }) => name)
      assert.deepStrictEqual(lazyFeatures.names, namesOf(featureTools))
      assert.deepStrictEqual(namesOf(yield* lazyFeatures.all), namesOf(featureTools))
    })
  )
})
