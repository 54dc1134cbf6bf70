import { assert, describe, it } from "@effect/vitest"
import { FastCheck, Schema } from "effect"
import { decodeDispatch, recoveredMessage } from "../../src/live/decodeDispatch.ts"
import { formatLine, GatewayEvent, parseLine } from "../../src/live/GatewayEvent.ts"
import { runs } from "../turns.ts"

const known = { botId: "1", now: "2026-11-23T12:00:00.000Z" }

const decode = (type: string, data: unknown) => decodeDispatch({ type, data, origin: "s:1" }, known)

const whole = {
  id: "10",
  channel_id: "20",
  guild_id: "30",
  author: { id: "40", username: "ann", global_name: "Ann", bot: false },
  member: { nick: "Annie", roles: ["70", "71"] },
  content: "  as it was written\n",
  timestamp: "2026-11-23T11:00:00.000Z",
  edited_timestamp: null,
  message_reference: { message_id: "9" },
  referenced_message: { author: { id: "1" } },
  mentions: [{ id: "1" }],
  mention_roles: ["50"],
  mention_everyone: true,
  attachments: [{ id: "60", filename: "tide.png", size: 12, url: "https://cdn.example.com/tide.png?signature=1" }],
  embeds: [{}, {}],
  components: [{ type: 1 }],
  sticker_items: [{ id: "61", name: "wave", format_type: 1 }],
  message_snapshots: [
    { message: { content: "as somebody else wrote it", embeds: [{}], attachments: [{ id: "62", filename: "a.txt" }] } }
  ],
  poll: { question: { text: "High or low?" }, answers: [{ answer_id: 1, poll_media: { text: "High" } }] }
}

const names = [
  "MESSAGE_CREATE",
  "MESSAGE_UPDATE",
  "MESSAGE_DELETE",
  "MESSAGE_DELETE_BULK",
  "MESSAGE_REACTION_ADD",
  "MESSAGE_REACTION_REMOVE",
  "MESSAGE_POLL_VOTE_ADD",
  "GUILD_MEMBER_ADD",
  "GUILD_MEMBER_REMOVE",
  "THREAD_CREATE",
  "THREAD_DELETE",
  "CHANNEL_DELETE",
  "INTERACTION_CREATE"
]

describe("the events of a dispatch", () => {
  it("have the facts of a message, with the text as it is", () => {
    const { id, timestamp, edited_timestamp, message_reference, referenced_message, ...rest } = whole
    assert.deepStrictEqual(decode("MESSAGE_CREATE", whole), [
      {
        origin: "s:1",
        event: {
          type: "message_create",
          time: timestamp,
          guild_id: rest.guild_id,
          channel_id: rest.channel_id,
          message_id: id,
          author: { id: "40", name: "Ann", nick: "Annie" },
          author_roles: ["70", "71"],
          content: rest.content,
          reply_to: { message_id: message_reference.message_id, author_id: "1" },
          mentions: ["1"],
          mention_roles: ["50"],
          mention_everyone: true,
          attachments: [{ id: "60", name: "tide.png", size: 12 }],
          embeds: 2,
          components: 1,
          stickers: ["wave"],
          forwarded: {
            content: "as somebody else wrote it",
            attachments: [{ id: "62", name: "a.txt" }],
            embeds: 1
          },
          poll: { question: "High or low?", answers: [{ id: 1, text: "High" }] }
        }
      }
    ])
  })

  it("are one for each message of a bulk deletion, each with its own origin", () => {
    assert.deepStrictEqual(
      decode("MESSAGE_DELETE_BULK", { ids: ["1", "2"], channel_id: "3" }).map(({ event, origin }) => [
        event.type,
        event.message_id,
        origin
      ]),
      [
        ["message_delete", "1", "s:1"],
        ["message_delete", "2", "s:1.1"]
      ]
    )
  })

  it("are none for a dispatch that the log does not keep, or that has no id", () => {
    for (const [type, data] of [
      ["TYPING_START", whole],
      ["MESSAGE_CREATE", { ...whole, id: undefined }],
      ["MESSAGE_CREATE", { ...whole, id: "no id" }],
      ["MESSAGE_REACTION_ADD", { user_id: "1", message_id: "" }],
      ["MESSAGE_CREATE", null],
      ["THREAD_CREATE", { id: "1", name: "joined" }],
      ["constructor", {}]
    ] as const) {
      assert.deepStrictEqual(decode(type, data), [], type)
    }
  })

  it("have no reply if the message only refers to another one: forwarded, pinned, a thread's first, crossposted", () => {
    for (const type of [0, 6, 12, 18, 20, 21, 23]) {
      assert.notProperty(decode("MESSAGE_CREATE", { ...whole, type })[0]?.event, "reply_to", String(type))
    }
    assert.property(decode("MESSAGE_CREATE", { ...whole, type: 19 })[0]?.event, "reply_to")
  })

  it("lose only the odd elements of a list", () => {
    const [event] = decode("MESSAGE_CREATE", {
      ...whole,
      mentions: [{ id: 1 }, null, { id: "1" }, { id: "no id" }],
      mention_roles: [7, "50", ""],
      attachments: [{ id: 1 }, { id: "60", filename: 5 }],
      sticker_items: [null, { name: 7 }, { name: "wave" }],
      message_snapshots: [null, { message: { content: "kept", attachments: [{}] } }],
      poll: { question: null, answers: [7, { answer_id: "1", poll_media: null }] }
    })
    assert.deepInclude(event?.event, {
      mentions: ["1"],
      mention_roles: ["50"],
      attachments: [{ id: "60" }],
      stickers: ["wave"],
      forwarded: { content: "kept" },
      poll: { answers: [{}] }
    })
    assert.deepStrictEqual(
      decode("MESSAGE_DELETE_BULK", { ids: [1, "2", null], channel_id: "3" }).map(({ event }) => event.message_id),
      ["2"]
    )
  })

  it.prop(
    "are valid events if Discord sends any value in a field, and are read from the log as they were written",
    [
      FastCheck.constantFrom(...names),
      FastCheck.dictionary(
        FastCheck.constantFrom(...Object.keys(whole), "user", "member", "emoji", "data"),
        FastCheck.oneof(FastCheck.anything(), FastCheck.string())
      )
    ],
    ([type, odd]) => {
      const data = { ...whole, user_id: "1", message_id: "2", user: { id: "3" }, ids: ["1"], ...odd }
      const events = [
        ...decode(type, data),
        ...[recoveredMessage(data, "30", known) ?? []].flat().map((event) => ({ event }))
      ]
      for (const { event } of events) {
        assert.isTrue(Schema.is(GatewayEvent)(event))
        for (const id of [event.message_id, event.channel_id, event.guild_id, event.author?.id, event.parent_id]) {
          if (id !== undefined) assert.match(id, /^\d{1,20}$/)
        }
        assert.deepStrictEqual(parseLine(formatLine({ id: 1, at: 0, event }))._tag, "Some")
      }
    },
    { fastCheck: { numRuns: runs(500) } }
  )

  it("of a message that was read over HTTP are recovered, and in the guild of its channel", () => {
    const { guild_id: _, ...message } = whole
    assert.deepInclude(recoveredMessage(message, "30", known), { guild_id: "30", recovered: true, message_id: "10" })
    assert.strictEqual(recoveredMessage({ content: "without an id" }, "30", known), undefined)
  })
})
