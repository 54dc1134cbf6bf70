import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import * as Discord from "../../../src/discord/Discord.ts"
import * as RestTransport from "../../../src/discord/RestTransport.ts"
import { json, rawServer } from "../../discord/rawServer.ts"
import { call, overDiscord, settingsOf } from "../../dispatch/app.ts"
import { CHANNEL, fiftyMessages } from "./fiftyMessages.ts"

type Sent = (typeof fiftyMessages)[number]

/** The result of `messages_read` for fifty messages, over real HTTP. */
const answer = Effect.gen(function* () {
  const discord = yield* rawServer((response) => json(response, 200, fiftyMessages))
  const transport = RestTransport.layer({
    apiUrl: discord.url,
    token: Redacted.make("sandbox-token"),
    userAgent: "effect-discord-mcp/test"
  })
  const server = yield* Layer.build(overDiscord(Layer.provide(Discord.layer, transport), yield* settingsOf()))
  return yield* Effect.provide(call("messages_read", { channel_id: CHANNEL, limit: 50 }), server)
}).pipe(Effect.scoped)

/** The text and the structured half as values, without the delimiters of the text. */
const halves = Effect.map(answer, ({ structured, text }) => ({
  structured: Object(structured),
  text: Object(JSON.parse(text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1)))
}))

const bytesOf = (text: string): number => Buffer.byteLength(text)
const whole = bytesOf(JSON.stringify(fiftyMessages))

interface Field {
  readonly name: string
  readonly value: string
  readonly inline?: boolean
}

/** The facts of Discord's message that the view must keep. */
const facts = (it: Sent) => ({
  id: it.id,
  author: { id: it.author.id, name: it.author.global_name ?? it.author.username, bot: "bot" in it.author },
  time: Math.floor(Date.parse(it.timestamp) / 1000),
  edited: it.edited_timestamp !== null,
  text: it.content,
  reply: "referenced_message" in it ? it.referenced_message.id : undefined,
  attachments: it.attachments.map(({ content_type, filename, id, size, url, ...file }) => ({
    id,
    name: filename,
    size,
    type: content_type,
    url,
    description: file.description
  })),
  embeds: Object(it.embeds).map((embed: Readonly<Record<string, unknown>>) => ({
    title: embed.title,
    description: embed.description,
    url: embed.url,
    fields: Object(embed.fields ?? []).map(({ inline, name, value }: Field) => ({
      name,
      value,
      ...(inline === true && { inline })
    }))
  })),
  reactions: (it.reactions ?? []).map(({ count, emoji, me }) => ({
    emoji: emoji.id === null ? emoji.name : `${emoji.name}:${emoji.id}`,
    count,
    me
  }))
})

/** The same facts in the view. */
const factsInView = (page: Readonly<Record<string, ReadonlyArray<Readonly<Record<string, unknown>>>>>) =>
  page.items?.map((it) => {
    const { bot = false, id, name } = Object(page.authors?.find(({ name }) => name === it.author))
    return {
      id: it.id,
      author: { id, name, bot },
      time: Date.parse(String(it.time)) / 1000,
      edited: "edited" in it,
      text: it.content ?? "",
      reply: Object(it.reply_to).id,
      attachments: Object(it.attachments ?? []).map((file: object) => ({ description: undefined, ...file })),
      embeds: Object(it.embeds ?? []).map((embed: Readonly<Record<string, unknown>>) => ({
        title: embed.title,
        description: embed.description,
        // The URL of a link preview is in the message text.
        url: embed.url ?? /https:\/\/\S+/.exec(String(it.content))?.[0],
        fields: embed.fields ?? []
      })),
      reactions: Object(it.reactions ?? []).map((reaction: object) => ({ me: false, ...reaction }))
    }
  })

describe("messages_read of fifty messages", () => {
  it.live("takes at most a fifth of the bytes of Discord's JSON, in each half", () =>
    Effect.gen(function* () {
      const { isError, structured, text } = yield* answer
      assert.isFalse(isError)
      assert.strictEqual(Object(structured.items).length, 50)
      assert.isAtMost(bytesOf(JSON.stringify(structured)) / whole, 0.2)
      assert.isAtMost(bytesOf(text) / whole, 0.2)
    })
  )

  it.live("keeps author, time, text, replies, attachments, embeds and reactions, in each half", () =>
    Effect.gen(function* () {
      const { structured, text } = yield* halves
      assert.deepStrictEqual(factsInView(structured), fiftyMessages.map(facts))
      assert.deepStrictEqual(factsInView(text), fiftyMessages.map(facts))
    })
  )

  it.live("keeps the poll with its votes, the thread, and the buttons", () =>
    Effect.gen(function* () {
      const { items } = (yield* halves).structured
      const only = (field: string) =>
        items.flatMap((it: Readonly<Record<string, unknown>>) => (field in it ? [it[field]] : []))
      assert.deepStrictEqual(only("poll"), [
        {
          question: "When do we leave?",
          ends: "2026-03-15T05:21:09.482000+00:00",
          answers: [
            { id: 1, text: "05:45 at the station", votes: 4 },
            { id: 2, text: "06:15 at the station", votes: 6 },
            { id: 3, text: "meet at the pier", votes: 1 }
          ]
        }
      ])
      assert.deepStrictEqual(
        only("thread").map(({ name }: { readonly name: string }) => name),
        ["tide tables: whose time zone"]
      )
      assert.deepStrictEqual(only("components"), [
        ["[Remind me](tides:remind:20260315)", "[Full table](https://tides.example/north-pier)"]
      ])
    })
  )
})
