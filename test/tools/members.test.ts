import { assert, describe, it } from "@effect/vitest"
import { Effect, TestClock } from "effect"
import { call, Sandbox, served } from "../dispatch/app.ts"
import { armed, issuesOf, PNG, wired } from "./wired.ts"

const GUILD = "1248328050278400001"
const USER = "1248328050311954441"
const ROLE = "1248328050311954442"
const at = { guild_id: GUILD, user_id: USER }

const ada = { id: USER, username: "ada", global_name: "Ada", discriminator: "0", avatar: "f00d" }
const member = {
  user: ada,
  nick: null,
  avatar: null,
  roles: [ROLE],
  joined_at: "2025-03-01T10:00:00+00:00",
  premium_since: null,
  deaf: false,
  mute: false,
  flags: 4 + 128,
  pending: false,
  communication_disabled_until: null
}
const shown = {
  id: USER,
  username: "ada",
  name: "Ada",
  roles: [ROLE],
  joined: "2025-03-01T10:00:00+00:00",
  bypasses_verification: true,
  quarantined: true
}

const sentBody = ({ sent }: { readonly sent?: { readonly body: unknown } | undefined }): unknown =>
  JSON.parse(JSON.stringify(sent?.body))

describe("members_list", () => {
  it.effect("continues after the last member of a page", () =>
    Effect.gen(function* () {
      const { query, structured } = yield* wired("members_list", { guild_id: GUILD, limit: 1 }, [member])
      assert.deepStrictEqual(query, { limit: "1" })
      assert.deepStrictEqual(structured, { items: [shown], next_cursor: `after:${USER}` })
      const next = yield* wired("members_list", { guild_id: GUILD, cursor: `after:${USER}` }, [])
      assert.deepStrictEqual(next.query, { limit: "100", after: USER })
    })
  )

  it.effect("starts after a user or at a cursor, not both", () =>
    Effect.gen(function* () {
      const begun = yield* wired("members_list", { guild_id: GUILD, after: `<@${USER}>` }, [])
      assert.deepStrictEqual(begun.query, { limit: "100", after: USER })
      assert.deepStrictEqual(
        issuesOf(yield* wired("members_list", { guild_id: GUILD, after: USER, cursor: `after:${USER}` })),
        ["cursor cannot be set together with after"]
      )
    })
  )
})

describe("members_search", () => {
  it.effect("requests more than Discord's default of one", () =>
    Effect.gen(function* () {
      const { query } = yield* wired("members_search", { guild_id: GUILD, query: "a" }, [member])
      assert.deepStrictEqual(query, { query: "a", limit: "25" })
    })
  )

  it.live("says so when nobody is found", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const found = yield* call("members_search", { guild_id: ids.guild, query: "ad" })
      assert.deepStrictEqual(Array.isArray(found.structured.items) && found.structured.items.map(({ id }) => id), [
        ids.members.ada
      ])
      const nobody = yield* call("members_search", { guild_id: ids.guild, query: "zzz" })
      assert.deepStrictEqual(nobody.structured, {
        items: [],
        notice: "No member's username or nickname starts with this."
      })
    }).pipe(served())
  )
})

describe("members_get_current_user", () => {
  it.live("is the bot as a member", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const { structured } = yield* call("members_get_current_user", { guild_id: ids.guild })
      assert.deepInclude(structured, { id: ids.bot, bot: true, roles: [ids.roles.bot] })
    }).pipe(served())
  )
})

describe("members_add", () => {
  it.effect("reports when the user is already a member", () =>
    Effect.gen(function* () {
      const input = { ...at, access_token: "granted", roles: [ROLE], __confirm: true }
      const { structured: known } = yield* wired("members_add", input, undefined, armed)
      assert.deepStrictEqual(known, { done: true, already_member: true })
      const { sent, structured } = yield* wired("members_add", input, member, armed)
      assert.deepStrictEqual(sentBody({ sent }), { access_token: "granted", roles: [ROLE] })
      assert.deepStrictEqual(structured, shown)
    })
  )
})

describe("members_modify", () => {
  it.effect("sends the given fields, null for removed ones, and flags as bits", () =>
    Effect.gen(function* () {
      const given = { ...at, nick: null, channel_id: null, flags: ["bypasses_verification"], audit_reason: "tidy" }
      const { sent, structured } = yield* wired("members_modify", given, member)
      assert.deepStrictEqual(sentBody({ sent }), { nick: null, channel_id: null, flags: 4 })
      assert.strictEqual(sent?.reason, "tidy")
      assert.deepStrictEqual(structured, shown)
      const none = yield* wired("members_modify", { ...at, flags: [] }, member)
      assert.deepStrictEqual(sentBody(none), { flags: 0 })
    })
  )

  it.effect("is destructive when it times out or replaces roles, and not when it ends a timeout", () =>
    Effect.gen(function* () {
      const codeOf = (given: object) =>
        Effect.map(
          wired("members_modify", { ...at, ...given }, member, armed),
          ({ isError, structured }) => isError && structured.code
        )
      assert.strictEqual(yield* codeOf({ roles: [] }), "DRY_RUN_PREVIEW")
      assert.strictEqual(yield* codeOf({ communication_disabled_until: "1970-01-02T00:00:00Z" }), "DRY_RUN_PREVIEW")
      assert.isFalse(yield* codeOf({ communication_disabled_until: null }))
      assert.isFalse(yield* codeOf({ nick: "Ada", mute: true }))
      assert.isFalse(yield* codeOf({ roles: [], __confirm: true }))
    })
  )

  it.effect("rejects a timeout of more than 28 days before it sends a request", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(Date.parse("2026-05-01T00:00:00Z"))
      const until = (communication_disabled_until: string) =>
        wired("members_modify", { ...at, communication_disabled_until, __confirm: true }, member, armed)
      const { sent } = yield* until("2026-05-29T00:00:00Z")
      assert.deepStrictEqual(sentBody({ sent }), { communication_disabled_until: "2026-05-29T00:00:00Z" })
      const refused = yield* until("2026-05-29T00:00:01Z")
      assert.deepStrictEqual(issuesOf(refused), ["communication_disabled_until must be at most 28 days ahead"])
      assert.isUndefined(refused.sent)
    })
  )

  it.effect("rejects a call without a change, and a nickname that is too long", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(issuesOf(yield* wired("members_modify", at)), [
        "nick set at least one of nick, roles, mute, deaf, channel_id, communication_disabled_until, flags"
      ])
      assert.deepStrictEqual(issuesOf(yield* wired("members_modify", { ...at, nick: "x".repeat(33) })), [
        "nick must be at most 32 characters, is 33"
      ])
    })
  )
})

describe("members_modify_current", () => {
  it.effect("sends images as data URLs, and null to remove one", () =>
    Effect.gen(function* () {
      const given = { guild_id: GUILD, avatar: { base64: PNG }, banner: null, bio: "Tells the tide." }
      assert.deepStrictEqual(sentBody(yield* wired("members_modify_current", given, member)), {
        avatar: `data:image/png;base64,${PNG}`,
        banner: null,
        bio: "Tells the tide."
      })
    })
  )
})

describe("members_bulk_ban", () => {
  it.effect("reports the users who could not be banned", () =>
    Effect.gen(function* () {
      const { sent, structured } = yield* wired(
        "members_bulk_ban",
        { guild_id: GUILD, user_ids: [USER, `<@${ROLE}>`], delete_message_seconds: 3600, __confirm: true },
        { banned_users: [USER], failed_users: [ROLE] },
        armed
      )
      assert.deepStrictEqual(sentBody({ sent }), { user_ids: [USER, ROLE], delete_message_seconds: 3600 })
      assert.deepStrictEqual(structured, {
        banned: [USER],
        failed: [ROLE],
        notice: "The failed users are already banned, or the bot cannot ban them."
      })
    })
  )
})

describe("members_list_bans", () => {
  it.effect("shows the user and the reason of each ban", () =>
    Effect.gen(function* () {
      const { structured } = yield* wired("members_list_bans", { guild_id: GUILD }, [{ user: ada, reason: "spam" }])
      assert.deepStrictEqual(structured, { items: [{ id: USER, username: "ada", name: "Ada", reason: "spam" }] })
    })
  )
})
