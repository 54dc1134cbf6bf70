import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { call, Sandbox, served } from "../../dispatch/app.ts"
import { armed, issuesOf, PNG, wired } from "../wired.ts"

const ID = "1248328050311954441"
const OTHER = "1248328050278400001"

const stored = {
  id: OTHER,
  channel_id: ID,
  type: 0,
  author: { id: OTHER, username: "tide", global_name: null, discriminator: "0", avatar: null, bot: true },
  content: "",
  timestamp: "2026-01-31T18:00:00.000000+00:00",
  edited_timestamp: null,
  attachments: [],
  embeds: [],
  pinned: false
}

const send = (input: object) => wired("messages_send", { channel_id: ID, ...input }, stored, armed)
const edit = (input: object) => wired("messages_edit", { channel_id: ID, message_id: OTHER, ...input }, stored, armed)

/** The request body without the fields that every message has. */
const bodyOf = ({ sent }: { readonly sent: { readonly body?: unknown } | undefined }) => {
  const { allowed_mentions: _, enforce_nonce: __, nonce: ___, ...body } = Object(JSON.parse(JSON.stringify(sent?.body)))
  return body
}

describe("a new message", () => {
  it.effect("sends its poll, stickers and flags in Discord's format", () =>
    Effect.gen(function* () {
      const sent = yield* send({
        content: "Vote!",
        tts: true,
        sticker_ids: [OTHER],
        flags: ["suppress_embeds", "suppress_notifications"],
        poll: {
          question: "Where?",
          answers: [{ text: "Harbour", emoji: "⚓" }, { text: "Reef", emoji: `<a:reef:${ID}>` }, { text: "Home" }],
          duration: 48,
          allow_multiselect: true
        }
      })
      assert.deepStrictEqual(bodyOf(sent), {
        content: "Vote!",
        tts: true,
        sticker_ids: [OTHER],
        flags: 4 + 4096,
        poll: {
          question: { text: "Where?" },
          answers: [
            { poll_media: { text: "Harbour", emoji: { id: null, name: "⚓" } } },
            { poll_media: { text: "Reef", emoji: { id: ID, name: null } } },
            { poll_media: { text: "Home" } }
          ],
          duration: 48,
          allow_multiselect: true
        }
      })
    })
  )

  it.effect("uploads its files with their descriptions", () =>
    Effect.gen(function* () {
      const sent = yield* send({
        files: [
          { base64: PNG, name: "a.png" },
          { base64: PNG, name: "b.png", description: "The reef." }
        ]
      })
      assert.deepStrictEqual(bodyOf(sent), { attachments: [{ id: "0" }, { id: "1", description: "The reef." }] })
      assert.deepStrictEqual(
        sent.sent?.files.map(({ name }) => name),
        ["a.png", "b.png"]
      )
      assert.deepStrictEqual(bodyOf(yield* send({ files: [{ base64: PNG, name: "a.png" }] })), {})
    })
  )

  it.effect("has the Components V2 flag only if its components require it", () =>
    Effect.gen(function* () {
      const row = { type: 1, components: [{ type: 2, style: 5, label: "Map", url: "https://example.com/map" }] }
      const text = { type: 10, content: "# Tides" }
      const picture = { type: 11, media: { url: "attachment://tide.png" } }
      assert.deepStrictEqual(bodyOf(yield* send({ content: "x", components: [row] })), {
        content: "x",
        components: [row]
      })
      for (const components of [
        [text],
        [{ type: 17, components: [{ type: 9, components: [text], accessory: picture }, row] }]
      ]) {
        assert.deepStrictEqual(bodyOf(yield* send({ components })), { components, flags: 32_768 })
      }
      assert.deepStrictEqual(issuesOf(yield* send({ content: "x", embeds: [{ title: "y" }], components: [text] })), [
        "content cannot be combined with components of types 9 to 17: put the content into the components",
        "embeds cannot be combined with components of types 9 to 17: put the content into the components"
      ])
      assert.deepStrictEqual(issuesOf(yield* send({ content: "x", flags: ["is_components_v2"] })), [
        "content cannot be combined with components of types 9 to 17: put the content into the components"
      ])
    })
  )

  it.effect("is validated across its parts, with all problems at once", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(issuesOf(yield* send({ content: " \n" })), [
        "content a message needs content, embeds, files, a sticker, a poll or components"
      ])
      assert.deepStrictEqual(
        issuesOf(
          yield* send({
            embeds: [{ description: "🐟".repeat(4096) }, { title: "x", description: "y".repeat(1904) }, { color: 1 }],
            allowed_mentions: { parse: ["users"], users: [OTHER], roles: [OTHER] }
          })
        ),
        [
          "embeds[2] is empty: give it a title or a description",
          "embeds all embeds together may have at most 6000 characters, these have 6001",
          "allowed_mentions.users cannot be set while parse contains users"
        ]
      )
    })
  )
})

describe("a message with a file", () => {
  it.live("uploads the file, and search finds it by its description", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const channel_id = ids.channels.general
      const files = [{ base64: PNG, name: "reef.png", description: "A reef at low tide." }]
      const { structured: sent } = yield* call("messages_send", { channel_id, files })
      const [attachment] = Object(sent.attachments)
      assert.deepStrictEqual([attachment.name, attachment.description], ["reef.png", "A reef at low tide."])
      const found = yield* call("messages_search_recent", { channel_id, query: "low tide", limit: 1 })
      assert.strictEqual(Object(found.structured.items)[0]?.id, sent.id)
    }).pipe(served())
  )
})

describe("messages_edit", () => {
  it.effect("sends only the given fields, and an empty list or text removes the old one", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(bodyOf(yield* edit({ content: "" })), { content: "" })
      assert.deepStrictEqual(bodyOf(yield* edit({ components: [] })), { components: [] })
      assert.deepStrictEqual(bodyOf(yield* edit({ flags: [] })), { flags: 0 })
      assert.deepStrictEqual(issuesOf(yield* edit({})), ["content set at least one field to change"])
    })
  )

  it.effect("lists the attachments to keep, because Discord removes all others", () =>
    Effect.gen(function* () {
      const files = [{ base64: PNG, name: "new.png", description: "New." }]
      assert.deepStrictEqual(bodyOf(yield* edit({ files, keep_attachments: [OTHER] })), {
        attachments: [{ id: OTHER }, { id: "0", description: "New." }]
      })
      assert.deepStrictEqual(bodyOf(yield* edit({ keep_attachments: [] })), { attachments: [] })
      assert.deepStrictEqual(issuesOf(yield* edit({ files })), [
        "keep_attachments is required with files: list the attachments to keep, or [] for none"
      ])
    })
  )

  it.effect("clears text and embeds when the message becomes a layout", () =>
    Effect.gen(function* () {
      const components = [{ type: 10, content: "# Tides" }]
      assert.deepStrictEqual(bodyOf(yield* edit({ components })), {
        content: null,
        embeds: null,
        components,
        flags: 32_768
      })
    })
  )
})

describe("components", () => {
  const issues = (components: ReadonlyArray<unknown>) => Effect.map(send({ components }), issuesOf)
  const button = (custom_id: string) => ({ type: 2, style: 1, label: "Go", custom_id })
  const menu = { type: 5, custom_id: "who" }

  it.effect("are validated by type, with the path in the tree", () =>
    Effect.gen(function* () {
      const inRow = (component: object) => issues([{ type: 1, components: [component] }])
      assert.deepStrictEqual(yield* inRow({ type: 2, style: 1, label: "Go" }), [
        "components[0].components[0].custom_id is required"
      ])
      assert.deepStrictEqual(yield* inRow({ type: 2, style: 7, label: "Go" }), [
        "components[0].components[0].style must be one of 1, 2, 3, 4, 5, 6. The colour: 1 blue, 2 grey, 3 green, 4 red. 5: a link. 6: a purchase"
      ])
      assert.deepStrictEqual(yield* inRow({ type: 3, custom_id: "x", options: [] }), [
        "components[0].components[0].options must have at least 1 item"
      ])
      assert.deepStrictEqual(yield* inRow({ type: 10, content: "x" }), [
        "components[0].components[0].type must be one of 2, 3, 5, 6, 7, 8"
      ])
      assert.deepStrictEqual(yield* inRow({ ...menu, colour: 1 }), [
        "components[0].components[0].colour is not a field of this tool; known are type, id, custom_id, placeholder, min_values, max_values, required, disabled, default_values"
      ])
      assert.deepStrictEqual(yield* issues(["text"]), ["components[0] must be an object with type"])
    })
  )

  it.effect("are validated by Discord's rules across the tree", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(
        yield* issues([
          { type: 1, components: [button("a"), menu] },
          { type: 1, components: [button("a"), { type: 2, style: 2, custom_id: "b" }] }
        ]),
        [
          "components[1].components[0].custom_id a is used twice",
          "components[0].components an action row takes up to 5 buttons or exactly one menu",
          "components[1].components[1].label a button needs a label or an emoji"
        ]
      )
      assert.deepStrictEqual(
        yield* issues(Array.from({ length: 6 }, (_, at) => ({ type: 1, components: [button(`b${at}`)] }))),
        ["components a message may have at most 5 rows, this one has 6"]
      )
      const text = (length: number) => ({ type: 10, content: "x".repeat(length) })
      assert.deepStrictEqual(yield* issues([{ type: 17, components: [text(2000), text(2001)] }]), [
        "components all texts together may have at most 4000 characters, these have 4001"
      ])
      assert.deepStrictEqual(yield* issues([{ type: 17, components: Array.from({ length: 40 }, () => text(1)) }]), [
        "components a message may have at most 40 components, this one has 41"
      ])
      assert.deepStrictEqual(yield* issues([{ type: 13, file: { url: "https://example.com/a.pdf" } }]), [
        "components[0].file.url must be attachment:// and the name of a file in files"
      ])
    })
  )
})
