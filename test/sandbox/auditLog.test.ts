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
      const changes = [at(body, "audit_log_entries", "changes")].flat(2)
      assert.deepStrictEqual(changes.slice(0, 1), [{ key: "nick", new_value: "Hush" }])
      assert.deepInclude(changes, { key: "name", new_value: "quiet" })
      assert.sameMembers([at(body, "users", "id")].flat(), [bot, members.bruno])
      const some = yield* ask("GET", `/guilds/${guild}/audit-logs?action_type=30&user_id=${bot}`)
      assert.deepStrictEqual(at(some.body, "audit_log_entries", "action_type"), [30])
      assert.strictEqual(field("code")((yield* ask("GET", `/guilds/${guild}/audit-logs?limit=101`)).body), 50035)
    })
  )

  it.effect("logs roles and overwrites as separate entries, null as a missing value, and no moves", () =>
    Effect.gen(function* () {
      const { channels, guild, members, roles } = (yield* Sandbox).ids
      const channel = `/channels/${channels.general}`
      const role = textField((yield* ask("POST", `/guilds/${guild}/roles`, { name: "last" })).body, "id")
      yield* ask("PATCH", `/guilds/${guild}/channels`, [{ id: channels.general, position: 9 }])
      yield* ask("PATCH", `/guilds/${guild}/roles`, [{ id: role, position: 2 }])
      yield* ask("PATCH", channel, { position: 1 })
      yield* ask("PUT", `${channel}/permissions/${role}`, { type: 0, deny: "2048" })
      yield* ask("PATCH", channel, { topic: "Tides" })
      yield* ask("PATCH", channel, { topic: null, permission_overwrites: [] })
      yield* ask("PATCH", `/guilds/${guild}/members/${members.ada}`, { nick: "Ada!", roles: [role] })
      const { body } = yield* ask("GET", `/guilds/${guild}/audit-logs?after=${role}`)
      const entries = [at(body, "audit_log_entries")]
        .flat()
        .map((entry): unknown => [
          Object(entry).action_type,
          Object(entry).changes.filter(({ key }: { readonly key: string }) => key !== "id" && key !== "type")
        ])
      const bits = [
        { key: "allow", old_value: "0" },
        { key: "deny", old_value: "2048" }
      ]
      assert.deepStrictEqual(entries.slice(1), [
        [13, bits.map(({ key, old_value }) => ({ key, new_value: old_value }))],
        [11, [{ key: "topic", old_value: "Everything that fits in no other channel", new_value: "Tides" }]],
        [11, [{ key: "topic", old_value: "Tides" }]],
        [15, bits],
        [24, [{ key: "nick", new_value: "Ada!" }]],
        [
          25,
          [
            { key: "$add", new_value: [{ id: role, name: "last" }] },
            {
              key: "$remove",
              new_value: [roles.member, roles.moderator].map((id, at) => ({ id, name: ["member", "moderator"][at] }))
            }
          ]
        ]
      ])
    })
  )
})
