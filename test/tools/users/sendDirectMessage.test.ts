import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { asked, call, codeOf, Sandbox, served } from "../../dispatch/app.ts"
import { issuesOf, wired } from "../wired.ts"

describe("users_send_dm", () => {
  it.live("opens the channel and sends, with the fields of messages_send", () =>
    Effect.gen(function* () {
      const sandbox = yield* Sandbox
      const { bruno } = sandbox.ids.members
      const { structured } = yield* call("users_send_dm", {
        user_id: `<@${bruno}>`,
        content: "Your ticket is solved.",
        embeds: [{ title: "Ticket 7" }]
      })
      assert.deepStrictEqual(
        (yield* asked).map((line) => line.replace(/\d{17,}/, "…")),
        ["POST /users/@me/channels", "POST /channels/…/messages"]
      )
      const [stored] = yield* sandbox.messages(String(structured.channel_id))
      assert.deepStrictEqual(
        [stored?.id, stored?.content, stored?.embeds[0]?.title],
        [structured.id, "Your ticket is solved.", "Ticket 7"]
      )
      assert.isDefined(stored?.nonce)
      const again = yield* call("users_send_dm", { user_id: bruno, content: "Again." })
      assert.strictEqual(again.structured.channel_id, structured.channel_id)
    }).pipe(served())
  )

  it.live("splits a long text", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const content = "word ".repeat(900)
      const { structured } = yield* call("users_send_dm", { user_id: ids.members.bruno, content, split: true })
      assert.strictEqual(Object(structured.parts).length, 3)
      const long = yield* wired("users_send_dm", { user_id: ids.members.bruno, content }, {})
      assert.deepStrictEqual(issuesOf(long), [
        "content must be at most 2000 characters, is 4500: with split: true it is sent as several messages"
      ])
    }).pipe(served())
  )

  it.live("explains closed direct messages, a bot, and an unknown user by its own field", () =>
    Effect.gen(function* () {
      const sandbox = yield* Sandbox
      const send = (user_id: string) => call("users_send_dm", { user_id, content: "Hello." })
      yield* sandbox.inject({
        match: { method: "POST", path: "/channels/*/messages" },
        do: { kind: "status", status: 403, body: { code: 50007, message: "Cannot send messages to this user" } }
      })
      const closed = yield* send(sandbox.ids.members.bruno)
      assert.deepInclude(closed.structured, {
        code: "DISCORD_PERMISSION_DENIED",
        reason: "direct_messages_closed",
        recovery_hint:
          "Send to a channel that the user can view, or ask the user to allow direct messages from server members."
      })
      const unknown = yield* send("999999999999999999")
      assert.strictEqual(unknown.structured.reason, "recipient_not_valid")
      assert.match(String(unknown.structured.recovery_hint), /^Use the id of a person/)
    }).pipe(served())
  )

  it.live("is refused inside a guild boundary, as users_create_dm is", () =>
    Effect.gen(function* () {
      const sandbox = yield* Sandbox
      const { ada } = sandbox.ids.members
      const sent = yield* call("users_send_dm", { user_id: ada, content: "Hello." })
      const opened = yield* call("users_create_dm", { recipient_id: ada })
      assert.deepStrictEqual([codeOf(sent), sent.structured], [codeOf(opened), opened.structured])
      assert.strictEqual(codeOf(sent), "GUILD_NOT_ALLOWED")
      assert.deepStrictEqual(yield* asked, [])
    }).pipe(served({ ALLOWED_GUILDS: "1248328050278400001" }))
  )
})
