import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"

import { permissionBits } from "../../../src/errors/PermissionName.ts"
import { call, codeOf, roomy, Sandbox, seedIds, served } from "../../dispatch/app.ts"
import { issuesOf, wired } from "../wired.ts"

/** Paragraphs of about 1,200 characters, so that each is one part. */
const paragraphs = ["First", "Second", "Third", "Fourth"].map((name) => `${name} ${"tide ".repeat(240)}`.trim())
const content = paragraphs.join("\n\n")

const listOf = (value: unknown): ReadonlyArray<Readonly<Record<string, unknown>>> => (Array.isArray(value) ? value : [])

describe("messages_send with split", () => {
  it.live("sends a long text as several messages: the reply on the first, embeds and files on the last", () =>
    Effect.gen(function* () {
      const sandbox = yield* Sandbox
      const { general } = sandbox.ids.channels
      const { structured } = yield* call("messages_send", {
        channel_id: general,
        content,
        split: true,
        reply_to: sandbox.ids.messages.firstInGeneral,
        embeds: [{ title: "Tide" }],
        files: [{ base64: "aGVsbG8=", name: "hello.txt" }],
        flags: ["suppress_notifications"]
      })
      const stored = (yield* sandbox.messages(general)).slice(0, 4).toReversed()
      assert.deepStrictEqual(
        stored.map(({ content }) => content),
        paragraphs
      )
      assert.deepStrictEqual(
        stored.map(({ message_reference }) => message_reference?.message_id),
        [sandbox.ids.messages.firstInGeneral, undefined, undefined, undefined]
      )
      assert.deepStrictEqual(
        stored.map(({ attachments, embeds, flags }) => [attachments.length, embeds.length, flags]),
        [0, 0, 0, 1].map((count) => [count, count, 4096])
      )
      assert.strictEqual(new Set(stored.map(({ nonce }) => nonce)).size, 4)
      assert.strictEqual(structured.id, stored[0]?.id)
      assert.deepStrictEqual([structured.content, structured.length], [undefined, content.length])
      const parts = listOf(structured.parts)
      assert.deepStrictEqual(
        parts.map(({ id }) => id),
        stored.map(({ id }) => id)
      )
      assert.deepStrictEqual(Object.keys(parts[3] ?? {}), ["id", "attachments", "text"])
    }).pipe(served())
  )

  it.live("names each part with its link if the guild is known", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const { structured } = yield* call("messages_send", { channel_id: ids.channels.general, content, split: true })
      for (const { id, jump_url } of listOf(structured.parts))
        assert.strictEqual(jump_url, `https://discord.com/channels/${ids.guild}/${ids.channels.general}/${id}`)
    }).pipe((test) => Effect.flatMap(guildOf, (ALLOWED_GUILDS) => served({ ALLOWED_GUILDS })(test)))
  )

  it.live("names the parts that stay when one fails, and continues with from_part", () =>
    Effect.gen(function* () {
      const sandbox = yield* Sandbox
      const { general } = sandbox.ids.channels
      const given = { channel_id: general, content, split: true }
      const sending = { method: "POST", path: "/channels/*/messages" }
      yield* sandbox.inject({
        match: sending,
        after: 2,
        do: { kind: "status", status: 403, body: { code: 50013, message: "Missing Permissions" } }
      })
      const failed = yield* call("messages_send", given)
      const stay = (yield* sandbox.messages(general)).slice(0, 2).toReversed()
      assert.strictEqual(codeOf(failed), "DISCORD_PERMISSION_DENIED")
      assert.deepStrictEqual(failed.structured.sent_parts, {
        message_ids: stay.map(({ id }) => id),
        next_part: 3,
        parts: 4
      })
      assert.match(
        String(failed.structured.message),
        / The call had sent 2 messages before, up to part 2 of 4; they stay\.$/
      )
      assert.match(
        String(failed.structured.recovery_hint),
        / To send the rest, call the tool with the same arguments and from_part: 3\.$/
      )
      const rest = yield* call("messages_send", { ...given, from_part: 3 })
      assert.strictEqual(listOf(rest.structured.parts).length, 2)
      assert.deepStrictEqual(
        (yield* sandbox.messages(general))
          .slice(0, 4)
          .toReversed()
          .map(({ content }) => content),
        paragraphs
      )
    }).pipe(served())
  )

  it.live("is not retriable after a sent part, and says that a part without a response may be there", () =>
    Effect.gen(function* () {
      const sandbox = yield* Sandbox
      const given = { channel_id: sandbox.ids.channels.general, content, split: true }
      yield* sandbox.inject({
        match: { method: "POST", path: "/channels/*/messages" },
        after: 1,
        times: "forever",
        after_effect: true,
        do: { kind: "reset", at: "headers" }
      })
      const { structured } = yield* call("messages_send", given)
      assert.deepInclude(structured, { retriable: false, outcome_unknown: true })
      assert.match(String(structured.recovery_hint), /from_part: 2, or 3 if part 2 is there\.$/)
    }).pipe(served({ MCP_RETRY_ENABLED: "false" }))
  )

  it.live("has an ordinary failure if nothing was sent", () =>
    Effect.gen(function* () {
      const sandbox = yield* Sandbox
      yield* sandbox.inject({
        match: { method: "POST", path: "/channels/*/messages" },
        do: { kind: "status", status: 400, body: { code: 50006, message: "Cannot send an empty message" } }
      })
      const { structured } = yield* call("messages_send", {
        channel_id: sandbox.ids.channels.general,
        content,
        split: true
      })
      assert.notProperty(structured, "sent_parts")
    }).pipe(served())
  )

  it.effect("rejects a long text without split, a link that no message holds, and a part that does not exist", () =>
    Effect.gen(function* () {
      const at = { channel_id: "1248328050311954441" }
      const issues = (given: object) =>
        Effect.map(wired("messages_send", { ...at, ...given }), (it) => {
          assert.isUndefined(it.sent)
          return issuesOf(it)
        })
      assert.deepStrictEqual(yield* issues({ content: "👋".repeat(2001) }), [
        "content must be at most 2000 characters, is 2001: with split: true it is sent as several messages"
      ])
      assert.deepStrictEqual(yield* issues({ content: "x".repeat(20_001), split: true }), [
        "content must be at most 20000 characters, is 20001"
      ])
      assert.deepStrictEqual(yield* issues({ content: `https://example.com/${"x".repeat(2000)}`, split: true }), [
        "content has a link of 2020 characters, and a message has at most 2000: shorten the link"
      ])
      assert.deepStrictEqual(yield* issues({ content, split: true, from_part: 5 }), [
        "from_part must be at most 4, the number of parts"
      ])
      assert.deepStrictEqual(yield* issues({ content: "x", from_part: 1 }), ["from_part needs split: true"])
      const { sent } = yield* wired("messages_send", { ...at, content: "👋".repeat(2000) }, { id: at.channel_id })
      assert.isDefined(sent)
    })
  )

  it.live("shows the whole text and the number of parts in the preview of a ping", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const given = {
        channel_id: ids.channels.general,
        content,
        split: true,
        allowed_mentions: { parse: ["everyone"] }
      }
      const { structured } = yield* call("messages_send", given)
      const { preview } = Object(structured)
      assert.strictEqual(preview.facts.messages, 4)
      assert.strictEqual(preview.arguments.content, content)
      assert.match(String(preview.facts.pings), /^everyone/)
    }).pipe(served())
  )
})

/** The stored texts of a channel, oldest first. */
const textsIn = (channel: unknown) =>
  Effect.flatMap(Sandbox, (sandbox) =>
    Effect.map(sandbox.messages(String(channel)), (all) => all.map(({ content }) => content).toReversed())
  )

const refuseAfter = (after: number, path: string) =>
  Effect.flatMap(Sandbox, ({ inject }) =>
    inject({
      match: { method: "POST", path },
      after,
      do: { kind: "status", status: 403, body: { code: 50013, message: "Missing Permissions" } }
    })
  )

describe("split of other tools that send text", () => {
  it.live("starts a forum post with the first part, its embeds and files, and sends the others into it", () =>
    Effect.gen(function* () {
      const { channels } = (yield* Sandbox).ids
      const message = { content, split: true, embeds: [{ title: "Tide" }], flags: ["suppress_notifications"] }
      const given = { channel_id: channels.forum, name: "Tides", message }
      const { structured } = yield* call("channels_forum_create_thread", given)
      assert.deepStrictEqual(yield* textsIn(structured.id), paragraphs)
      const stored = yield* (yield* Sandbox).messages(String(structured.id))
      assert.deepStrictEqual(
        stored.map(({ embeds, flags, id }) => [id, embeds.length, flags]).toReversed(),
        listOf(structured.parts).map(({ id }, at) => [id, at === 0 ? 1 : 0, 4096])
      )
    }).pipe(served())
  )

  it.live("names the post that stays when a part fails, and the call that sends the rest", () =>
    Effect.gen(function* () {
      const { channels } = (yield* Sandbox).ids
      const given = { channel_id: channels.forum, name: "Tides", message: { content, split: true } }
      for (const after of [0, 1]) {
        yield* refuseAfter(after, "/channels/*/messages")
        const { structured } = yield* call("channels_forum_create_thread", given)
        const { message_ids, thread_id, ...next } = Object(structured.sent_parts)
        assert.deepStrictEqual(next, { next_part: after + 2, parts: 4, tool: "messages_send" })
        assert.strictEqual(message_ids.length, after + 1)
        const hint = `call messages_send with channel_id: ${thread_id}, the same content, split: true and from_part: ${after + 2}.`
        assert.include(String(structured.recovery_hint), hint)
        yield* call("messages_send", { channel_id: thread_id, content, split: true, from_part: after + 2 })
        assert.deepStrictEqual(yield* textsIn(thread_id), paragraphs)
      }
    }).pipe(served())
  )

  it.live("sends through a webhook, also as one post of a forum, and continues in its thread", () =>
    Effect.gen(function* () {
      const { channels, webhook, webhookToken } = yield* hooks
      const plain = { webhook_id: webhook.id, token: webhookToken.text, content, split: true, wait: false }
      const sent = yield* call("webhooks_execute", plain)
      assert.strictEqual(listOf(sent.structured.parts).length, 4)
      assert.deepStrictEqual((yield* textsIn(channels.general)).slice(-4), paragraphs)

      const post = { ...plain, webhook_id: webhook.forum, token: webhookToken.forum, thread_name: "Tides" }
      const { structured } = yield* call("webhooks_execute", post)
      assert.deepStrictEqual(yield* textsIn(structured.channel_id), paragraphs)

      yield* refuseAfter(2, "/webhooks/*/*")
      const failed = yield* call("webhooks_execute", post)
      const { next_part, thread_id } = Object(failed.structured.sent_parts)
      const hint = `but thread_id: ${thread_id} in place of thread_name, and from_part: 3.`
      assert.include(String(failed.structured.recovery_hint), hint)
      const { thread_name: _, ...rest } = post
      assert.deepStrictEqual(issuesOf(yield* call("webhooks_execute", { ...post, from_part: 3 })), [
        "thread_name the first part has created the post: set thread_id in its place"
      ])
      yield* call("webhooks_execute", { ...rest, thread_id, from_part: next_part })
      assert.deepStrictEqual(yield* textsIn(thread_id), paragraphs)
    }).pipe(served({}, { ...roomy, permissions: permissionBits.MANAGE_WEBHOOKS | permissionBits.READ_MESSAGE_HISTORY }))
  )

  it.effect("says in a refused long text what to do next, and sends nothing", () =>
    Effect.gen(function* () {
      const id = "1248328050311954441"
      const token = "x".repeat(68)
      const [hook, followup] = [
        { webhook_id: id, token },
        { application_id: id, interaction_token: token }
      ]
      const response = { interaction_id: id, interaction_token: token, type: "channel_message_with_source" }
      const cases: ReadonlyArray<readonly [tool: string, input: object, at: string, next: string]> = [
        ["messages_send", { channel_id: id, content }, "content", "with split: true"],
        ["users_send_dm", { user_id: id, content }, "content", "with split: true"],
        ["webhooks_execute", { ...hook, content }, "content", "with split: true"],
        ["interactions_create_followup", { ...followup, content }, "content", "with split: true"],
        [
          "channels_forum_create_thread",
          { channel_id: id, name: "x", message: content },
          "message.content",
          "split: true"
        ],
        ["messages_edit", { channel_id: id, message_id: id, content }, "content", "send the rest with messages_send"],
        ["webhooks_edit_message", { ...hook, message_id: id, content }, "content", "rest with webhooks_execute"],
        [
          "interactions_edit_original_response",
          { ...followup, content },
          "content",
          "with interactions_create_followup"
        ],
        [
          "interactions_edit_followup",
          { ...followup, message_id: id, content },
          "content",
          "with interactions_create_followup"
        ],
        [
          "interactions_create_response",
          { ...response, message: { content } },
          "message.content",
          "interactions_create_followup"
        ],
        ["polls_create", { channel_id: id, question: "x", answers: ["a", "b"], content }, "content", "before the poll"]
      ]
      for (const [tool, input, at, next] of cases) {
        const result = yield* wired(tool, input)
        assert.isUndefined(result.sent, tool)
        assert.match(
          String(issuesOf(result)),
          new RegExp(`^${at} must be at most 2000 characters, is \\d+: .*${next}`),
          tool
        )
      }
    })
  )

  it.effect("sends a follow-up in parts", () =>
    Effect.gen(function* () {
      const [id, interaction_token] = ["1248328050311954441", "x".repeat(68)]
      const given = { application_id: id, interaction_token, content, split: true, from_part: 4 }
      const { sent } = yield* wired("interactions_create_followup", given, { id, content: paragraphs[3] })
      assert.strictEqual(Object(sent?.body).content, paragraphs[3])
    })
  )
})

/** Webhooks of a text channel and of a forum. */
const hooks = Effect.gen(function* () {
  const { channels } = (yield* Sandbox).ids
  const create = (channel_id: string) =>
    Effect.map(
      call("webhooks_create", { channel_id, name: "Tides", reveal_token: true }),
      ({ structured }) => structured
    )
  const [text, forum] = [yield* create(channels.general), yield* create(channels.forum)]
  return { channels, webhook: { id: text.id, forum: forum.id }, webhookToken: { text: text.token, forum: forum.token } }
})

/** The id of the sandbox's guild, which is the same in every sandbox. */
const guildOf = Effect.map(seedIds, ({ guild }) => guild)
