import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { issuesOf, wired } from "../wired.ts"

const GUILD = "1248328050278400001"
const ADA = "1248328050311954441"
const BEN = "1248328050311954442"
const ROLE = "1248328050311954443"
const CHANNEL = "1248328050311954444"

const entry = (id: string, more: object) => ({ id, user_id: ADA, target_id: null, ...more })

const log = (entries: ReadonlyArray<object>) => ({
  audit_log_entries: entries,
  users: [
    { id: ADA, username: "ada", global_name: "Ada" },
    { id: BEN, username: "ben", global_name: null }
  ],
  webhooks: [],
  integrations: [],
  threads: [],
  guild_scheduled_events: [],
  auto_moderation_rules: [null],
  application_commands: []
})

describe("audit_log_get", () => {
  it.effect("shows actor, action, target, time, reason and changes", () =>
    Effect.gen(function* () {
      const { structured } = yield* wired(
        "audit_log_get",
        { guild_id: GUILD },
        log([
          entry("1248328050311954459", { action_type: 22, target_id: BEN, reason: "Spam" }),
          entry("1248328050311954458", {
            action_type: 25,
            target_id: BEN,
            changes: [{ key: "$add", new_value: [{ id: ROLE, name: "keeper" }] }]
          }),
          entry("1248328050311954457", {
            action_type: 31,
            target_id: ROLE,
            changes: [
              { key: "permissions", old_value: "2052", new_value: "2056" },
              { key: "name", old_value: "keeper", new_value: "warden" }
            ]
          }),
          entry("1248328050311954456", {
            action_type: 12,
            target_id: CHANNEL,
            changes: [
              { key: "name", old_value: "low-tide" },
              { key: "nsfw", old_value: false }
            ]
          }),
          entry("1248328050311954455", {
            user_id: null,
            action_type: 72,
            target_id: BEN,
            options: { channel_id: CHANNEL, count: "3" }
          }),
          entry("1248328050311954454", { action_type: 999 })
        ])
      )
      const ada = { id: ADA, name: "Ada" }
      const time = "2024-06-06T17:30:00.008Z"
      assert.deepStrictEqual(structured, {
        items: [
          {
            id: "1248328050311954459",
            time,
            action: "MEMBER_BAN_ADD",
            by: ada,
            target: { id: BEN, name: "ben" },
            reason: "Spam"
          },
          {
            id: "1248328050311954458",
            time,
            action: "MEMBER_ROLE_UPDATE",
            by: ada,
            target: { id: BEN, name: "ben" },
            changes: [{ added: [{ id: ROLE, name: "keeper" }] }]
          },
          {
            id: "1248328050311954457",
            time,
            action: "ROLE_UPDATE",
            by: ada,
            target: { id: ROLE, name: "warden" },
            changes: [
              { what: "permissions", added: ["ADMINISTRATOR"], removed: ["BAN_MEMBERS"] },
              { what: "name", from: "keeper", to: "warden" }
            ]
          },
          {
            id: "1248328050311954456",
            time,
            action: "CHANNEL_DELETE",
            by: ada,
            target: { id: CHANNEL, name: "low-tide" },
            changes: [
              { what: "name", from: "low-tide" },
              { what: "nsfw", from: false }
            ]
          },
          {
            id: "1248328050311954455",
            time,
            action: "MESSAGE_DELETE",
            target: { id: BEN, name: "ben" },
            details: { channel_id: CHANNEL, count: "3" }
          },
          { id: "1248328050311954454", time, action: "999", by: ada }
        ]
      })
    })
  )

  it.effect("filters by event name, and suggests the nearest name for an unknown one", () =>
    Effect.gen(function* () {
      const filters = { user_id: `<@${ADA}>`, target_id: BEN, action_type: "MEMBER_KICK" }
      const { query } = yield* wired("audit_log_get", { guild_id: GUILD, ...filters }, log([]))
      assert.deepStrictEqual(query, { limit: "50", user_id: ADA, target_id: BEN, action_type: "20" })
      assert.deepStrictEqual(
        issuesOf(yield* wired("audit_log_get", { guild_id: GUILD, action_type: "member_kicks" })),
        ["action_type there is no member_kicks; did you mean MEMBER_KICK?"]
      )
    })
  )

  it.effect("continues from the oldest entry of a page, and with after from the newest", () =>
    Effect.gen(function* () {
      const [older, newer] = ["1248328050311954451", "1248328050311954452"] as const
      const entries = (...ids: ReadonlyArray<string>) => log(ids.map((id) => entry(id, { action_type: 1 })))
      const back = yield* wired("audit_log_get", { guild_id: GUILD, limit: 2 }, entries(newer, older))
      assert.strictEqual(back.structured.next_cursor, `before:${older}`)
      const forth = yield* wired("audit_log_get", { guild_id: GUILD, limit: 2, after: ADA }, entries(older, newer))
      assert.deepStrictEqual(forth.query, { limit: "2", after: ADA })
      assert.strictEqual(forth.structured.next_cursor, `after:${newer}`)
      const next = { guild_id: GUILD, limit: 2, cursor: forth.structured.next_cursor }
      assert.deepStrictEqual((yield* wired("audit_log_get", next, entries())).query, { limit: "2", after: newer })
      const both = { guild_id: GUILD, before: ADA, after: BEN }
      assert.deepStrictEqual(issuesOf(yield* wired("audit_log_get", both)), [
        "after cannot be set together with before"
      ])
    })
  )
})
