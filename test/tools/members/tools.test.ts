import { assert, describe, it } from "@effect/vitest"
import { PermissionFlagsBits } from "discord-api-types/v10"
import { Clock, Effect, TestClock } from "effect"
import { call, codeOf, roomy, Sandbox, served } from "../../dispatch/app.ts"
import { armed, issuesOf, PNG, wired } from "../wired.ts"

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

  it.live("returns a notice when no member matches", () =>
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
  it.live("returns the bot as a member", () =>
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
      assert.deepStrictEqual(known, {
        done: true,
        already_member: true,
        notice: "The user already was a member: nothing was set."
      })
      const { sent, structured } = yield* wired("members_add", input, member, armed)
      assert.deepStrictEqual(sentBody({ sent }), { access_token: "granted", roles: [ROLE] })
      assert.deepStrictEqual(structured, shown)
    })
  )
})

describe("members_modify", () => {
  it.effect("sends the given fields, null for cleared ones, and flags as bits", () =>
    Effect.gen(function* () {
      const given = {
        ...at,
        clear: ["nick", "channel_id"],
        flags: ["bypasses_verification"],
        audit_reason: "tidy",
        __confirm: true
      }
      const { sent, structured } = yield* wired("members_modify", given, member, armed)
      assert.deepStrictEqual(sentBody({ sent }), { nick: null, channel_id: null, flags: 4 })
      assert.strictEqual(sent?.reason, "tidy")
      assert.deepStrictEqual(structured, {
        ...shown,
        flags: ["bypasses_verification"],
        cleared: ["nick"],
        previous: { flags: [] },
        notice: "Discord accepted channel_id, but its reply does not show it."
      })
      const none = yield* wired("members_modify", { ...at, flags: [] }, member)
      assert.deepStrictEqual(sentBody(none), { flags: 0 })
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

describe("members_timeout", () => {
  const from = "2026-05-01T00:00:00.000Z"
  const timeout = (given: object, body: object = member) =>
    Effect.zipRight(
      TestClock.setTime(Date.parse(from)),
      wired("members_timeout", { ...at, __confirm: true, ...given }, body, armed)
    )
  const endSent = (given: object) =>
    Effect.map(timeout(given), (it) => ({ method: it.sent?.method, path: it.sent?.path, body: sentBody(it) }))

  it.effect("sends the end of the timeout, counted from the call or given as a time", () =>
    Effect.gen(function* () {
      const sent = (communication_disabled_until: string | null) => ({
        method: "PATCH" as const,
        path: `/guilds/${GUILD}/members/${USER}`,
        body: { communication_disabled_until }
      })
      assert.deepStrictEqual(yield* endSent({ minutes: 90 }), sent("2026-05-01T01:30:00.000Z"))
      assert.deepStrictEqual(yield* endSent({ minutes: 40_320 }), sent("2026-05-29T00:00:00.000Z"))
      assert.deepStrictEqual(yield* endSent({ until: "2026-05-29T00:00:00Z" }), sent("2026-05-29T00:00:00Z"))
      assert.deepStrictEqual(yield* endSent({ minutes: 0 }), sent(null))
      assert.strictEqual((yield* timeout({ minutes: 1, audit_reason: "spam" })).sent?.reason, "spam")
    })
  )

  it.effect("returns the end of the timeout, or a notice without one", () =>
    Effect.gen(function* () {
      const until = "2026-05-01T01:00:00+00:00"
      const begun = yield* timeout({ minutes: 60 }, { ...member, communication_disabled_until: until })
      assert.deepStrictEqual(begun.structured, { ...shown, timed_out_until: until })
      const ended = yield* timeout({ minutes: 0 })
      assert.deepStrictEqual(ended.structured, {
        ...shown,
        cleared: ["timed_out_until"],
        notice: "The member is not timed out now."
      })
    })
  )

  it.effect("requires exactly one of minutes and until, within 28 days", () =>
    Effect.gen(function* () {
      const refused = (given: object) =>
        Effect.map(timeout(given), (it) => {
          assert.isUndefined(it.sent)
          return issuesOf(it)
        })
      assert.deepStrictEqual(yield* refused({}), ["minutes set minutes or until"])
      assert.deepStrictEqual(yield* refused({ minutes: 5, until: "2026-05-02T00:00:00Z" }), [
        "until cannot be set together with minutes"
      ])
      assert.deepStrictEqual(yield* refused({ minutes: 40_321 }), [
        "minutes must be a whole number from 0 to 40320, is 40321"
      ])
      assert.deepStrictEqual(yield* refused({ minutes: -1 }), ["minutes must be a whole number from 0 to 40320, is -1"])
      assert.deepStrictEqual(yield* refused({ until: "2026-05-29T00:00:00.001Z" }), [
        "until must be at most 28 days ahead"
      ])
      assert.deepStrictEqual(yield* refused({ until: from }), [
        "until must be in the future; minutes: 0 ends the timeout"
      ])
      assert.deepStrictEqual(yield* refused({ until: "tomorrow" }), [
        "until must be an ISO 8601 time with time zone, such as 2026-01-31T18:00:00Z"
      ])
    })
  )

  it.live("times out a member of the sandbox, shows the timeout and ends it", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const bruno = { guild_id: ids.guild, user_id: ids.members.bruno }
      const untilOf = Effect.map(call("members_get", bruno), ({ structured }) => structured.timed_out_until)
      const before = yield* Clock.currentTimeMillis
      const begun = yield* call("members_timeout", { ...bruno, minutes: 10, __confirm: true })
      const lasts = Date.parse(String(begun.structured.timed_out_until)) - before
      assert.isTrue(lasts >= 600_000 && lasts < 660_000, String(lasts))
      assert.strictEqual(yield* untilOf, begun.structured.timed_out_until)
      const ended = yield* call("members_timeout", { ...bruno, minutes: 0 })
      assert.deepStrictEqual([codeOf(ended), ended.structured.notice], ["ok", "The member is not timed out now."])
      assert.isUndefined(yield* untilOf)
    }).pipe(served(armed, { ...roomy, permissions: PermissionFlagsBits.ModerateMembers }))
  )

  it.live("fails with the reason why a member cannot be timed out", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const end = { guild_id: ids.guild, user_id: ids.members.dmitri, minutes: 10, __confirm: true }
      const { structured } = yield* call("members_timeout", end)
      assert.deepInclude(structured, { code: "DISCORD_PERMISSION_DENIED", reason: "member_above_bot" })
    }).pipe(served(armed, { ...roomy, permissions: PermissionFlagsBits.ModerateMembers }))
  )
})

describe("members_modify_current", () => {
  it.effect("sends images as data URLs, and null for a cleared one", () =>
    Effect.gen(function* () {
      const given = { guild_id: GUILD, avatar: { base64: PNG }, clear: ["banner"], bio: "Tells the tide." }
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
        notice:
          "The failed users are already banned, or the bot cannot ban them. Discord accepted delete_message_seconds, but its reply does not show it."
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
