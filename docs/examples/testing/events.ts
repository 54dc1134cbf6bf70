// @effect-diagnostics strictEffectProvide:off
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { callTool } from "effect-discord-mcp/client"
import { Sandbox, sandbox } from "effect-discord-mcp/testing"
import { answerMentions } from "../events.ts"

it.live("answers a member who mentions the bot", () =>
  Effect.gen(function* () {
    const { awaitActs, ids, people } = yield* Sandbox
    const { next_cursor } = yield* callTool("gateway_read", { limit: 1 })
    yield* Effect.fork(answerMentions(next_cursor))
    const channel_id = ids.channels.general
    yield* people(
      { as: ids.members.ada, write: { channel_id, content: `Are you there, <@${ids.bot}>?` } },
      { as: ids.members.ada, when: { channel_id, contains: "I am here." }, write: { content: "Thank you." } }
    )
    const acts = yield* awaitActs(2)
    assert.isFalse(acts.some(({ problem }) => problem !== undefined))
  }).pipe(Effect.provide(sandbox({ settings: { gateway: true } })))
)

it.live("asks a member, who clicks", () =>
  Effect.gen(function* () {
    const { ids, people } = yield* Sandbox
    const channel_id = ids.channels.general
    yield* people({ as: ids.members.ada, when: { channel_id, label: "Yes" }, click: { label: "Yes" } })
    const options = [{ label: "Yes" }, { label: "No" }]
    const { answer, status } = yield* callTool("messages_ask", { channel_id, question: "Deploy now?", options })
    assert.strictEqual(status, "answered")
    assert.strictEqual(answer?.value, "Yes")
  }).pipe(Effect.provide(sandbox({ settings: { gateway: true } })))
)
