import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { call, codeOf, lastRequest, Sandbox, served } from "../dispatch/app.ts"

/** The field of every item of a page. */
const items = (structured: Readonly<Record<string, unknown>>, name: string): ReadonlyArray<unknown> =>
  Array.isArray(structured.items) ? structured.items.map((item) => Object(item)[name]) : []

describe("messages_read", () => {
  it.live("goes back page by page, to the end", () =>
    Effect.gen(function* () {
      const sandbox = yield* Sandbox
      const { general } = sandbox.ids.channels
      const all = (yield* sandbox.messages(general)).map(({ id }) => id)
      const first = yield* call("messages_read", { channel_id: general, limit: 3 })
      const second = yield* call("messages_read", {
        channel_id: general,
        limit: 100,
        cursor: first.structured.next_cursor
      })
      assert.deepStrictEqual(items(first.structured, "id"), all.slice(0, 3))
      assert.deepStrictEqual(first.structured.next_cursor, `before:${all[2]}`)
      assert.deepStrictEqual(items(second.structured, "id"), all.slice(3))
      assert.isFalse("next_cursor" in second.structured)
    }).pipe(served())
  )

  it.live("goes forward page by page, oldest first, when it began with after", () =>
    Effect.gen(function* () {
      const sandbox = yield* Sandbox
      const { general } = sandbox.ids.channels
      const all = (yield* sandbox.messages(general)).map(({ id }) => id)
      const first = yield* call("messages_read", { channel_id: general, limit: 2, after: all[5] })
      const second = yield* call("messages_read", {
        channel_id: general,
        limit: 2,
        cursor: first.structured.next_cursor
      })
      assert.deepStrictEqual(items(first.structured, "id"), [all[4], all[3]])
      assert.deepStrictEqual(items(second.structured, "id"), [all[2], all[1]])
    }).pipe(served())
  )

  it.live("asks Discord for what it was asked", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const { general } = ids.channels
      yield* call("messages_read", { channel_id: general })
      assert.deepStrictEqual((yield* lastRequest)?.query, { limit: "50" })
      yield* call("messages_read", { channel_id: general, limit: 5, around: ids.messages.byMember })
      assert.deepStrictEqual((yield* lastRequest)?.query, { limit: "5", around: ids.messages.byMember })
    }).pipe(served())
  )

  it.live("answers an empty page with a notice, not an error", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const { general } = ids.channels
      const newest = yield* call("messages_read", { channel_id: general, limit: 1 })
      const answer = yield* call("messages_read", { channel_id: general, after: items(newest.structured, "id")[0] })
      assert.deepStrictEqual(answer.structured, {
        items: [],
        notice: "The bot can see no messages here. Without READ_MESSAGE_HISTORY, Discord returns none."
      })
      assert.isFalse(answer.isError)
    }).pipe(served())
  )
})

describe("compact views", () => {
  it.live("leave out nulls, empty lists and defaults; full ones are Discord's object", () =>
    Effect.gen(function* () {
      const sandbox = yield* Sandbox
      const { channels, guild, messages } = sandbox.ids
      const where = { channel_id: channels.general, message_id: messages.firstInGeneral }
      const stored = (yield* sandbox.messages(channels.general)).find(({ id }) => id === messages.firstInGeneral)
      assert.deepStrictEqual((yield* call("messages_get", where)).structured, {
        id: messages.firstInGeneral,
        channel_id: channels.general,
        author: { id: sandbox.ids.owner, name: "Mira" },
        content: "Welcome to Tidepool! Say hello, and ask in #support when stuck.",
        time: stored?.timestamp,
        pinned: true
      })
      const full = yield* call("messages_get", { ...where, view: "full" })
      assert.deepStrictEqual(full.structured, JSON.parse(JSON.stringify(stored)))

      assert.deepStrictEqual((yield* call("channels_get", { channel_id: channels.staff })).structured, {
        id: channels.staff,
        name: "staff",
        kind: "text",
        guild_id: guild,
        parent_id: channels.team,
        position: 9,
        topic: "Moderation. The bot reads along and keeps quiet.",
        overwrites: 3,
        last_message_id: (yield* sandbox.messages(channels.staff))[0]?.id
      })
      assert.deepStrictEqual((yield* call("users_get_current", {})).structured, {
        id: sandbox.ids.bot,
        username: "sandbox-bot",
        name: "Sandbox Bot",
        bot: true
      })
    }).pipe(served())
  )

  it.live("call kinds of channels what they are created as", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const { structured } = yield* call("channels_list", { guild_id: ids.guild })
      assert.sameMembers(
        [...new Set(items(structured, "kind"))],
        ["category", "announcement", "text", "forum", "voice"]
      )
      const made = yield* call("channels_create_guild_channel", { guild_id: ids.guild, name: "podium", kind: "stage" })
      assert.deepStrictEqual([codeOf(made), made.structured.kind], ["ok", "stage"])
      const thread = yield* call("channels_get", { channel_id: ids.channels.thread })
      assert.strictEqual(thread.structured.kind, "public_thread")
    }).pipe(served())
  )

  it.live("are the same in both halves", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      for (const [tool, input] of [
        ["users_get_current", {}],
        ["users_list_current_user_guilds", {}],
        ["guild_get", { guild_id: ids.guild }],
        ["channels_list", { guild_id: ids.guild }],
        ["messages_read", { channel_id: ids.channels.general, limit: 5, view: "full" }]
      ] as const) {
        const { structured, text } = yield* call(tool, input)
        assert.deepStrictEqual(JSON.parse(text), structured)
      }
    }).pipe(served())
  )
})

describe("writing tools", () => {
  it.live("send what was asked, with the reason for the audit log", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      yield* call("channels_create_guild_channel", {
        guild_id: ids.guild,
        name: "low-tide",
        topic: "",
        parent_id: `<#${ids.channels.community}>`,
        audit_reason: "Für Gäste"
      })
      const request = yield* lastRequest
      assert.deepStrictEqual(request?.body, { name: "low-tide", type: 0, topic: "", parent_id: ids.channels.community })
      assert.strictEqual(decodeURIComponent(request?.headers["x-audit-log-reason"] ?? ""), "Für Gäste")
    }).pipe(served())
  )

  it.live("delete many messages at once, by the ids as Discord wants them", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const { general } = ids.channels
      const sent = [
        yield* call("messages_send", { channel_id: general, content: "one" }),
        yield* call("messages_send", { channel_id: general, content: "two" })
      ].map(({ structured }) => structured.id)
      const answer = yield* call("messages_bulk_delete", {
        channel_id: general,
        message_ids: [`https://discord.com/channels/${ids.guild}/${general}/${sent[0]}`, sent[1]],
        __confirm: true
      })
      assert.deepStrictEqual([codeOf(answer), answer.structured], ["ok", { deleted: 2 }])
      assert.deepStrictEqual((yield* lastRequest)?.body, { messages: sent })
    }).pipe(served({ MCP_DRY_RUN: "false" }))
  )

  it.live("edit what is named and leave the rest", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const { general } = ids.channels
      const sent = yield* call("messages_send", { channel_id: general, content: "x", embeds: [{ title: "y" }] })
      const where = { channel_id: general, message_id: sent.structured.id }
      const edited = yield* call("messages_edit", { ...where, embeds: [] })
      assert.deepStrictEqual(
        [codeOf(edited), edited.structured.content, "embeds" in edited.structured],
        ["ok", "x", false]
      )
      assert.deepStrictEqual((yield* lastRequest)?.body, {
        embeds: [],
        allowed_mentions: { parse: ["users"], replied_user: true }
      })
    }).pipe(served())
  )
})
