// @effect-diagnostics globalDate:off
import { assert, describe, it } from "@effect/vitest"
import { Effect, FastCheck, Schema } from "effect"
import type { Reply } from "../../../src/discord/DiscordRequest.ts"
import { createdAtMs, DISCORD_EPOCH_MS, firstIdAt } from "../../../src/objects/schema/snowflake.ts"
import { timeOf } from "../../../src/sandbox/Snowflakes.ts"
import { idTimes } from "../../../src/tools/dsl/cursor.ts"
import { paged } from "../../../src/tools/dsl/paging.ts"
import { readPages } from "../../../src/tools/dsl/readPages.ts"
import { viewOf } from "../../../src/tools/dsl/view.ts"
import { call, codeOf, Sandbox, served } from "../../dispatch/app.ts"
import { issuesOf, wired } from "../wired.ts"

const iso = (ms: number): string => new Date(ms).toISOString()

const ids = (structured: Readonly<Record<string, unknown>>): ReadonlyArray<unknown> =>
  Array.isArray(structured.items) ? structured.items.map((item) => Object(item).id) : []

/** Times of messages in a channel, with the requests for them. */
const channelOf = Effect.gen(function* () {
  const sandbox = yield* Sandbox
  const { general } = sandbox.ids.channels
  const all = (yield* sandbox.messages(general)).map(({ id }) => id)
  const queries = Effect.map(sandbox.requests, (requests) =>
    requests.flatMap(({ method, path, query }) => (method === "GET" && path.endsWith("/messages") ? [query] : []))
  )
  const at = (index: number) => timeOf(all[index] ?? "0")
  return { all, at, channel_id: general, queries, sandbox }
})

describe("snowflakes", () => {
  it("hold the time to the millisecond, from 2015 to 2084", () => {
    for (const ms of [DISCORD_EPOCH_MS, 1_700_000_000_123, Date.parse("2084-09-06T15:47:35.551Z")]) {
      const first = firstIdAt(ms)
      assert.strictEqual(createdAtMs(String(first)), ms)
      assert.strictEqual(createdAtMs(String(first + (1n << 22n) - 1n)), ms)
    }
    assert.strictEqual(firstIdAt(0), 0n)
    assert.strictEqual(firstIdAt(Date.parse("9999-12-31T00:00:00Z")), firstIdAt(Date.parse("2084-09-06T15:47:35.551Z")))
  })
})

describe("a list between two times", () => {
  const Item = Schema.Struct({ id: Schema.String })
  const MAX = 5
  const { pages } = paged({
    max: MAX,
    defaultLimit: 3,
    by: "either",
    positionOf: ({ id }: typeof Item.Type) => id,
    times: idTimes,
    view: viewOf(Item, ({ id }) => ({ id })),
    empty: "Nothing."
  })

  /** A Discord with these ids. It keeps what it returned to each request. */
  const discordWith = (all: ReadonlyArray<bigint>) => {
    const asked: Array<ReadonlyArray<bigint>> = []
    const fetch =
      (input: Readonly<Record<string, unknown>>) =>
      (extra: Readonly<Record<string, string | number>>): Effect.Effect<Reply> =>
        Effect.sync(() => {
          const { after, before, limit = 3 } = { ...input, ...extra } as Readonly<Record<string, string | number>>
          const newest = all.toSorted((a, b) => (a < b ? 1 : -1))
          const found = newest.filter(
            (id) => (before === undefined || id < BigInt(before)) && (after === undefined || id > BigInt(after))
          )
          const returned = after === undefined ? found.slice(0, Number(limit)) : found.slice(-Number(limit))
          asked.push(returned)
          return { body: returned.map((id) => ({ id: String(id) })), attempts: 1, alreadyApplied: false }
        })
    return { asked, fetch }
  }

  const START = 1_750_000_000_000
  const channel = FastCheck.uniqueArray(
    FastCheck.tuple(FastCheck.integer({ min: 0, max: 12 }), FastCheck.integer({ min: 0, max: 3 })).map(
      ([ms, sequence]) => firstIdAt(START + ms) + BigInt(sequence)
    ),
    { maxLength: 30 }
  )
  const time = FastCheck.integer({ min: -1, max: 13 })

  interface Bounds {
    readonly since?: number
    readonly until?: number
    readonly after?: string
  }

  /** The bounds of a list: forwards it begins with `after`, and only backwards `since` is its end. */
  const bounds: FastCheck.Arbitrary<Bounds> = FastCheck.oneof(
    time.map((since) => ({ since })),
    time.map((until) => ({ until })),
    FastCheck.tuple(time, time).map(([a, b]) => ({ since: Math.min(a, b), until: Math.max(a, b) })),
    time.map((until) => ({ until, after: "1" }))
  )

  it.prop(
    "has all items inside and no other, in order, page by page, and reads nothing past its end",
    [channel, bounds, FastCheck.integer({ min: 1, max: MAX }), FastCheck.boolean(), FastCheck.boolean()],
    ([all, { after, since, until }, limit, everything, repeats]) => {
      const times = {
        ...(since !== undefined && { since: iso(START + since) }),
        ...(until !== undefined && { until: iso(START + until) })
      }
      const isInside = (id: bigint) => {
        const ms = createdAtMs(String(id)) - START
        return (since === undefined || ms >= since) && (until === undefined || ms <= until)
      }
      const { asked, fetch } = discordWith(all)
      const read: Array<bigint> = []
      let cursor: string | undefined
      do {
        const beginning = { ...times, ...(after !== undefined && { after }) }
        const position = cursor === undefined ? beginning : { ...(repeats && times), cursor }
        const input = { limit, all: everything, ...position }
        const { value } = Effect.runSync(readPages(pages, input, fetch(input)))
        const page = value.items.map((item) => BigInt(Object(item).id))
        assert.isTrue(page.length > 0 || cursor === undefined, "an empty page after a cursor")
        if (!everything) assert.isAtMost(page.length, limit)
        read.push(...page)
        cursor = value.next_cursor
      } while (cursor !== undefined)
      const forwards = after !== undefined
      assert.deepStrictEqual(
        read,
        all.filter(isInside).toSorted((a, b) => (a < b === forwards ? -1 : 1))
      )
      // Only the last request can return no item of the range: it finds the end.
      assert.isTrue(asked.slice(0, -1).every((returned) => returned.some(isInside)))
    },
    { fastCheck: { numRuns: 500 } }
  )
})

describe("messages_read", () => {
  it.live("reads from the first to the last millisecond of the range, and not one more", () =>
    Effect.gen(function* () {
      const { all, at, channel_id } = yield* channelOf
      const read = (since: number, until: number) =>
        Effect.map(call("messages_read", { channel_id, since: iso(since), until: iso(until) }), ({ structured }) =>
          ids(structured)
        )
      assert.deepStrictEqual(yield* read(at(6), at(2)), all.slice(2, 7))
      assert.deepStrictEqual(yield* read(at(6) + 1, at(2)), all.slice(2, 6))
      assert.deepStrictEqual(yield* read(at(6), at(2) - 1), all.slice(3, 7))
      assert.deepStrictEqual(yield* read(at(4), at(4)), [all[4]])
    }).pipe(served())
  )

  it.live("takes times of any zone, and one bound alone", () =>
    Effect.gen(function* () {
      const { all, at, channel_id } = yield* channelOf
      const zoned = (ms: number) => iso(ms + 2 * 60 * 60_000).replace("Z", "+02:00")
      const since = yield* call("messages_read", { channel_id, since: zoned(at(2)) })
      assert.deepStrictEqual(ids(since.structured), all.slice(0, 3))
      const until = yield* call("messages_read", { channel_id, until: zoned(at(2)), limit: 2 })
      assert.deepStrictEqual(ids(until.structured), all.slice(2, 4))
    }).pipe(served())
  )

  it.live("gives a cursor only if there is more inside, and the cursor keeps the end", () =>
    Effect.gen(function* () {
      const { all, at, channel_id, queries } = yield* channelOf
      const range = { since: iso(at(5)), until: iso(at(2)) }
      const whole = yield* call("messages_read", { channel_id, ...range, limit: 4 })
      assert.deepStrictEqual([ids(whole.structured), whole.structured.next_cursor], [all.slice(2, 6), undefined])
      assert.strictEqual((yield* queries).length, 1)
      const first = yield* call("messages_read", { channel_id, ...range, limit: 3 })
      assert.deepStrictEqual(ids(first.structured), all.slice(2, 5))
      const cursor = first.structured.next_cursor
      for (const repeated of [{}, range]) {
        const rest = yield* call("messages_read", { channel_id, ...repeated, limit: 3, cursor })
        assert.deepStrictEqual([ids(rest.structured), rest.structured.next_cursor], [[all[5]], undefined])
      }
    }).pipe(served())
  )

  it.live("reads the range to its end with all, and no page past it", () =>
    Effect.gen(function* () {
      const { channel_id, queries, sandbox } = yield* channelOf
      yield* Effect.forEach(Array.from({ length: 150 }), () => call("messages_send", { channel_id, content: "tide" }), {
        concurrency: 10
      })
      const all = (yield* sandbox.messages(channel_id)).map(({ id }) => id)
      const inside = all.slice(0, 140)
      const since = iso(timeOf(inside.at(-1) ?? "0"))
      const expected = all.filter((id) => timeOf(id) >= Date.parse(since))
      const read = yield* call("messages_read", { channel_id, since, all: true })
      assert.deepStrictEqual(ids(read.structured), expected)
      assert.isFalse("next_cursor" in read.structured)
      assert.deepStrictEqual(
        (yield* queries).map(({ before, limit }) => [limit, before]),
        [
          ["100", undefined],
          ["100", all[99]]
        ]
      )
    }).pipe(served({ MCP_MAX_RESULT_CHARS: "1000000" }))
  )

  it.live("ends a list that begins with before or after at the other bound", () =>
    Effect.gen(function* () {
      const { all, at, channel_id } = yield* channelOf
      const back = yield* call("messages_read", { channel_id, before: all[1], since: iso(at(4)) })
      assert.deepStrictEqual(ids(back.structured), all.slice(2, 5))
      const forth = yield* call("messages_read", { channel_id, after: all[5], until: iso(at(2)), limit: 2 })
      assert.deepStrictEqual(ids(forth.structured), [all[4], all[3]])
      const rest = yield* call("messages_read", { channel_id, cursor: forth.structured.next_cursor })
      assert.deepStrictEqual([ids(rest.structured), rest.structured.next_cursor], [[all[2]], undefined])
    }).pipe(served())
  )

  it.live("says when nothing is in the range", () =>
    Effect.gen(function* () {
      const { at, channel_id } = yield* channelOf
      const none = yield* call("messages_read", { channel_id, since: iso(at(3) + 1), until: iso(at(3) + 1) })
      assert.deepStrictEqual(none.structured, {
        items: [],
        notice: "The bot can see nothing here in this range of time."
      })
    }).pipe(served())
  )

  it.effect("refuses times that contradict each other or another bound", () =>
    Effect.gen(function* () {
      const ID = "1248328050311954441"
      const refused = (given: object) =>
        Effect.map(wired("messages_read", { channel_id: ID, ...given }), (it) => {
          assert.isUndefined(it.sent)
          return issuesOf(it)
        })
      const [early, late] = ["2026-01-01T00:00:00Z", "2026-01-01T00:00:00.001Z"]
      assert.deepStrictEqual(yield* refused({ since: late, until: early }), ["since must not be later than until"])
      assert.deepStrictEqual(yield* refused({ since: early, after: ID }), ["since cannot be set together with after"])
      assert.deepStrictEqual(yield* refused({ until: late, before: ID }), ["until cannot be set together with before"])
      assert.deepStrictEqual(yield* refused({ since: early, until: late, around: ID }), [
        "since cannot be set together with around",
        "until cannot be set together with around"
      ])
      const searched = yield* wired("messages_search", { guild_id: ID, since: late, until: early })
      assert.deepStrictEqual(issuesOf(searched), ["since must not be later than until"])
      assert.deepStrictEqual(yield* refused({ until: "2014-12-31T23:59:59.999Z" }), [
        "until must not be before 2015: Discord has nothing older"
      ])
      assert.deepStrictEqual(yield* refused({ since: "2026-01-01", until: "2026-01-01T10:00" }), [
        "since needs a time and a time zone: in UTC, 2026-01-01T00:00:00Z",
        "until needs a time zone: in UTC, 2026-01-01T10:00:00Z"
      ])
    })
  )
})

describe("other lists between two times", () => {
  it.live("messages_search has the messages sent in the range", () =>
    Effect.gen(function* () {
      const { all, at, channel_id, sandbox } = yield* channelOf
      const search = (given: object) =>
        call("messages_search", { guild_id: sandbox.ids.guild, channel_id: [channel_id], ...given })
      const found = yield* search({ since: iso(at(4)), until: iso(at(2)), limit: 3 })
      assert.deepStrictEqual([ids(found.structured), found.structured.next_cursor], [all.slice(2, 5), undefined])
      const fewer = yield* search({ since: iso(at(4) + 1), until: iso(at(2) - 1) })
      assert.deepStrictEqual(ids(fewer.structured), [all[3]])
      const everything = yield* search({ since: "2014-01-01T00:00:00Z", all: true })
      assert.deepStrictEqual(ids(everything.structured), all)
      assert.deepStrictEqual(issuesOf(yield* search({ since: iso(at(4)), min_id: all[3] })), [
        "since cannot be set together with min_id"
      ])
    }).pipe(served({ MCP_MAX_RESULT_CHARS: "1000000" }))
  )

  it.live("messages_search_recent scans the range and no further", () =>
    Effect.gen(function* () {
      const { all, at, channel_id, queries } = yield* channelOf
      const range = { since: iso(at(5)), until: iso(at(2)) }
      const scan = (given: object) => call("messages_search_recent", { channel_id, query: "zzz", ...range, ...given })
      const { scanned, next_cursor } = (yield* scan({})).structured
      assert.deepStrictEqual([scanned, next_cursor], [4, undefined])
      assert.strictEqual((yield* queries).length, 1)
      assert.isUndefined((yield* scan({ limit: 4 })).structured.next_cursor)
      const cut = yield* scan({ limit: 3 })
      assert.strictEqual(cut.structured.next_cursor, `before:${all[4]}/${at(5)}`)
      const rest = yield* call("messages_search_recent", {
        channel_id,
        query: "zzz",
        cursor: cut.structured.next_cursor
      })
      assert.deepStrictEqual([rest.structured.scanned, rest.structured.next_cursor], [1, undefined])
    }).pipe(served())
  )

  it.live("messages_list_pins has the messages pinned in the range", () =>
    Effect.gen(function* () {
      const { all, channel_id } = yield* channelOf
      yield* Effect.forEach(all.slice(0, 4), (message_id) => call("messages_pin", { channel_id, message_id }))
      const pins = (given: object) => call("messages_list_pins", { channel_id, ...given })
      const { items } = (yield* pins({})).structured
      const pinned = Array.isArray(items)
        ? items.map((item) => [Object(item).id, Date.parse(Object(item).pinned_at)])
        : []
      const [, second = [], third = []] = pinned
      const inRange = pinned.filter(([, ms]) => ms >= third[1] && ms <= second[1]).map(([id]) => id)
      assert.isAtLeast(inRange.length, 2)
      const range = { since: iso(third[1]), until: iso(second[1]) }
      const found = yield* pins({ ...range, limit: inRange.length })
      assert.deepStrictEqual([ids(found.structured), found.structured.next_cursor], [inRange, undefined])
      const first = yield* pins({ ...range, limit: 1 })
      const rest = yield* pins({ cursor: first.structured.next_cursor, all: true })
      assert.deepStrictEqual([...ids(first.structured), ...ids(rest.structured)], inRange)
    }).pipe(served({}, { permissions: 8n }))
  )

  it.live("audit_log_get has the actions of the range, newest first", () =>
    Effect.gen(function* () {
      const { sandbox } = yield* channelOf
      const { guild } = sandbox.ids
      for (const name of ["one", "two", "three"]) yield* call("roles_create", { guild_id: guild, name })
      const log = (given: object) => call("audit_log_get", { guild_id: guild, ...given })
      const all = ids((yield* log({})).structured).map(String)
      const [newest = "", middle = ""] = all
      const inside = all.filter((id) => timeOf(id) >= timeOf(middle))
      const found = yield* log({ since: iso(timeOf(middle)), until: iso(timeOf(newest)), limit: inside.length })
      assert.deepStrictEqual([ids(found.structured), found.structured.next_cursor], [inside, undefined])
      assert.strictEqual(codeOf(yield* log({ since: iso(0), after: newest })), "VALIDATION_FAILED")
    }).pipe(served({}, { permissions: 8n }))
  )

  it.live("threads_search has the threads created in the range", () =>
    Effect.gen(function* () {
      const { channel_id } = yield* channelOf
      for (const name of ["one", "two", "three"]) yield* call("channels_create_thread", { channel_id, name })
      const search = (given: object) => call("threads_search", { channel_id, ...given })
      const all = ids((yield* search({})).structured).map(String)
      const middle = all[1] ?? "0"
      const inside = all.filter((id) => timeOf(id) >= timeOf(middle))
      assert.deepStrictEqual(ids((yield* search({ since: iso(timeOf(middle)) })).structured), inside)
      const older = all.filter((id) => timeOf(id) < timeOf(middle))
      assert.deepStrictEqual(ids((yield* search({ until: iso(timeOf(middle) - 1) })).structured), older)
    }).pipe(served({}, { permissions: 8n }))
  )

  it.effect("the lists of archived threads end at the range of archive times", () =>
    Effect.gen(function* () {
      const START = 1_750_000_000_000
      const thread = (ms: number) => ({
        id: String(firstIdAt(ms)),
        type: 11,
        name: "thread",
        thread_metadata: { archived: true, archive_timestamp: iso(ms) }
      })
      for (const kind of ["public", "private"]) {
        const archived = (given: object) =>
          wired(
            `channels_list_${kind}_archived_threads`,
            { channel_id: "1248328050311954441", ...given },
            { threads: [3, 2, 1, 0].map((ms) => thread(START + ms)), members: [], has_more: true }
          )
        const found = yield* archived({ since: iso(START + 1), until: iso(START + 3), limit: 2 })
        assert.deepStrictEqual(found.query, { limit: "3", before: iso(START + 4) })
        assert.deepStrictEqual(
          [ids(found.structured), found.structured.next_cursor],
          [[3, 2].map((ms) => String(firstIdAt(START + ms))), `before:${iso(START + 2)}/${START + 1}`]
        )
        const rest = yield* archived({ cursor: `before:${iso(START + 2)}/${START + 1}` })
        assert.isUndefined(rest.structured.next_cursor)
        const refused = yield* archived({ until: iso(START), before: iso(START) })
        assert.deepStrictEqual(issuesOf(refused), ["until cannot be set together with before"])
      }
    })
  )

  it.effect("guild_list_join_requests ends at the range", () =>
    Effect.gen(function* () {
      const request = (ms: number) => ({ id: String(firstIdAt(ms)), user_id: "1", created_at: iso(ms) })
      const START = 1_750_000_000_000
      const guild_join_requests = [request(START + 2), request(START + 1), request(START)]
      const found = yield* wired(
        "guild_list_join_requests",
        { guild_id: "1248328050311954441", since: iso(START + 1), until: iso(START + 2) },
        { guild_join_requests }
      )
      assert.deepStrictEqual(found.query, { limit: "51", before: String(firstIdAt(START + 3)) })
      assert.deepStrictEqual(ids(found.structured), [String(firstIdAt(START + 2)), String(firstIdAt(START + 1))])
    })
  )
})
