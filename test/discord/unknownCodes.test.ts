import { assert, describe, it } from "@effect/vitest"
import { featureTools } from "../../src/catalogue/catalogue.ts"
import { isGone, unknownCodes } from "../../src/discord/unknownCodes.ts"

const deletions = featureTools.flatMap(({ name, operation }) =>
  operation?.method === "DELETE" ? [{ name, path: operation.route }] : []
)

/** Discord documents no code for an unknown rule. */
const withoutCode = ["automod_delete_rule"]

describe("the codes for a missing object", () => {
  it("are known for every tool that deletes", () => {
    assert.isAbove(deletions.length, 30)
    assert.deepStrictEqual(
      deletions.flatMap(({ name, path }) => (unknownCodes(path).length === 0 ? [name] : [])),
      withoutCode
    )
  })

  it("are not those of its parents", () => {
    const message = "/channels/{channel_id}/messages/{message_id}"
    assert.isTrue(isGone("DELETE", message, 10008))
    for (const code of [undefined, 0, 10003, 10004, 50001]) assert.isFalse(isGone("DELETE", message, code))
    assert.isFalse(isGone("PATCH", message, 10008))
    assert.isTrue(isGone("DELETE", "/channels/{channel_id}", 10003))
    assert.isFalse(isGone("DELETE", "/guilds/{guild_id}/members/{user_id}", 10004))
  })
})
