import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { call, codeOf, lastRequest, Sandbox, served } from "../../dispatch/app.ts"

/** Returns one field of every item of a page. */
const items = (structured: Readonly<Record<string, unknown>>, name: string): ReadonlyArray<unknown> =>
  Array.isArray(structured.items) ? structured.items.map((item) => Object(item)[name]) : []

describe("messages_read", () => {
  it.live("continues page by page to the oldest message", () =>
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

  it.live("continues page by page, oldest first, when it starts with after", () =>
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

  it.live("sends the query parameters of the call", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const { general } = ids.channels
      yield* call("messages_read", { channel_id: general })
      assert.deepStrictEqual((yield* lastRequest)?.query, { limit: "50" })
      yield* call("messages_read", { channel_id: general, limit: 5, around: ids.messages.byMember })
      assert.deepStrictEqual((yield* lastRequest)?.query, { limit: "5", around: ids.messages.byMember })
    }).pipe(served())
  )

  it.live("returns a notice for an empty page, not an error", () =>
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
  it.live("omit nulls, empty lists and defaults; full ones are Discord's object", () =>
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
        permission_overwrites: [
          { id: guild, type: "role", deny: ["VIEW_CHANNEL"] },
          { id: sandbox.ids.roles.moderator, type: "role", allow: ["VIEW_CHANNEL"] },
          { id: sandbox.ids.roles.bot, type: "role", allow: ["VIEW_CHANNEL"], deny: ["SEND_MESSAGES"] }
        ],
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

  it.live("name channel kinds as inputs do", () =>
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

  it.live("are the same in the text and the structured half", () =>
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
        // A notice has its own block of text.
        const { notice: _, ...data } = structured
        assert.deepStrictEqual(JSON.parse(text), data)
      }
    }).pipe(served())
  )
})

describe("writing tools", () => {
  it.live("send the arguments, with the audit log reason", () =>
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

  it.live("delete many messages at once, and convert links to ids", () =>
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

  it.live("change only the given fields", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const { general } = ids.channels
      const sent = yield* call("messages_send", { channel_id: general, content: "x", embeds: [{ title: "y" }] })
      const where = { channel_id: general, message_id: sent.structured.id }
      const edited = yield* call("messages_edit", { ...where, content: "z" })
      assert.deepStrictEqual(
        [codeOf(edited), edited.structured.content, edited.structured.length],
        ["ok", undefined, 1]
      )
      assert.nestedPropertyVal(edited.structured, "embeds[0].title", "y")
      assert.deepStrictEqual((yield* lastRequest)?.body, {
        content: "z",
        allowed_mentions: { parse: ["users"], replied_user: true }
      })
    }).pipe(served())
  )
})
