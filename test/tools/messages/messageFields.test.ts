import { assert, describe, it } from "@effect/vitest"
import type { APIMessage } from "discord-api-types/v10"
import { Effect } from "effect"
import { messageTexts } from "../../../src/discord/messageText.ts"
import { decodeDispatch } from "../../../src/live/decodeDispatch.ts"
import { type EventFilter, selects } from "../../../src/live/tools/fields.ts"
import { wired } from "../wired.ts"

const ID = "1248328050311954441"
const CHANNEL = "1248328050278400001"
const PARENT = "1248328050278400009"
const OTHER = "1248328050278400777"
const TIME = "2026-01-31T18:00:00+00:00"
const ada = { id: "1248328050278400003", username: "ada", global_name: "Ada", discriminator: "0", avatar: null }

/** The least that a message has. */
const bare = { id: ID, channel_id: CHANNEL, author: ada, content: "High tide", type: 0, timestamp: TIME }

/** Returns the compact view of a message with more fields. */
const viewOf = (more: object) =>
  Effect.map(
    wired("messages_get", { channel_id: CHANNEL, message_id: ID }, { ...bare, ...more }),
    ({ structured }) => structured
  )

/** A value for each field that the compact view shows, or why it does not show the field. */
const fields: Readonly<Record<keyof APIMessage, { readonly shows: unknown } | { readonly because: string }>> = {
  id: { shows: "1248328050311954442" },
  channel_id: { shows: "1248328050278400002" },
  author: { shows: { ...ada, id: OTHER } },
  content: { shows: "Low tide" },
  timestamp: { shows: "2026-02-01T00:00:00+00:00" },
  edited_timestamp: { shows: TIME },
  tts: { shows: true },
  mention_everyone: { shows: true },
  mentions: { because: "a mention in the text is named; `mentions_only` of messages_catch_up finds mentions" },
  mention_roles: { because: "a mention in the text is named" },
  mention_channels: { because: "a mention in the text is named" },
  attachments: { shows: [{ id: "1", filename: "a.pdf", size: 1, url: "https://cdn.test/a.pdf" }] },
  embeds: { shows: [{ title: "Tides" }] },
  reactions: { shows: [{ emoji: { id: null, name: "🌊" }, count: 1 }] },
  nonce: { because: "only the sender uses it" },
  pinned: { shows: true },
  webhook_id: { shows: OTHER },
  type: { shows: 7 },
  activity: { shows: { type: 1, party_id: "spotify:1" } },
  application: { because: "shown with its activity" },
  application_id: { because: "the author is the bot of the application" },
  message_reference: { shows: { type: 0, message_id: OTHER, channel_id: CHANNEL } },
  flags: { shows: 4096 },
  referenced_message: { shows: { id: OTHER, author: ada, content: "When?" } },
  interaction_metadata: { shows: { id: "1", type: 2, user: ada } },
  interaction: { shows: { id: "1", type: 2, name: "tides", user: ada } },
  thread: { shows: { id: ID, name: "Tides" } },
  components: { shows: [{ type: 10, content: "Ebb" }] },
  sticker_items: { shows: [{ id: "1", name: "Wave", format_type: 1 }] },
  stickers: { because: "deprecated, Discord sends sticker_items" },
  position: { because: "an approximate number of no use to readers" },
  role_subscription_data: { shows: { tier_name: "Gold", total_months_subscribed: 3, is_renewal: true } },
  resolved: { because: "of values in menus of layouts, which the component has" },
  poll: { shows: { question: { text: "Swim?" }, answers: [] } },
  message_snapshots: { shows: [{ message: { content: "Ebb" } }] },
  call: { shows: { participants: [OTHER], ended_timestamp: TIME } },
  shared_client_theme: { because: "colors of the sender's client" }
}

/** Every text that people can write in a message, in each part that can have texts. */
const texts = {
  content: { content: "needle" },
  "embed title": { embeds: [{ title: "needle" }] },
  "embed description": { embeds: [{ description: "needle" }] },
  "embed author": { embeds: [{ author: { name: "needle" } }] },
  "embed footer": { embeds: [{ footer: { text: "needle" } }] },
  "embed field name": { embeds: [{ fields: [{ name: "needle", value: "x" }] }] },
  "embed field value": { embeds: [{ fields: [{ name: "x", value: "needle" }] }] },
  "embed link": { embeds: [{ title: "x", url: "https://needle.test" }] },
  "text component": { components: [{ type: 17, components: [{ type: 10, content: "needle" }] }] },
  "button label": { components: [{ type: 1, components: [{ type: 2, style: 1, label: "needle", custom_id: "x" }] }] },
  "accessory label": {
    components: [{ type: 9, components: [], accessory: { type: 2, style: 1, label: "needle", custom_id: "x" } }]
  },
  "menu placeholder": { components: [{ type: 1, components: [{ type: 3, placeholder: "needle", custom_id: "x" }] }] },
  "menu option": {
    components: [{ type: 1, components: [{ type: 3, custom_id: "x", options: [{ label: "needle", value: "1" }] }] }]
  },
  "file name": { attachments: [{ id: "1", filename: "needle.pdf", size: 1, url: "https://cdn.test/1" }] },
  "file title": {
    attachments: [{ id: "1", filename: "___.pdf", title: "needle", size: 1, url: "https://cdn.test/1" }]
  },
  "poll question": { poll: { question: { text: "needle" }, answers: [] } },
  "poll answer": { poll: { question: { text: "x" }, answers: [{ answer_id: 1, poll_media: { text: "needle" } }] } },
  sticker: { sticker_items: [{ id: "1", name: "needle", format_type: 1 }] },
  "forwarded text": { message_snapshots: [{ message: { content: "needle" } }] },
  "forwarded embed": { message_snapshots: [{ message: { content: "", embeds: [{ description: "needle" }] } }] },
  "forwarded file": {
    message_snapshots: [
      {
        message: { content: "", attachments: [{ id: "1", filename: "needle.pdf", size: 1, url: "https://cdn.test/1" }] }
      }
    ]
  }
}

describe("the compact view of a message", () => {
  it.effect("shows every field of Discord's message that has no reason to be left out", () =>
    Effect.gen(function* () {
      const without = yield* viewOf({})
      for (const [name, field] of Object.entries(fields)) {
        const view = yield* viewOf({ [name]: "shows" in field ? field.shows : undefined })
        if ("shows" in field) assert.notDeepEqual(view, without, name)
      }
    })
  )

  it.effect("shows the title of a file with a hashed name, and a voice message with its duration", () =>
    Effect.gen(function* () {
      const file = { id: "1", filename: "___.ogg", title: "高潮", size: 9, duration_secs: 4.5, waveform: "AA==" }
      const view = yield* viewOf({ flags: 8192, attachments: [{ ...file, url: "https://cdn.test/1" }] })
      assert.deepInclude(view, { voice_message: true })
      assert.deepInclude(Object(view.attachments)[0], { name: "___.ogg", title: "高潮", seconds: 4.5 })
    })
  )

  it.effect("shows super reactions, and who ran the command", () =>
    Effect.gen(function* () {
      const view = yield* viewOf({
        type: 20,
        interaction_metadata: { id: "1", type: 2, user: ada },
        interaction: { id: "1", type: 2, name: "tides", user: ada },
        reactions: [
          {
            emoji: { id: null, name: "🌊" },
            count: 3,
            count_details: { burst: 2, normal: 1 },
            me: true,
            me_burst: true
          },
          {
            emoji: { id: null, name: "🌙" },
            count: 1,
            count_details: { burst: 0, normal: 1 },
            me: false,
            me_burst: false
          }
        ]
      })
      assert.deepStrictEqual(view.interaction, { by: { id: ada.id, name: "Ada" }, kind: "command", name: "tides" })
      assert.deepStrictEqual(view.reactions, [
        { emoji: "🌊", count: 3, burst: 2, me: true, me_burst: true },
        { emoji: "🌙", count: 1 }
      ])
    })
  )

  it.effect("shows each kind of reference as what it is", () =>
    Effect.gen(function* () {
      const reference = { type: 0, message_id: OTHER, channel_id: PARENT, guild_id: ID }
      const referenced_message = { id: OTHER, author: ada, content: "When?" }
      const target = { id: OTHER, channel_id: PARENT, guild_id: ID }
      const cases: ReadonlyArray<readonly [object, object]> = [
        [{ type: 19, referenced_message }, { reply_to: { id: OTHER, author: "Ada", content: "When?" } }],
        [{ type: 19, referenced_message: null }, { reply_to: { id: OTHER, deleted: true } }],
        [{ type: 19 }, { reply_to: { id: OTHER } }],
        [{ type: 6 }, { reference: { kind: "pin", ...target } }],
        [{ type: 12 }, { reference: { kind: "channel_follow", ...target } }],
        [{ type: 18 }, { reference: { kind: "thread_created", ...target } }],
        [
          { type: 21, referenced_message },
          { reference: { kind: "thread_starter", ...target, author: "Ada", content: "When?" } }
        ],
        [{ type: 23 }, { reference: { kind: "command_target", ...target } }],
        [{ type: 46 }, { reference: { kind: "poll_result", ...target } }],
        [{ type: 0, flags: 2 }, { reference: { kind: "crosspost", ...target } }],
        [{ type: 36 }, { reference: { kind: "other", ...target } }]
      ]
      for (const [more, shown] of cases) {
        const { reference: kind, reply_to } = yield* viewOf({ message_reference: reference, ...more })
        assert.deepEqual(
          { ...(kind !== undefined && { reference: kind }), ...(reply_to !== undefined && { reply_to }) },
          shown
        )
      }
    })
  )

  it.effect("names the thread of a search hit, and its channel", () =>
    Effect.gen(function* () {
      for (const view of ["compact", "full"]) {
        const { structured } = yield* wired(
          "messages_search",
          { guild_id: ID, content: "tide", view },
          {
            messages: [[bare], [{ ...bare, id: OTHER, channel_id: PARENT }]],
            threads: [{ id: CHANNEL, name: "Tides", parent_id: PARENT, type: 11 }],
            total_results: 2
          }
        )
        const [hit, other] = Object(structured.items)
        assert.deepStrictEqual(hit.in_thread, { name: "Tides", parent_id: PARENT })
        assert.isFalse("in_thread" in other)
      }
    })
  )
})

describe("the texts of a message", () => {
  it.effect("are found by messages_search_recent, and by contains of waits and events", () =>
    Effect.gen(function* () {
      for (const [part, more] of Object.entries(texts)) {
        const message = { ...bare, content: "", ...more }
        assert.isTrue(messageTexts(message).join("\n").includes("needle"), part)
        const recent = yield* wired("messages_search_recent", { channel_id: CHANNEL, query: "NEEDLE" }, [message])
        assert.strictEqual(Object(recent.structured.items).length, 1, part)
        const filter: EventFilter = { types: ["message_create"], contains: "NEEDLE" }
        const [made] = decodeDispatch(
          { type: "MESSAGE_CREATE", data: message, origin: "s:1" },
          { botId: "1", now: TIME }
        )
        const isSelected = selects(filter, "1", { allowedGuilds: undefined })
        assert.isTrue(made !== undefined && isSelected({ ...made.event, eventId: "abc-1" }), part)
      }
    })
  )

  it.effect("are not those of the message replied to, of its author or of links to files", () =>
    Effect.gen(function* () {
      const message = {
        ...bare,
        author: { ...ada, username: "needle" },
        referenced_message: { ...bare, content: "needle" },
        attachments: [{ id: "1", filename: "a.pdf", size: 1, url: "https://needle.test/a.pdf" }]
      }
      const { structured } = yield* wired("messages_search_recent", { channel_id: CHANNEL, query: "needle" }, [message])
      assert.deepStrictEqual(structured.items, [])
    })
  )
})

describe("an event", () => {
  it("has the nickname of its member, and marks super reactions and voice messages", () => {
    const decode = (type: string, data: object) =>
      decodeDispatch({ type, data, origin: "s:1" }, { botId: "1", now: TIME }).map(({ event }) => event)
    const place = { channel_id: CHANNEL, guild_id: ID }
    const member = { nick: "Skipper", roles: [], user: ada }
    const author = { id: ada.id, name: "Ada", nick: "Skipper" }
    assert.deepInclude(decode("MESSAGE_CREATE", { ...bare, ...place, member, flags: 8192 })[0], {
      author,
      voice_message: true
    })
    const reaction = { ...place, message_id: ID, user_id: ada.id, member, emoji: { name: "🌊" }, burst: true }
    assert.deepInclude(decode("MESSAGE_REACTION_ADD", reaction)[0], { author, burst: true })
    assert.deepInclude(decode("GUILD_MEMBER_ADD", { guild_id: ID, ...member })[0], { author })
    const click = { ...place, id: ID, type: 3, member, data: { custom_id: "x" } }
    assert.deepInclude(decode("INTERACTION_CREATE", click)[0], { author })
  })
})
