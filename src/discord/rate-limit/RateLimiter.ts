/** Delays attempts until Discord's limits allow them. */
import { Deferred, Effect, Exit, FiberHandle, Metric } from "effect"
import { DiscordRateLimitError } from "../../errors/DiscordMcpError.ts"
import { exitLabels } from "../../errors/metricLabels.ts"
import { remainingMs } from "../../resilience/Deadline.ts"
import { rateLimitWait } from "../../telemetry/metrics.ts"
import { monotonicMs } from "../../telemetry/monotonic.ts"
import { span } from "../../telemetry/span.ts"
import { waitBegins } from "../../telemetry/Waits.ts"
import { CallQueue, type RejectedCall, type WaitingCall } from "./CallQueue.ts"
import {
  type Admitted,
  type Limits,
  LocalLimits,
  limitFactsOf,
  type RateLimitKey,
  type RateLimitResponse,
  type Restore,
  type SharedLimitsShape
} from "./Limits.ts"

/** Settings of the limiter. */
export interface RateLimiterSettings {
  readonly maxWaitMs: number
  readonly globalPerSecond: number
}

/** Delays attempts that would get a 429, and allows as many concurrent attempts as Discord does. */
export interface RateLimiter {
  /**
   * Runs `send` when the limits allow it, then reads the facts of the response from its exit; `undefined` means that
   * no response arrived. Clients that wait for the same limit take turns.
   */
  readonly apply: <A, E>(
    key: RateLimitKey,
    responseOf: (exit: Exit.Exit<A, E>) => RateLimitResponse | undefined,
    client?: string
  ) => <R>(send: Effect.Effect<A, E, R>) => Effect.Effect<A, E | DiscordRateLimitError, R>
  /** The number of known buckets and blocked routes. Bounded. */
  readonly size: Effect.Effect<number>
}

/** The minimum `retry_after_ms` of a rejected call. */
const MIN_RETRY_AFTER_MS = 250

/** Succeeds when a waiting call may ask for its admission. Fails when the call is rejected. */
type Signal = Deferred.Deferred<void, DiscordRateLimitError>

/** Makes a limiter without known buckets. With `shared`, all replicas decide together when an attempt is sent. */
export const make = Effect.fnUntraced(function* (settings: RateLimiterSettings, shared?: SharedLimitsShape) {
  const local = new LocalLimits(settings.globalPerSecond)
  const limits: Limits = shared?.over(local) ?? local
  const queue = new CallQueue<Signal>(local, limits.bucketDelay)
  const timer = yield* FiberHandle.make<void>()
  let timerAt = Number.POSITIVE_INFINITY

  /** Wakes the calls that may be sent, rejects those that would wait too long, and sets the timer. */
  const proceed = (now: number): Effect.Effect<void> => {
    const { at, reject, wake } = queue.step(now)
    return Effect.all(
      [
        ...wake.map(({ signal }) => Deferred.succeed(signal, undefined)),
        ...reject.map((rejected) => Deferred.fail(rejected.call.signal, rejection(rejected))),
        setTimer(at, now)
      ],
      { discard: true }
    )
  }

  /** Sets the timer to the earlier of two times, or stops it. */
  const setTimer = (at: number, now: number): Effect.Effect<unknown> => {
    if (at === timerAt || (at > timerAt && Number.isFinite(at))) return Effect.void
    timerAt = at
    const sleep = Effect.interruptible(Effect.sleep(Math.ceil(at - now)))
    return FiberHandle.run(
      timer,
      Number.isFinite(at) ? Effect.uninterruptible(Effect.zipRight(sleep, onTime)) : Effect.void
    )
  }

  const onTime = Effect.flatMap(monotonicMs, (now) => {
    timerAt = Number.POSITIVE_INFINITY
    return proceed(now)
  })

  const waitInQueue = Effect.fnUntraced(function* (
    key: RateLimitKey,
    client: string | undefined,
    startedAt: number,
    restore: Restore
  ) {
    const until = startedAt + Math.min(settings.maxWaitMs, yield* remainingMs)
    const signal = yield* Deferred.make<void, DiscordRateLimitError>()
    const call = queue.enter({ key, client, until, signal }, yield* monotonicMs)
    if ("delay" in call) return yield* rejection(call)
    const admitted = yield* Effect.onExit(untilAdmitted(call, restore), (exit) =>
      Effect.flatMap(monotonicMs, (now) => {
        queue.leave(call, Exit.isSuccess(exit))
        return proceed(now)
      })
    )
    const waited = admitted.request.sentAt - startedAt
    if (waited >= 1) yield* Metric.update(rateLimitWait, waited)
    return admitted
  })

  /** Asks for the admission of a call whenever the queue signals it. */
  const untilAdmitted = Effect.fnUntraced(function* (call: WaitingCall<Signal>, restore: Restore) {
    while (true) {
      yield* Effect.flatMap(monotonicMs, proceed)
      const expectedMs = queue.expectedMs(call, yield* monotonicMs)
      yield* restore(
        Effect.zipRight(
          expectedMs > 0 ? waitBegins("rate limit", Math.ceil(expectedMs)) : Effect.void,
          Deferred.await(call.signal)
        )
      )
      const admission = yield* limits.admit(call.key, restore)
      if (admission._tag === "admitted") return admission
      const signal = yield* Deferred.make<void, DiscordRateLimitError>()
      queue.delay(call, admission, signal, yield* monotonicMs)
    }
  })

  /** Admits an attempt at once if no limit delays it and no other call waits before it. */
  const admit = (key: RateLimitKey, client: string | undefined, restore: Restore) =>
    Effect.flatMap(monotonicMs, (now): Effect.Effect<Admitted, DiscordRateLimitError> => {
      const mustWait = limits !== local || (queue.lines.size > 0 && queue.isBehindOthers(key))
      const admission = mustWait ? undefined : local.admitAt(key, now)
      return admission?._tag === "admitted" ? Effect.succeed(admission) : waitInQueue(key, client, now, restore)
    })

  /** Updates the limits from a response. */
  const settle = (admitted: Admitted, response: RateLimitResponse | undefined) =>
    Effect.zipRight(
      limits.settle(admitted, limitFactsOf(response)),
      Effect.suspend(() =>
        queue.lines.size === 0
          ? Effect.void
          : Effect.flatMap(monotonicMs, (now) => {
              queue.change(admitted.key, admitted.bucket)
              return proceed(now)
            })
      )
    )

  const apply: RateLimiter["apply"] = (key, responseOf, client) => (send) =>
    Effect.uninterruptibleMask((restore) =>
      Effect.flatMap(admit(key, client, restore).pipe(span("rate limit", {}, { ended: exitLabels })), (admitted) =>
        Effect.flatMap(Effect.exit(restore(send)), (exit) => Effect.zipRight(settle(admitted, responseOf(exit)), exit))
      )
    )

  return { apply, size: Effect.sync(() => local.size) } satisfies RateLimiter as RateLimiter
})

const rejection = ({ delay }: RejectedCall<unknown>): DiscordRateLimitError =>
  new DiscordRateLimitError({
    retry_after_ms: Math.max(MIN_RETRY_AFTER_MS, Math.ceil(delay.minimumMs)),
    scope: delay.scope,
    sent: false
  })
