import { assert, describe, it } from "@effect/vitest"
import { DiscordNotFoundError, ValidationError } from "../../../src/errors/DiscordMcpError.ts"
import { renameIssuePaths } from "../../../src/tools/dsl/checks.ts"

const upstream = { status: 400, discord_code: 50035, method: "POST", route: "/channels/:id/messages" }
const about = (path: string) =>
  new ValidationError({ upstream, attempts: 1, validation_issues: [{ path, message: "no", code: "NO" }] })

describe("renameIssuePaths", () => {
  const renames = { message_reference: "reply_to", messages: "message_ids", type: "kind" }

  for (const [theirs, ours] of [
    ["type", "kind"],
    ["messages[3]", "message_ids[3]"],
    ["message_reference.message_id", "reply_to"],
    ["message_reference", "reply_to"],
    ["messages_other", "messages_other"],
    ["embeds[0].type", "embeds[0].type"],
    ["", ""]
  ] as const) {
    it(`renames "${theirs}" to "${ours}"`, () =>
      assert.deepStrictEqual(renameIssuePaths(renames, about(theirs)), about(ours)))
  }

  it("returns other failures unchanged", () => {
    const failure = new DiscordNotFoundError({ resource: "channel", upstream })
    assert.strictEqual(renameIssuePaths(renames, failure), failure)
  })
})
