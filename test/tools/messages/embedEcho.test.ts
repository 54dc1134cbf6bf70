/** The result of every tool that writes a message counts the embeds that were sent, and shows those that differ. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Predicate } from "effect"
import { catalogue } from "../../../src/catalogue/catalogue.ts"
import { type ObjectShape, shapeOf } from "../../../src/tools/dsl/inputShape.ts"
import type { Tool } from "../../../src/tools/Tool.ts"
import { sandboxInput } from "../../catalogue/sandboxInputs.ts"
import { call, codeOf, Sandbox, served } from "../../dispatch/app.ts"
import { turn } from "../../turns.ts"
import { armed, wired } from "../wired.ts"

const link = (name: string) => `https://tidepool.example/${name}`

const embed = {
  title: "Spring tide",
  description: "High water at dusk.",
  url: link("title"),
  color: 0x2b6cb0,
  timestamp: "2026-03-01T12:00:00Z",
  author: { name: "Harbour office", url: link("author"), icon_url: link("author.png") },
  fields: [{ name: "High", value: "18:40", inline: true }],
  image: { url: link("image.png") },
  thumbnail: { url: link("thumbnail.png") },
  footer: { text: "Tide table", icon_url: link("footer.png") }
}

/** An embed in the compact view. */
const shown = {
  title: embed.title,
  description: embed.description,
  url: embed.url,
  color: embed.color,
  timestamp: embed.timestamp,
  author: embed.author.name,
  author_url: embed.author.url,
  author_icon: embed.author.icon_url,
  fields: embed.fields,
  image: embed.image.url,
  thumbnail: embed.thumbnail.url,
  footer: embed.footer.text,
  footer_icon: embed.footer.icon_url
}

/** Fields that Discord may leave out of its reply, each with its path in the input. */
const dropped: ReadonlyArray<readonly [path: string, without: object]> = [
  ["color", { color: undefined }],
  ["author.url", { author: { name: embed.author.name, icon_url: embed.author.icon_url } }],
  ["author.icon_url", { author: { name: embed.author.name, url: embed.author.url } }],
  ["footer.icon_url", { footer: { text: embed.footer.text } }],
  ["thumbnail.url", { thumbnail: undefined }]
]

const takesEmbeds = (shape: ObjectShape | undefined): boolean =>
  shape?.field("embeds")?.list?.item().object?.field("author") !== undefined

const objectOf = ({ input }: Tool) => shapeOf(input.ast).object

/** The tools that write a message with embeds, in the input itself or in its `message`. */
const direct = catalogue.filter((tool) => takesEmbeds(objectOf(tool)))
const nested = catalogue.filter((tool) => takesEmbeds(objectOf(tool)?.field("message")?.object))

const message = (given: object) => ({
  id: "1248328050311954449",
  type: 0,
  channel_id: "1248328050311954441",
  author: { id: "1248328050278400003", username: "Tide", bot: true },
  content: "High water.",
  timestamp: "2026-05-01T10:00:00+00:00",
  attachments: [],
  embeds: [given]
})

/** A reply that serves every tool: a message, a thread with a message, and a response with a message. */
const replyWith = (given: object) => {
  const it = message(given)
  return {
    ...it,
    message: it,
    interaction: { id: it.id, type: 3, response_message_id: it.id },
    resource: { type: 4, message: it }
  }
}

const inputOf = (tool: Tool, ids: Parameters<typeof sandboxInput>[1], made: Parameters<typeof sandboxInput>[2]) => {
  const { components: _, files: __, poll: ___, ...input } = sandboxInput(tool, ids, made)
  return nested.includes(tool)
    ? { ...input, message: { content: "High water.", embeds: [embed] } }
    : { ...input, embeds: [embed] }
}

const embedsOf = (value: Readonly<Record<string, unknown>>): unknown =>
  Object(Predicate.isReadonlyRecord(value.message) ? value.message : value).embeds

const countOf = ({ as_sent }: Readonly<Record<string, unknown>>): unknown =>
  Object(as_sent).embeds ?? Object(as_sent)["message.embeds"]

describe("the result of every tool that writes a message", () => {
  it.live("counts an embed that the sandbox has as it was sent", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const made = new Map<string, Readonly<Record<string, unknown>>>()
      const done: Array<string> = []
      for (const tool of [...direct, ...nested].toSorted((a, b) => a.name.localeCompare(b.name) * -1)) {
        const result = yield* call(tool.name, inputOf(tool, ids, made))
        made.set(tool.name, result.structured)
        if (codeOf(result) !== "ok") continue
        done.push(tool.name)
        assert.deepStrictEqual(countOf(result.structured), 1, tool.name)
        assert.isUndefined(embedsOf(result.structured), tool.name)
      }
      assert.includeMembers(done, [
        ...["messages_send", "messages_edit", "users_send_dm", "channels_forum_create_thread"],
        ...["webhooks_execute", "webhooks_edit_message"]
      ])
    }).pipe(served({ ...armed, MCP_CONFIRM: "flag" }))
  )

  it.live("shows each field of an embed that Discord has changed, with any type of embed in its reply", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      assert.isAtLeast(direct.length + nested.length, 10)
      for (const tool of [...direct, ...nested]) {
        yield* turn
        for (const type of ["rich", undefined, "article", "image"]) {
          const title = "Neap tide"
          for (const reply of [
            { ...embed, type },
            { ...embed, type, title }
          ]) {
            const { structured } = yield* wired(tool.name, inputOf(tool, ids, new Map()), replyWith(reply))
            const isChanged = reply.title === title
            assert.strictEqual(countOf(structured), isChanged ? undefined : 1, `${tool.name} ${type}`)
            assert.deepStrictEqual(embedsOf(structured), isChanged ? [{ ...shown, title }] : undefined, tool.name)
          }
        }
      }
    }).pipe(served())
  )

  it.live("says which fields of an embed Discord's reply does not show", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      for (const tool of [...direct, ...nested]) {
        yield* turn
        for (const [path, without] of dropped) {
          const reply = replyWith({ ...embed, ...without, type: "rich" })
          const { structured } = yield* wired(tool.name, inputOf(tool, ids, new Map()), reply)
          assert.include(String(structured.notice), `embeds[].${path}`, tool.name)
        }
      }
    }).pipe(served())
  )

  it.live("counts the embeds of a text in parts", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const content = "The tide is in. ".repeat(200)
      const input = { channel_id: ids.channels.general, content, split: true, embeds: [embed] }
      const { as_sent, length, parts } = (yield* call("messages_send", input)).structured
      assert.deepStrictEqual([as_sent, length], [{ "parts[].embeds": 1 }, content.length])
      assert.notInclude(JSON.stringify(parts), embed.description)
    }).pipe(served())
  )
})
