/** Takes what the connection receives into the log, and repairs the gaps of the connection. */
import { Clock, DateTime, Effect, Option, PubSub, Ref, Schedule } from "effect"
import type { Discord } from "../discord/Discord.ts"
import type { Permit } from "../discord/Permit.ts"
import { openInteraction } from "./acknowledge.ts"
import * as Channels from "./channels.ts"
import type { Lost } from "./connection/GatewayConnection.ts"
import { ALL_GUILDS, type GatewayState, type GatewayStore } from "./connection/GatewayStore.ts"
import type { Received } from "./connection/SequenceTracker.ts"
import { decodeDispatch } from "./decodeDispatch.ts"
import type { EventLog } from "./EventLog.ts"
import type { Watch } from "./Gateway.ts"
import type { LoggedEvent, NewEvent } from "./GatewayEvent.ts"
import { repair } from "./repair.ts"
import { makeWarning } from "./SegmentFiles.ts"

/** What the intake writes to, and for which bot. */
export interface IntakeOptions {
  readonly botId: string
  readonly discord: Discord["Type"]
  readonly log: EventLog
  readonly store: GatewayStore
  /** The guilds whose events may be logged. Unset: all, and direct messages. */
  readonly allowedGuilds: ReadonlyArray<string> | undefined
  /** The channels that policies name now. They are repaired as those that are waited for. */
  readonly policyChannels: Effect.Effect<ReadonlyArray<string>>
  readonly interactions: PubSub.PubSub<unknown>
  /** Whether the server acknowledges interactions. */
  readonly acknowledges?: boolean
  /** Returns whether this process owns the connection. Without it, the log is another one's. */
  readonly owns: Effect.Effect<boolean>
}

/** The maximum number of channels, and of guilds, whose messages are repaired. */
const WATCHED_MAX = 1000

/** The maximum number of channels of direct messages among them that nobody asked for. */
const DIRECT_MAX = 100

/** For so long, the same request for a channel or a guild is not written to the disk again. */
const ASKED_AGAIN_MS = 60 * 60_000

/** The number of names of dispatches that are counted apart. */
const NAMES_MAX = 100

/** The waits before a write to the log is tried again. */
const APPEND_AGAIN = Schedule.union(Schedule.exponential("100 millis"), Schedule.spaced("10 seconds"))

/** The waits before a repair is tried again for which Discord was not available. */
const REPAIR_AGAIN = Schedule.union(Schedule.exponential("5 seconds"), Schedule.spaced("5 minutes"))

/** Makes the intake of a connection. The scope ends a repair, which goes on after the next connection. */
export const make = Effect.fnUntraced(function* (options: IntakeOptions) {
  const { allowedGuilds, botId, discord, interactions, log, owns, policyChannels, store } = options
  const scope = yield* Effect.scope
  const context = yield* Effect.context<Permit>()
  const counts = yield* Ref.make<{ readonly dropped: Readonly<Record<string, number>>; readonly recovered: number }>({
    dropped: {},
    recovered: 0
  })
  const repairing = yield* Effect.makeSemaphore(1)
  const channels = Channels.make(discord)
  const warn = makeWarning()
  const isAllowed = ({ guild_id }: { readonly guild_id?: string | undefined }) =>
    allowedGuilds === undefined || (guild_id !== undefined && allowedGuilds.includes(guild_id))

  /** An interaction outside guilds answers a message that this bot sent. */
  const mayInteract = (data: unknown) => {
    const { guild_id } = Object(data)
    return typeof guild_id !== "string" || isAllowed({ guild_id })
  }

  /** Changes what is repaired. It is on the disk then, if it can be written: a process that is killed must not forget it. */
  const remember = (change: (state: GatewayState) => GatewayState) =>
    Effect.catchAll(store.save(change), () => store.note(change))

  /** Remembers the channels of direct messages before the log has them: Discord has no list of these channels. */
  const watchDirect = Effect.fnUntraced(function* (events: ReadonlyArray<NewEvent>) {
    const nowMs = yield* Clock.currentTimeMillis
    const { watched } = yield* store.state
    const fresh = events
      .flatMap(({ event: { channel_id, guild_id, type } }) =>
        type === "message_create" && guild_id === undefined ? (channel_id ?? []) : []
      )
      .filter((id) => watched[id] === undefined || (watched[id].direct === true && !isRecent(watched[id], nowMs)))
    if (fresh.length > 0) yield* remember((state) => ({ ...state, watched: withDirect(state.watched, fresh, nowMs) }))
  })

  /**
   * Logs events, as often as it takes. Meanwhile those of Discord wait. Returns how many the log did not have. A repair
   * begins after the newest ones, unless earlier events are missing.
   */
  const append = Effect.fnUntraced(function* (events: ReadonlyArray<NewEvent>, isComplete = true) {
    const allowed = yield* Effect.forEach(
      events.filter(({ event }) => event.type === "gap" || isAllowed(event)),
      (event) => Effect.provide(channels.place(event), context)
    )
    yield* watchDirect(allowed)
    // A process that was stopped finds out here that another one follows, and ends.
    const logged = yield* Effect.if(owns, { onTrue: () => log.append(allowed), onFalse: () => Effect.never }).pipe(
      Effect.tapError(({ message }) => warn(message)),
      Effect.retry(APPEND_AGAIN),
      // The schedule never ends, but the process may.
      Effect.orDie,
      Effect.interruptible
    )
    if (isComplete && logged.length > 0) {
      yield* store.note((state) => ({ ...state, watched: withNewest(state.watched, logged) }))
    }
    return logged.length
  })

  const receive = Effect.fnUntraced(function* (received: ReadonlyArray<Received>, isComplete = true) {
    const now = DateTime.formatIso(yield* DateTime.now)
    const events: Array<NewEvent> = []
    for (const one of received) {
      channels.learn(one)
      const decoded = decodeDispatch(one, { botId, now })
      events.push(...decoded)
      if (decoded.length === 0) {
        yield* Ref.update(counts, (before) => ({ ...before, dropped: counted(before.dropped, one.type) }))
      }
      if (one.type !== "INTERACTION_CREATE" || !mayInteract(one.data)) continue
      // Before the event is logged, so that its reader can answer it.
      yield* Option.match(isAllowed(Object(one.data)) ? openInteraction(one.data) : Option.none(), {
        onNone: () => Effect.void,
        onSome: (interaction) => discord.interactions?.add(interaction, options.acknowledges === true) ?? Effect.void
      })
      yield* PubSub.publish(interactions, one.data)
    }
    if (events.length > 0) yield* append(events, isComplete)
  })

  /** Repairs the gap that is remembered. It stays remembered until then, also if it grows meanwhile. */
  const repairGap = Effect.gen(function* () {
    const { gap, watched_guilds: guilds } = yield* store.state
    if (gap === undefined) return
    const { noticed_at = 0, reason = "session_lost", since } = gap
    const asked_at = yield* Clock.currentTimeMillis
    const named = (yield* policyChannels).map((id) => [id, { ...gap.watched[id], asked_at }] as const)
    const watched = { ...gap.watched, ...Object.fromEntries(named) }
    const key = `gap:${since}:${noticed_at}`
    const recovered = yield* repair({ discord, botId, watched, guilds, isAllowed, sinceMs: since, reason, key, append })
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
    yield* remember(withGap)
  })

  const watch = Effect.fnUntraced(function* (what: ReadonlyArray<Watch>) {
    const nowMs = yield* Clock.currentTimeMillis
    const state = yield* store.state
    const fresh = what.filter((one) => !isWatched(state, one, nowMs))
    if (fresh.length > 0) yield* remember((now) => withWatches(now, fresh, nowMs))
  })

  return {
    receive,
    lost,
    // The connection does not wait for the repair.
    repair: Effect.asVoid(Effect.forkIn(Effect.interruptible(repairGap), scope)),
    watch,
    /** Whether an interaction is of a place whose events are logged. */
    isLogged: (interaction: unknown) => isAllowed(Object(interaction)),
    counts: Ref.get(counts)
  }
})

type Watched = GatewayState["watched"]

/** Returns whether it is remembered already that a channel or a guild was asked for. */
const isWatched = (state: GatewayState, { channel_id, guild_id }: Watch, nowMs: number): boolean => {
  if (channel_id === undefined) return isRecent({ asked_at: state.watched_guilds[guild_id ?? ALL_GUILDS] }, nowMs)
  const known = state.watched[channel_id]
  const isSame = known?.direct !== true && (guild_id === undefined || guild_id === known?.guild_id)
  return isSame && isRecent(known, nowMs)
}

/** The clock can be set back. */
const isRecent = ({ asked_at }: { readonly asked_at?: number | undefined } = {}, nowMs: number): boolean =>
  asked_at !== undefined && Math.abs(nowMs - asked_at) < ASKED_AGAIN_MS

const withWatches = (state: GatewayState, what: ReadonlyArray<Watch>, nowMs: number): GatewayState => {
  const channels = new Map(Object.entries(state.watched))
  const guilds = new Map(Object.entries(state.watched_guilds))
  for (const { channel_id, guild_id } of what) {
    if (channel_id === undefined) {
      guilds.set(guild_id ?? ALL_GUILDS, nowMs)
      continue
    }
    const { direct: _, ...known } = channels.get(channel_id) ?? {}
    channels.set(channel_id, { ...known, asked_at: nowMs, ...(guild_id !== undefined && { guild_id }) })
  }
  return {
    ...state,
    watched: Object.fromEntries([...channels].sort(([, a], [, b]) => b.asked_at - a.asked_at).slice(0, WATCHED_MAX)),
    watched_guilds: Object.fromEntries([...guilds].sort(([, a], [, b]) => b - a).slice(0, WATCHED_MAX))
  }
}

const withNewest = (watched: Watched, logged: ReadonlyArray<LoggedEvent>): Watched => {
  let next = watched
  for (const { channel_id, guild_id, message_id, type } of logged) {
    if (channel_id === undefined || message_id === undefined || type !== "message_create") continue
    const channel = next[channel_id]
    if (channel === undefined || BigInt(message_id) <= BigInt(channel.last_message_id ?? 0)) continue
    next = {
      ...next,
      [channel_id]: { ...channel, last_message_id: message_id, ...(guild_id !== undefined && { guild_id }) }
    }
  }
  return next
}

/** Adds channels of direct messages, or remembers that they have a new one. Drops those without one for longest. */
const withDirect = (watched: Watched, ids: ReadonlyArray<string>, nowMs: number): Watched => {
  const fresh = ids.map((id) => [id, { ...watched[id], asked_at: nowMs, direct: true as const }] as const)
  const direct: Watched = { ...watched, ...Object.fromEntries(fresh) }
  const oldestFirst = Object.entries(direct)
    .filter(([, channel]) => channel.direct === true)
    .sort(([, a], [, b]) => a.asked_at - b.asked_at)
  const dropped = new Set(oldestFirst.slice(0, -DIRECT_MAX).map(([id]) => id))
  return Object.fromEntries(Object.entries(direct).filter(([id]) => !dropped.has(id)))
}

const counted = (counts: Readonly<Record<string, number>>, name: string): Readonly<Record<string, number>> => {
  const key = Object.hasOwn(counts, name) || Object.keys(counts).length < NAMES_MAX ? name : "other"
  return { ...counts, [key]: (Object.hasOwn(counts, key) ? (counts[key] ?? 0) : 0) + 1 }
}
