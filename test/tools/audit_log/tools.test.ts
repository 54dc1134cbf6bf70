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

const ada = { id: ADA, name: "Ada" }

describe("audit_log_get", () => {
  /** An entry of Discord, and what the tool shows of it besides its id and time. */
  const entries: Readonly<Record<string, readonly [entry: object, shown: object]>> = {
    "a target and a reason": [
      { action_type: 22, target_id: BEN, reason: "Spam" },
      { action: "MEMBER_BAN_ADD", by: ada, target: { id: BEN, name: "ben" }, reason: "Spam" }
    ],
    "roles that a member got": [
      { action_type: 25, target_id: BEN, changes: [{ key: "$add", new_value: [{ id: ROLE, name: "keeper" }] }] },
      {
        action: "MEMBER_ROLE_UPDATE",
        by: ada,
        target: { id: BEN, name: "ben" },
        changes: [{ added: [{ id: ROLE, name: "keeper" }] }]
      }
    ],
    "changed permissions by name": [
      {
        action_type: 31,
        target_id: ROLE,
        changes: [
          { key: "permissions", old_value: "2052", new_value: "2056" },
          { key: "name", old_value: "keeper", new_value: "warden" }
        ]
      },
      {
        action: "ROLE_UPDATE",
        by: ada,
        target: { id: ROLE, name: "warden" },
        changes: [
          { what: "permissions", added: ["ADMINISTRATOR"], removed: ["BAN_MEMBERS"] },
          { what: "name", from: "keeper", to: "warden" }
        ]
      }
    ],
    "what a deleted object was": [
      {
        action_type: 12,
        target_id: CHANNEL,
        changes: [
          { key: "name", old_value: "low-tide" },
          { key: "nsfw", old_value: false }
        ]
      },
      {
        action: "CHANNEL_DELETE",
        by: ada,
        target: { id: CHANNEL, name: "low-tide" },
        changes: [
          { what: "name", from: "low-tide" },
          { what: "nsfw", from: false }
        ]
      }
    ],
    "details of an entry without an actor": [
      { user_id: null, action_type: 72, target_id: BEN, options: { channel_id: CHANNEL, count: "3" } },
      {
        action: "MESSAGE_DELETE",
        target: { id: BEN, name: "ben" },
        details: { channel_id: CHANNEL, count: "3" }
      }
    ],
    "the number of an unknown action": [{ action_type: 999 }, { action: "999", by: ada }]
  }
  for (const [what, [from, shown]] of Object.entries(entries)) {
    it.effect(`shows ${what}`, () =>
      Effect.gen(function* () {
        const id = "1248328050311954459"
        const { structured } = yield* wired("audit_log_get", { guild_id: GUILD }, log([entry(id, from)]))
        assert.deepStrictEqual(structured, { items: [{ id, time: "2024-06-06T17:30:00.008Z", ...shown }] })
      })
    )
  }

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
