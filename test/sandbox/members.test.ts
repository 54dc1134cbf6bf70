import { assert, layer } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { ask, field, mightySandbox, NOBODY, refusal, Sandbox } from "./http.ts"

layer(mightySandbox, { excludeTestServices: true })("members of the embedded Discord", (it) => {
  it.effect("get nicknames, roles, mutes and timeouts", () =>
    Effect.gen(function* () {
      const { guild, members, roles } = (yield* Sandbox).ids
      const path = `/guilds/${guild}/members/${members.bruno}`
      const until = DateTime.formatIso(DateTime.add(yield* DateTime.now, { minutes: 1 }))
      const body = {
        nick: "Captain",
        roles: [roles.member, roles.moderator],
        mute: true,
        communication_disabled_until: until
      }
      assert.strictEqual((yield* ask("PATCH", path, body)).status, 200)
      const { body: after } = yield* ask("GET", path)
      assert.deepStrictEqual(
        ["nick", "roles", "mute", "communication_disabled_until"].map((name) => field(name)(after)),
        ["Captain", [roles.member, roles.moderator], true, until]
      )
      const cleared = yield* ask("PATCH", path, { nick: null, communication_disabled_until: null })
      assert.deepStrictEqual(
        [field("nick")(cleared.body), field("communication_disabled_until")(cleared.body)],
        [null, null]
      )
    })
  )

  it.effect("above the bot cannot be changed", () =>
    Effect.gen(function* () {
      const { guild, members, owner } = (yield* Sandbox).ids
      const noPermission = [403, 50013, "Missing Permissions"]
      for (const id of [owner, members.dmitri]) {
        const path = `/guilds/${guild}/members/${id}`
        assert.deepStrictEqual(refusal(yield* ask("PATCH", path, { nick: "x" })), noPermission)
        assert.deepStrictEqual(refusal(yield* ask("DELETE", path)), noPermission)
      }
    })
  )

  it.effect("are kicked, and are then only users", () =>
    Effect.gen(function* () {
      const { guild, members } = (yield* Sandbox).ids
      const path = `/guilds/${guild}/members/${members.chiara}`
      assert.strictEqual((yield* ask("DELETE", path)).status, 204)
      assert.deepStrictEqual(refusal(yield* ask("GET", path)), [404, 10007, "Unknown Member"])
      assert.strictEqual((yield* ask("GET", `/users/${members.chiara}`)).status, 200)
      assert.deepStrictEqual(refusal(yield* ask("DELETE", `/guilds/${guild}/members/${NOBODY}`)), [
        404,
        10013,
        "Unknown User"
      ])
      assert.strictEqual((yield* ask("PUT", path, { access_token: "t" })).status, 201)
      assert.strictEqual((yield* ask("PUT", path, { access_token: "t" })).status, 204)
    })
  )

  it.effect("cannot be timed out for more than 28 days, or until an invalid time", () =>
    Effect.gen(function* () {
      const { guild, members } = (yield* Sandbox).ids
      const path = `/guilds/${guild}/members/${members.bruno}`
      const far = DateTime.formatIso(DateTime.add(yield* DateTime.now, { days: 40 }))
      for (const communication_disabled_until of [far, "tomorrow"])
        assert.strictEqual(refusal(yield* ask("PATCH", path, { communication_disabled_until }))[1], 50035)
    })
  )

  it.effect("can only view while they are timed out, including the bot", () =>
    Effect.gen(function* () {
      const { bot, channels, guild } = (yield* Sandbox).ids
      const path = `/guilds/${guild}/members/${bot}`
      const until = DateTime.formatIso(DateTime.add(yield* DateTime.now, { minutes: 1 }))
      assert.strictEqual((yield* ask("PATCH", path, { communication_disabled_until: until })).status, 200)
      assert.strictEqual((yield* ask("GET", `/channels/${channels.general}/messages`)).status, 200)
      const sent = yield* ask("POST", `/channels/${channels.general}/messages`, { content: "x" })
      assert.deepStrictEqual(refusal(sent), [403, 50013, "Missing Permissions"])
    })
  )
})
