import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { ask, at, field, mightySandbox, refusal, Sandbox, sandboxAndClient, textField } from "./http.ts"

layer(mightySandbox, { excludeTestServices: true })("threads of the embedded Discord", (it) => {
  it.effect("start from a message once, are joined, left, archived and deleted", () =>
    Effect.gen(function* () {
      const { channels, guild, members, messages, bot } = (yield* Sandbox).ids
      const open = ask("POST", `/channels/${channels.general}/messages/${messages.byMember}/threads`, { name: "beta" })
      const made = yield* open
      assert.deepStrictEqual(
        [made.status, field("id")(made.body), field("type")(made.body)],
        [201, messages.byMember, 11]
      )
      assert.deepStrictEqual(refusal(yield* open).slice(0, 2), [400, 160004])
      const path = `/channels/${messages.byMember}`
      assert.strictEqual((yield* ask("PUT", `${path}/thread-members/${members.ada}`)).status, 204)
      const inside = yield* ask("GET", `${path}/thread-members?with_member=true`)
      assert.sameMembers([field("user_id")(inside.body)].flat(), [bot, members.ada])
      assert.strictEqual((yield* ask("DELETE", `${path}/thread-members/@me`)).status, 204)
      assert.strictEqual((yield* ask("GET", `${path}/thread-members/${bot}`)).status, 404)
      assert.strictEqual(field("member_count")((yield* ask("GET", path)).body), 1)

      assert.strictEqual((yield* ask("PATCH", path, { archived: true })).status, 200)
      const archived = yield* ask("GET", `/channels/${channels.general}/threads/archived/public`)
      assert.deepStrictEqual(at(archived.body, "threads", "id"), [messages.byMember])
      assert.deepStrictEqual(refusal(yield* ask("PUT", `${path}/thread-members/@me`)).slice(0, 2), [400, 50083])
      const active = yield* ask("GET", `/guilds/${guild}/threads/active`)
      assert.notInclude(at(active.body, "threads", "id"), messages.byMember)
      assert.strictEqual((yield* ask("DELETE", path)).status, 200)
      assert.deepStrictEqual(refusal(yield* ask("GET", path)), [404, 10003, "Unknown Channel"])
    })
  )

  it.effect("are forum posts, and are found by name", () =>
    Effect.gen(function* () {
      const { channels } = (yield* Sandbox).ids
      const post = { name: "A quieter bell", message: { content: "It rings too loud." } }
      const made = yield* ask("POST", `/channels/${channels.forum}/threads`, post)
      assert.deepStrictEqual([made.status, at(made.body, "message", "content")], [201, "It rings too loud."])
      const id = textField(made.body, "id")
      assert.strictEqual((yield* ask("GET", `/channels/${id}/messages/${id}`)).status, 200)
      const found = yield* ask("GET", `/channels/${channels.forum}/threads/search?name=bell`)
      assert.deepStrictEqual([at(found.body, "threads", "id"), field("total_results")(found.body)], [[id], 1])
      const wrong = yield* ask("POST", `/channels/${channels.forum}/threads`, { name: "no message" })
      assert.deepStrictEqual(Object.keys(Object(field("errors")(wrong.body))), ["message"])
    })
  )

  it.effect("have tags in a forum, which get an id when they are new and keep it", () =>
    Effect.gen(function* () {
      const { guild } = (yield* Sandbox).ids
      const forum = { name: "help", type: 15, available_tags: [{ name: "bug" }] }
      const { body, status } = yield* ask("POST", `/guilds/${guild}/channels`, forum)
      const [bug = ""] = [at(body, "available_tags", "id")].flat().map(String)
      assert.strictEqual(status, 201)
      assert.match(bug, /^\d{17,20}$/)
      const changed = yield* ask("PATCH", `/channels/${textField(body, "id")}`, {
        available_tags: [
          { id: bug, name: "defect" },
          { name: "idea", moderated: true, emoji_name: "🌱" }
        ]
      })
      const [, idea = ""] = [at(changed.body, "available_tags", "id")].flat().map(String)
      assert.notStrictEqual(idea, bug)
      assert.deepStrictEqual(field("available_tags")(changed.body), [
        { id: bug, name: "defect", moderated: false, emoji_id: null, emoji_name: null },
        { id: idea, name: "idea", moderated: true, emoji_id: null, emoji_name: "🌱" }
      ])
    })
  )

  it.effect("are private by default, and lists of private threads need permissions", () =>
    Effect.gen(function* () {
      const { channels } = (yield* Sandbox).ids
      const made = yield* ask("POST", `/channels/${channels.general}/threads`, { name: "aside" })
      assert.strictEqual(field("type")(made.body), 12)
      yield* ask("PATCH", `/channels/${textField(made.body, "id")}`, { archived: true })
      for (const list of ["threads/archived/private", "users/@me/threads/archived/private"]) {
        const { body } = yield* ask("GET", `/channels/${channels.general}/${list}`)
        assert.deepStrictEqual(at(body, "threads", "id"), [field("id")(made.body)])
      }
    })
  )
})

layer(sandboxAndClient(), { excludeTestServices: true })("threads of a bot with few permissions", (it) => {
  it.effect("are public, and members can be removed only from its own threads", () =>
    Effect.gen(function* () {
      const { channels, members } = (yield* Sandbox).ids
      const noPermission = [403, 50013, "Missing Permissions"]
      assert.deepStrictEqual(
        refusal(yield* ask("POST", `/channels/${channels.general}/threads`, { name: "x" })),
        noPermission
      )
      const removed = yield* ask("DELETE", `/channels/${channels.thread}/thread-members/${members.ada}`)
      assert.deepStrictEqual(refusal(removed), noPermission)
    })
  )
})
