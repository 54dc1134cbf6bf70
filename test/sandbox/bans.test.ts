import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { ask, at, field, mightySandbox, NOBODY, refusal, Sandbox } from "./http.ts"

layer(mightySandbox, { excludeTestServices: true })("bans of the embedded Discord", (it) => {
  it.effect("are created with a reason, read, listed and removed", () =>
    Effect.gen(function* () {
      const { banned, guild, members } = (yield* Sandbox).ids
      const path = `/guilds/${guild}/bans/${members.bruno}`
      const put = yield* ask("PUT", path, { delete_message_seconds: 60 }, { "x-audit-log-reason": "na%C3%AFve" })
      assert.strictEqual(put.status, 204)
      assert.strictEqual(field("reason")((yield* ask("GET", path)).body), "naïve")
      const listed = yield* ask("GET", `/guilds/${guild}/bans`)
      assert.sameMembers([at(listed.body, "user", "id")].flat(), [banned, members.bruno])
      assert.strictEqual((yield* ask("GET", `/guilds/${guild}/members/${members.bruno}`)).status, 404)
      assert.strictEqual((yield* ask("DELETE", path)).status, 204)
      assert.deepStrictEqual(refusal(yield* ask("GET", path)), [404, 10026, "Unknown Ban"])
      assert.deepStrictEqual(refusal(yield* ask("DELETE", path)), [404, 10026, "Unknown Ban"])
    })
  )

  it.effect("cannot apply to the owner or to unknown users", () =>
    Effect.gen(function* () {
      const { guild, members, owner } = (yield* Sandbox).ids
      const ban = (id: string) => ask("PUT", `/guilds/${guild}/bans/${id}`, {})
      assert.deepStrictEqual(refusal(yield* ban(owner)), [403, 50013, "Missing Permissions"])
      assert.deepStrictEqual(refusal(yield* ban(NOBODY)), [404, 10013, "Unknown User"])
      const many = yield* ask("POST", `/guilds/${guild}/bulk-ban`, { user_ids: [owner, members.chiara] })
      assert.deepStrictEqual(many.body, { banned_users: [members.chiara], failed_users: [owner] })
      const none = yield* ask("POST", `/guilds/${guild}/bulk-ban`, { user_ids: [owner] })
      assert.deepStrictEqual(refusal(none).slice(0, 2), [400, 500000])
      const wrong = yield* ask("PUT", `/guilds/${guild}/bans/${members.ada}`, { delete_message_seconds: 604_801 })
      assert.strictEqual(refusal(wrong)[1], 50035)
    })
  )

  it.effect("do not affect a prune of inactive members", () =>
    Effect.gen(function* () {
      const { guild, roles } = (yield* Sandbox).ids
      const count = yield* ask("GET", `/guilds/${guild}/prune?days=7&include_roles=${roles.member}`)
      const pruned = yield* ask("POST", `/guilds/${guild}/prune`, { days: 7, include_roles: [roles.member] })
      assert.isAbove(Number(field("pruned")(count.body)), 0)
      assert.deepStrictEqual(pruned.body, count.body)
    })
  )

  it.effect("leave a prune to administrators if the guild requires it", () =>
    Effect.gen(function* () {
      const { guild } = (yield* Sandbox).ids
      yield* ask("PATCH", `/guilds/${guild}`, { features: ["COMMUNITY", "NEWS", "PRUNE_REQUIRES_ADMIN"] })
      for (const method of ["GET", "POST"] as const) {
        const pruned = yield* ask(method, `/guilds/${guild}/prune`, method === "GET" ? undefined : {})
        assert.deepStrictEqual(refusal(pruned), [403, 50013, "Missing Permissions"])
      }
    })
  )
})
