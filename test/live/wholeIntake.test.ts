/** What Discord sends until a reader has it: connection, intake, log, state and repair together, in virtual time. */
// Each life of the process has its own layers.
// @effect-diagnostics strictEffectProvide:off
import * as FileSystem from "@effect/platform/FileSystem"
import * as Path from "@effect/platform/Path"
import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Exit, FastCheck, PubSub, Redacted, Scope } from "effect"
import { Discord } from "../../src/discord/Discord.ts"
import { Permit } from "../../src/discord/Permit.ts"
import * as GatewayConnection from "../../src/live/connection/GatewayConnection.ts"
import * as GatewayStore from "../../src/live/connection/GatewayStore.ts"
import type { Ended } from "../../src/live/connection/identifyRules.ts"
import * as EventLog from "../../src/live/EventLog.ts"
import type { Watch } from "../../src/live/Gateway.ts"
import type { LoggedEvent } from "../../src/live/GatewayEvent.ts"
import * as Intake from "../../src/live/intake.ts"
import { createdAtMs } from "../../src/objects/schema/snowflake.ts"
import { virtually } from "../property/virtually.ts"
import { checkInTurns, runs } from "../turns.ts"
import { BOT, CHANNELS, DIRECT, DiscordModel, GUILD, type WireFault } from "./discordModel.ts"
import { DiskModel } from "./diskModel.ts"

const { array, boolean, constant, constantFrom, integer, nat, oneof, record } = FastCheck

const kill = record({ writes: nat(6), bytes: nat(1000) })

/** Three channels of a guild, and one of direct messages. */
const channel = constantFrom(...CHANNELS, DIRECT)

/** What a client asks for: a channel, a guild, or everything. */
const watch: FastCheck.Arbitrary<Watch> = oneof(
  constantFrom(...CHANNELS).map((channel_id) => ({ channel_id, guild_id: GUILD })),
  constantFrom<Array<Watch>>({ guild_id: GUILD }, {})
)
const count = integer({ min: 1, max: 3 })

const ends = oneof(
  constant<Ended>({ by: "connection" }),
  constantFrom(1000, 1001, 1006, 4000, 4001, 4002, 4005, 4008).map((code): Ended => ({ by: "code", code }))
)

const step = oneof(
  {
    weight: 8,
    arbitrary: record({ do: constant("write" as const), channel, count, latencyMs: constantFrom(0, 0, 400, 8000) })
  },
  {
    weight: 4,
    arbitrary: record({
      do: constant("fault" as const),
      fault: constantFrom<Array<WireFault>>("reorder", "duplicate", "omit", "skip"),
      channel,
      count
    })
  },
  { weight: 2, arbitrary: record({ do: constant("react" as const), channel }) },
  { weight: 3, arbitrary: record({ do: constant("ask" as const), watch }) },
  {
    weight: 4,
    arbitrary: record({
      do: constant("drop" as const),
      how: ends,
      unreachable: nat(3),
      resumedLateMs: constantFrom(0, 0, 500, 70_000)
    })
  },
  { weight: 2, arbitrary: record({ do: constant("silence" as const), ms: nat(60_000), ends: boolean() }) },
  { weight: 5, arbitrary: record({ do: constant("endSession" as const), isReported: boolean() }) },
  {
    weight: 3,
    arbitrary: record({ do: constant("trouble" as const), requests: nat(6), requestMs: constantFrom(20, 3000) })
  },
  { weight: 1, arbitrary: record({ do: constant("others" as const), identifies: constantFrom(100, 949, 990) }) },
  {
    weight: 2,
    arbitrary: record({ do: constant("read" as const), reader: nat(1), limit: integer({ min: 1, max: 9 }) })
  },
  { weight: 2, arbitrary: record({ do: constant("restart" as const), downMs: nat(20_000) }) },
  { weight: 4, arbitrary: record({ do: constant("kill" as const), when: kill }) }
)

const scenario = array(record({ step, afterMs: oneof(nat(100), nat(8000)) }), { minLength: 6, maxLength: 24 })

type Scenario = typeof scenario extends FastCheck.Arbitrary<infer A> ? A : never

/** A message is overtaken by a later one of its channel, and the session ends before it arrives. */
const overtaken: Scenario = [
  { step: { do: "write", channel: CHANNELS[1], count: 1, latencyMs: 400 }, afterMs: 0 },
  { step: { do: "write", channel: CHANNELS[1], count: 1, latencyMs: 0 }, afterMs: 60 },
  { step: { do: "endSession", isReported: false }, afterMs: 0 },
  { step: { do: "restart", downMs: 1000 }, afterMs: 0 }
]

/** The same with an event that takes almost as long as a repair begins earlier. */
const late: Scenario = [
  { step: { do: "write", channel: CHANNELS[1], count: 1, latencyMs: 8000 }, afterMs: 7000 },
  { step: { do: "write", channel: CHANNELS[1], count: 1, latencyMs: 0 }, afterMs: 60 },
  { step: { do: "endSession", isReported: false }, afterMs: 0 },
  { step: { do: "restart", downMs: 1000 }, afterMs: 0 }
]

const STATE = "/state/gateway.json"

const stateOf = (disk: DiskModel) => Object(JSON.parse(disk.files.get(STATE) ?? "{}"))

/** Starts a process of the bot over a disk. */
const start = Effect.fnUntraced(function* (disk: DiskModel, discord: DiscordModel) {
  const files = disk.process()
  const scope = yield* Scope.make()
  const parts = yield* Effect.gen(function* () {
    const store = yield* GatewayStore.make("/state")
    const log = yield* EventLog.make(files.segmentFiles)
    const owns = Effect.sync(() => !files.isDead())
    const interactions = yield* PubSub.sliding<unknown>(10)
    const intake = yield* Intake.make({
      botId: BOT,
      discord: discord.rest,
      log,
      store,
      allowedGuilds: undefined,
      policyChannels: Effect.succeed([]),
      interactions,
      owns
    })
    const connection = yield* GatewayConnection.make({
      ...intake,
      token: Redacted.make("token"),
      intents: ["GUILDS", "GUILD_MESSAGES"],
      store,
      owns,
      open: discord.open
    })
    yield* Effect.forkScoped(connection.run)
    return { store, log, intake, connection }
  }).pipe(
    Effect.provideService(Permit, Permit.grant("test", "read")),
    Effect.provideService(Discord, discord.rest),
    Effect.provideService(FileSystem.FileSystem, files.fs),
    Effect.provide(Path.layer),
    Scope.extend(scope)
  )
  return { ...parts, ...files, end: Effect.exit(Scope.close(scope, Exit.void)) }
})

/** Plays a scenario, and returns what the readers have, and what Discord has seen. */
const play = Effect.fnUntraced(function* (scenario: Scenario) {
  const disk = new DiskModel()
  const discord = new DiscordModel(() => stateOf(disk).session?.id)
  let process = yield* start(disk, discord)
  const again = Effect.gen(function* () {
    yield* process.end
    process = yield* start(disk, discord)
  })
  /** Since when the messages of each channel must be there: since it was asked for, or had a direct message. */
  const asked = new Map<string, number>()
  const ask = Effect.fnUntraced(function* (watch: Watch) {
    const answered = yield* Effect.exit(process.intake.watch([watch]))
    if (Exit.isFailure(answered)) return
    const nowMs = yield* Clock.currentTimeMillis
    const channels = watch.channel_id === undefined ? CHANNELS : [watch.channel_id]
    for (const id of channels) if (!asked.has(id)) asked.set(id, nowMs)
  })
  yield* Effect.sleep("10 seconds")
  yield* Effect.forEach(CHANNELS.slice(0, 2), (channel_id) => ask({ channel_id, guild_id: GUILD }))
  const { cursor } = yield* process.log.stats
  const readers = [0, 1].map(() => ({ cursor, events: [] as Array<LoggedEvent>, truncated: 0 }))
  const read = Effect.fnUntraced(function* (reader: (typeof readers)[number], limit: number) {
    const page = yield* process.log.read({ after: reader.cursor, limit })
    reader.events.push(...page.events)
    reader.cursor = page.nextCursor
    reader.truncated += page.truncated
    return page.more
  })
  for (const { afterMs, step } of scenario) {
    const nowMs = yield* Clock.currentTimeMillis
    if (step.do === "write" || step.do === "fault") {
      if (step.do === "fault") discord.faults.push(step.fault)
      const latencyMs = step.do === "write" ? step.latencyMs : 0
      for (let written = 0; written < step.count; written++) {
        const dispatch = discord.write(step.channel, nowMs)
        if (latencyMs === 0) dispatch()
        else yield* Effect.fork(Effect.delay(Effect.sync(dispatch), latencyMs))
      }
    } else if (step.do === "react") discord.react(step.channel, nowMs)
    else if (step.do === "drop") {
      discord.unreachable = step.unreachable
      discord.resumedLateMs = step.resumedLateMs
      discord.drop(step.how)
    } else if (step.do === "silence") {
      const notice = discord.silence()
      if (step.ends) discord.endSession(false)
      yield* Effect.fork(Effect.delay(Effect.sync(notice), step.ms))
    } else if (step.do === "endSession") discord.endSession(step.isReported)
    else if (step.do === "trouble") {
      discord.unavailable = step.requests
      discord.requestMs = step.requestMs
    } else if (step.do === "others") discord.identifyOthers(step.identifies, nowMs)
    else if (step.do === "ask") yield* ask(step.watch)
    else if (step.do === "kill") process.killAfter(step.when)
    else if (step.do === "restart") {
      yield* process.end
      yield* Effect.sleep(step.downMs)
      process = yield* start(disk, discord)
    } else if (!process.isDead()) yield* read(readers[step.reader] ?? { cursor, events: [], truncated: 0 }, step.limit)
    yield* Effect.sleep(afterMs)
    if (process.isDead()) yield* again
    const isDirect = ({ channel_id, type }: LoggedEvent) => channel_id === DIRECT && type === "message_create"
    const { events } = yield* process.log.read({ limit: 1, filter: isDirect })
    if (events.length > 0 && !asked.has(DIRECT)) asked.set(DIRECT, yield* Clock.currentTimeMillis)
  }
  // Now nothing fails any more, and everything that can be repaired is.
  discord.faults.length = 0
  discord.unreachable = 0
  discord.unavailable = 0
  discord.requestMs = 20
  discord.resumedLateMs = 0
  discord.used = 0
  process.die()
  yield* again
  const isSettled = Effect.map(process.store.state, ({ gap }) => gap === undefined && discord.isConnected)
  for (let minutes = 0; minutes < 60; minutes++) {
    yield* Effect.sleep("1 minute")
    if (yield* isSettled) break
  }
  for (const reader of readers) while (yield* read(reader, 50)) yield* Effect.void
  yield* process.end
  return { asked, discord, readers }
}, Effect.scoped)

type Played = Effect.Effect.Success<ReturnType<typeof play>>

/** Asserts that a reader has what it must have, once. */
const check = ({ asked, discord }: Played, events: ReadonlyArray<LoggedEvent>) => {
  const messages = events.flatMap(({ message_id = "", type }) => (type === "message_create" ? [message_id] : []))
  assert.strictEqual(new Set(messages).size, messages.length, "a message is delivered twice")
  const has = new Set(messages)
  for (const [channel, sinceMs] of asked) {
    const lost = discord.messages.get(channel)?.filter((id) => !has.has(id) && createdAtMs(id) > sinceMs)
    assert.deepStrictEqual(lost, [], "messages of a watched channel are lost")
  }
  const emojis = events.flatMap(({ emoji, type }) => (type === "message_reaction_add" ? [emoji ?? ""] : []))
  assert.strictEqual(new Set(emojis).size, emojis.length, "a reaction is delivered twice")
  const gaps = events.flatMap(({ gap, time }) => (gap === undefined ? [] : [{ ...gap, until: Date.parse(time) }]))
  const isInGap = (ms: number) => gaps.some(({ since = "", until }) => Date.parse(since) <= ms && ms <= until)
  for (const [emoji, ms] of discord.reactions)
    assert.isTrue(emojis.includes(emoji) || isInGap(ms), "a reaction is lost without a gap")
  const sessions = gaps.filter(({ reason }) => reason !== "sequence")
  assert.isBelow(sessions.length, discord.identifies.length, "a gap is delivered twice")
}

describe("what Discord sends", () => {
  it.effect(
    "reaches each reader once, and the bot identifies only when it must, under disconnects, faults, repairs, restarts and kills",
    () =>
      checkInTurns(
        [scenario, nat()],
        (scenario, seed) => {
          const played = virtually(play(scenario), seed)
          if (Exit.isFailure(played)) throw new Error(String(played.cause))
          const { discord, readers } = played.value
          for (const { events, truncated } of readers) {
            assert.strictEqual(truncated, 0)
            check(played.value, events)
          }
          for (const [at, { atMs, remaining, unneeded }] of discord.identifies.entries()) {
            assert.isAtLeast(atMs - (discord.identifies[at - 1]?.atMs ?? 0), 5000, "two identifies within 5 seconds")
            assert.isAtLeast(remaining, 50, "an identify of those that are kept")
            assert.isFalse(unneeded, "an identify although the session could be resumed")
          }
        },
        { numRuns: runs(250), examples: [[[overtaken, 0]], [[late, 0]]] }
      )
  )
})
