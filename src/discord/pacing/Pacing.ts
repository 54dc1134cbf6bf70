import { Deferred, Effect, Metric } from "effect"
import { DiscordRateLimitError } from "../../errors/ClientErrors.ts"
import { endLabels } from "../../errors/labels.ts"
import { remainingMs } from "../../resilience/Deadline.ts"
import { monotonicMs } from "../../resilience/monotonic.ts"
import { rateLimitWait } from "../../telemetry/metrics.ts"
import { span } from "../../telemetry/span.ts"
import { waitBegins } from "../../telemetry/Waits.ts"
import * as Bucket from "./Bucket.ts"
import * as Gates from "./Gates.ts"
import * as GlobalLimit from "./GlobalLimit.ts"
import type { Lane } from "./Lane.ts"
import * as Line from "./Line.ts"
import { parseHeaders } from "./RateLimitHeaders.ts"

/** Settings of the limiter. */
export interface PacingSettings {
  readonly maxWaitMs: number
  readonly globalPerSecond: number
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

/** Where nobody knows how long it takes, asking again makes sense after this. */
const MIN_HINT_MS = 250

/** Makes a limiter that knows nothing yet. */
export const make = (settings: PacingSettings): Pacing => {
  const lines = Line.make()
  const gates = Gates.make()
  const global = GlobalLimit.make(settings.globalPerSecond)

  const globalWaitMs = (lane: Lane, now: number): number => (lane.global ? global.waitMs(now) : 0)
  const gateWaitMs = (lane: Lane, now: number): number => gates.waitMs(Line.keyOf(lane), now)

  /** Whose turn it is: the first in line whose own route is not closed. */
  const next = (line: Line.Line, now: number) => line.queue.find(({ lane }) => gateWaitMs(lane, now) <= 0)

  const heldBack = (lane: Lane, now: number, waitMs: number) => {
    const gate = gateWaitMs(lane, now) > 0 ? gates.scopeOf(Line.keyOf(lane)) : undefined
    return new DiscordRateLimitError({
      retry_after_ms: Math.max(MIN_HINT_MS, Math.ceil(waitMs)),
      scope: gate ?? (globalWaitMs(lane, now) > 0 ? "global" : "user"),
      sent: false
    })
  }

  const charge = (line: Line.Line, lane: Lane, now: number): Bucket.Ticket => {
    line.bucket = Bucket.charge(line.bucket, now)
    if (lane.global) global.charge(now)
    return { window: line.bucket.window, sentAt: now }
  }

  /** Takes the turn at once, as nearly every call can: nobody stands in line, and nothing holds it back. */
  const atOnce = (lane: Lane, now: number): Admitted | undefined => {
    const line = lines.of(lane)
    if (line.queue.length > 0 || gateWaitMs(lane, now) > 0 || globalWaitMs(lane, now) > 0) return undefined
    line.bucket = Bucket.at(line.bucket, now)
    return Bucket.waitMs(line.bucket, now) > 0 ? undefined : { line, ticket: charge(line, lane, now) }
  }

  /** Waits for the call's turn and takes it; gives nothing where its line has become another one. */
  const turn = Effect.fnUntraced(function* (line: Line.Line, me: Line.Waiter, until: number, restore: Restore) {
    const { lane } = me
    const fiber = yield* Effect.fiberId
    while (true) {
      const now = yield* monotonicMs
      if (lines.of(lane) !== line) return undefined
      line.bucket = Bucket.at(line.bucket, now)
      const gate = gateWaitMs(lane, now)
      const mine = gate > 0 || next(line, now) === me
      const wait = Math.max(gate, Bucket.waitMs(line.bucket, now), globalWaitMs(lane, now))
      if (mine && wait <= 0) return charge(line, lane, now)
      if (now >= until)
        return yield* heldBack(lane, now, Bucket.projectedWaitMs(line.bucket, now, line.queue.indexOf(me)))
      if (mine && now + wait > until) return yield* heldBack(lane, now, wait)
      // In one step with the look that found nothing: no wake-up can fall in between.
      const woken = Deferred.unsafeMake<void>(fiber)
      me.wake = woken
      const waitMs = Math.ceil(mine ? Math.min(wait, until - now) : until - now)
      yield* restore(
        Effect.zipRight(
          // Whoever stands behind others does not know how long it takes.
          mine ? waitBegins("rate limit", waitMs) : Effect.void,
          Effect.raceFirst(Deferred.await(woken), Effect.sleep(waitMs))
        )
      )
    }
  })

  /** Takes a place in the line of the lane's bucket, and starts over where the bucket turns out to be another one. */
  const queued = Effect.fnUntraced(function* (lane: Lane, start: number, restore: Restore) {
    const until = start + Math.min(settings.maxWaitMs, yield* remainingMs)
    while (true) {
      const now = yield* monotonicMs
      const line = lines.of(lane)
      line.bucket = Bucket.at(line.bucket, now)
      const projected = Bucket.projectedWaitMs(line.bucket, now, line.queue.length)
      if (projected > 0 && now + projected > until) return yield* heldBack(lane, now, projected)
      const me: Line.Waiter = { lane, wake: undefined }
      line.queue.push(me)
      const ticket = yield* Effect.ensuring(
        turn(line, me, until, restore),
        Effect.flatMap(monotonicMs, (left) => {
          line.queue.splice(line.queue.indexOf(me), 1)
          return Line.wake(next(line, left))
        })
      )
      if (ticket !== undefined) {
        const waited = ticket.sentAt - start
        if (waited >= 1) yield* Metric.update(rateLimitWait, waited)
        return { line, ticket } satisfies Admitted
      }
    }
  })

  const admit = (lane: Lane, restore: Restore): Effect.Effect<Admitted, DiscordRateLimitError> =>
    Effect.flatMap(monotonicMs, (now) => {
      const admitted = atOnce(lane, now)
      return admitted === undefined ? queued(lane, now, restore) : Effect.succeed(admitted)
    })

  /** Learns from how a try ended, and lets those look again whom it concerns. */
  const settle = (lane: Lane, line: Line.Line, ticket: Bucket.Ticket, learned: Learned | undefined) =>
    Effect.flatMap(monotonicMs, (now) => {
      line.bucket = Bucket.settle(line.bucket)
      if (learned === undefined) return Line.wake(next(line, now))
      const headers = parseHeaders(learned.header)
      if (headers?.bucket !== undefined) lines.named(lane, headers.bucket)
      const home = lines.of(lane)
      if (headers !== undefined) home.bucket = Bucket.learn(home.bucket, ticket, home === line, headers, now)
      else if (isUnlimited(learned)) home.bucket = Bucket.unlimited(home.bucket)
      if (learned.limited !== undefined) close(lane, home, learned.limited, headers?.remaining ?? 0, now)
      return home === line
        ? Line.wake(next(line, now))
        : Effect.zipRight(Effect.forEach([...line.queue], Line.wake, { discard: true }), Line.wake(next(home, now)))
    })

  const close = (
    lane: Lane,
    line: Line.Line,
    limited: NonNullable<Learned["limited"]>,
    remaining: number,
    now: number
  ) => {
    const { retryAfterMs, scope } = limited
    if (scope === "global") global.close(now + retryAfterMs)
    // Refused although something is left: a limit of this route alone, or of a resource others use too.
    else if (scope === "shared" || remaining > 0) gates.close(Line.keyOf(lane), now + retryAfterMs, scope, now)
    else line.bucket = Bucket.exhaust(line.bucket, now, retryAfterMs)
  }

  const apply: Pacing["apply"] = (lane, learned) => (send) =>
    Effect.uninterruptibleMask((restore) =>
      Effect.flatMap(admit(lane, restore).pipe(span("pace", {}, { ended: endLabels })), ({ line, ticket }) =>
        Effect.flatMap(Effect.exit(restore(send)), (exit) =>
          Effect.zipRight(settle(lane, line, ticket, learned()), exit)
        )
      )
    )

  return { apply, size: Effect.sync(() => lines.size() + gates.size()) }
}

/** A try that may leave, and the line it has left. */
interface Admitted {
  readonly line: Line.Line
  readonly ticket: Bucket.Ticket
}

type Restore = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

/** A good answer without the headers means that Discord does not count this route. */
const isUnlimited = ({ status }: Learned): boolean => status >= 200 && status < 500 && status !== 429 && status !== 401
