import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { ask, at, field, mightySandbox, refusal, Sandbox, textField } from "./http.ts"

layer(mightySandbox, { excludeTestServices: true })("invites of the embedded Discord", (it) => {
  it.effect("are created, resolved, listed and deleted", () =>
    Effect.gen(function* () {
      const { channels, guild, inviteCode } = (yield* Sandbox).ids
      const made = yield* ask("POST", `/channels/${channels.support}/invites`, { max_age: 60, unique: true })
      const code = textField(made.body, "code")
      const resolved = yield* ask("GET", `/invites/${code}?with_counts=true`)
      assert.deepStrictEqual(
        [at(resolved.body, "guild", "id"), field("approximate_member_count")(resolved.body)],
        [guild, 20]
      )
      assert.sameMembers([field("code")((yield* ask("GET", `/guilds/${guild}/invites`)).body)].flat(), [
        inviteCode,
        code
      ])
      assert.deepStrictEqual(field("code")((yield* ask("GET", `/channels/${channels.support}/invites`)).body), [code])
      assert.strictEqual((yield* ask("DELETE", `/invites/${code}`)).status, 200)
      assert.deepStrictEqual(refusal(yield* ask("GET", `/invites/${code}`)), [404, 10006, "Unknown Invite"])
      const wrong = yield* ask("POST", `/channels/${channels.support}/invites`, { max_uses: 101 })
      assert.strictEqual(refusal(wrong)[1], 50035)
    })
  )

  it.effect("store target users, one at a time or in bulk", () =>
    Effect.gen(function* () {
      const { inviteCode, members } = (yield* Sandbox).ids
      const path = `/invites/${inviteCode}/target-users`
      const users = Effect.map(ask("GET", path), ({ body }) => String(body).trim().split("\n").slice(1))
      const { ada, bruno, dmitri } = members
      assert.strictEqual((yield* ask("PUT", `${path}/${ada}`)).status, 204)
      assert.strictEqual((yield* ask("POST", `${path}/bulk-add`, { user_ids: [ada, bruno, dmitri] })).status, 204)
      assert.deepStrictEqual(yield* users, [ada, bruno, dmitri])
      assert.strictEqual((yield* ask("DELETE", `${path}/${bruno}`)).status, 204)
      assert.strictEqual((yield* ask("POST", `${path}/bulk-delete`, { user_ids: [ada] })).status, 204)
      assert.deepStrictEqual(yield* users, [dmitri])
      assert.strictEqual(refusal(yield* ask("POST", `${path}/bulk-add`, { user_ids: [] }))[1], 50035)
      assert.strictEqual((yield* ask("PUT", "/invites/nothing/target-users/1")).status, 404)
    })
  )
})
