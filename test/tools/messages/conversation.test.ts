import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { wired } from "../wired.ts"

const CHANNEL = "1248328050311954441"
const ids = ["1248328050278400001", "1248328050278400002", "1248328050278400003"] as const

const said = (at: number, author: object, more: object = {}) => ({
  id: `13000000000000000${at}0`,
  channel_id: CHANNEL,
  type: 0,
  author: { global_name: null, discriminator: "0", avatar: null, ...author },
  content: `line ${at}`,
  timestamp: `2026-03-14T17:21:0${at}.482000+00:00`,
  edited_timestamp: null,
  attachments: [],
  embeds: [],
  ...more
})

/** The result of messages_read for a channel with these messages, newest first. */
const read = (messages: ReadonlyArray<object>, input: object = {}) =>
  Effect.map(wired("messages_read", { channel_id: CHANNEL, ...input }, messages), ({ structured }) => structured)

const namesOf = (structured: Readonly<Record<string, unknown>>) => [
  Object(structured.authors).map(({ id, name }: { readonly id: string; readonly name: string }) => `${id} is ${name}`),
  Object(structured.items).map(({ author }: { readonly author: string }) => author)
]

describe("a page of messages", () => {
  it.effect("names the channel and each author once", () =>
    Effect.gen(function* () {
      const mira = { id: ids[0], username: "mira.holm", global_name: "Mira" }
      const bot = { id: ids[1], username: "tide-bot", bot: true }
      assert.deepStrictEqual(
        yield* read([
          said(3, mira, { edited_timestamp: "2026-03-14T18:00:00+00:00" }),
          said(2, bot),
          said(1, mira, { pinned: true })
        ]),
        {
          channel_id: CHANNEL,
          authors: [
            { id: ids[0], name: "Mira" },
            { id: ids[1], name: "tide-bot", bot: true }
          ],
          items: [
            {
              id: "1300000000000000030",
              author: "Mira",
              content: "line 3",
              time: "2026-03-14T17:21:03Z",
              edited: "2026-03-14T18:00:00Z"
            },
            { id: "1300000000000000020", author: "tide-bot", content: "line 2", time: "2026-03-14T17:21:02Z" },
            {
              id: "1300000000000000010",
              author: "Mira",
              content: "line 1",
              pinned: true,
              time: "2026-03-14T17:21:01Z"
            }
          ]
        }
      )
    })
  )

  it.effect("never shows two authors with the same name", () =>
    Effect.gen(function* () {
      const mira = { id: ids[0], username: "mira.holm", global_name: "Mira" }
      const other = { id: ids[1], username: "mira2", global_name: "Mira" }
      const sly = { id: ids[2], username: "sly", global_name: `Mira (${ids[0]})` }
      const hiding = { id: ids[1], username: "mira3", global_name: "Mi\u200Bra\u{E0041}" }
      assert.deepStrictEqual(namesOf(yield* read([said(2, mira), said(1, hiding)])), [
        [`${ids[0]} is Mira (${ids[0]})`, `${ids[1]} is Mira (${ids[1]})`],
        [`Mira (${ids[0]})`, `Mira (${ids[1]})`]
      ])
      assert.deepStrictEqual(namesOf(yield* read([said(3, mira), said(2, other), said(1, sly)])), [
        [`${ids[0]} is Mira (${ids[0]})`, `${ids[1]} is Mira (${ids[1]})`, `${ids[2]} is Mira (${ids[0]}) (${ids[2]})`],
        [`Mira (${ids[0]})`, `Mira (${ids[1]})`, `Mira (${ids[0]}) (${ids[2]})`]
      ])
    })
  )

  it.effect("distinguishes the names of one webhook", () =>
    Effect.gen(function* () {
      const builds = { id: ids[0], username: "Builds", bot: true }
      const alarms = { id: ids[0], username: "Alarms", bot: true }
      assert.deepStrictEqual(namesOf(yield* read([said(2, builds), said(1, alarms)])), [
        [`${ids[0]} is Builds`, `${ids[0]} is Alarms`],
        ["Builds", "Alarms"]
      ])
    })
  )

  it.effect("repeats the message replied to only if it is not on the page", () =>
    Effect.gen(function* () {
      const mira = { id: ids[0], username: "mira.holm", global_name: "Mira" }
      const replyTo = (to: { readonly id: string }, whole: object | null) => ({
        type: 19,
        message_reference: { type: 0, message_id: to.id, channel_id: CHANNEL },
        referenced_message: whole
      })
      const far = said(1, mira, { content: "x".repeat(81) })
      const near = said(2, mira)
      const structured = yield* read([
        said(5, mira, replyTo(near, near)),
        said(4, mira, replyTo(far, far)),
        said(3, mira, replyTo({ id: "1300000000000000000" }, null)),
        near
      ])
      assert.deepStrictEqual(
        Object(structured.items).map(({ reply_to }: { readonly reply_to?: object }) => reply_to),
        [
          { id: near.id },
          { id: far.id, author: "Mira", content: `${"x".repeat(80)}…` },
          { id: "1300000000000000000", deleted: true },
          undefined
        ]
      )
    })
  )

  it.effect("does not cut an emoji in half at the end of an excerpt", () =>
    Effect.gen(function* () {
      const mira = { id: ids[0], username: "mira.holm" }
      const far = said(1, mira, { content: `${"x".repeat(79)}${"🦀".repeat(4)}` })
      const reply = { type: 19, message_reference: { type: 0, message_id: far.id }, referenced_message: far }
      const structured = yield* read([said(2, mira, reply)])
      assert.strictEqual(Object(structured.items)[0].reply_to.content, `${"x".repeat(79)}…`)
      assert.isUndefined(structured.notice)
    })
  )

  it.effect("has Discord's own objects in the full view", () =>
    Effect.gen(function* () {
      const messages = [said(1, { id: ids[0], username: "mira.holm" })]
      assert.deepStrictEqual(yield* read(messages, { view: "full" }), { items: messages })
    })
  )
})

describe("a forwarded message", () => {
  it.effect("is shown as its snapshot, and not as a reply", () =>
    Effect.gen(function* () {
      const forward = said(
        1,
        { id: ids[0], username: "mira.holm" },
        {
          content: "",
          message_reference: { type: 1, message_id: ids[1], channel_id: ids[2] },
          message_snapshots: [
            {
              message: {
                type: 0,
                content: "See https://tides.example/",
                timestamp: "2026-03-01T12:00:00+00:00",
                edited_timestamp: null,
                attachments: [],
                embeds: [{ type: "article", url: "https://tides.example/", title: "Tides" }]
              }
            }
          ]
        }
      )
      const { structured } = yield* wired("messages_get", { channel_id: CHANNEL, message_id: forward.id }, forward)
      assert.deepStrictEqual(structured, {
        id: forward.id,
        channel_id: CHANNEL,
        author: { id: ids[0], name: "mira.holm" },
        time: forward.timestamp,
        forwarded: {
          content: "See https://tides.example/",
          time: "2026-03-01T12:00:00+00:00",
          embeds: [{ title: "Tides" }],
          from: { id: "1248328050278400002", channel_id: "1248328050278400003" }
        }
      })
    })
  )
})
