import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { ask, at, field, mightySandbox, NOBODY, refusal, Sandbox, textField } from "./http.ts"

layer(mightySandbox, { excludeTestServices: true })("roles of the embedded Discord", (it) => {
  it.effect("are created, read, updated, counted, reordered and deleted", () =>
    Effect.gen(function* () {
      const { guild, members, roles } = (yield* Sandbox).ids
      const all = `/guilds/${guild}/roles`
      const made = yield* ask("POST", all, { name: "crew", color: 0x112233, hoist: true, permissions: "1024" })
      const id = textField(made.body, "id")
      assert.deepStrictEqual([made.status, at(made.body, "colors", "primary_color")], [200, 0x112233])
      assert.deepStrictEqual((yield* ask("GET", `${all}/${id}`)).body, made.body)
      const changed = yield* ask("PATCH", `${all}/${id}`, { name: "sailors", mentionable: true })
      assert.deepStrictEqual([field("name")(changed.body), field("color")(changed.body)], ["sailors", 0x112233])

      assert.strictEqual((yield* ask("PUT", `/guilds/${guild}/members/${members.bruno}/roles/${id}`)).status, 204)
      assert.strictEqual(field(id)((yield* ask("GET", `${all}/member-counts`)).body), 1)
      const placed = yield* ask("PATCH", all, [
        { id, position: 2 },
        { id: roles.member, position: 1 }
      ])
      assert.strictEqual(placed.status, 200)
      assert.strictEqual(field("position")((yield* ask("GET", `${all}/${id}`)).body), 2)

      assert.strictEqual((yield* ask("DELETE", `${all}/${id}`)).status, 204)
      assert.deepStrictEqual(refusal(yield* ask("GET", `${all}/${id}`)), [404, 10011, "Unknown Role"])
      const bruno = yield* ask("GET", `/guilds/${guild}/members/${members.bruno}`)
      assert.notInclude(field("roles")(bruno.body), id)
    })
  )

  it.effect("above the bot's role cannot be changed", () =>
    Effect.gen(function* () {
      const { guild, members, roles } = (yield* Sandbox).ids
      const noPermission = [403, 50013, "Missing Permissions"]
      assert.deepStrictEqual(
        refusal(yield* ask("PATCH", `/guilds/${guild}/roles/${roles.admin}`, { name: "x" })),
        noPermission
      )
      assert.deepStrictEqual(refusal(yield* ask("DELETE", `/guilds/${guild}/roles/${roles.admin}`)), noPermission)
      const given = yield* ask("PUT", `/guilds/${guild}/members/${members.bruno}/roles/${roles.admin}`)
      assert.deepStrictEqual(refusal(given), noPermission)
      const administrator = yield* ask("POST", `/guilds/${guild}/roles`, { permissions: "8" })
      assert.deepStrictEqual(refusal(administrator), noPermission)
    })
  )

  it.effect("are validated, and found by id", () =>
    Effect.gen(function* () {
      const { guild } = (yield* Sandbox).ids
      const wrong = yield* ask("POST", `/guilds/${guild}/roles`, { name: "x".repeat(101), color: -1 })
      assert.deepStrictEqual(Object.keys(Object(field("errors")(wrong.body))), ["name", "color"])
      assert.strictEqual((yield* ask("PATCH", `/guilds/${guild}/roles/${NOBODY}`, {})).status, 404)
    })
  )
})
