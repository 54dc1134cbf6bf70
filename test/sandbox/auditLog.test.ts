import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { ask, at, field, mightySandbox, Sandbox, textField } from "./http.ts"

layer(mightySandbox, { excludeTestServices: true })("the audit log of the embedded Discord", (it) => {
  it.effect("lists actions of the bot with target and reason, newest first", () =>
    Effect.gen(function* () {
      const { bot, guild, members } = (yield* Sandbox).ids
      const reason = { "x-audit-log-reason": encodeURIComponent("too loud ⚓") }
      const role = yield* ask("POST", `/guilds/${guild}/roles`, { name: "quiet" }, reason)
      yield* ask("PATCH", `/guilds/${guild}/members/${members.bruno}`, { nick: "Hush" }, reason)
      const { body } = yield* ask("GET", `/guilds/${guild}/audit-logs`)
      assert.deepStrictEqual(at(body, "audit_log_entries", "action_type"), [24, 30])
      assert.deepStrictEqual(at(body, "audit_log_entries", "target_id"), [members.bruno, textField(role.body, "id")])
      assert.deepStrictEqual(at(body, "audit_log_entries", "reason"), ["too loud ⚓", "too loud ⚓"])
      assert.deepStrictEqual(at(body, "audit_log_entries", "changes"), [
        [{ key: "nick", old_value: null, new_value: "Hush" }],
        [{ key: "name", new_value: "quiet" }]
      ])
      assert.sameMembers([at(body, "users", "id")].flat(), [bot, members.bruno])
      const some = yield* ask("GET", `/guilds/${guild}/audit-logs?action_type=30&user_id=${bot}`)
      assert.deepStrictEqual(at(some.body, "audit_log_entries", "action_type"), [30])
      assert.strictEqual(field("code")((yield* ask("GET", `/guilds/${guild}/audit-logs?limit=101`)).body), 50035)
    })
  )
})
