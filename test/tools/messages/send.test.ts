import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { call, codeOf, lastRequest, Sandbox, served } from "../../dispatch/app.ts"

/** The body of the last request, without its nonce, which has its own test. */
const sentBody = Effect.map(lastRequest, (request) => {
  const { nonce: _, ...body } = Object(request?.body)
  return body
})

describe("messages_send", () => {
  it.live("pings only mentioned users and the replied-to author by default", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const { general } = ids.channels
      yield* call("messages_send", { channel_id: general, content: "@everyone hello" })
      assert.deepStrictEqual(yield* sentBody, {
        content: "@everyone hello",
        allowed_mentions: { parse: ["users"], replied_user: true },
        enforce_nonce: true
      })
      yield* call("messages_send", {
        channel_id: general,
        content: "hello",
        allowed_mentions: { users: [`<@${ids.members.ada}>`], roles: [], replied_user: false }
      })
      assert.deepStrictEqual(yield* sentBody, {
        content: "hello",
        allowed_mentions: { users: [ids.members.ada], roles: [], replied_user: false },
        enforce_nonce: true
      })
    }).pipe(served())
  )

  it.live("replies, and fails if the message replied to does not exist", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const { general } = ids.channels
      const { firstInGeneral } = ids.messages
      yield* call("messages_send", {
        channel_id: `<#${general}>`,
        content: "Thanks!",
        reply_to: `https://discord.com/channels/${ids.guild}/${general}/${firstInGeneral}`
      })
      assert.deepStrictEqual(yield* sentBody, {
        content: "Thanks!",
        allowed_mentions: { parse: ["users"], replied_user: true },
        message_reference: { message_id: firstInGeneral, fail_if_not_exists: true },
        enforce_nonce: true
      })
      const nowhere = yield* call("messages_send", {
        channel_id: general,
        content: "x",
        reply_to: "999999999999999999"
      })
      assert.strictEqual(codeOf(nowhere), "VALIDATION_FAILED")
    }).pipe(served())
  )

  it.live("sends without the reply if its message is gone and the call allows that, and says so", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const to = { channel_id: ids.channels.general, fail_if_not_exists: false }
      const gone = { ...to, reply_to: "999999999999999999" }
      const cases: ReadonlyArray<readonly [tool: string, input: object]> = [
        ["messages_send", { ...gone, content: "x" }],
        ["messages_send", { ...gone, content: "long ".repeat(500), split: true }],
        ["components_v2_send", { ...gone, components: [{ type: 10, content: "x" }] }]
      ]
      for (const [tool, input] of cases) {
        const { structured } = yield* call(tool, input)
        assert.match(String(structured.notice), /reply_to no longer exists in this channel, so this was sent without/)
        assert.notProperty(structured, "reply_to")
      }
      const there = yield* call("messages_send", { ...to, content: "x", reply_to: ids.messages.firstInGeneral })
      assert.notProperty(there.structured, "notice")
    }).pipe(served())
  )

  it.live("sends a unique nonce, the same in every attempt of one call", () =>
    Effect.gen(function* () {
      const sandbox = yield* Sandbox
      const { general } = sandbox.ids.channels
      yield* sandbox.inject({ times: 2, do: { kind: "status", status: 500 }, after_effect: true })
      const sent = yield* call("messages_send", { channel_id: general, content: "once" })
      assert.strictEqual(codeOf(sent), "ok")
      yield* call("messages_send", { channel_id: general, content: "twice" })
      const nonces = (yield* sandbox.requests).map(({ body }) => String(Object(body).nonce))
      assert.strictEqual(nonces.length, 4)
      for (const nonce of nonces) assert.match(nonce, /^[\da-z]{24}$/)
      assert.strictEqual(new Set(nonces.slice(0, 3)).size, 1)
      assert.strictEqual(new Set(nonces).size, 2)
      const found = (yield* sandbox.messages(general)).filter(({ content }) => content === "once")
      assert.strictEqual(found.length, 1)
    }).pipe(served({ MCP_RETRY_BASE_DELAY_MS: "50", MCP_RETRY_JITTER: "none" }))
  )

  it.live("returns the message", () =>
    Effect.gen(function* () {
      const sandbox = yield* Sandbox
      const { general } = sandbox.ids.channels
      const { structured, text } = yield* call("messages_send", {
        channel_id: general,
        embeds: [{ title: "Tide", fields: [{ name: "High", value: "14:02" }] }]
      })
      const stored = (yield* sandbox.messages(general))[0]
      assert.deepStrictEqual(structured, {
        id: stored?.id,
        channel_id: general,
        author: { id: sandbox.ids.bot, name: "Sandbox Bot", bot: true },
        time: stored?.timestamp,
        as_sent: { embeds: 1 }
      })
      assert.deepStrictEqual(JSON.parse(text), structured)
    }).pipe(served())
  )
})
