import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { ask, at, field, mightySandbox, NOBODY, refusal, Sandbox, textField } from "./http.ts"

layer(mightySandbox, { excludeTestServices: true })("channels and settings of the embedded Discord", (it) => {
  it.effect("sets, applies and deletes a permission overwrite", () =>
    Effect.gen(function* () {
      const { channels, roles } = (yield* Sandbox).ids
      const path = `/channels/${channels.support}/permissions/${roles.bot}`
      assert.strictEqual((yield* ask("PUT", path, { type: 0, deny: "2048" })).status, 204)
      const said = ask("POST", `/channels/${channels.support}/messages`, { content: "x" })
      assert.deepStrictEqual(refusal(yield* said), [403, 50013, "Missing Permissions"])
      assert.strictEqual((yield* ask("DELETE", path)).status, 204)
      assert.strictEqual((yield* said).status, 200)
      assert.deepStrictEqual(refusal(yield* ask("DELETE", path)).slice(0, 2), [404, 10009])
      assert.strictEqual(refusal(yield* ask("PUT", path, { type: 7 }))[1], 50035)
    })
  )

  it.effect("moves several channels in one request", () =>
    Effect.gen(function* () {
      const { channels, guild } = (yield* Sandbox).ids
      const move = (id: string) =>
        ask("PATCH", `/guilds/${guild}/channels`, [{ id, position: 9, parent_id: channels.information }])
      assert.strictEqual((yield* move(channels.support)).status, 204)
      const { body } = yield* ask("GET", `/channels/${channels.support}`)
      assert.deepStrictEqual([field("position")(body), field("parent_id")(body)], [9, channels.information])
      assert.deepStrictEqual(refusal(yield* move(NOBODY)), [404, 10003, "Unknown Channel"])
    })
  )

  it.effect("publishes a message once", () =>
    Effect.gen(function* () {
      const { channels } = (yield* Sandbox).ids
      const path = `/channels/${channels.announcements}/messages`
      const id = textField((yield* ask("POST", path, { content: "1.0" })).body, "id")
      assert.strictEqual(field("flags")((yield* ask("POST", `${path}/${id}/crosspost`)).body), 1)
      assert.deepStrictEqual(refusal(yield* ask("POST", `${path}/${id}/crosspost`)).slice(0, 2), [400, 40033])
    })
  )

  it.effect("renames a guild, and stores its welcome screen, onboarding and widget", () =>
    Effect.gen(function* () {
      const { channels, guild } = (yield* Sandbox).ids
      const path = `/guilds/${guild}`
      assert.strictEqual((yield* ask("PATCH", path, { name: "Low Tide" })).status, 200)
      assert.strictEqual(field("name")((yield* ask("GET", path)).body), "Low Tide")
      assert.strictEqual(refusal(yield* ask("PATCH", path, { name: "x" }))[1], 50035)
      const welcome_channels = [{ channel_id: channels.general, description: "talk" }]
      yield* ask("PATCH", `${path}/welcome-screen`, { enabled: true, description: "Ahoy", welcome_channels })
      assert.deepStrictEqual((yield* ask("GET", `${path}/welcome-screen`)).body, {
        description: "Ahoy",
        welcome_channels
      })
      yield* ask("PUT", `${path}/onboarding`, { enabled: false, mode: 1 })
      assert.deepInclude((yield* ask("GET", `${path}/onboarding`)).body, { guild_id: guild, enabled: false, mode: 1 })
      assert.deepStrictEqual(refusal(yield* ask("GET", `${path}/widget.json`)).slice(0, 2), [403, 50004])
      yield* ask("PATCH", `${path}/widget`, { enabled: true })
      assert.strictEqual(field("name")((yield* ask("GET", `${path}/widget.json`)).body), "Low Tide")
    })
  )

  it.effect("opens one direct message per user, without a guild", () =>
    Effect.gen(function* () {
      const { members } = (yield* Sandbox).ids
      const opened = yield* ask("POST", "/users/@me/channels", { recipient_id: members.bruno })
      assert.deepStrictEqual([field("type")(opened.body), at(opened.body, "recipients", "id")], [1, [members.bruno]])
      assert.doesNotHaveAnyKeys(opened.body, ["guild_id", "name"])
      assert.deepStrictEqual(
        (yield* ask("POST", "/users/@me/channels", { recipient_id: members.bruno })).body,
        opened.body
      )
      const said = yield* ask("POST", `/channels/${textField(opened.body, "id")}/messages`, { content: "psst" })
      assert.strictEqual(field("content")(said.body), "psst")
      const stranger = yield* ask("POST", "/users/@me/channels", { recipient_id: NOBODY })
      assert.deepStrictEqual(refusal(stranger).slice(0, 2), [400, 50033])
    })
  )
})
