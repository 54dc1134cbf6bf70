import { assert, describe, it } from "@effect/vitest"
import { PermissionFlagsBits } from "discord-api-types/v10"
import { DateTime, Effect, Layer } from "effect"
import * as Discord from "../../../src/discord/Discord.ts"
import { LOOKED_AT_MAX } from "../../../src/tools/members/filter.ts"
import { answer, makeWire } from "../../discord/wire.ts"
import { call, overDiscord, Sandbox, served, settingsOf } from "../../dispatch/app.ts"
import { issuesOf, wired } from "../wired.ts"

const GUILD = "1248328050278400001"
const OWNER = 10n ** 17n
const MODERATOR = "1248328050278400002"
const MUTED = "1248328050278400003"

/** A member with the number `at`. Every tenth is a moderator, every hundredth is muted; a later one joined earlier. */
const memberAt = (at: number) => ({
  user: { id: String(OWNER + BigInt(at)), username: `user${at}`, global_name: null, discriminator: "0", avatar: null },
  roles: [...(at % 10 === 0 ? [MODERATOR] : []), ...(at % 100 === 0 ? [MUTED] : [])],
  joined_at: DateTime.formatIso(DateTime.unsafeMake(Date.UTC(2026, 0, 1) - at * 60_000))
})

const guild = {
  id: GUILD,
  name: "Tidepool",
  owner_id: String(OWNER + 7n),
  roles: [
    { id: GUILD, name: "@everyone", position: 0, permissions: "0", managed: false },
    {
      id: MODERATOR,
      name: "moderator",
      position: 1,
      permissions: String(PermissionFlagsBits.BanMembers),
      managed: false
    },
    { id: MUTED, name: "muted", position: 2, permissions: "0", managed: false }
  ]
}

/** A Discord with a guild of so many members, and the number of pages that were read. */
const withMembers = Effect.fnUntraced(function* (count: number) {
  const wire = makeWire((request, onPhase) => {
    if (!request.path.includes("/members")) return answer(200, guild)(request, onPhase)
    const from = Number(BigInt(request.query?.get("after") ?? OWNER - 1n) - OWNER) + 1
    const limit = Number(request.query?.get("limit"))
    const length = Math.max(0, Math.min(limit, count - Math.max(0, from)))
    return answer(
      200,
      Array.from({ length }, (_, at) => memberAt(Math.max(0, from) + at))
    )(request, onPhase)
  })
  const server = yield* Layer.build(overDiscord(Layer.provide(Discord.layer, wire.layer), yield* settingsOf(quick)))
  const list = (input: object) =>
    Effect.map(Effect.provide(call("members_list", { guild_id: GUILD, ...input }), server), ({ structured }) => {
      const { items, next_cursor, notice } = Object(structured)
      return {
        at: items.map(({ id }: { readonly id: string }) => Number(BigInt(id) - OWNER)),
        ...(next_cursor !== undefined && { next_cursor }),
        ...(notice !== undefined && { notice })
      }
    })
  /** Follows the cursors to the end. */
  const listAll = Effect.fnUntraced(function* (input: object) {
    const all: Array<number> = []
    for (let cursor: string | undefined, pages = 0; pages < 100; pages++) {
      const page: { at: ReadonlyArray<number>; next_cursor?: string } = yield* list({
        ...input,
        ...(cursor && { cursor })
      })
      all.push(...page.at)
      cursor = page.next_cursor
      if (cursor === undefined) return all
    }
    return all
  })
  return { list, listAll, pages: () => wire.sent.filter(({ path }) => path.includes("/members")).length }
})

const quick = { MCP_GLOBAL_REQUESTS_PER_SECOND: "10000" }

const every = (step: number, count: number) => Array.from({ length: Math.ceil(count / step) }, (_, at) => at * step)

describe("members_list with filters", () => {
  it.effect("looks for matches on all pages, and its cursor misses and repeats none", () =>
    Effect.gen(function* () {
      const { list, listAll, pages } = yield* withMembers(4321)
      const first = yield* list({ role_id: MUTED, limit: 15 })
      assert.deepStrictEqual(first, { at: every(100, 1500), next_cursor: `after:${OWNER + 1400n}` })
      assert.strictEqual(pages(), 2)
      for (const limit of [20, 44]) assert.deepStrictEqual(yield* listAll({ role_id: MUTED, limit }), every(100, 4321))
      assert.deepStrictEqual(
        yield* listAll({ role_id: MODERATOR, without_role: MUTED, all: true }),
        every(10, 4321).filter((at) => at % 100 !== 0)
      )
      assert.deepStrictEqual(yield* list({ role_id: "1248328050278400009" }), {
        at: [],
        notice: "No match among 4321 members. The newest of them joined at 2026-01-01T00:00:00.000Z."
      })
    }).pipe(Effect.scoped)
  )

  it.effect("knows who has a permission by a role, and that the owner has all", () =>
    Effect.gen(function* () {
      const { listAll } = yield* withMembers(50)
      assert.deepStrictEqual(yield* listAll({ permission: "BAN_MEMBERS" }), [0, 7, 10, 20, 30, 40])
      assert.deepStrictEqual(yield* listAll({ permission: "Manage Server" }), [7])
    }).pipe(Effect.scoped)
  )

  it.effect("selects by the time of joining, and sorts newest first over all pages", () =>
    Effect.gen(function* () {
      const { list, listAll } = yield* withMembers(2500)
      const week = { joined_after: memberAt(2000).joined_at, joined_before: memberAt(1000).joined_at }
      assert.deepStrictEqual(
        yield* listAll({ ...week, limit: 300 }),
        Array.from({ length: 1000 }, (_, at) => at + 1001)
      )
      const newest = yield* list({ sort: "joined", limit: 2 })
      assert.deepStrictEqual(newest, { at: [0, 1], next_cursor: "after:00000000000000000~2" })
      assert.deepStrictEqual(yield* listAll({ sort: "joined", role_id: MUTED, limit: 6 }), every(100, 2500))
    }).pipe(Effect.scoped)
  )

  it.effect("takes joined_after inclusively and joined_before exclusively, in each form of a time", () =>
    Effect.gen(function* () {
      const { list } = yield* withMembers(10)
      const at = memberAt(5).joined_at
      const seconds = String(Date.parse(at) / 1000)
      for (const time of [at, at.replace("Z", "+00:00"), `<t:${seconds}:R>`, seconds]) {
        assert.deepStrictEqual((yield* list({ joined_after: time })).at, [0, 1, 2, 3, 4, 5])
        assert.deepStrictEqual((yield* list({ joined_before: time })).at, [6, 7, 8, 9])
      }
    }).pipe(Effect.scoped)
  )

  it.effect("looks at 10,000 members at most, says so, and continues with the others", () =>
    Effect.gen(function* () {
      const { list, listAll, pages } = yield* withMembers(LOOKED_AT_MAX + 450)
      const first = yield* list({ role_id: MUTED, limit: 1000 })
      assert.deepStrictEqual(first, {
        at: every(100, 10_000),
        next_cursor: `after:${OWNER + 9999n}`,
        notice: "Of 10000 members that were looked at, 100 match. The guild has more: continue with next_cursor."
      })
      assert.strictEqual(pages(), 10)
      assert.deepStrictEqual(yield* list({ role_id: MUTED, cursor: first.next_cursor }), {
        at: [10_000, 10_100, 10_200, 10_300, 10_400]
      })
      const nobody = yield* list({ joined_after: "2027-01-01T00:00:00Z" })
      assert.deepStrictEqual(nobody, {
        at: [],
        next_cursor: `after:${OWNER + 9999n}`,
        notice: "Of 10000 members that were looked at, 0 match. The guild has more: continue with next_cursor."
      })
      assert.deepStrictEqual(yield* listAll({ sort: "joined", role_id: MUTED, limit: 60 }), every(100, 10_450))
    }).pipe(Effect.scoped)
  )

  it.effect("rejects ranges and roles that exclude each other, and cursors of sorted lists elsewhere", () =>
    Effect.gen(function* () {
      const at = { guild_id: GUILD }
      const refused = (input: object) => Effect.map(wired("members_list", { ...at, ...input }, []), issuesOf)
      assert.deepStrictEqual(
        yield* refused({ joined_after: "2026-02-01T00:00:00Z", joined_before: "2026-01-01T00:00:00Z" }),
        ["joined_after must be earlier than joined_before"]
      )
      assert.deepStrictEqual(yield* refused({ role_id: MUTED, without_role: MUTED }), [
        "without_role must be another role than role_id"
      ])
      assert.deepStrictEqual(
        issuesOf(yield* wired("members_list_bans", { ...at, cursor: "after:00000000000000000~2" }, [])),
        ["cursor is not a next_cursor of this tool"]
      )
    })
  )
})

describe("members_search with filters", () => {
  it.live("filters what Discord finds", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const namesOf = (input: object) =>
        Effect.map(call("members_search", { guild_id: ids.guild, ...input }), ({ structured }) => {
          const { items, ...rest } = Object(structured)
          return [items.map(({ id }: { readonly id: string }) => id), rest]
        })
      const all = yield* namesOf({ query: "a", limit: 100 })
      const moderators = yield* namesOf({ query: "a", permission: "KICK_MEMBERS" })
      assert.include(all[0], ids.members.ada)
      assert.deepStrictEqual(moderators, [[ids.members.ada], {}])
      const none = yield* namesOf({ query: "ada", joined_after: "2100-01-01T00:00:00Z" })
      const notice = "No match among 1 member with such a name. The newest of them joined at 2025-12-20T17:30:00.000Z."
      assert.deepStrictEqual(none, [[], { notice }])
    }).pipe(served())
  )

  it.effect("asks Discord for all matches, and pages through them", () =>
    Effect.gen(function* () {
      const members = [3, 1, 2].map(memberAt)
      const input = { guild_id: GUILD, query: "user", sort: "joined", limit: 2 }
      const { query, structured } = yield* wired("members_search", input, members)
      assert.deepStrictEqual(query, { query: "user", limit: "1000" })
      const { items, next_cursor } = Object(structured)
      assert.deepStrictEqual([items[0].username, items[1].username, next_cursor], ["user1", "user2", "offset:2"])
      const rest = yield* wired("members_search", { ...input, cursor: "offset:2" }, members)
      assert.deepStrictEqual(
        Object(rest.structured).items.map(({ username }: { readonly username: string }) => username),
        ["user3"]
      )
    })
  )
})
