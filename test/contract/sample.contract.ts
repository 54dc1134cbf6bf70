import { assert, describe, it } from "@effect/vitest"
import * as Description from "./Description.ts"
import * as Judges from "./Finding.ts"
import { sample } from "./sample.ts"

describe("the responses of the contract server", () => {
  it("match the description, for every operation, minimal and full", () => {
    const description = Description.read()
    const judge = Judges.make(description.root)
    const wrong = description.operations.flatMap(({ id, success: { media, schema } }) =>
      schema === undefined || media !== "application/json"
        ? []
        : (["lean", "full"] as const).flatMap((fullness) =>
            judge
              .findings(schema, sample(description, schema, fullness), id)
              .map(({ at, message }) => `${at} ${message}`)
          )
    )
    assert.deepStrictEqual(wrong, [])
  })
})
