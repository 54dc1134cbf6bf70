import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { call, codeOf, Sandbox, served } from "../../dispatch/app.ts"
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
      assert.strictEqual(structured.content, paragraphs[0])
      const parts = listOf(structured.parts)
      assert.deepStrictEqual(
        parts.map(({ id }) => id),
        stored.map(({ id }) => id)
      )
      assert.deepStrictEqual(Object.keys(parts[3] ?? {}), ["id", "attachments", "embeds"])
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

/** The id of the sandbox's guild, which is the same in every sandbox. */
const guildOf = Effect.map(Sandbox, ({ ids }) => ids.guild).pipe(served())
