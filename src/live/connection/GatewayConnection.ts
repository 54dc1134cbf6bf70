/** Keeps a bot's connection to the gateway: resumes, identifies by the rules, and hands over what arrives. */
import { Clock, Effect, MutableRef, Option, type Redacted, Ref } from "effect"
import { type Intent, intentBits, privilegedIntents } from "../../config/gatewayVariables.ts"
import { ONLINE, type Presence } from "../../config/presence.ts"
import { noProxies, type ProxySettings } from "../../config/proxyVariables.ts"
import { Discord } from "../../discord/Discord.ts"
import type { Permit } from "../../discord/Permit.ts"
import { GatewayUnavailable } from "../../errors/ServerErrors.ts"
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
  const { intents, open = GatewayShard.connect, owns, proxies = noProxies, store, token } = options
  const discord = yield* Discord
  const clock = yield* Clock.clockWith(Effect.succeed)
  const privileged = intents.filter((intent) => privilegedIntents.includes(intent))
  const bits = intents.reduce((sum, intent) => sum | intentBits[intent], 0)
  const status = yield* Ref.make<ConnectionStatus>({ state: "connecting", resumes: 0, identifies: 0, disconnects: 0 })
  const set = (change: Partial<ConnectionStatus>) => Ref.update(status, (before) => ({ ...before, ...change }))
  const count = (of: "resumes" | "identifies" | "disconnects") =>
    Ref.update(status, (before) => ({ ...before, [of]: before[of] + 1 }))
  const tracker = new SequenceTracker()
  /** What people shall see beside the bot, and what Discord shows in this session. */
  const presence = MutableRef.make(options.presence ?? ONLINE)
  let presented: Presence | undefined
  const latency = MutableRef.make<Pick<ConnectionStatus, "latencyMs">>({})
  /** The monotonic time until which Discord allows too few IDENTIFY. */
  let budgetMs = Number.NEGATIVE_INFINITY
  /** The attempts in a row whose connection did not become usable. */
  let unusable = 0
  /** The monotonic time of the last IDENTIFY: the wall clock can be set. */
  let identifiedMs = Number.NEGATIVE_INFINITY

  const waiting = (retry_after_ms: number) =>
    Ref.update(
      status,
      ({ connectedSince: _, ...before }): ConnectionStatus => ({
        ...before,
        state: "waiting",
        unavailable: new GatewayUnavailable({ reason: "disconnected", retry_after_ms: Math.ceil(retry_after_ms) })
      })
    )

  const addresses = addressesOf(discord, (startLimit) => set({ startLimit }))

  /** Returns the address for an IDENTIFY that Discord's limit allows. None: to be tried again. */
  const addressToIdentify = Effect.gen(function* () {
    const info = yield* addresses.gateway
    if (Option.isNone(info)) return Option.none()
    const { session_start_limit: startLimit, url } = info.value
    const refusal = refusalOf(startLimit)
    budgetMs = refusal === undefined ? Number.NEGATIVE_INFINITY : (yield* monotonicMs) + (refusal.retry_after_ms ?? 0)
    if (refusal === undefined) return Option.some(url)
    yield* Effect.logWarning("the gateway is not connected: Discord allows too few further connections today").pipe(
      Effect.annotateLogs({ remaining: startLimit.remaining, retry_after_ms: refusal.retry_after_ms })
    )
    const waitMs = Math.min(refusal.retry_after_ms ?? 0, BUDGET_WAIT_MAX_MS)
    yield* waiting(waitMs)
    yield* Effect.sleep(waitMs)
    return Option.none()
  })

  /** Records an IDENTIFY before it is sent. One that cannot be recorded is not sent. */
  const mayIdentify = Effect.gen(function* () {
    if (!(yield* owns)) return false
    const nowMs = yield* Clock.currentTimeMillis
    yield* store.save((state) => identified(state, nowMs))
    identifiedMs = yield* monotonicMs
    yield* count("identifies")
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

  const onUsable = Effect.fnUntraced(function* (resumed: boolean) {
    unusable = 0
    budgetMs = Number.NEGATIVE_INFINITY
    const nowMs = yield* Clock.currentTimeMillis
    yield* Ref.update(
      status,
      ({ unavailable: _, ...before }): ConnectionStatus => ({ ...before, state: "connected", connectedSince: nowMs })
    )
    yield* Effect.logDebug(resumed ? "the gateway session was resumed" : "a gateway session has begun")
    yield* options.repair
  })

  /** No event is lost in the future: before, the clock may have been wrong. */
  const lost = (since: number, reason: Lost["reason"]) =>
    Effect.flatMap(Clock.currentTimeMillis, (nowMs) => options.lost({ since: Math.min(since, nowMs), reason }))

  /** Connects once, and hands over what arrives until the connection ends. */
  const connectOnce = (url: string, session: Session | undefined) =>
    Effect.gen(function* () {
      const { seen_at: since } = yield* store.state
      tracker.begin(session)
      let [aliveMs, notedMs, isTaking] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY, false]
      const initial = MutableRef.get(presence)
      if (session === undefined) presented = initial
      const shard = yield* open(
        { url, token, intents: bits, session, presence: initial, mayIdentify, proxies },
        (ms) => {
          aliveMs = clock.unsafeCurrentTimeMillis()
          MutableRef.set(latency, { latencyMs: ms })
        }
      )
      const isComplete = () => tracker.isUsable && tracker.missingAfter === undefined
      const completeAt = (atMs: number) => (isComplete() ? { seen_at: atMs } : {})

      const take = Effect.fnUntraced(function* (dispatches: ReadonlyArray<GatewayShard.Dispatch>) {
        isTaking = true
        const nowMs = yield* Clock.currentTimeMillis
        const { events, ready, resumed, session: now } = tracker.accept(dispatches, url, nowMs)
        // Before the events, which say where each channel was read to, and before the session, which can be resumed.
        if (ready && since !== undefined) yield* lost(since, "session_lost")
        // In the log before its sequence number: what is not in the log is sent again.
        yield* Effect.onInterrupt(options.receive(events, isComplete()), () => Effect.sync(() => tracker.forget()))
        const change = { ...completeAt(nowMs), ...(now !== undefined && { session: now }) }
        yield* ready
          ? Effect.catchAll(
              store.save((state) => ({ ...state, ...change })),
              () => store.note((state) => ({ ...state, ...change }))
            )
          : store.note((state) => ({ ...state, ...change }))
        isTaking = false
        if (resumed) yield* count("resumes")
        if (ready || resumed) yield* onUsable(resumed)
      })
      const takeAll = Effect.forever(Effect.uninterruptibleMask((restore) => Effect.flatMap(restore(shard.take), take)))
      const timeout = Effect.delay(
        Effect.suspend(() => (tracker.isUsable ? Effect.never : Effect.zipRight(shard.close, Effect.never))),
        USABLE_TIMEOUT
      )

      /** Notes that Discord has answered a heartbeat: all events before it have arrived. */
      const noteAlive = Effect.suspend(() => {
        // Not the later of both: the clock can be set back.
        if (isTaking || aliveMs === notedMs) return Effect.void
        notedMs = aliveMs
        return store.note((state) => ({ ...state, ...completeAt(aliveMs) }))
      })
      const skipMissing = Effect.gen(function* () {
        const { seen_at, session: { ready_at = 0 } = {} } = yield* store.state
        yield* lost(seen_at ?? ready_at, "sequence")
        const now = tracker.skipMissing()
        yield* store.note((state) => ({ ...state, ...(now !== undefined && { session: now }) }))
        yield* options.repair
      })
      /** Resumes for missing events. Passes over those that Discord does not send after a RESUME. */
      const askAgain = Effect.gen(function* () {
        const before = tracker.missingAfter
        yield* Effect.sleep(MISSING_WAIT)
        yield* noteAlive
        if (before === undefined || tracker.missingAfter !== before || !tracker.isUsable) return
        yield* session?.seq === before ? Effect.uninterruptible(skipMissing) : shard.close
      })
      const present = Effect.gen(function* () {
        yield* Effect.sleep(PRESENCE_EVERY)
        const now = MutableRef.get(presence)
        if (!tracker.isUsable || now === presented) return
        presented = now
        yield* shard.present(now)
      })
      // The first end counts, also a defect: nobody would take the events of a connection that goes on.
      const ends = [shard.ended, takeAll, timeout, Effect.forever(askAgain), Effect.forever(present)].map(Effect.exit)
      const how = yield* Effect.flatten(Effect.raceAll(ends))
      yield* Effect.flatMap(shard.rest, (rest) => (rest.length === 0 ? Effect.void : take(rest)))
      yield* noteAlive
      return how
    }).pipe(
      Effect.scoped,
      keepInterrupts,
      Effect.catchAllDefect((defect) =>
        Effect.as(Effect.logError("the gateway connection has failed", defect), { by: "connection" } as const)
      )
    )

  /** Waits as the rules say, and connects. Returns how long the connection lasted. */
  const connectNext = Effect.fnUntraced(function* (failures: number) {
    if (!(yield* owns)) return yield* new GatewayUnavailable({ reason: "not_owner" })
    const next = nextConnect(yield* store.state, failures, yield* Clock.currentTimeMillis)
    const apartMs = next.do === "identify" ? IDENTIFY_APART_MS - ((yield* monotonicMs) - identifiedMs) : 0
    const waitMs = Math.max(next.waitMs, apartMs)
    yield* waiting(Math.max(waitMs, RETRY_MIN_MS))
    yield* Effect.sleep(waitMs)
    yield* set({ state: "connecting" })
    const url = yield* next.do === "resume" ? addresses.toResume(next.session, unusable) : addressToIdentify
    if (Option.isNone(url)) return 0
    const startMs = yield* monotonicMs
    unusable++
    const how = yield* connectOnce(url.value, next.do === "resume" ? next.session : undefined)
    yield* count("disconnects")
    yield* Effect.logDebug("the gateway connection has ended").pipe(Effect.annotateLogs({ how }))
    yield* Effect.catchAll(
      store.save((state) => ended(state, how)),
      (problem) => Effect.logWarning(`the state of the gateway could not be written: ${problem}`)
    )
    const terminal = terminalOf(how, privileged)
    if (terminal !== undefined) return yield* terminal
    return (yield* monotonicMs) - startMs
  })

  const run = Effect.iterate(0, {
    while: () => true,
    body: (failures) => Effect.map(connectNext(failures), (lastedMs) => (lastedMs >= LASTING_MS ? 0 : failures + 1))
  }).pipe(
    Effect.zipRight(Effect.never),
    Effect.tapError((unavailable) =>
      Ref.update(status, ({ connectedSince: _, ...before }) => ({ ...before, state: "ended" as const, unavailable }))
    )
  )
  const statusNow = Effect.zipWith(Ref.get(status), monotonicMs, (now, nowMs) => ({
    ...now,
    ...MutableRef.get(latency),
    // Also while the limit is read again.
    ...(now.state !== "connected" &&
      now.state !== "ended" &&
      budgetMs > Number.NEGATIVE_INFINITY && { unavailable: budgetUsedUp(budgetMs - nowMs) })
  }))
  const setPresence = (next: Presence) => Effect.sync(() => void MutableRef.set(presence, next))
  return { run, setPresence, status: statusNow } satisfies GatewayConnection as GatewayConnection
})

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
