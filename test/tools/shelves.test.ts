import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { shelves } from "../../src/tools/shelves.ts"
import { tables } from "../../src/tools/tables.ts"

// Nothing here may load the shelves beforehand: each first look-up is to find the table of its own category.
describe("the tables that a server loads one by one", () => {
  it.effect("have each tool where its category says", () =>
    Effect.gen(function* () {
      for (const tool of tables) assert.strictEqual(yield* shelves.find(tool.name), tool, tool.name)
    })
  )

  it.effect("have no other tools: not the doors, nor what is none", () =>
    Effect.gen(function* () {
      for (const name of ["mcp_pipeline", "mcp_tools_search", "frobnicate"]) {
        assert.isUndefined(yield* shelves.find(name), name)
      }
    })
  )

  it.effect("are all tables, in the order they are listed", () =>
    Effect.gen(function* () {
      const namesOf = (tools: typeof tables) => tools.map(({ name }) => name)
      assert.deepStrictEqual(shelves.names, namesOf(tables))
      assert.deepStrictEqual(namesOf(yield* shelves.all), namesOf(tables))
    })
  )
})
