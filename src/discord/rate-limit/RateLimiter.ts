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
  limitReportOf,
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

/** The minimum `retry_after_ms` of a rejected call. */
const MIN_RETRY_AFTER_MS = 250

/** Succeeds when a waiting call may ask for its admission. Fails when the call is rejected. */
type Signal = Deferred.Deferred<void, DiscordRateLimitError>

/** Makes a limiter without known buckets. With `shared`, all replicas decide together when an attempt is sent. */
export const make = Effect.fnUntraced(function* (settings: RateLimiterSettings, shared?: SharedLimitsShape) {
  const local = new LocalLimits(settings.globalPerSecond)
  const limits: Limits = shared?.over(local) ?? local
  return new RateLimiter({ limits, local, maxWaitMs: settings.maxWaitMs, timer: yield* FiberHandle.make<void>() })
})

/** What a limiter needs. */
interface Parts {
  /** The limits that decide: `local`, or those of all replicas. */
  readonly limits: Limits
  readonly local: LocalLimits
  readonly maxWaitMs: number
  readonly timer: FiberHandle.FiberHandle<void>
}

/** Delays attempts that would get a 429, and allows as many concurrent attempts as Discord does. */
export class RateLimiter {
  readonly #parts: Parts
  readonly #queue: CallQueue<Signal>
  #timerAt = Number.POSITIVE_INFINITY

  constructor(parts: Parts) {
    this.#parts = parts
    this.#queue = new CallQueue<Signal>(parts.local, parts.limits.bucketDelay)
  }

  /** The number of known buckets and blocked routes. Bounded. */
  readonly size: Effect.Effect<number> = Effect.sync(() => this.#parts.local.size)

  /**
   * Runs `send` when the limits allow it, then reads the facts of the response from its exit; `undefined` means that
   * no response arrived. Clients that wait for the same limit take turns.
   */
  readonly apply =
    <A, E>(key: RateLimitKey, responseOf: (exit: Exit.Exit<A, E>) => RateLimitResponse | undefined, client?: string) =>
    <R>(send: Effect.Effect<A, E, R>): Effect.Effect<A, E | DiscordRateLimitError, R> =>
      Effect.uninterruptibleMask((restore) =>
        Effect.flatMap(
          this.#admit(key, client, restore).pipe(span("rate limit", {}, { ended: exitLabels })),
          (admitted) =>
            Effect.flatMap(Effect.exit(restore(send)), (exit) =>
              Effect.zipRight(this.#settle(admitted, responseOf(exit)), exit)
            )
        )
      )

  /** Admits an attempt at once if no limit delays it and no other call waits before it. */
  #admit(key: RateLimitKey, client: string | undefined, restore: Restore) {
    return Effect.flatMap(monotonicMs, (now): Effect.Effect<Admitted, DiscordRateLimitError> => {
      const { limits, local } = this.#parts
      const mustWait = limits !== local || (this.#queue.lines.size > 0 && this.#queue.isBehindOthers(key))
      const admission = mustWait ? undefined : local.admitAt(key, now)
      return admission?._tag === "admitted" ? Effect.succeed(admission) : this.#waitInQueue(key, client, now, restore)
    })
  }

  readonly #waitInQueue = Effect.fnUntraced(function* (
    this: RateLimiter,
    key: RateLimitKey,
    client: string | undefined,
    startedAt: number,
    restore: Restore
  ) {
    const until = startedAt + Math.min(this.#parts.maxWaitMs, yield* remainingMs)
    const signal = yield* Deferred.make<void, DiscordRateLimitError>()
    const call = this.#queue.enter({ key, client, until, signal }, yield* monotonicMs)
    if ("delay" in call) return yield* rejection(call)
    const admitted = yield* Effect.onExit(this.#untilAdmitted(call, restore), (exit) =>
      Effect.flatMap(monotonicMs, (now) => {
        this.#queue.leave(call, Exit.isSuccess(exit))
        return this.#proceed(now)
      })
    )
    const waited = admitted.request.sentAt - startedAt
    if (waited >= 1) yield* Metric.update(rateLimitWait, waited)
    return admitted
  })

  /** Asks for the admission of a call whenever the queue signals it. */
  readonly #untilAdmitted = Effect.fnUntraced(function* (
    this: RateLimiter,
    call: WaitingCall<Signal>,
    restore: Restore
  ) {
    while (true) {
      yield* Effect.flatMap(monotonicMs, (now) => this.#proceed(now))
      const expectedMs = this.#queue.expectedMs(call, yield* monotonicMs)
      yield* restore(
        Effect.zipRight(
          expectedMs > 0 ? waitBegins("rate limit", Math.ceil(expectedMs)) : Effect.void,
          Deferred.await(call.signal)
        )
      )
      const admission = yield* this.#parts.limits.admit(call.key, restore)
      if (admission._tag === "admitted") return admission
      const signal = yield* Deferred.make<void, DiscordRateLimitError>()
      this.#queue.delay(call, admission, signal, yield* monotonicMs)
    }
  })

  /** Updates the limits from a response. */
  #settle(admitted: Admitted, response: RateLimitResponse | undefined): Effect.Effect<void> {
    return Effect.zipRight(
      this.#parts.limits.settle(admitted, limitReportOf(response)),
      Effect.suspend(() =>
        this.#queue.lines.size === 0
          ? Effect.void
          : Effect.flatMap(monotonicMs, (now) => {
              this.#queue.change(admitted.key, admitted.bucket)
              return this.#proceed(now)
            })
      )
    )
  }

  /** Wakes the calls that may be sent, rejects those that would wait too long, and sets the timer. */
  #proceed(now: number): Effect.Effect<void> {
    const { at, reject, wake } = this.#queue.step(now)
    return Effect.all(
      [
        ...wake.map(({ signal }) => Deferred.succeed(signal, undefined)),
        ...reject.map((rejected) => Deferred.fail(rejected.call.signal, rejection(rejected))),
        this.#setTimer(at, now)
      ],
      { discard: true }
    )
  }

  /** Sets the timer to the earlier of two times, or stops it. */
  #setTimer(at: number, now: number): Effect.Effect<unknown> {
    if (at === this.#timerAt || (at > this.#timerAt && Number.isFinite(at))) return Effect.void
    this.#timerAt = at
    const sleep = Effect.interruptible(Effect.sleep(Math.ceil(at - now)))
    return FiberHandle.run(
      this.#parts.timer,
      Number.isFinite(at) ? Effect.uninterruptible(Effect.zipRight(sleep, this.#onTime)) : Effect.void
    )
  }

  readonly #onTime = Effect.flatMap(monotonicMs, (now) => {
    this.#timerAt = Number.POSITIVE_INFINITY
    return this.#proceed(now)
  })
}

const rejection = ({ delay }: RejectedCall<unknown>): DiscordRateLimitError =>
  new DiscordRateLimitError({
    retry_after_ms: Math.max(MIN_RETRY_AFTER_MS, Math.ceil(delay.minimumMs)),
    scope: delay.scope,
    sent: false
  })
