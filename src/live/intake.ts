/** Takes what the connection receives into the log, and repairs the gaps of the connection. */
import { Clock, type Context, DateTime, Effect, Option, PubSub, Ref, Schedule } from "effect"
import type { Discord } from "../discord/Discord.ts"
import type { Permit } from "../discord/Permit.ts"
import { openInteraction } from "./acknowledge.ts"
import { Channels } from "./channels.ts"
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

/** What was dropped by its name, and the number of messages that repairs have recovered. */
interface Counts {
  readonly dropped: Readonly<Record<string, number>>
  readonly recovered: number
}

/** Makes the intake of a connection. The scope ends a repair, which goes on after the next connection. */
export const make = Effect.fnUntraced(function* (options: IntakeOptions) {
  const scope = yield* Effect.scope
  const counts = yield* Ref.make<Counts>({ dropped: {}, recovered: 0 })
  const intake = new Intake({
    options,
    counts,
    context: yield* Effect.context<Permit>(),
    repairing: yield* Effect.makeSemaphore(1)
  })
  return {
    receive: (received: ReadonlyArray<Received>, isComplete = true) => intake.receive(received, isComplete),
    lost: (gap: Lost) => intake.noteLost(gap),
    // The connection does not wait for the repair.
    repair: Effect.asVoid(Effect.forkIn(Effect.interruptible(intake.repairGap()), scope)),
    watch: (watches: ReadonlyArray<Watch>) => intake.watch(watches),
    /** Whether an interaction is of a place whose events are logged. */
    isLogged: (interaction: unknown) => intake.isAllowed(Object(interaction)),
    counts: Ref.get(counts)
  }
})

/** What the intake uses. */
interface IntakeParts {
  readonly options: IntakeOptions
  readonly counts: Ref.Ref<Counts>
  readonly context: Context.Context<Permit>
  /** Held by a repair. */
  readonly repairing: Effect.Semaphore
}

/** Takes what one connection receives. */
class Intake {
  readonly #parts: IntakeParts
  readonly #options: IntakeOptions
  readonly #channels: Channels
  readonly #warn = makeWarning()

  constructor(parts: IntakeParts) {
    this.#parts = parts
    this.#options = parts.options
    this.#channels = new Channels(parts.options.discord)
  }

  isAllowed({ guild_id }: { readonly guild_id?: string | undefined }): boolean {
    const { allowedGuilds } = this.#options
    return allowedGuilds === undefined || (guild_id !== undefined && allowedGuilds.includes(guild_id))
  }

  receive(received: ReadonlyArray<Received>, isComplete: boolean): Effect.Effect<void> {
    return Effect.gen(this, function* () {
      const { botId } = this.#options
      const now = DateTime.formatIso(yield* DateTime.now)
      const events: Array<NewEvent> = []
      for (const one of received) {
        this.#channels.learn(one)
        const decoded = decodeDispatch(one, { botId, now })
        events.push(...decoded)
        if (decoded.length === 0) yield* this.#countDropped(one.type)
        if (one.type === "INTERACTION_CREATE") yield* this.#publish(one.data)
      }
      if (events.length > 0) yield* this.#append(events, isComplete)
    })
  }

  noteLost({ reason, since }: Lost): Effect.Effect<void> {
    return Effect.gen(this, function* () {
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
      yield* this.#remember(withGap)
    })
  }

  /** Repairs the gap that is remembered. It stays remembered until then, also if it grows meanwhile. */
  repairGap(): Effect.Effect<void> {
    const { context, counts, repairing } = this.#parts
    return Effect.gen(this, function* () {
      const { botId, discord, policyChannels, store } = this.#options
      const { gap, watched_guilds: guilds } = yield* store.state
      if (gap === undefined) return
      const { noticed_at = 0, reason = "session_lost", since } = gap
      const asked_at = yield* Clock.currentTimeMillis
      const named = (yield* policyChannels).map((id) => [id, { ...gap.watched[id], asked_at }] as const)
      const recovered = yield* repair({
        discord,
        botId,
        watched: { ...gap.watched, ...Object.fromEntries(named) },
        guilds,
        isAllowed: (channel) => this.isAllowed(channel),
        sinceMs: since,
        reason,
        key: `gap:${since}:${noticed_at}`,
        append: (events) => this.#append(events, true)
      })
      yield* Ref.update(counts, (before) => ({ ...before, recovered: before.recovered + recovered }))
      yield* store.note(({ gap: newest, ...state }) =>
        newest === undefined || newest === gap ? state : { ...state, gap: newest }
      )
    }).pipe(Effect.retry(REPAIR_AGAIN), Effect.ignore, repairing.withPermits(1), Effect.provide(context))
  }

  watch(watches: ReadonlyArray<Watch>): Effect.Effect<void> {
    return Effect.gen(this, function* () {
      const nowMs = yield* Clock.currentTimeMillis
      const state = yield* this.#options.store.state
      const fresh = watches.filter((one) => !isWatched(state, one, nowMs))
      if (fresh.length > 0) yield* this.#remember((now) => withWatches(now, fresh, nowMs))
    })
  }

  #countDropped(name: string) {
    return Ref.update(this.#parts.counts, (before) => ({ ...before, dropped: counted(before.dropped, name) }))
  }

  /** Publishes an interaction before its event is logged, so that the reader of the event can answer it. */
  #publish(data: unknown) {
    return Effect.gen(this, function* () {
      const { acknowledges, discord, interactions } = this.#options
      const { guild_id } = Object(data)
      // An interaction outside guilds answers a message that this bot sent.
      if (typeof guild_id === "string" && !this.isAllowed({ guild_id })) return
      yield* Option.match(this.isAllowed(Object(data)) ? openInteraction(data) : Option.none(), {
        onNone: () => Effect.void,
        onSome: (interaction) => discord.interactions?.add(interaction, acknowledges === true) ?? Effect.void
      })
      yield* PubSub.publish(interactions, data)
    })
  }

  /**
   * Logs events, as often as it takes. Meanwhile those of Discord wait. Returns how many the log did not have. A repair
   * begins after the newest ones, unless earlier events are missing.
   */
  #append(events: ReadonlyArray<NewEvent>, isComplete: boolean): Effect.Effect<number> {
    return Effect.gen(this, function* () {
      const { log, owns, store } = this.#options
      const allowed = yield* Effect.forEach(
        events.filter(({ event }) => event.type === "gap" || this.isAllowed(event)),
        (event) => Effect.provide(this.#channels.place(event), this.#parts.context)
      )
      yield* this.#watchDirect(allowed)
      // A process that was stopped finds out here that another one follows, and ends.
      const logged = yield* Effect.if(owns, { onTrue: () => log.append(allowed), onFalse: () => Effect.never }).pipe(
        Effect.tapError(({ message }) => this.#warn(message)),
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
  }

  /** Remembers the channels of direct messages before the log has them: Discord has no list of these channels. */
  #watchDirect(events: ReadonlyArray<NewEvent>) {
    return Effect.gen(this, function* () {
      const nowMs = yield* Clock.currentTimeMillis
      const { watched } = yield* this.#options.store.state
      const fresh = events
        .flatMap(({ event: { channel_id, guild_id, type } }) =>
          type === "message_create" && guild_id === undefined ? (channel_id ?? []) : []
        )
        .filter((id) => watched[id] === undefined || (watched[id].direct === true && !isRecent(watched[id], nowMs)))
      if (fresh.length === 0) return
      yield* this.#remember((state) => ({ ...state, watched: withDirect(state.watched, fresh, nowMs) }))
    })
  }

  /** Changes what is repaired. It is on the disk then, if it can be written: a process that is killed must not forget it. */
  #remember(change: (state: GatewayState) => GatewayState): Effect.Effect<void> {
    const { store } = this.#options
    return Effect.catchAll(store.save(change), () => store.note(change))
  }
}

type Watched = GatewayState["watched"]

/** Returns whether it is remembered already that a channel or a guild was asked for. */
const isWatched = (state: GatewayState, { channel_id, guild_id }: Watch, nowMs: number): boolean => {
  if (channel_id === undefined) return isRecent({ asked_at: state.watched_guilds[guild_id ?? ALL_GUILDS] }, nowMs)
  const channel = state.watched[channel_id]
  const isSame = channel?.direct !== true && (guild_id === undefined || guild_id === channel?.guild_id)
  return isSame && isRecent(channel, nowMs)
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
