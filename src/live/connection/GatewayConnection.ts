/** Keeps a bot's connection to the gateway: resumes, identifies by the rules, and hands over what arrives. */
import { Clock, Effect, Option, type Redacted, Ref } from "effect"
import { type Intent, intentBits, privilegedIntents } from "../../config/gatewayVariables.ts"
import { ONLINE, type Presence } from "../../config/presence.ts"
import { noProxies, type ProxySettings } from "../../config/proxyVariables.ts"
import { Discord } from "../../discord/Discord.ts"
import type { Permit } from "../../discord/Permit.ts"
import { GatewayUnavailable } from "../../errors/DiscordMcpError.ts"
import { keepInterrupts } from "../../resilience/keepInterrupts.ts"
import { monotonicMs } from "../../telemetry/monotonic.ts"
import * as GatewayShard from "./GatewayShard.ts"
import type { GatewayStore } from "./GatewayStore.ts"
import { addressesOf } from "./gatewayAddresses.ts"
import {
  ended,
  IDENTIFY_APART_MS,
  identified,
  nextConnect,
  refusalOf,
  type Session,
  type StartLimit,
  terminalOf
} from "./identifyRules.ts"
import { type Received, SequenceTracker } from "./SequenceTracker.ts"

/** Events that Discord does not send any more. */
export interface Lost {
  /** Until when all events have arrived, in milliseconds since 1970. */
  readonly since: number
  /** The session has ended, or it has left out numbers. */
  readonly reason: "session_lost" | "sequence"
}

/** The parts of a connection. */
export interface ConnectionOptions {
  readonly token: Redacted.Redacted
  readonly intents: ReadonlyArray<Intent>
  readonly store: GatewayStore
  /** Returns whether this process owns the bot's connection. */
  readonly owns: Effect.Effect<boolean>
  /** Takes events. When it completes, Discord does not send them again. `isComplete`: no earlier event is missing. */
  readonly receive: (events: ReadonlyArray<Received>, isComplete: boolean) => Effect.Effect<void>
  /** Remembers that events are lost. It completes before the next events are received. */
  readonly lost: (what: Lost) => Effect.Effect<void>
  /** The connection is usable, or events are lost. */
  readonly repair: Effect.Effect<void>
  /** What people see beside the bot, until it is changed. */
  readonly presence?: Presence
  /** Unset: none. */
  readonly proxies?: ProxySettings
  /** Replaces the connection in a test in virtual time. */
  readonly open?: typeof GatewayShard.connect
}

/** What is known about a connection. */
export interface ConnectionStatus {
  readonly state: "waiting" | "connecting" | "connected" | "ended"
  /** When the connection became usable, in milliseconds since 1970. */
  readonly connectedSince?: number
  /** The time between a heartbeat and its answer, in milliseconds. */
  readonly latencyMs?: number
  /** Discord's limit of IDENTIFY, as it was last read. */
  readonly startLimit?: StartLimit
  readonly resumes: number
  readonly identifies: number
  readonly disconnects: number
  /** Why there is no connection now. */
  readonly unavailable?: GatewayUnavailable
}

/** A connection that lived so long was not a failed attempt. */
const LASTING_MS = 10_000

/** The time until a connection must be usable. The library has shorter limits for each step but the answer to RESUME. */
const USABLE_TIMEOUT = "1 minute"

/** How often a changed presence is sent: Discord takes five in 20 seconds, and ends the connection for more. */
const PRESENCE_EVERY = "4 seconds"

/** How long a missing event may be overtaken by later ones, until a RESUME asks for it again. */
const MISSING_WAIT = "5 seconds"

/** The longest wait until the limit of IDENTIFY is read again. */
const BUDGET_WAIT_MAX_MS = 15 * 60_000

/** Makes a connection. `run` connects, and ends only with a failure that waiting does not end. */
export const make = Effect.fnUntraced(function* (options: ConnectionOptions) {
  const discord = yield* Discord
  const clock = yield* Clock.clockWith(Effect.succeed)
  const status = yield* Ref.make<ConnectionStatus>({ state: "connecting", resumes: 0, identifies: 0, disconnects: 0 })
  const connection = new KeptConnection({ options, discord, clock, status: new StatusRecord(status) })
  return {
    run: connection.run(),
    setPresence: (presence) => connection.setPresence(presence),
    status: connection.status
  } satisfies GatewayConnection as GatewayConnection
})

/** The status of a connection, as it changes. */
class StatusRecord {
  readonly #status: Ref.Ref<ConnectionStatus>
  #latency: Pick<ConnectionStatus, "latencyMs"> = {}
  /** The monotonic time until which Discord allows too few IDENTIFY. */
  #budgetMs = Number.NEGATIVE_INFINITY

  constructor(status: Ref.Ref<ConnectionStatus>) {
    this.#status = status
  }

  get now(): Effect.Effect<ConnectionStatus> {
    return Effect.zipWith(Ref.get(this.#status), monotonicMs, (now, nowMs) => ({
      ...now,
      ...this.#latency,
      // Also while the limit is read again.
      ...(now.state !== "connected" &&
        now.state !== "ended" &&
        this.#budgetMs > Number.NEGATIVE_INFINITY && { unavailable: budgetUsedUp(this.#budgetMs - nowMs) })
    }))
  }

  set(change: Partial<ConnectionStatus>) {
    return Ref.update(this.#status, (before) => ({ ...before, ...change }))
  }

  setLatency(latencyMs: number): void {
    this.#latency = { latencyMs }
  }

  /** Notes until when Discord allows too few IDENTIFY. Unset: it allows enough. */
  setBudget(untilMs = Number.NEGATIVE_INFINITY): void {
    this.#budgetMs = untilMs
  }

  count(of: "resumes" | "identifies" | "disconnects") {
    return Ref.update(this.#status, (before) => ({ ...before, [of]: before[of] + 1 }))
  }

  setWaiting(retry_after_ms: number) {
    return Ref.update(
      this.#status,
      ({ connectedSince: _, ...before }): ConnectionStatus => ({
        ...before,
        state: "waiting",
        unavailable: new GatewayUnavailable({ reason: "disconnected", retry_after_ms: Math.ceil(retry_after_ms) })
      })
    )
  }

  setConnected(connectedSince: number) {
    return Ref.update(
      this.#status,
      ({ unavailable: _, ...before }): ConnectionStatus => ({ ...before, state: "connected", connectedSince })
    )
  }

  setEnded(unavailable: GatewayUnavailable) {
    return Ref.update(this.#status, ({ connectedSince: _, ...before }) => ({
      ...before,
      state: "ended" as const,
      unavailable
    }))
  }
}

/** What all connections of a bot share. */
interface ConnectionParts {
  readonly options: ConnectionOptions
  readonly discord: Discord["Type"]
  readonly clock: Clock.Clock
  readonly status: StatusRecord
}

/** What people shall see beside the bot, and what Discord shows in this session. */
interface PresenceState {
  wanted: Presence
  presented: Presence | undefined
}

/** Connects again and again. */
class KeptConnection {
  readonly #options: ConnectionOptions
  readonly #status: StatusRecord
  readonly #clock: Clock.Clock
  readonly #addresses: ReturnType<typeof addressesOf>
  readonly #tracker = new SequenceTracker()
  readonly #presence: PresenceState
  /** The attempts in a row whose connection did not become usable. */
  #unusable = 0
  /** The monotonic time of the last IDENTIFY: the wall clock can be set. */
  #identifiedMs = Number.NEGATIVE_INFINITY

  constructor({ clock, discord, options, status }: ConnectionParts) {
    this.#options = options
    this.#status = status
    this.#clock = clock
    this.#addresses = addressesOf(discord, (startLimit) => status.set({ startLimit }))
    this.#presence = { wanted: options.presence ?? ONLINE, presented: undefined }
  }

  get status(): Effect.Effect<ConnectionStatus> {
    return this.#status.now
  }

  setPresence(presence: Presence): Effect.Effect<void> {
    return Effect.sync(() => {
      this.#presence.wanted = presence
    })
  }

  run() {
    return Effect.iterate(0, {
      while: () => true,
      body: (failures) =>
        Effect.map(this.#connectNext(failures), (lastedMs) => (lastedMs >= LASTING_MS ? 0 : failures + 1))
    }).pipe(
      Effect.zipRight(Effect.never),
      Effect.tapError((unavailable) => this.#status.setEnded(unavailable))
    )
  }

  /** Waits as the rules say, and connects. Returns how long the connection lasted. */
  #connectNext(failures: number) {
    return Effect.gen(this, function* () {
      const { intents, owns, store } = this.#options
      if (!(yield* owns)) return yield* new GatewayUnavailable({ reason: "not_owner" })
      const next = nextConnect(yield* store.state, failures, yield* Clock.currentTimeMillis)
      const apartMs = next.do === "identify" ? IDENTIFY_APART_MS - ((yield* monotonicMs) - this.#identifiedMs) : 0
      const waitMs = Math.max(next.waitMs, apartMs)
      yield* this.#status.setWaiting(Math.max(waitMs, RETRY_MIN_MS))
      yield* Effect.sleep(waitMs)
      yield* this.#status.set({ state: "connecting" })
      const url = yield* next.do === "resume"
        ? this.#addresses.toResume(next.session, this.#unusable)
        : this.#addressToIdentify()
      if (Option.isNone(url)) return 0
      const startMs = yield* monotonicMs
      this.#unusable++
      const how = yield* this.#connectOnce(url.value, next.do === "resume" ? next.session : undefined)
      yield* this.#status.count("disconnects")
      yield* Effect.logDebug("the gateway connection has ended").pipe(Effect.annotateLogs({ how }))
      yield* Effect.catchAll(
        store.save((state) => ended(state, how)),
        (problem) => Effect.logWarning(`the state of the gateway could not be written: ${problem}`)
      )
      const terminal = terminalOf(how, privilegedAmong(intents))
      if (terminal !== undefined) return yield* terminal
      return (yield* monotonicMs) - startMs
    })
  }

  /** Returns the address for an IDENTIFY that Discord's limit allows. None: to be tried again. */
  #addressToIdentify() {
    return Effect.gen(this, function* () {
      const info = yield* this.#addresses.gateway
      if (Option.isNone(info)) return Option.none()
      const { session_start_limit: startLimit, url } = info.value
      const refusal = refusalOf(startLimit)
      this.#status.setBudget(refusal === undefined ? undefined : (yield* monotonicMs) + (refusal.retry_after_ms ?? 0))
      if (refusal === undefined) return Option.some(url)
      yield* Effect.logWarning("the gateway is not connected: Discord allows too few further connections today").pipe(
        Effect.annotateLogs({ remaining: startLimit.remaining, retry_after_ms: refusal.retry_after_ms })
      )
      const waitMs = Math.min(refusal.retry_after_ms ?? 0, BUDGET_WAIT_MAX_MS)
      yield* this.#status.setWaiting(waitMs)
      yield* Effect.sleep(waitMs)
      return Option.none()
    })
  }

  /** Connects once, and hands over what arrives until the connection ends. */
  #connectOnce(url: string, session: Session | undefined) {
    return Effect.gen(this, function* () {
      const { seen_at: since } = yield* this.#options.store.state
      this.#tracker.begin(session)
      const attempt = new ConnectionAttempt({
        url,
        session,
        since,
        options: this.#options,
        status: this.#status,
        tracker: this.#tracker,
        presence: this.#presence,
        clock: this.#clock,
        mayIdentify: this.#mayIdentify(),
        onUsable: (resumed) => this.#onUsable(resumed)
      })
      return yield* attempt.run()
    }).pipe(
      Effect.scoped,
      keepInterrupts,
      Effect.catchAllDefect((defect) =>
        Effect.as(Effect.logError("the gateway connection has failed", defect), { by: "connection" } as const)
      )
    )
  }

  /** Records an IDENTIFY before it is sent. One that cannot be recorded is not sent. */
  #mayIdentify() {
    const { owns, store } = this.#options
    return Effect.gen(this, function* () {
      if (!(yield* owns)) return false
      const nowMs = yield* Clock.currentTimeMillis
      yield* store.save((state) => identified(state, nowMs))
      this.#identifiedMs = yield* monotonicMs
      yield* this.#status.count("identifies")
      // Another process may have followed while the state was written.
      return yield* owns
    }).pipe(
      Effect.catchAll((problem) =>
        Effect.as(
          Effect.logWarning(`the gateway is not connected, because a login must be recorded first: ${problem}`),
          false
        )
      )
    )
  }

  #onUsable(resumed: boolean) {
    return Effect.gen(this, function* () {
      this.#unusable = 0
      this.#status.setBudget()
      yield* this.#status.setConnected(yield* Clock.currentTimeMillis)
      yield* Effect.logDebug(resumed ? "the gateway session was resumed" : "a gateway session has begun")
      yield* this.#options.repair
    })
  }
}

/** One connection, and what it shares with those before and after it. */
interface AttemptParts {
  readonly url: string
  /** The session to resume. Unset: a new one begins. */
  readonly session: Session | undefined
  /** Until when all events had arrived before. */
  readonly since: number | undefined
  readonly options: ConnectionOptions
  readonly status: StatusRecord
  readonly tracker: SequenceTracker
  readonly presence: PresenceState
  readonly clock: Clock.Clock
  readonly mayIdentify: Effect.Effect<boolean>
  readonly onUsable: (resumed: boolean) => Effect.Effect<void>
}

/** Connects once. */
class ConnectionAttempt {
  readonly #parts: AttemptParts
  /** When Discord last answered a heartbeat, and the last such time that was noted. */
  #aliveMs = Number.NEGATIVE_INFINITY
  #notedMs = Number.NEGATIVE_INFINITY
  #isTaking = false

  constructor(parts: AttemptParts) {
    this.#parts = parts
  }

  /** Connects, and takes what arrives. Returns how the connection ended. */
  run() {
    return Effect.gen(this, function* () {
      const { tracker } = this.#parts
      const shard = yield* this.#open()
      const takeAll = Effect.forever(
        Effect.uninterruptibleMask((restore) =>
          Effect.flatMap(restore(shard.take), (dispatches) => this.#take(dispatches))
        )
      )
      const timeout = Effect.delay(
        Effect.suspend(() => (tracker.isUsable ? Effect.never : Effect.zipRight(shard.close, Effect.never))),
        USABLE_TIMEOUT
      )
      const askAgain = Effect.forever(this.#askAgain(shard))
      const present = Effect.forever(this.#present(shard))
      // The first end counts, also a defect: nobody would take the events of a connection that goes on.
      const ends = [shard.ended, takeAll, timeout, askAgain, present].map(Effect.exit)
      const how = yield* Effect.flatten(Effect.raceAll(ends))
      yield* Effect.flatMap(shard.rest, (rest) => (rest.length === 0 ? Effect.void : this.#take(rest)))
      yield* this.#noteAlive()
      return how
    })
  }

  #open() {
    const { clock, mayIdentify, options, presence, session, status, url } = this.#parts
    const { open = GatewayShard.connect, proxies = noProxies, token } = options
    const initial = presence.wanted
    if (session === undefined) presence.presented = initial
    const intents = options.intents.reduce((sum, intent) => sum | intentBits[intent], 0)
    return open({ url, token, intents, session, presence: initial, mayIdentify, proxies }, (latencyMs) => {
      this.#aliveMs = clock.unsafeCurrentTimeMillis()
      status.setLatency(latencyMs)
    })
  }

  #take(dispatches: ReadonlyArray<GatewayShard.Dispatch>) {
    return Effect.gen(this, function* () {
      const { onUsable, options, since, status, tracker, url } = this.#parts
      this.#isTaking = true
      const nowMs = yield* Clock.currentTimeMillis
      const { events, ready, resumed, session } = tracker.accept(dispatches, url, nowMs)
      // Before the events, which say where each channel was read to, and before the session, which can be resumed.
      if (ready && since !== undefined) yield* this.#reportLost(since, "session_lost")
      // In the log before its sequence number: what is not in the log is sent again.
      yield* Effect.onInterrupt(options.receive(events, this.#isComplete), () => Effect.sync(() => tracker.forget()))
      const change = { ...this.#completeAt(nowMs), ...(session !== undefined && { session }) }
      const note = options.store.note((state) => ({ ...state, ...change }))
      yield* ready
        ? Effect.catchAll(
            options.store.save((state) => ({ ...state, ...change })),
            () => note
          )
        : note
      this.#isTaking = false
      if (resumed) yield* status.count("resumes")
      if (ready || resumed) yield* onUsable(resumed)
    })
  }

  get #isComplete(): boolean {
    const { tracker } = this.#parts
    return tracker.isUsable && tracker.missingAfter === undefined
  }

  #completeAt(atMs: number): { readonly seen_at?: number } {
    return this.#isComplete ? { seen_at: atMs } : {}
  }

  /** Notes that Discord has answered a heartbeat: all events before it have arrived. */
  #noteAlive() {
    return Effect.suspend(() => {
      const aliveMs = this.#aliveMs
      // Not the later of both: the clock can be set back.
      if (this.#isTaking || aliveMs === this.#notedMs) return Effect.void
      this.#notedMs = aliveMs
      return this.#parts.options.store.note((state) => ({ ...state, ...this.#completeAt(aliveMs) }))
    })
  }

  /** Resumes for missing events. Passes over those that Discord does not send after a RESUME. */
  #askAgain(shard: GatewayShard.Shard) {
    return Effect.gen(this, function* () {
      const { session, tracker } = this.#parts
      const before = tracker.missingAfter
      yield* Effect.sleep(MISSING_WAIT)
      yield* this.#noteAlive()
      if (before === undefined || tracker.missingAfter !== before || !tracker.isUsable) return
      yield* session?.seq === before ? Effect.uninterruptible(this.#skipMissing()) : shard.close
    })
  }

  #skipMissing() {
    return Effect.gen(this, function* () {
      const { options, tracker } = this.#parts
      const { seen_at, session: { ready_at = 0 } = {} } = yield* options.store.state
      yield* this.#reportLost(seen_at ?? ready_at, "sequence")
      const session = tracker.skipMissing()
      yield* options.store.note((state) => ({ ...state, ...(session !== undefined && { session }) }))
      yield* options.repair
    })
  }

  /** No event is lost in the future: before, the clock may have been wrong. */
  #reportLost(since: number, reason: Lost["reason"]) {
    return Effect.flatMap(Clock.currentTimeMillis, (nowMs) =>
      this.#parts.options.lost({ since: Math.min(since, nowMs), reason })
    )
  }

  /** Sends a presence that has changed. */
  #present(shard: GatewayShard.Shard) {
    return Effect.gen(this, function* () {
      const { presence, tracker } = this.#parts
      yield* Effect.sleep(PRESENCE_EVERY)
      const { wanted } = presence
      if (!tracker.isUsable || wanted === presence.presented) return
      presence.presented = wanted
      yield* shard.present(wanted)
    })
  }
}

const privilegedAmong = (intents: ReadonlyArray<Intent>) =>
  intents.filter((intent) => privilegedIntents.includes(intent))

/** A connection that is kept. */
export interface GatewayConnection {
  /** Connects again and again. Fails when waiting does not help any more. */
  readonly run: Effect.Effect<never, GatewayUnavailable, Permit>
  /** Sets what people see beside the bot, within 4 seconds, and after each later connection. */
  readonly setPresence: (presence: Presence) => Effect.Effect<void>
  readonly status: Effect.Effect<ConnectionStatus>
}

const budgetUsedUp = (waitMs: number) =>
  new GatewayUnavailable({ reason: "identify_budget", retry_after_ms: Math.ceil(Math.max(RETRY_MIN_MS, waitMs)) })

/** The shortest time that a client is asked to wait. */
const RETRY_MIN_MS = 1000
