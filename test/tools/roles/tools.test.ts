import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { call, Sandbox, served } from "../../dispatch/app.ts"
import { armed, issuesOf, PNG, wired } from "../wired.ts"

const GUILD = "1248328050278400001"
const ROLE = "1248328050311954441"
const OTHER = "1248328050311954442"

const role = {
  id: ROLE,
  name: "keeper",
  color: 0x3aa5a0,
  colors: { primary_color: 0x3aa5a0, secondary_color: null, tertiary_color: null },
  hoist: true,
  icon: null,
  unicode_emoji: null,
  position: 4,
  permissions: "2052",
  managed: false,
  mentionable: false,
  flags: 0
}

describe("roles_list", () => {
  it.live("starts with the highest role, and names the permissions of each", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const { structured } = yield* call("roles_list", { guild_id: ids.guild })
      const items = Array.isArray(structured.items) ? structured.items : []
      assert.deepStrictEqual(
        items.map(({ name, position }) => [name, position]),
        [
          ["admin", 4],
          ["sandbox-bot", 3],
          ["moderator", 2],
          ["member", 1],
          ["@everyone", 0]
        ]
      )
      assert.deepStrictEqual(items[0], {
        id: ids.roles.admin,
        name: "admin",
        position: 4,
        color: 0xd1572f,
        hoist: true,
        permissions: ["ADMINISTRATOR"]
      })
    }).pipe(served())
  )

  it.effect("sorts the older of two roles with the same position first", () =>
    Effect.gen(function* () {
      const { structured } = yield* wired("roles_list", { guild_id: GUILD }, [{ ...role, id: OTHER }, role])
      assert.deepStrictEqual(Array.isArray(structured.items) && structured.items.map(({ id }) => id), [ROLE, OTHER])
    })
  )
})

describe("roles_member_counts", () => {
  it.effect("lists the largest role first", () =>
    Effect.gen(function* () {
      const { structured } = yield* wired("roles_member_counts", { guild_id: GUILD }, { [ROLE]: 2, [OTHER]: 67 })
      assert.deepStrictEqual(structured, {
        items: [
          { role_id: OTHER, members: 67 },
          { role_id: ROLE, members: 2 }
        ]
      })
    })
  )
})

describe("roles_create", () => {
  it.effect("sends permissions as a decimal string, a complete gradient, and the icon as a data URL", () =>
    Effect.gen(function* () {
      const { sent, structured } = yield* wired(
        "roles_create",
        {
          guild_id: GUILD,
          name: "keeper",
          permissions: ["VIEW_CHANNEL", "SEND_MESSAGES", "SEND_POLLS"],
          colors: { primary_color: 0x3aa5a0 },
          icon: { base64: PNG },
          audit_reason: "Spring tide"
        },
        role
      )
      assert.deepStrictEqual(JSON.parse(JSON.stringify(sent?.body)), {
        name: "keeper",
        permissions: String((1n << 10n) | (1n << 11n) | (1n << 49n)),
        colors: { primary_color: 0x3aa5a0, secondary_color: null, tertiary_color: null },
        icon: `data:image/png;base64,${PNG}`
      })
      assert.strictEqual(sent?.reason, "Spring tide")
      assert.deepStrictEqual(structured, {
        id: ROLE,
        name: "keeper",
        position: 4,
        color: 0x3aa5a0,
        hoist: true,
        permissions: ["BAN_MEMBERS", "SEND_MESSAGES"],
        colors: { primary_color: 0x3aa5a0 },
        icon: null
      })
    })
  )

  it.effect("accepts one colour or a gradient, one icon or an emoji", () =>
    Effect.gen(function* () {
      const both = {
        guild_id: GUILD,
        color: 1,
        colors: { primary_color: 1, tertiary_color: 2 },
        icon: { base64: PNG },
        unicode_emoji: "🐚"
      }
      assert.deepStrictEqual(issuesOf(yield* wired("roles_create", both)), [
        "colors cannot be set together with color",
        "unicode_emoji cannot be set together with icon",
        "colors.secondary_color is required together with tertiary_color"
      ])
      const changed = yield* wired(
        "roles_modify",
        { guild_id: GUILD, role_id: ROLE, clear: ["icon"], unicode_emoji: "🐚" },
        role
      )
      assert.deepStrictEqual(JSON.parse(JSON.stringify(changed.sent?.body)), { icon: null, unicode_emoji: "🐚" })
    })
  )

  it.effect("suggests the nearest permission", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(issuesOf(yield* wired("roles_create", { guild_id: GUILD, permissions: ["BAN_MEMBER"] })), [
        "permissions[0] BAN_MEMBER is not a Discord permission; did you mean BAN_MEMBERS?"
      ])
    })
  )
})

describe("roles_modify", () => {
  it.effect("rejects a call without a change", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(issuesOf(yield* wired("roles_modify", { guild_id: GUILD, role_id: ROLE })), [
        "name set at least one of name, color, hoist, mentionable, unicode_emoji, permissions, colors, icon"
      ])
    })
  )
})

describe("roles_modify_positions", () => {
  const positions = [
    { id: `<@&${ROLE}>`, position: 2 },
    { id: OTHER, position: 1 }
  ]

  it.effect("sends the bare list and returns the order, highest first", () =>
    Effect.gen(function* () {
      const stored = [
        { ...role, id: OTHER, name: "guest", position: 1, permissions: "0", hoist: false },
        { ...role, position: 2, permissions: "0", hoist: false }
      ]
      const input = { guild_id: GUILD, positions, __confirm: true }
      const { sent, structured } = yield* wired("roles_modify_positions", input, stored, armed)
      assert.deepStrictEqual(sent?.body, [
        { id: ROLE, position: 2 },
        { id: OTHER, position: 1 }
      ])
      assert.deepStrictEqual(structured, {
        items: [
          { id: ROLE, name: "keeper", position: 2 },
          { id: OTHER, name: "guest", position: 1 }
        ]
      })
    })
  )

  it.effect("rejects a role that is listed twice", () =>
    Effect.gen(function* () {
      const twice = [...positions, { id: ROLE, position: 3 }]
      assert.deepStrictEqual(issuesOf(yield* wired("roles_modify_positions", { guild_id: GUILD, positions: twice })), [
        "positions[2].id is listed twice"
      ])
    })
  )
})
