import { assert, layer } from "@effect/vitest"
import { Effect, Stream } from "effect"
import { ask, at, control, field, mightySandbox, refusal, Sandbox, textField } from "../http.ts"
import { identified } from "./clients.ts"

/** A message of the bot with two buttons and a select. */
const question = {
  content: "May I?",
  components: [
    {
      type: 1,
      components: [
        { type: 2, style: 3, label: "Approve", custom_id: "yes" },
        { type: 2, style: 4, label: "Decline", custom_id: "no" }
      ]
    },
    { type: 1, components: [{ type: 3, custom_id: "menu", options: [{ label: "A", value: "a" }] }] }
  ]
}

layer(mightySandbox, { excludeTestServices: true })("people of the sandbox", (it) => {
  it.scoped("click the button of a message that the bot posts, and the bot answers", () =>
    Effect.gen(function* () {
      const sandbox = yield* Sandbox
      const { channels, members, roles } = sandbox.ids
      const client = yield* identified()
      yield* sandbox.people({
        as: members.ada,
        when: { channel_id: channels.general, label: "Approve" },
        after_ms: 5,
        click: { label: "Approve" }
      })
      const posted = yield* ask("POST", `/channels/${channels.general}/messages`, question)
      const { d } = yield* client.until("INTERACTION_CREATE")
      assert.deepStrictEqual(
        [d.type, d.channel_id, at(d, "message", "id"), d.data],
        [3, channels.general, textField(posted.body, "id"), { component_type: 2, custom_id: "yes" }]
      )
      assert.strictEqual(at(d, "member", "user", "id"), members.ada)
      assert.include([at(d, "member", "roles")].flat(), roles.moderator)
      assert.match(String(at(d, "member", "permissions")), /^\d+$/)

      const callback = `/interactions/${d.id}/${d.token}/callback`
      assert.strictEqual(
        (yield* ask("POST", callback, { type: 7, data: { content: "Approved.", components: [] } })).status,
        204
      )
      assert.deepStrictEqual(refusal(yield* ask("POST", callback, { type: 6 })).slice(0, 2), [400, 40060])
      assert.strictEqual((yield* client.until("MESSAGE_UPDATE")).d.content, "Approved.")
      const original = `/webhooks/${sandbox.ids.bot}/${d.token}/messages/@original`
      assert.strictEqual(field("content")((yield* ask("PATCH", original, { content: "It ran." })).body), "It ran.")
      assert.strictEqual((yield* client.until("MESSAGE_UPDATE")).d.content, "It ran.")
      const [acted] = (yield* sandbox.awaitActs(1)).slice(-1)
      assert.deepStrictEqual([acted?.did, acted?.answer?.type, acted?.problem], ["click", 7, undefined])
    })
  )

  it.scoped("are answered by a new message, by one that only they see, and late", () =>
    Effect.gen(function* () {
      const sandbox = yield* Sandbox
      const { bot, channels, members } = sandbox.ids
      const client = yield* identified()
      const message_id = textField((yield* ask("POST", `/channels/${channels.general}/messages`, question)).body, "id")
      const clicked = Effect.fnUntraced(function* (answer: object) {
        yield* sandbox.people({
          as: members.bruno,
          click: { channel_id: channels.general, message_id, custom_id: "no" }
        })
        const { d } = yield* client.until("INTERACTION_CREATE")
        const got = yield* ask("POST", `/interactions/${d.id}/${d.token}/callback?with_response=true`, answer)
        return { original: `/webhooks/${bot}/${d.token}/messages/@original`, got, token: String(d.token) }
      })

      const before = (yield* sandbox.messages(channels.general)).length
      const shown = yield* clicked({ type: 4, data: { content: "Thanks." } })
      assert.strictEqual(at(shown.got.body, "resource", "message", "content"), "Thanks.")
      assert.strictEqual((yield* client.until("MESSAGE_CREATE")).d.content, "Thanks.")

      const hidden = yield* clicked({ type: 4, data: { content: "Only you.", flags: 64 } })
      assert.strictEqual(field("content")((yield* ask("GET", hidden.original)).body), "Only you.")
      yield* ask("PATCH", hidden.original, { content: "Still you." })
      assert.strictEqual(field("content")((yield* ask("GET", hidden.original)).body), "Still you.")

      const late = yield* clicked({ type: 5 })
      assert.strictEqual(at(late.got.body, "resource", "message", "flags"), 128)
      assert.deepStrictEqual(
        [
          (yield* client.until("MESSAGE_CREATE")).d.content,
          field("flags")((yield* ask("PATCH", late.original, { content: "Now." })).body)
        ],
        ["", 0]
      )
      const follow = yield* ask("POST", `/webhooks/${bot}/${late.token}?wait=true`, { content: "And more." })
      assert.strictEqual(at(follow.body, "author", "id"), bot)
      // The first answer, the late one and the one that follows it. Nobody else sees the hidden one.
      assert.strictEqual((yield* sandbox.messages(channels.general)).length, before + 3)
    })
  )

  it.scoped("choose in a select", () =>
    Effect.gen(function* () {
      const { ids, people } = yield* Sandbox
      const client = yield* identified()
      yield* ask("POST", `/channels/${ids.channels.general}/messages`, question)
      // Without a message id: the newest message of the bot.
      yield* people({ as: ids.members.ada, choose: { channel_id: ids.channels.general, values: ["a"] } })
      const { d } = yield* client.until("INTERACTION_CREATE")
      assert.deepStrictEqual(d.data, { component_type: 3, custom_id: "menu", values: ["a"] })
    })
  )

  it.scoped("lose a role before they click", () =>
    Effect.gen(function* () {
      const { ids, people } = yield* Sandbox
      const client = yield* identified()
      yield* ask("POST", `/channels/${ids.channels.general}/messages`, question)
      const as = ids.members.ada
      yield* people({
        script: [
          { as, lose_role: { guild_id: ids.guild, role_id: ids.roles.moderator } },
          { as, click: { channel_id: ids.channels.general, custom_id: "yes" } },
          { as, gain_role: { guild_id: ids.guild, role_id: ids.roles.moderator } }
        ]
      })
      const { d } = yield* client.until("GUILD_MEMBER_UPDATE")
      assert.notInclude([d.roles].flat(), ids.roles.moderator)
      const { d: clicked } = yield* client.until("INTERACTION_CREATE")
      assert.notInclude([at(clicked, "member", "roles")].flat(), ids.roles.moderator)
      yield* ask("POST", `/interactions/${clicked.id}/${clicked.token}/callback`, { type: 6 })
      assert.include([(yield* client.until("GUILD_MEMBER_UPDATE")).d.roles].flat(), ids.roles.moderator)
    })
  )

  it.scoped("write, reply, edit, react, vote, type, leave and join", () =>
    Effect.gen(function* () {
      const { ids, people } = yield* Sandbox
      const client = yield* identified()
      const { general } = ids.channels
      const as = ids.members.chiara
      const message = { channel_id: general, message_id: ids.messages.byBot }
      yield* people({
        script: [
          { as, type: { channel_id: general } },
          { as, write: { channel_id: general, content: `<@${ids.bot}> hello`, reply_to: ids.messages.byBot } },
          { as, react: { ...message, emoji: "🐟" } },
          { as, unreact: { ...message, emoji: "🐟" } },
          { as, vote: { channel_id: ids.channels.showcase, message_id: ids.messages.poll, answer_id: 2 } },
          { as, leave: { guild_id: ids.guild } },
          { as, join: { guild_id: ids.guild } },
          { as, write: { content: "In private." } }
        ]
      })
      const seen = []
      for (const t of [
        "TYPING_START",
        "MESSAGE_CREATE",
        "MESSAGE_REACTION_ADD",
        "MESSAGE_REACTION_REMOVE",
        "MESSAGE_POLL_VOTE_ADD",
        "GUILD_MEMBER_REMOVE",
        "GUILD_MEMBER_ADD",
        "MESSAGE_CREATE"
      ]) {
        const { d } = yield* client.until(t)
        seen.push(d.user_id ?? at(d, "user", "id") ?? at(d, "author", "id"))
        if (t === "MESSAGE_CREATE" && d.guild_id === undefined) assert.strictEqual(d.content, "In private.")
        if (t === "MESSAGE_CREATE" && d.guild_id !== undefined)
          assert.deepStrictEqual(
            [d.type, at(d, "referenced_message", "id"), at(d, "mentions", "id")],
            [19, ids.messages.byBot, [ids.bot]]
          )
      }
      assert.deepStrictEqual(new Set(seen), new Set([as]))
    })
  )

  it.effect("say why they cannot act", () =>
    Effect.gen(function* () {
      const { awaitActs, ids, people } = yield* Sandbox
      const before = (yield* awaitActs(0)).length
      const as = ids.members.bruno
      yield* people({
        script: [
          { as, write: { channel_id: ids.channels.staff, content: "Let me in." } },
          { as, click: { channel_id: ids.channels.general, label: "Nothing" } },
          { as: "1", write: { content: "Who?" } }
        ]
      })
      assert.deepStrictEqual(
        (yield* awaitActs(before + 3)).slice(before).map(({ problem }) => problem),
        [
          "The person lacks the permissions in this channel.",
          "The message has no such component.",
          "There is no such user."
        ]
      )
    })
  )

  it.effect("are started over HTTP, and an invalid script gets a 400 with all problems", () =>
    Effect.gen(function* () {
      const { awaitActs, ids } = yield* Sandbox
      const before = (yield* awaitActs(0)).length
      const write = { channel_id: ids.channels.general, content: "Over HTTP." }
      const started = yield* control("POST", "/people", [
        { as: ids.members.ada, write },
        { script: [{ as: ids.members.ada, write }] }
      ])
      assert.deepStrictEqual([started.status, field("started")(started.body)], [200, 2])
      yield* awaitActs(before + 2)
      const shown = yield* control("GET", "/people")
      assert.deepStrictEqual(
        at(shown.body, "acted", "did"),
        (yield* awaitActs(0)).map(({ did }) => did)
      )
      const bad = yield* control("POST", "/people", [{ as: "x", write }, { as: "1" }, { as: "1", after_ms: -1, write }])
      assert.strictEqual(bad.status, 400)
      assert.sameMembers(
        [...new Set([field("path")(field("problems")(bad.body))].flat())],
        ["0.script.0.as", "1.script.0", "2.script.0.after_ms"]
      )
    })
  )

  it.scoped("are seen by the stream of events, in order", () =>
    Effect.gen(function* () {
      const { events, ids, people } = yield* Sandbox
      const created = Stream.filter(yield* events, ({ t }) => t === "MESSAGE_CREATE")
      yield* people({ as: ids.members.ada, times: 3, write: { channel_id: ids.channels.general, content: "Again." } })
      const seen = yield* Stream.runCollect(Stream.take(created, 3))
      assert.deepStrictEqual(
        [...seen].map(({ d }) => d.content),
        ["Again.", "Again.", "Again."]
      )
    })
  )
})
