import { HttpClientRequest } from "@effect/platform"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { timeOf } from "../../src/sandbox/Snowflakes.ts"
import { ask, field, refusal, Sandbox, sandboxAndClient, send, textField } from "./http.ts"

layer(sandboxAndClient(), { excludeTestServices: true })("messages of the embedded Discord", (it) => {
  it.effect("are listed newest first, with pages before, after and around an anchor", () =>
    Effect.gen(function* () {
      const sandbox = yield* Sandbox
      const { support } = sandbox.ids.channels
      const all = (yield* sandbox.messages(support)).map((message) => message.id)
      const list = (query: string) =>
        Effect.map(ask("GET", `/channels/${support}/messages${query}`), ({ body }) => field("id")(body))
      assert.deepStrictEqual(
        all,
        [...all].sort((a, b) => (BigInt(a) < BigInt(b) ? 1 : -1))
      )
      assert.deepStrictEqual(yield* list("?limit=3"), all.slice(0, 3))
      assert.deepStrictEqual(yield* list(`?limit=3&before=${all[4]}`), all.slice(5, 8))
      assert.deepStrictEqual(yield* list(`?limit=3&after=${all[9]}`), all.slice(6, 9))
      assert.deepStrictEqual(yield* list(`?limit=5&around=${all[9]}`), all.slice(7, 12))
      assert.deepStrictEqual(yield* list(`?limit=1&around=${all[9]}`), all.slice(9, 10))
    })
  )

  it.effect("are sent, edited and deleted, with ids that contain the time", () =>
    Effect.gen(function* () {
      const sandbox = yield* Sandbox
      const { general } = sandbox.ids.channels
      const sent = yield* ask("POST", `/channels/${general}/messages`, {
        content: "  hello  ",
        embeds: [{ title: "t" }]
      })
      const id = textField(sent.body, "id")
      assert.deepStrictEqual([sent.status, field("content")(sent.body)], [200, "hello"])
      assert.strictEqual(timeOf(id), Date.parse(textField(sent.body, "timestamp")))
      assert.strictEqual((yield* sandbox.messages(general))[0]?.id, id)

      const changed = yield* ask("PATCH", `/channels/${general}/messages/${id}`, { content: null })
      assert.deepStrictEqual(
        [field("content")(changed.body), field("type")(field("embeds")(changed.body))],
        ["", ["rich"]]
      )
      const emptied = yield* ask("PATCH", `/channels/${general}/messages/${id}`, { embeds: [] })
      assert.deepStrictEqual(refusal(emptied), [400, 50006, "Cannot send an empty message"])
      assert.strictEqual((yield* ask("DELETE", `/channels/${general}/messages/${id}`)).status, 204)
      assert.strictEqual((yield* ask("GET", `/channels/${general}/messages/${id}`)).status, 404)
    })
  )

  it.effect("cannot be edited if others wrote them, and need MANAGE_MESSAGES to be deleted", () =>
    Effect.gen(function* () {
      const { channels, messages } = (yield* Sandbox).ids
      const path = `/channels/${channels.general}/messages/${messages.byMember}`
      const edit = refusal(yield* ask("PATCH", path, { content: "x" }))
      assert.deepStrictEqual(edit, [403, 50005, "Cannot edit a message authored by another user"])
      assert.strictEqual((yield* ask("DELETE", path)).status, 204)
    })
  )

  it.effect("are sent once per nonce if `enforce_nonce` is set", () =>
    Effect.gen(function* () {
      const sandbox = yield* Sandbox
      const { general, support } = sandbox.ids.channels
      const post = (channel: string, body: object) =>
        Effect.map(ask("POST", `/channels/${channel}/messages`, body), (got) => textField(got.body, "id"))
      const first = yield* post(general, { content: "once", nonce: "n-1", enforce_nonce: true })
      assert.strictEqual(yield* post(general, { content: "again", nonce: "n-1", enforce_nonce: true }), first)
      assert.notStrictEqual(yield* post(general, { content: "more", nonce: "n-1" }), first)
      assert.notStrictEqual(yield* post(support, { content: "there", nonce: "n-1", enforce_nonce: true }), first)
    })
  )

  it.effect("reply only to existing messages", () =>
    Effect.gen(function* () {
      const { channels, messages, owner } = (yield* Sandbox).ids
      const path = `/channels/${channels.general}/messages`
      const to = (message_id: string, more: object = {}) => ({
        content: "re",
        message_reference: { message_id, ...more }
      })
      const reply = yield* ask("POST", path, to(messages.firstInGeneral))
      assert.deepStrictEqual(
        [
          field("type")(reply.body),
          field("id")(field("referenced_message")(reply.body)),
          field("id")(field("mentions")(reply.body))
        ],
        [19, messages.firstInGeneral, [owner]]
      )
      const gone = yield* ask("POST", path, to("111111111111111111"))
      assert.deepStrictEqual(field("errors")(gone.body), {
        message_reference: { _errors: [{ code: "REPLIES_UNKNOWN_MESSAGE", message: "Unknown message" }] }
      })
      const anyway = yield* ask("POST", path, to("111111111111111111", { fail_if_not_exists: false }))
      assert.strictEqual(field("type")(anyway.body), 0)
    })
  )

  it.effect("ping only allowed mentions", () =>
    Effect.gen(function* () {
      const { channels, members, roles } = (yield* Sandbox).ids
      const content = `<@${members.ada}> <@!${members.bruno}> <@&${roles.member}> <@&${roles.admin}> @everyone`
      const post = (allowed_mentions?: object) =>
        Effect.map(ask("POST", `/channels/${channels.general}/messages`, { content, allowed_mentions }), ({ body }) => [
          field("id")(field("mentions")(body)),
          field("mention_roles")(body),
          field("mention_everyone")(body)
        ])
      assert.deepStrictEqual(yield* post(), [[members.ada, members.bruno], [roles.member], false])
      assert.deepStrictEqual(yield* post({ parse: [] }), [[], [], false])
      assert.deepStrictEqual(yield* post({ users: [members.bruno] }), [[members.bruno], [], false])
      const both = yield* ask("POST", `/channels/${channels.general}/messages`, {
        content,
        allowed_mentions: { parse: ["users"], users: [members.ada] }
      })
      assert.strictEqual(both.status, 400)
    })
  )

  it.effect("have the files of a form as attachments, of any type and name, each with its own description", () =>
    Effect.gen(function* () {
      const sandbox = yield* Sandbox
      const files = [
        ["note.txt", "text/plain", "12345"],
        ["data.json", "application/json", "{}"],
        ["page.html", "text/html", "<p>"],
        ["file", "application/octet-stream", "x"],
        ["潮汐 🌊.png", "image/png", "x"],
        ['a;b "c" \\d.csv', "text/csv", "x"]
      ] as const
      const form = new FormData()
      const attachments = files.map((_, id) => ({ id: String(id), description: `file ${id}` })).toReversed()
      form.append("payload_json", JSON.stringify({ content: "see", attachments: attachments.slice(0, -1) }))
      for (const [at, [name, type, text]] of files.entries()) {
        form.append(`files[${at}]`, new Blob([text], { type }), name)
      }
      const got = yield* HttpClientRequest.post(
        `${sandbox.url}/v10/channels/${sandbox.ids.channels.general}/messages`
      ).pipe(
        HttpClientRequest.setHeader("authorization", `Bot ${sandbox.token}`),
        HttpClientRequest.bodyFormData(form),
        send
      )
      const shown = field("attachments")(got.body)
      assert.deepStrictEqual(
        ["filename", "size", "content_type", "description"].map((name) => field(name)(shown)),
        [
          files.map(([name]) => name),
          files.map(([, , text]) => text.length),
          files.map(([, type]) => type),
          files.map((_, at) => (at === 0 ? undefined : `file ${at}`))
        ]
      )
      const recorded = (yield* sandbox.requests).at(-1)?.body
      assert.deepStrictEqual(
        field("files")(recorded),
        files.map(([filename, content_type, { length: size }], at) => ({
          field: `files[${at}]`,
          filename,
          content_type,
          size
        }))
      )
    })
  )

  it.effect("are bulk deleted only if there are at least two, at most 14 days old", () =>
    Effect.gen(function* () {
      const sandbox = yield* Sandbox
      const { channels, messages } = sandbox.ids
      const path = `/channels/${channels.showcase}/messages`
      const post = Effect.map(ask("POST", path, { content: "young" }), (got) => textField(got.body, "id"))
      const young = [yield* post, yield* post]
      const before = (yield* sandbox.messages(channels.showcase)).length
      const one = yield* ask("POST", `${path}/bulk-delete`, { messages: [young[0]] })
      assert.deepStrictEqual(field("errors")(one.body), {
        messages: { _errors: [{ code: "BASE_TYPE_BAD_LENGTH", message: "Must be between 2 and 100 in length." }] }
      })
      const old = yield* ask("POST", `${path}/bulk-delete`, { messages: [...young, messages.firstInGeneral] })
      assert.deepStrictEqual(refusal(old).slice(0, 2), [400, 50034])
      assert.strictEqual((yield* ask("POST", `${path}/bulk-delete`, { messages: young })).status, 204)
      assert.strictEqual((yield* sandbox.messages(channels.showcase)).length, before - 2)
      const denied = yield* ask("POST", `/channels/${channels.announcements}/messages/bulk-delete`, { messages: young })
      assert.deepStrictEqual(refusal(denied), [403, 50013, "Missing Permissions"])
    })
  )

  it.effect("get and lose the bot's reaction", () =>
    Effect.gen(function* () {
      const sandbox = yield* Sandbox
      const { channels, messages } = sandbox.ids
      const message = `/channels/${channels.general}/messages/${messages.firstInGeneral}`
      const path = `${message}/reactions/${encodeURIComponent("🌊")}/@me`
      const reactions = Effect.map(ask("GET", message), ({ body }) => field("reactions")(body))
      assert.strictEqual((yield* ask("PUT", path)).status, 204)
      assert.strictEqual((yield* ask("PUT", path)).status, 204)
      const once = yield* reactions
      assert.deepStrictEqual([field("count")(once), field("me")(once)], [[1], [true]])
      assert.strictEqual((yield* ask("DELETE", path)).status, 204)
      assert.deepStrictEqual(yield* reactions, [])
      const unknown = yield* ask("PUT", `${message}/reactions/nothing/@me`)
      assert.deepStrictEqual(refusal(unknown), [400, 10014, "Unknown Emoji"])
    })
  )

  it.effect("can be announced with a typing indicator in text channels", () =>
    Effect.gen(function* () {
      const { channels } = (yield* Sandbox).ids
      assert.strictEqual((yield* ask("POST", `/channels/${channels.thread}/typing`)).status, 204)
      const forum = yield* ask("POST", `/channels/${channels.forum}/messages`, { content: "x" })
      assert.deepStrictEqual(refusal(forum), [400, 50024, "Cannot execute action on this channel type"])
    })
  )
})
