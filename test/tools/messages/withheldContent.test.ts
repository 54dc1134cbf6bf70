import { assert, describe, it } from "@effect/vitest"
import { MessageFlags, MessageType } from "discord-api-types/v10"
import { Effect } from "effect"
import { withheldNotice } from "../../../src/tools/messages/withheldContent.ts"
import { call, Sandbox, served } from "../../dispatch/app.ts"

const WHERE = /MESSAGE_CONTENT.+Message Content Intent.+Developer Portal.+Bot, Privileged Gateway Intents/

/** The reads of messages, on a channel whose messages are by people. */
const reads = Effect.map(Sandbox, ({ ids: { channels, guild, messages } }) => {
  const channel_id = channels.general
  const message_id = messages.byMember
  return [
    ["messages_read", { channel_id }],
    ["messages_read", { channel_id, view: "full" }],
    ["messages_read", { channel_id, limit: 1, around: message_id }],
    ["messages_get", { channel_id, message_id }],
    ["messages_get", { channel_id, message_id, view: "full" }],
    ["messages_list_pins", { channel_id }],
    ["messages_list_pins", { channel_id, view: "full" }],
    ["messages_search_recent", { channel_id, query: "tide" }],
    ["messages_catch_up", { guild_id: guild, since: "2020-01-01T00:00:00Z" }],
    ["messages_catch_up", { channel_ids: [channel_id], since: "2020-01-01T00:00:00Z", mentions_only: true }]
  ] as const
})

describe("messages without the intent MESSAGE_CONTENT", () => {
  it.live("say once which intent is missing and where it is switched on, with every read", () =>
    Effect.gen(function* () {
      const sandbox = yield* Sandbox
      const { channels, messages } = sandbox.ids
      yield* call("messages_pin", { channel_id: channels.general, message_id: messages.byMember })
      yield* sandbox.setGateway({ message_content: false })
      for (const [tool, input] of yield* reads) {
        const { structured } = yield* call(tool, input)
        const notice = String(structured.notice)
        assert.match(notice, WHERE, `${tool} ${JSON.stringify(input)}`)
        assert.strictEqual(notice.split("MESSAGE_CONTENT").length, 2, tool)
      }
    }).pipe(served())
  )

  it.live("say nothing of it while the intent is on", () =>
    Effect.gen(function* () {
      for (const [tool, input] of yield* reads) {
        const { structured } = yield* call(tool, input)
        assert.notMatch(String(structured.notice), /MESSAGE_CONTENT/, tool)
      }
    }).pipe(served())
  )

  it.live("name the intent where a file is asked for, and where the search is refused", () =>
    Effect.gen(function* () {
      const sandbox = yield* Sandbox
      const { channels, guild, messages } = sandbox.ids
      yield* sandbox.setGateway({ message_content: false })
      const file = yield* call("messages_view_attachment", {
        channel_id: channels.general,
        message_id: messages.byMember
      })
      assert.deepInclude(file.structured, { reason: "files_withheld" })
      assert.match(`${file.structured.message} ${file.structured.recovery_hint}`, WHERE)
      const search = yield* call("messages_search", { guild_id: guild, content: "tide" })
      assert.deepInclude(search.structured, { reason: "content_intent_off" })
      assert.match(`${search.structured.message} ${search.structured.recovery_hint}`, WHERE)
    }).pipe(served())
  )

  it.live("keep the texts of the bot, of its mentions and of direct messages, and explain the others", () =>
    Effect.gen(function* () {
      const sandbox = yield* Sandbox
      const { general } = sandbox.ids.channels
      const own = yield* call("messages_send", { channel_id: general, content: "Low tide at 12:10" })
      yield* sandbox.setGateway({ message_content: false })
      const one = yield* call("messages_get", { channel_id: general, message_id: own.structured.id })
      assert.strictEqual(one.structured.content, "Low tide at 12:10")
      assert.isFalse("notice" in one.structured)
      assert.match(String((yield* call("messages_read", { channel_id: general })).structured.notice), WHERE)
    }).pipe(served())
  )
})

const empty = {
  id: "1",
  author: { id: "2", username: "ada" },
  type: MessageType.Default,
  content: "",
  embeds: [],
  attachments: [],
  components: []
}
const text = { ...empty, content: "High tide" }

describe("withheldNotice", () => {
  const cases: ReadonlyArray<readonly [what: string, messages: ReadonlyArray<object>, isWithheld: boolean]> = [
    ["a person's empty message", [empty], true],
    ["an empty reply", [{ ...empty, type: MessageType.Reply }], true],
    ["an empty message of a webhook", [{ ...empty, webhook_id: "3" }], true],
    ["an empty forward", [{ ...empty, message_snapshots: [{ message: { content: "", embeds: [] } }] }], true],
    ["an empty one among the bot's own texts", [{ ...text, author: { id: "9", bot: true } }, empty], true],
    ["an empty one among texts that mention somebody", [{ ...text, mentions: [{ id: "9" }] }, empty], true],
    ["an empty one among texts of people", [text, empty], false],
    ["only a sticker", [{ ...empty, sticker_items: [{ id: "1", name: "Wave" }] }], false],
    ["only a file", [{ ...empty, attachments: [{ id: "1" }] }], false],
    ["only a poll", [{ ...empty, poll: { question: {} } }], false],
    ["only a forward", [{ ...empty, message_snapshots: [{ message: { content: "Ebb" } }] }], false],
    ["an invitation to a game", [{ ...empty, activity: { type: 1 } }], false],
    ["hidden embeds", [{ ...empty, flags: MessageFlags.SuppressEmbeds }], false],
    ["a command without answer yet", [{ ...empty, type: 20, flags: MessageFlags.Loading }], false],
    ["a notice of a pin", [{ ...empty, type: MessageType.ChannelPinnedMessage }], false],
    ["nothing", [], false]
  ]
  it("judges by what Discord accepts as a message", () => {
    assert.deepStrictEqual(
      cases.map(([what, messages]) => [what, withheldNotice(messages) !== undefined]),
      cases.map(([what, , isWithheld]) => [what, isWithheld])
    )
  })
})
