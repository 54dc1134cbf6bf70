import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { asked, call, Sandbox, served } from "../../dispatch/app.ts"
import { issuesOf, wired } from "../wired.ts"

const ID = "1248328050311954441"
const OTHER = "1248328050278400001"

describe("messages_search", () => {
  it.live("names the channel and the category of each match, or the thread and its channel, and reads them once", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const search = Effect.gen(function* () {
        const before = (yield* asked).length
        const { structured } = yield* call("messages_search", { guild_id: ids.guild })
        const items = structured.items as ReadonlyArray<Readonly<Record<string, unknown>>>
        return { items, requests: (yield* asked).length - before }
      })
      const first = yield* search
      const placeOf = (channel: string) => {
        const match = first.items.find(({ channel_id }) => channel_id === channel)
        return match && [match.channel_name, match.parent_name]
      }
      assert.deepStrictEqual(placeOf(ids.channels.general), ["#general", "#Community"])
      const threads = first.items.filter(({ in_thread }) => in_thread !== undefined)
      assert.isNotEmpty(threads)
      for (const { parent_name } of threads) assert.match(String(parent_name), /^#/)
      for (const { channel_name, in_thread } of first.items) assert.isDefined(channel_name ?? in_thread)
      assert.deepStrictEqual([first.requests, (yield* search).requests], [2, 1])
    }).pipe(served())
  )

  it.effect("sends each value as its own parameter, and continues by offset", () =>
    Effect.gen(function* () {
      const message = {
        id: ID,
        channel_id: OTHER,
        type: 0,
        author: { id: OTHER, username: "ada" },
        content: "High tide",
        timestamp: "2026-01-31T18:00:00+00:00",
        attachments: [],
        embeds: []
      }
      const found = yield* wired(
        "messages_search",
        {
          guild_id: ID,
          content: "tide",
          author_id: [`<@${ID}>`, OTHER],
          has: ["link", "-poll"],
          pinned: false,
          limit: 1
        },
        { messages: [[message]], total_results: 9, doing_deep_historical_index: false }
      )
      assert.deepStrictEqual(
        [...(found.sent?.query ?? [])],
        [
          ["limit", "1"],
          ["content", "tide"],
          ["author_id", ID],
          ["author_id", OTHER],
          ["has", "link"],
          ["has", "-poll"],
          ["pinned", "false"]
        ]
      )
      assert.deepStrictEqual(found.structured, {
        items: [
          {
            id: ID,
            channel_id: OTHER,
            author: { id: OTHER, name: "ada" },
            content: "High tide",
            time: "2026-01-31T18:00:00+00:00",
            jump_url: `https://discord.com/channels/${ID}/${OTHER}/${ID}`
          }
        ],
        next_cursor: "offset:1"
      })
    })
  )

  it.effect("rejects an offset past the end of Discord's search", () =>
    Effect.gen(function* () {
      const past = yield* wired("messages_search", { guild_id: ID, cursor: "offset:9976" })
      assert.deepStrictEqual(issuesOf(past), [
        "cursor is past the last result that Discord's search returns: narrow the search with max_id"
      ])
    })
  )
})

describe("messages_search_recent", () => {
  it.live("finds a text in messages, and reports how many it scanned", () =>
    Effect.gen(function* () {
      const sandbox = yield* Sandbox
      const { general } = sandbox.ids.channels
      yield* call("messages_send", { channel_id: general, content: "The ＴＩＤＥ turns" })
      yield* call("messages_send", {
        channel_id: general,
        embeds: [{ title: "Times", fields: [{ name: "Low tide", value: "9" }] }]
      })
      yield* call("messages_send", { channel_id: general, content: "nothing" })
      const all = yield* sandbox.messages(general)
      const { structured } = yield* call("messages_search_recent", { channel_id: general, query: "tide", limit: 3 })
      assert.deepStrictEqual(
        { ...structured, items: Object(structured.items).map(({ id }: { readonly id: string }) => id) },
        { items: [all[1]?.id, all[2]?.id], scanned: 3, oldest: all[2]?.timestamp, next_cursor: `before:${all[2]?.id}` }
      )
      const onwards = yield* call("messages_search_recent", {
        channel_id: general,
        query: "no such words",
        cursor: structured.next_cursor
      })
      assert.deepStrictEqual(onwards.structured, {
        items: [],
        scanned: all.length - 3,
        oldest: all.at(-1)?.timestamp,
        notice: `No match in ${all.length - 3} scanned messages.`
      })
    }).pipe(served())
  )

  it.live("stops at the message of after, and reads no unneeded page", () =>
    Effect.gen(function* () {
      const sandbox = yield* Sandbox
      const { general } = sandbox.ids.channels
      const all = yield* sandbox.messages(general)
      const before = (yield* asked).length
      const { structured } = yield* call("messages_search_recent", {
        channel_id: general,
        query: "x".repeat(200),
        after: all[2]?.id
      })
      assert.deepStrictEqual(
        [structured.scanned, structured.oldest, structured.next_cursor],
        [2, all[1]?.timestamp, undefined]
      )
      assert.strictEqual((yield* asked).length - before, 1)
    }).pipe(served())
  )

  it.effect("accepts only a cursor that goes back", () =>
    Effect.gen(function* () {
      const look = { channel_id: ID, query: "x" }
      assert.deepStrictEqual(issuesOf(yield* wired("messages_search_recent", { ...look, cursor: "offset:5" })), [
        "cursor is not a next_cursor of this tool"
      ])
      assert.deepStrictEqual(
        issuesOf(yield* wired("messages_search_recent", { ...look, before: ID, cursor: `before:${ID}` })),
        ["cursor cannot be set together with before"]
      )
    })
  )
})

describe("pins", () => {
  it.effect("are listed with the time of the pin, and continue from it", () =>
    Effect.gen(function* () {
      const message = {
        id: ID,
        channel_id: OTHER,
        type: 0,
        author: { id: OTHER, username: "ada" },
        content: "Rules",
        timestamp: "2026-01-30T18:00:00+00:00",
        attachments: [],
        embeds: [],
        pinned: true
      }
      const pinned_at = "2026-01-31T18:00:00.000000+00:00"
      const { query, sent, structured } = yield* wired(
        "messages_list_pins",
        { channel_id: OTHER, cursor: `before:${pinned_at}` },
        { items: [{ pinned_at, message }], has_more: true }
      )
      assert.deepStrictEqual(
        [sent?.path, query],
        [`/channels/${OTHER}/messages/pins`, { limit: "50", before: pinned_at }]
      )
      assert.deepStrictEqual(structured, {
        items: [
          {
            id: ID,
            channel_id: OTHER,
            author: { id: OTHER, name: "ada" },
            content: "Rules",
            time: "2026-01-30T18:00:00+00:00",
            pinned: true,
            pinned_at
          }
        ],
        next_cursor: `before:${pinned_at}`
      })
    })
  )
})

describe("the view of a message", () => {
  const message = {
    id: OTHER,
    channel_id: ID,
    type: 0,
    author: { id: OTHER, username: "ada" },
    content: "",
    timestamp: "2026-01-31T18:00:00+00:00",
    attachments: [],
    embeds: []
  }
  const shown = (more: object) =>
    Effect.map(
      wired("messages_get", { channel_id: ID, message_id: OTHER }, { ...message, ...more }),
      ({ structured }) => structured
    )

  it.effect("shows the texts of a poll", () =>
    Effect.gen(function* () {
      const { poll } = yield* shown({
        poll: {
          question: { text: "Where?" },
          answers: [
            { answer_id: 1, poll_media: { text: "Reef", emoji: { name: "🐟" } } },
            { answer_id: 2, poll_media: { text: "Home" } }
          ],
          expiry: "2026-02-01T18:00:00+00:00",
          results: { is_finalized: false, answer_counts: [{ id: 1, count: 4, me_voted: false }] }
        }
      })
      assert.deepStrictEqual(poll, {
        question: "Where?",
        ends: "2026-02-01T18:00:00+00:00",
        answers: [
          { id: 1, text: "Reef", emoji: "🐟", votes: 4 },
          { id: 2, text: "Home" }
        ]
      })
    })
  )

  it.effect("shows the texts of components", () =>
    Effect.gen(function* () {
      const { components } = yield* shown({
        components: [
          {
            type: 17,
            components: [
              {
                type: 9,
                components: [{ type: 10, content: "# Tides" }],
                accessory: { type: 11, media: { url: "https://example.com/a.png" } }
              },
              {
                type: 1,
                components: [
                  { type: 2, style: 1, label: "Go", custom_id: "go" },
                  { type: 2, style: 5, label: "Map", url: "https://example.com" }
                ]
              },
              {
                type: 1,
                components: [
                  {
                    type: 3,
                    custom_id: "when",
                    placeholder: "When?",
                    options: [{ label: "Now" }, { label: "Later" }]
                  }
                ]
              }
            ]
          }
        ]
      })
      assert.deepStrictEqual(components, [
        "# Tides",
        "https://example.com/a.png",
        "[Go](go)",
        "[Map](https://example.com)",
        "When?[Now | Later](when)"
      ])
    })
  )
})
