/** What a repair reads after a gap, and its bounds. */
// Each test has its own sandbox and ends with it.
// @effect-diagnostics strictEffectProvide:off
import { assert, describe, it } from "@effect/vitest"
import { Clock, Context, Duration, Effect, Layer, Schedule, TestClock } from "effect"
import * as DiscordService from "../../src/discord/Discord.ts"
import type { WatchedChannel } from "../../src/live/connection/GatewayStore.ts"
import type { GatewayEvent } from "../../src/live/GatewayEvent.ts"
import { type RepairOptions, repair, repairBounds } from "../../src/live/repair.ts"
import { firstIdAt } from "../../src/objects/schema/snowflake.ts"
import * as Sandbox from "../../src/sandbox/Sandbox.ts"
import { roomy } from "../dispatch/app.ts"
import { whileTimePasses } from "../whileTimePasses.ts"
import { discordOf } from "./connection/discordOf.ts"

const NOW_MS = Date.parse("2026-11-23T12:00:00.000Z")
const SINCE_MS = NOW_MS - 60 * 60_000

/** The id of a message, so many milliseconds after the gap began. */
const idAfter = (ms: number): string => String(firstIdAt(SINCE_MS + ms))

const channelId = (number: number): string => String(1_300_000_000_000_000_000n + BigInt(number))

/** A sandbox, and a repair of its channels. */
const newRepair = Effect.gen(function* () {
  yield* TestClock.setTime(NOW_MS)
  const sandbox = yield* Sandbox.make(roomy)
  const context = yield* Layer.build(discordOf(sandbox))
  const discord = Context.get(context, DiscordService.Discord)
  const { guild } = sandbox.ids
  const logged: Array<GatewayEvent> = []
  return {
    sandbox,
    logged,
    texts: () => logged.flatMap(({ content }) => content ?? []),
    /** Adds text channels with messages. */
    add: (
      channels: Readonly<Record<string, ReadonlyArray<readonly [id: string, text: string]>>>,
      fields: object = {}
    ) =>
      sandbox.patch(
        Object.fromEntries(
          Object.entries(channels).flatMap(([id, messages]) => [
            [
              `/channels/${id}`,
              {
                type: 0,
                guild_id: guild,
                name: "shore",
                permission_overwrites: [],
                last_message_id: messages.at(-1)?.[0] ?? null,
                ...fields
              }
            ],
            ...messages.map(
              ([message, content]) =>
                [
                  `/channels/${id}/messages/${message}`,
                  { content, author: { id: sandbox.ids.members.ada, username: "ada" } }
                ] as const
            )
          ])
        )
      ),
    run: (watched: Readonly<Record<string, WatchedChannel>>, options: Partial<RepairOptions> = {}) =>
      repair({
        discord,
        botId: sandbox.ids.bot,
        watched,
        guilds: {},
        isAllowed: () => true,
        sinceMs: SINCE_MS,
        reason: "session_lost",
        key: "gap",
        append: (events) =>
          Effect.sync(() => {
            logged.push(...events.map(({ event }) => event))
            return events.filter(({ event }) => event.type !== "gap").length
          }),
        ...options
      }).pipe(Effect.provide(context)),
    gap: () => logged.at(-1)?.gap,
    /** The requests for messages and channels, each as a path without its number of messages. */
    requests: Effect.map(sandbox.requests, (all) => all.map(({ path }) => path)),
    watchedNow: (more: Partial<WatchedChannel> = {}) =>
      Effect.map(Clock.currentTimeMillis, (asked_at): WatchedChannel => ({ asked_at, guild_id: guild, ...more }))
  }
})

describe("a repair", () => {
  it.scoped("sends at most 200 requests, also to channels with an empty list, and names the other channels", () =>
    Effect.gen(function* () {
      const { add, gap, requests, run, sandbox, watchedNow } = yield* newRepair
      // The history of every second channel is hidden: it takes three requests to know.
      const all = Array.from({ length: 150 }, (_, number) => channelId(number))
      const hides = { permission_overwrites: [{ id: sandbox.ids.guild, type: 0, allow: "0", deny: String(1 << 16) }] }
      for (const [at, id] of all.entries()) {
        yield* add({ [id]: [[idAfter(at), "hidden or not"]] }, at % 2 === 0 ? hides : {})
      }
      const watched = yield* watchedNow()
      const before = (yield* requests).length
      yield* run(Object.fromEntries(all.map((id) => [id, watched])))
      assert.strictEqual((yield* requests).length - before, repairBounds.requests)
      assert.deepInclude(gap(), { reason: "limit", messages_recovered: false })
    })
  )

  it.scoped("logs at most 10,000 messages, of the channels with the newest messages first", () =>
    Effect.gen(function* () {
      const { add, gap, run, sandbox, texts, watchedNow } = yield* newRepair
      const [old, middle, recent] = [channelId(1), channelId(2), channelId(3)]
      const messages = (count: number, text: string) =>
        Array.from({ length: count }, (_, at) => [idAfter(1000 + at), text] as const)
      yield* add({ [old]: messages(10, "old"), [middle]: messages(9_960, "middle"), [recent]: messages(70, "recent") })
      yield* sandbox.setConditions({})
      const recovered = yield* run({
        [old]: yield* watchedNow({ last_message_id: String(firstIdAt(SINCE_MS - 3000)) }),
        [recent]: yield* watchedNow({ last_message_id: String(firstIdAt(SINCE_MS - 1000)) }),
        [middle]: yield* watchedNow({ last_message_id: String(firstIdAt(SINCE_MS - 2000)) })
      })
      assert.strictEqual(recovered, repairBounds.messages)
      const counts = ["recent", "middle", "old"].map((text) => texts().filter((one) => one === text).length)
      assert.deepStrictEqual(counts, [70, repairBounds.messages - 70, 0])
      assert.deepStrictEqual(
        texts()
          .slice(0, 71)
          .filter((text) => text !== "recent"),
        ["middle"]
      )
      assert.deepInclude(gap(), { reason: "limit", channels: [middle, old] })
    })
  )

  it.scoped("reads only channels that were asked for in the last 7 days", () =>
    Effect.gen(function* () {
      const { add, gap, run, texts, watchedNow } = yield* newRepair
      const [stale, fresh] = [channelId(1), channelId(2)]
      yield* add({ [stale]: [[idAfter(1), "stale"]], [fresh]: [[idAfter(2), "fresh"]] })
      const week = Duration.toMillis("7 days")
      yield* run({
        [stale]: yield* watchedNow({ asked_at: NOW_MS - week }),
        [fresh]: yield* watchedNow({ asked_at: NOW_MS - week + 1 })
      })
      assert.deepStrictEqual(texts(), ["fresh"])
      assert.deepInclude(gap(), { reason: "session_lost", messages_recovered: true })
    })
  )

  it.scoped("asks once for a channel that the bot cannot view, and logs nothing of it", () =>
    Effect.gen(function* () {
      const { add, gap, requests, run, sandbox, texts, watchedNow } = yield* newRepair
      const hides = { permission_overwrites: [{ id: sandbox.ids.guild, type: 0, allow: "0", deny: String(1 << 10) }] }
      const id = channelId(1)
      yield* add({ [id]: [[idAfter(1), "secret"]] }, hides)
      for (const watched of [yield* watchedNow(), { asked_at: NOW_MS }]) {
        const before = (yield* requests).length
        yield* run({ [id]: watched })
        assert.lengthOf((yield* requests).slice(before), 1)
        assert.deepStrictEqual(texts(), [])
        assert.deepInclude(gap(), { reason: "unreadable", channels: [id] })
      }
    })
  )

  it.scoped("names a channel whose history the bot may not read, although Discord returns an empty list", () =>
    Effect.gen(function* () {
      const { add, gap, run, sandbox, watchedNow } = yield* newRepair
      const hides = { permission_overwrites: [{ id: sandbox.ids.guild, type: 0, allow: "0", deny: String(1 << 16) }] }
      const [denied, quiet, deleted] = [channelId(1), channelId(2), channelId(3)]
      yield* add({ [denied]: [[idAfter(1), "unread"]] }, hides)
      yield* add({ [quiet]: [] })
      yield* add({ [deleted]: [[idAfter(1), "gone"]] })
      yield* sandbox.patch({ [`/channels/${deleted}/messages/${idAfter(1)}`]: null })
      const watched = yield* watchedNow()
      yield* run({ [denied]: watched, [quiet]: watched, [deleted]: watched })
      assert.deepInclude(gap(), { reason: "unreadable", messages_recovered: false, channels: [denied] })
    })
  )

  it.scoped(
    "reads the other channels and active threads of a watched guild that have newer messages, newest first",
    () =>
      Effect.gen(function* () {
        const { add, gap, logged, requests, run, sandbox, texts, watchedNow } = yield* newRepair
        const { guild, otherGuild } = sandbox.ids
        const [quiet, first, second, thread, archived, hidden, elsewhere, watched] = Array.from(
          { length: 8 },
          (_, at) => channelId(at + 1)
        ) as [string, string, string, string, string, string, string, string] // eight
        const hides = { permission_overwrites: [{ id: guild, type: 0, allow: "0", deny: String(1 << 10) }] }
        const threadOf = (archived: boolean) => ({
          type: 11,
          parent_id: first,
          thread_metadata: { archived, locked: false, auto_archive_duration: 60 }
        })
        yield* add({ [quiet]: [[idAfter(-60_000), "before the gap"]] })
        yield* add({ [first]: [[idAfter(1000), "first"]], [second]: [[idAfter(2000), "second"]] })
        yield* add({ [thread]: [[idAfter(3000), "thread"]] }, threadOf(false))
        yield* add({ [archived]: [[idAfter(4000), "archived"]] }, threadOf(true))
        yield* add({ [hidden]: [[idAfter(5000), "hidden"]] }, hides)
        yield* add({ [elsewhere]: [[idAfter(6000), "elsewhere"]] }, { guild_id: otherGuild })
        yield* add({ [watched]: [[idAfter(100), "watched"]] })
        const channels = { [watched]: yield* watchedNow() }
        yield* run(channels, { guilds: { [guild]: NOW_MS } })
        assert.deepStrictEqual(texts(), ["watched", "thread", "second", "first"])
        assert.deepStrictEqual(
          logged.slice(0, -1).map(({ guild_id }) => guild_id),
          [guild, guild, guild, guild]
        )
        assert.deepInclude(gap(), { reason: "session_lost", messages_recovered: true })
        const read = (yield* requests).filter((path) => path.endsWith("/messages"))
        assert.deepStrictEqual(
          read,
          [watched, thread, second, first].map((id) => `/channels/${id}/messages`)
        )

        logged.length = 0
        yield* run(channels, { guilds: { all: NOW_MS } })
        assert.deepStrictEqual(texts(), ["watched", "elsewhere", "thread", "second", "first"])
        logged.length = 0
        yield* run(channels, { guilds: { all: NOW_MS }, isAllowed: ({ guild_id }) => guild_id === otherGuild })
        assert.deepStrictEqual(texts(), ["elsewhere"])
        logged.length = 0
        yield* run(channels, { guilds: { all: NOW_MS - Duration.toMillis("7 days"), [otherGuild]: NOW_MS } })
        assert.deepStrictEqual(texts(), ["watched", "elsewhere"])
        logged.length = 0
        yield* run({}, { guilds: { [channelId(99)]: NOW_MS } })
        assert.deepInclude(gap(), { reason: "unreadable", messages_recovered: false })
      })
  )

  it.scoped("reads the other channels if Discord does not answer for some, and fails; not if it answers for none", () =>
    Effect.gen(function* () {
      const { add, gap, logged, run, sandbox, texts, watchedNow } = yield* newRepair
      const all = Array.from({ length: 20 }, (_, number) => channelId(number))
      for (const [at, id] of all.entries()) yield* add({ [id]: [[idAfter(at), `${at}`]] })
      const watched = yield* watchedNow()
      const channels = Object.fromEntries(all.map((id) => [id, watched]))
      const failing = (path: string) =>
        sandbox.inject({ match: { method: "GET", path }, times: "forever", do: { kind: "status", status: 503 } })
      yield* failing(`/channels/${all[0]}/messages`)
      yield* failing(`/channels/${all[7]}/messages`)
      assert.strictEqual((yield* Effect.flip(whileTimePasses(run(channels))))._tag, "DiscordRestUnavailable")
      assert.strictEqual(texts().length, all.length - 2)
      // The gap is logged when it is repaired.
      assert.isUndefined(gap())
      yield* sandbox.clearFaults
      logged.length = 0
      yield* whileTimePasses(Effect.retry(run(channels), Schedule.spaced("10 seconds")))
      assert.deepInclude(gap(), { messages_recovered: true })
      yield* failing("/channels/*/messages")
      logged.length = 0
      const before = (yield* sandbox.requests).length
      yield* Effect.flip(whileTimePasses(run(channels)))
      assert.deepStrictEqual(logged, [])
      assert.isBelow((yield* sandbox.requests).length - before, 50)
    })
  )

  it.scoped("finds the guild of a channel that was asked for without it, and keeps to the allowed guilds", () =>
    Effect.gen(function* () {
      const { add, logged, run, sandbox, texts } = yield* newRepair
      const { guild, otherGuild } = sandbox.ids
      const [own, other] = [channelId(1), channelId(2)]
      yield* add({ [own]: [[idAfter(1), "own"]] })
      yield* add({ [other]: [[idAfter(1), "other"]] }, { guild_id: otherGuild })
      const watched = { [own]: { asked_at: NOW_MS }, [other]: { asked_at: NOW_MS } }
      yield* run(watched, { isAllowed: ({ guild_id }) => guild_id === guild })
      assert.deepStrictEqual(texts(), ["own"])
      assert.strictEqual(logged[0]?.guild_id, guild)
    })
  )
})
