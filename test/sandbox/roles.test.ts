// @effect-diagnostics strictEffectProvide:off
import { assert, describe, it, layer } from "@effect/vitest"
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

  it.effect("of an integration and @everyone can be neither given, taken, moved nor deleted", () =>
    Effect.gen(function* () {
      const { bot, guild, members, roles } = (yield* Sandbox).ids
      const all = `/guilds/${guild}/roles`
      const sandbox = yield* Sandbox
      const { body } = yield* ask("GET", all)
      const managed = [body]
        .flat()
        .map((role) => (field("id")(role) === roles.member ? { ...Object(role), managed: true } : role))
      yield* sandbox.patch({ [`/guilds/${guild}`]: { roles: managed } })
      const noPermission = [403, 50013, "Missing Permissions"]
      const invalid = [400, 50028, "Invalid Role"]
      const member = `/guilds/${guild}/members/${members.bruno}`
      for (const method of ["PUT", "DELETE"] as const) {
        assert.deepStrictEqual(refusal(yield* ask(method, `${member}/roles/${roles.member}`)), noPermission)
        assert.deepStrictEqual(refusal(yield* ask(method, `${member}/roles/${guild}`)), invalid)
      }
      assert.deepStrictEqual(refusal(yield* ask("PATCH", member, { roles: [] })), noPermission)
      assert.deepStrictEqual(refusal(yield* ask("PATCH", member, { roles: [roles.member, guild] })), invalid)
      assert.deepStrictEqual(refusal(yield* ask("DELETE", `${all}/${roles.member}`)), invalid)
      assert.deepStrictEqual(refusal(yield* ask("DELETE", `${all}/${guild}`)), invalid)
      assert.deepStrictEqual(refusal(yield* ask("PATCH", all, [{ id: guild, position: 1 }])), invalid)
      assert.deepStrictEqual(refusal(yield* ask("PATCH", all, [{ id: roles.bot, position: 1 }])), noPermission)
      assert.deepStrictEqual(refusal(yield* ask("DELETE", `${member}/roles/${roles.admin}`)), noPermission)
      assert.strictEqual((yield* ask("GET", `/guilds/${guild}/members/${bot}`)).status, 200)
      // A managed role below the bot's can be changed.
      assert.strictEqual((yield* ask("PATCH", `${all}/${roles.member}`, { color: 1 })).status, 200)
    })
  )

  it.effect("have gradients and emojis only in a guild with these features, and keep what a change leaves out", () =>
    Effect.gen(function* () {
      const { ids, patch } = yield* Sandbox
      const all = `/guilds/${ids.guild}/roles`
      const gradient = { primary_color: 1, secondary_color: 0 }
      const holographic = { primary_color: 11127295, secondary_color: 16759788, tertiary_color: 16761760 }
      for (const form of [{ colors: gradient }, { unicode_emoji: "🌊" }]) {
        assert.deepStrictEqual(refusal(yield* ask("POST", all, form)), [
          403,
          50101,
          "This server needs more boosts to perform this action"
        ])
      }
      yield* patch({ [`/guilds/${ids.guild}`]: { features: ["ROLE_ICONS", "ENHANCED_ROLE_COLORS"] } })
      const { body } = yield* ask("POST", all, { name: "crew", colors: gradient, unicode_emoji: "🌊" })
      const path = `${all}/${textField(body, "id")}`
      const renamed = (yield* ask("PATCH", path, { name: "sailors" })).body
      assert.deepInclude(renamed, { color: 1, colors: { ...gradient, tertiary_color: null }, unicode_emoji: "🌊" })
      const colors = { primary_color: 2, secondary_color: 3, tertiary_color: 4 }
      assert.deepInclude((yield* ask("PATCH", path, { colors })).body, { color: 11127295, colors: holographic })
      assert.deepInclude((yield* ask("PATCH", path, { color: 5 })).body, {
        colors: { primary_color: 5, secondary_color: null, tertiary_color: null }
      })
    })
  )

  it.effect("get only permissions that the bot has", () =>
    Effect.gen(function* () {
      const { guild, roles } = (yield* Sandbox).ids
      const path = `/guilds/${guild}/roles/${roles.moderator}`
      assert.strictEqual((yield* ask("PATCH", path, { permissions: "268435456" })).status, 200)
      assert.deepStrictEqual(refusal(yield* ask("PATCH", path, { permissions: "8" })), [
        403,
        50013,
        "Missing Permissions"
      ])
    })
  )
})

describe("the order of roles of the embedded Discord", () => {
  /** Returns the names of the roles by position. */
  const order = Effect.gen(function* () {
    const { body } = yield* ask("GET", `/guilds/${(yield* Sandbox).ids.guild}/roles`)
    return [body].flat().map((role) => `${field("position")(role)} ${field("name")(role)}`)
  })

  it.effect("starts a new role at the bottom, and moves all others up, the bot's own too", () =>
    Effect.gen(function* () {
      yield* ask("POST", `/guilds/${(yield* Sandbox).ids.guild}/roles`, { name: "new" })
      assert.deepStrictEqual(yield* order, [
        "0 @everyone",
        "1 new",
        "2 member",
        "3 moderator",
        "4 sandbox-bot",
        "5 admin"
      ])
    }).pipe(Effect.provide(mightySandbox))
  )

  it.effect("has the older of two roles at one position above, and consecutive positions after a move", () =>
    Effect.gen(function* () {
      const { guild, roles } = (yield* Sandbox).ids
      const all = `/guilds/${guild}/roles`
      const made = textField((yield* ask("POST", all, { name: "new" })).body, "id")
      yield* ask("DELETE", `${all}/${roles.member}`)
      assert.deepStrictEqual(yield* order, ["0 @everyone", "1 new", "3 moderator", "4 sandbox-bot", "5 admin"])
      yield* ask("PATCH", all, [{ id: made, position: 3 }])
      assert.deepStrictEqual(yield* order, ["0 @everyone", "1 new", "2 moderator", "3 sandbox-bot", "4 admin"])
      const swap = [
        { id: made, position: 2 },
        { id: roles.moderator, position: 1 }
      ]
      assert.strictEqual((yield* ask("PATCH", all, swap)).status, 200)
      assert.deepStrictEqual(yield* order, ["0 @everyone", "1 moderator", "2 new", "3 sandbox-bot", "4 admin"])
    }).pipe(Effect.provide(mightySandbox))
  )

  it.effect("changes only below the bot's highest role", () =>
    Effect.gen(function* () {
      const { guild, roles } = (yield* Sandbox).ids
      const all = `/guilds/${guild}/roles`
      const noPermission = [403, 50013, "Missing Permissions"]
      // The bot's role is at position 3, the admin's at 4.
      assert.strictEqual((yield* ask("PATCH", all, [{ id: roles.member, position: 2 }])).status, 200)
      for (const position of [3, 4, 5])
        assert.deepStrictEqual(refusal(yield* ask("PATCH", all, [{ id: roles.member, position }])), noPermission)
      assert.deepStrictEqual(refusal(yield* ask("PATCH", all, [{ id: roles.admin, position: 1 }])), noPermission)
      // Naming the position that a role has already is no move.
      assert.strictEqual((yield* ask("PATCH", all, [{ id: roles.admin, position: 4 }])).status, 200)
      assert.deepStrictEqual(refusal(yield* ask("PATCH", all, [{ id: NOBODY, position: 1 }])).slice(0, 2), [404, 10011])
    }).pipe(Effect.provide(mightySandbox))
  )
})
