import { assert, describe, it } from "@effect/vitest"
import { catalogue } from "../../../src/catalogue/catalogue.ts"
import { operationOf, privilegedIntents } from "../../../src/discord/permissions/privilegedIntents.ts"

describe("privileged intents", () => {
  it("are about operations that tools have", () => {
    const operations = catalogue.flatMap(({ operation }) => (operation === undefined ? [] : [operationOf(operation)]))
    assert.includeMembers(
      operations,
      privilegedIntents.flatMap(({ empties, refuses }) => [...refuses, ...empties])
    )
  })
})
