import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { answer, refusal, type Step } from "../../discord/wire.ts"
import { gateServer, outcomeOf } from "../../safety/gateServer.ts"

const ID = "111122223333444455"
const TOKEN = "t".repeat(68)
const layout = { components: [{ type: 10, content: "x" }] }

/** Every tool that edits a message. */
const edits: ReadonlyArray<readonly [tool: string, input: object]> = [
  ["messages_edit", { channel_id: ID, message_id: ID, content: "x" }],
  ["components_v2_edit", { channel_id: ID, message_id: ID, ...layout }],
  ["webhooks_edit_message", { webhook_id: ID, token: TOKEN, message_id: ID, content: "x" }],
  ["interactions_edit_original_response", { application_id: ID, interaction_token: TOKEN, content: "x" }],
  ["interactions_edit_followup", { application_id: ID, interaction_token: TOKEN, message_id: ID, content: "x" }]
]

const withFlags =
  (flags: number): Step =>
  (request, onPhase) =>
    answer(200, { id: ID, channel_id: ID, type: 0, content: "", flags, author: { id: ID, username: "x" } })(
      request,
      onPhase
    )

const unreadable: Step = (request, onPhase) =>
  (request.method === "GET" ? refusal(403, 50_013) : answer(200, { id: ID }))(request, onPhase)

describe("an edit of a published message", () => {
  for (const [tool, input] of edits) {
    it.scoped(`asks, and says that copies in other servers change: ${tool}`, () =>
      Effect.gen(function* () {
        const server = yield* gateServer({ MCP_DRY_RUN: "false" }, withFlags(1))
        const result = yield* server.call(tool, input)
        assert.strictEqual(outcomeOf(result), "armed token")
        assert.match(JSON.stringify(result.structured.preview), /copies in other servers/)
        assert.deepStrictEqual(server.changes(), [])
      })
    )

    it.scoped(`asks if the flags cannot be read, and not for a message that is not published: ${tool}`, () =>
      Effect.gen(function* () {
        const server = yield* gateServer({ MCP_DRY_RUN: "false" }, withFlags(2))
        assert.strictEqual(outcomeOf(yield* server.call(tool, input)), "ran")
        const blind = yield* gateServer({ MCP_DRY_RUN: "false" }, unreadable)
        assert.strictEqual(outcomeOf(yield* blind.call(tool, input)), "armed token")
      })
    )
  }
})
