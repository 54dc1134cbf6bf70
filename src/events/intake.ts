/** Takes what the connection receives into the log, and repairs the gaps of the connection. */
import { Clock, DateTime, Effect, PubSub, Ref, Schedule } from "effect"
import type { Discord } from "../discord/Discord.ts"
import type { Lost } from "../discord/gateway/GatewayConnection.ts"
import type { GatewayState, GatewayStore } from "../discord/gateway/GatewayStore.ts"
import type { Received } from "../discord/gateway/SequenceTracker.ts"
import type { Permit } from "../safety/Permit.ts"
import { decodeDispatch } from "./decodeDispatch.ts"
import type { EventLog } from "./EventLog.ts"
import type { Watch } from "./Gateway.ts"
import type { LoggedEvent, NewEvent } from "./GatewayEvent.ts"
import { repair } from "./repair.ts"

/** What the intake writes to, and for which bot. */
export interface IntakeOptions {
  readonly botId: string
  readonly discord: Discord["Type"]
  readonly log: EventLog
  readonly store: GatewayStore
  /** The guilds whose events may be logged. Unset: all, and direct messages. */
  readonly allowedGuilds: ReadonlyArray<string> | undefined
  readonly interactions: PubSub.PubSub<unknown>
  /** Returns whether this process owns the connection. Without it, the log is another one's. */
  readonly owns: Effect.Effect<boolean>
}

/** The maximum number of channels whose messages are repaired. */
const WATCHED_MAX = 1000

/** The number of names of dispatches that are counted apart. */
const NAMES_MAX = 100

/** The waits before a write to the log is tried again. */
const APPEND_AGAIN = Schedule.union(Schedule.exponential("100 millis"), Schedule.spaced("10 seconds"))

/** The waits before a repair is tried again for which Discord was not available. */
const REPAIR_AGAIN = Schedule.union(Schedule.exponential("5 seconds"), Schedule.spaced("5 minutes"))

/** Makes the intake of a connection. The scope ends a repair, which goes on after the next connection. */
export const make = Effect.fnUntraced(function* (options: IntakeOptions) {
  const { allowedGuilds, botId, discord, interactions, log, owns, store } = options
  const scope = yield* Effect.scope
  const context = yield* Effect.context<Permit>()
  const counts = yield* Ref.make<{ readonly dropped: Readonly<Record<string, number>>; readonly recovered: number }>({
    dropped: {},
    recovered: 0
  })
  const repairing = yield* Effect.makeSemaphore(1)
  const isAllowed = ({ guild_id }: { readonly guild_id?: string }) =>
    allowedGuilds === undefined || (guild_id !== undefined && allowedGuilds.includes(guild_id))

  /** An interaction outside guilds answers a message that this bot sent. */
  const mayInteract = (data: unknown) => {
    const { guild_id } = Object(data)
    return typeof guild_id !== "string" || isAllowed({ guild_id })
  }

  /**
   * Logs events, as often as it takes. Meanwhile those of Discord wait. Returns how many the log did not have. A repair
   * begins after the newest ones, unless earlier events are missing.
   */
  const append = Effect.fnUntraced(function* (events: ReadonlyArray<NewEvent>, isComplete = true) {
    const allowed = events.filter(({ event }) => event.type === "gap" || isAllowed(event))
    // A process that was stopped finds out here that another one follows, and ends.
    const logged = yield* Effect.if(owns, { onTrue: () => log.append(allowed), onFalse: () => Effect.never }).pipe(
      Effect.tapError(({ problem }) => Effect.logWarning(`the event log cannot be written: ${problem}`)),
      Effect.retry(APPEND_AGAIN),
      // The schedule never ends, but the process may.
      Effect.orDie,
      Effect.interruptible
    )
    if (isComplete && logged.length > 0)
      yield* store.note((state) => ({ ...state, watched: withNewest(state.watched, logged) }))
    return logged.length
  })

  const receive = Effect.fnUntraced(function* (received: ReadonlyArray<Received>, isComplete: boolean) {
    const now = DateTime.formatIso(yield* DateTime.now)
    const events: Array<NewEvent> = []
    for (const one of received) {
      const decoded = decodeDispatch(one, { botId, now })
      events.push(...decoded)
      if (decoded.length === 0) {
        yield* Ref.update(counts, (before) => ({ ...before, dropped: counted(before.dropped, one.type) }))
      }
      if (one.type === "INTERACTION_CREATE" && mayInteract(one.data)) yield* PubSub.publish(interactions, one.data)
    }
    if (events.length > 0) yield* append(events, isComplete)
  })

  /** Repairs the gap that is remembered. It stays remembered until then, also if it grows meanwhile. */
  const repairGap = Effect.gen(function* () {
    const { gap } = yield* store.state
    if (gap === undefined) return
    const { noticed_at = 0, reason = "session_lost", since } = gap
    const watched = Object.fromEntries(Object.entries(gap.watched).filter(([, channel]) => isAllowed(channel)))
    const key = `gap:${since}:${noticed_at}`
    const recovered = yield* repair({ discord, botId, watched, sinceMs: since, reason, key, append })
    yield* Ref.update(counts, (before) => ({ ...before, recovered: before.recovered + recovered }))
    yield* store.note(({ gap: newest, ...state }) =>
      newest === undefined || newest === gap ? state : { ...state, gap: newest }
    )
  }).pipe(Effect.retry(REPAIR_AGAIN), Effect.ignore, repairing.withPermits(1), Effect.provide(context))

  const lost = Effect.fnUntraced(function* ({ reason, since }: Lost) {
    const nowMs = yield* Clock.currentTimeMillis
    const withGap = ({ gap, ...state }: GatewayState): GatewayState => ({
      ...state,
      gap: {
        since: Math.min(gap?.since ?? since, since),
        noticed_at: nowMs,
        reason: gap?.reason ?? reason,
        watched: { ...state.watched, ...gap?.watched }
      }
    })
    yield* Effect.catchAll(store.save(withGap), () => store.note(withGap))
  })

  const watch = (channels: ReadonlyArray<Watch>) =>
    Effect.flatMap(Clock.currentTimeMillis, (nowMs) =>
      store.note((state) => ({ ...state, watched: withWatches(state.watched, channels, nowMs) }))
    )

  return {
    receive,
    lost,
    // The connection does not wait for the repair.
    repair: Effect.asVoid(Effect.forkIn(Effect.interruptible(repairGap), scope)),
    watch,
    counts: Ref.get(counts)
  }
})

type Watched = GatewayState["watched"]

const withWatches = (watched: Watched, channels: ReadonlyArray<Watch>, nowMs: number): Watched => {
  const all = new Map(Object.entries(watched))
  for (const { channel_id, guild_id } of channels) {
    all.set(channel_id, { ...all.get(channel_id), asked_at: nowMs, ...(guild_id !== undefined && { guild_id }) })
  }
  return Object.fromEntries([...all].sort(([, a], [, b]) => b.asked_at - a.asked_at).slice(0, WATCHED_MAX))
}

const withNewest = (watched: Watched, logged: ReadonlyArray<LoggedEvent>): Watched => {
  let next = watched
  for (const { channel_id, message_id, type } of logged) {
    const channel = channel_id === undefined ? undefined : next[channel_id]
    if (channel_id === undefined || channel === undefined || message_id === undefined || type !== "message_create")
      continue
    if (BigInt(message_id) <= BigInt(channel.last_message_id ?? 0)) continue
    next = { ...next, [channel_id]: { ...channel, last_message_id: message_id } }
  }
  return next
}

const counted = (counts: Readonly<Record<string, number>>, name: string): Readonly<Record<string, number>> => {
  const key = Object.hasOwn(counts, name) || Object.keys(counts).length < NAMES_MAX ? name : "other"
  return { ...counts, [key]: (Object.hasOwn(counts, key) ? (counts[key] ?? 0) : 0) + 1 }
}
