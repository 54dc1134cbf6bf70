import { Deferred, Effect, Metric } from "effect"
import { DiscordRateLimitError } from "../../errors/ClientErrors.ts"
import { remainingMs } from "../../resilience/Deadline.ts"
import { monotonicMs } from "../../resilience/monotonic.ts"
import { rateLimitWait } from "../../telemetry/metrics.ts"
import * as Bucket from "./Bucket.ts"
import { type RateLimitHeaders, parseHeaders } from "./RateLimitHeaders.ts"

/** Settings of the limiter. */
export interface PacingSettings {
  readonly maxWaitMs: number
  readonly globalPerSecond: number
}

/** What a request is counted by. */
export interface Lane {
  /** `POST /channels/:id/messages`. */
  readonly template: string
  readonly major: string
  /** Interaction callbacks are outside the global limit. */
  readonly global: boolean
}

/** What a finished try tells the limiter. */
export interface Learned {
  readonly status: number
  readonly header: (name: string) => string | undefined
  /** Of a Discord 429: how long, and for whom. */
  readonly limited: { readonly retryAfterMs: number; readonly scope: "user" | "global" | "shared" } | undefined
}

/** Holds tries back instead of sending them into a 429, and lets as many run at once as Discord allows. */
export interface Pacing {
  /** Runs `send` when its turn has come. `learned` is asked for once `send` has ended, however it ended. */
  readonly apply: (
    lane: Lane,
    learned: () => Learned | undefined
  ) => <A, E, R>(send: Effect.Effect<A, E, R>) => Effect.Effect<A, E | DiscordRateLimitError, R>
  /** Rate-limit memory held now; bounded. */
  readonly size: Effect.Effect<number>
}

/** Buckets and gates remembered at most; idle ones go first, oldest first. */
const MAX_REMEMBERED = 2048

/** Where nobody knows how long it takes, asking again makes sense after this. */
const MIN_HINT_MS = 250

/** The calls of one bucket, first come, first served. */
interface Line {
  bucket: Bucket.Bucket
  readonly queue: Array<Waiter>
}

/** One call in a line. It is woken when it becomes the head, and as the head when something was learned. */
interface Waiter {
  wake: Deferred.Deferred<void> | undefined
}

/** Makes a limiter that knows nothing yet. */
export const make = (settings: PacingSettings): Pacing => {
  const lines = new Map<string, Line>()
  const hashes = new Map<string, string>()
  /** Sub-limits and shared limits: a route closed although its bucket is not empty. */
  const closedUntil = new Map<string, number>()
  const global = { windowStart: Number.NEGATIVE_INFINITY, used: 0, closedUntil: Number.NEGATIVE_INFINITY }

  const keyOf = (lane: Lane): string => `${hashes.get(lane.template) ?? lane.template} ${lane.major}`
  const gateOf = (lane: Lane): string => `${lane.template} ${lane.major}`

  const lineOf = (lane: Lane): Line => {
    const key = keyOf(lane)
    const line = lines.get(key) ?? { bucket: Bucket.unknown, queue: [] }
    lines.delete(key)
    lines.set(key, line)
    forgetIdle(lines)
    return line
  }

  const globalWaitMs = (now: number): number => {
    if (now < global.closedUntil) return global.closedUntil - now
    return global.used < settings.globalPerSecond || now >= global.windowStart + 1000 ? 0 : global.windowStart + 1000 - now
  }

  const waitMs = (lane: Lane, line: Line, now: number): number => {
    line.bucket = Bucket.at(line.bucket, now)
    return Math.max(
      Bucket.waitMs(line.bucket, now),
      (closedUntil.get(gateOf(lane)) ?? now) - now,
      lane.global ? globalWaitMs(now) : 0
    )
  }

  const charge = (lane: Lane, line: Line, now: number): number => {
    line.bucket = Bucket.charge(line.bucket, now)
    if (lane.global) {
      if (now >= global.windowStart + 1000) Object.assign(global, { windowStart: now, used: 0 })
      global.used++
    }
    return line.bucket.window
  }

  /** Whose limit holds a call back now, for the error that says so. */
  const scopeOf = (lane: Lane, now: number): "user" | "global" =>
    lane.global && globalWaitMs(now) > 0 ? "global" : "user"

  const heldBack = (lane: Lane, now: number, waitMs: number) =>
    new DiscordRateLimitError({ retry_after_ms: Math.max(MIN_HINT_MS, Math.ceil(waitMs)), scope: scopeOf(lane, now), sent: false })

  /** Waits for the head of the line and for the bucket, then takes the call off it. Interruptible only in its waits. */
  const turn = Effect.fnUntraced(function* (lane: Lane, line: Line, me: Waiter, until: number, restore: Restore) {
    while (true) {
      // Set before anything is looked at: a wake-up in between must not be lost.
      const woken = yield* Deferred.make<void>()
      me.wake = woken
      const now = yield* monotonicMs
      if (lineOf(lane) !== line) return undefined
      const wait = line.queue[0] === me ? waitMs(lane, line, now) : Number.POSITIVE_INFINITY
      if (wait <= 0) return charge(lane, line, now)
      if (now >= until) return yield* heldBack(lane, now, Bucket.projectedWaitMs(line.bucket, now, line.queue.indexOf(me)))
      if (Number.isFinite(wait) && now + wait > until) return yield* heldBack(lane, now, wait)
      yield* restore(Effect.raceFirst(Deferred.await(woken), Effect.sleep(Math.ceil(Math.min(wait, until - now)))))
    }
  })

  /** Takes a place in the line of the lane's bucket, and starts over where the bucket turns out to be another one. */
  const admit = Effect.fnUntraced(function* (lane: Lane, restore: Restore) {
    const start = yield* monotonicMs
    const until = start + Math.min(settings.maxWaitMs, yield* remainingMs)
    while (true) {
      const line = lineOf(lane)
      const now = yield* monotonicMs
      line.bucket = Bucket.at(line.bucket, now)
      const projected = Bucket.projectedWaitMs(line.bucket, now, line.queue.length)
      if (now + projected > until) return yield* heldBack(lane, now, projected)
      const me: Waiter = { wake: undefined }
      line.queue.push(me)
      const window = yield* Effect.ensuring(
        turn(lane, line, me, until, restore),
        Effect.suspend(() => {
          line.queue.splice(line.queue.indexOf(me), 1)
          return wake(line.queue[0])
        })
      )
      if (window !== undefined) {
        const waited = (yield* monotonicMs) - start
        if (waited >= 1) yield* Metric.update(rateLimitWait, waited)
        return { line, window }
      }
    }
  })

  const settle = (lane: Lane, line: Line, window: number, learned: Learned | undefined) =>
    Effect.flatMap(monotonicMs, (now) => {
      const headers = learned === undefined ? undefined : parseHeaders(learned.header)
      line.bucket = Bucket.settle(Bucket.at(line.bucket, now), window, headers ?? (isUnlimited(learned) ? "unlimited" : undefined), now)
      if (learned?.limited !== undefined) close(lane, line, learned.limited, headers, now)
      return headers?.bucket === undefined || !renamed(lane, line, headers.bucket)
        ? wake(line.queue[0])
        : Effect.forEach([...line.queue], wake, { discard: true })
    })

  /** Remembers which bucket a route is counted in. Whoever waits in the line must look again where that is. */
  const renamed = (lane: Lane, line: Line, hash: string): boolean => {
    if (hashes.get(lane.template) === hash) return false
    hashes.set(lane.template, hash)
    const key = keyOf(lane)
    if (!lines.has(key)) lines.set(key, line)
    return true
  }

  const close = (lane: Lane, line: Line, limited: NonNullable<Learned["limited"]>, headers: RateLimitHeaders | undefined, now: number) => {
    const until = now + limited.retryAfterMs
    if (limited.scope === "global") {
      global.closedUntil = Math.max(global.closedUntil, until)
    } else if (limited.scope === "user" && (headers === undefined || headers.remaining === 0)) {
      line.bucket = Bucket.exhaust(line.bucket, now, limited.retryAfterMs)
    } else {
      const gate = gateOf(lane)
      closedUntil.set(gate, Math.max(closedUntil.get(gate) ?? 0, until))
      forgetPassed(closedUntil, now)
    }
  }

  const apply: Pacing["apply"] = (lane, learned) => (send) =>
    Effect.uninterruptibleMask((restore) =>
      Effect.flatMap(admit(lane, restore), ({ line, window }) =>
        Effect.onExit(restore(send), () => settle(lane, line, window, learned()))
      )
    )

  return { apply, size: Effect.sync(() => lines.size + closedUntil.size) }
}

type Restore = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

/** A good answer without the headers means that Discord does not count this route. */
const isUnlimited = (learned: Learned | undefined): boolean =>
  learned !== undefined && learned.status >= 200 && learned.status < 500 && learned.status !== 429 && learned.status !== 401

const wake = (waiter: Waiter | undefined): Effect.Effect<void> =>
  waiter?.wake === undefined ? Effect.void : Effect.asVoid(Deferred.succeed(waiter.wake, undefined))

const forgetIdle = (lines: Map<string, Line>): void => {
  if (lines.size <= MAX_REMEMBERED) return
  for (const [key, line] of lines) {
    if (line.queue.length === 0 && line.bucket.inFlight === 0) lines.delete(key)
    if (lines.size <= MAX_REMEMBERED) return
  }
}

const forgetPassed = (gates: Map<string, number>, now: number): void => {
  for (const [gate, until] of gates) if (until <= now) gates.delete(gate)
  for (const gate of gates.keys()) {
    if (gates.size <= MAX_REMEMBERED) return
    gates.delete(gate)
  }
}
