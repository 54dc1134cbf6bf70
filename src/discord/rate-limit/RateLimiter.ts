import { Deferred, Effect, Metric } from "effect"
import { DiscordRateLimitError } from "../../errors/ClientErrors.ts"
import { exitLabels } from "../../errors/metricLabels.ts"
import { remainingMs } from "../../resilience/Deadline.ts"
import { monotonicMs } from "../../resilience/monotonic.ts"
import { rateLimitWait } from "../../telemetry/metrics.ts"
import { span } from "../../telemetry/span.ts"
import { waitBegins } from "../../telemetry/Waits.ts"
import { type BucketQueue, BucketQueues, notify, type WaitingCall } from "./BucketQueue.ts"
import type { SentRequest } from "./CountedRequests.ts"
import { GlobalLimit } from "./GlobalLimit.ts"
import { parseHeaders } from "./RateLimitHeaders.ts"
import { type RateLimitKey, stringOf } from "./RateLimitKey.ts"
import { RouteBlocks } from "./RouteBlocks.ts"

/** Settings of the limiter. */
export interface RateLimiterSettings {
  readonly maxWaitMs: number
  readonly globalPerSecond: number
}

/** The response of one attempt, as far as it is about rate limits. */
export interface RateLimitResponse {
  readonly status: number
  readonly header: (name: string) => string | undefined
  /** Of a 429 by Discord: how long it asks to wait, and whose limit it is. */
  readonly limited: { readonly retryAfterMs: number; readonly scope: "user" | "global" | "shared" } | undefined
}

/** Holds attempts back instead of sending them into a 429, and lets as many run at once as Discord allows. */
export interface RateLimiter {
  /** Runs `send` when its turn has come. Reads `response` once `send` has ended; `undefined` means that none arrived. */
  readonly apply: (
    key: RateLimitKey,
    response: () => RateLimitResponse | undefined
  ) => <A, E, R>(send: Effect.Effect<A, E, R>) => Effect.Effect<A, E | DiscordRateLimitError, R>
  /** How many buckets and blocked routes are remembered; bounded. */
  readonly size: Effect.Effect<number>
}

/** The least `retry_after_ms` of a call that was held back. */
const MIN_RETRY_AFTER_MS = 250

/** How long a call waits for the global limit before it looks whether requests have ended sooner. */
const LOOK_AGAIN_MS = 1000

/** Makes a limiter that knows no bucket yet. */
export const make = (settings: RateLimiterSettings): RateLimiter => {
  const queues = new BucketQueues()
  const blocks = new RouteBlocks()
  const global = new GlobalLimit(settings.globalPerSecond)

  const globalWaitMs = (key: RateLimitKey, now: number): number => (key.global ? global.waitMs(now) : 0)
  const blockWaitMs = (key: RateLimitKey, now: number): number => blocks.waitMs(stringOf(key), now)

  /** The first call whose route is not blocked. */
  const next = (queue: BucketQueue, now: number) => queue.waiting.find(({ key }) => blockWaitMs(key, now) <= 0)

  const heldBack = (key: RateLimitKey, now: number, waitMs: number) => {
    const block = blockWaitMs(key, now) > 0 ? blocks.scopeOf(stringOf(key)) : undefined
    return new DiscordRateLimitError({
      retry_after_ms: Math.max(MIN_RETRY_AFTER_MS, Math.ceil(waitMs)),
      scope: block ?? (globalWaitMs(key, now) > 0 ? "global" : "user"),
      sent: false
    })
  }

  const start = (key: RateLimitKey, queue: BucketQueue, now: number): Admitted => ({
    queue,
    request: queue.bucket.start(now),
    globalRequest: key.global ? global.start(now) : undefined
  })

  /** Admits the call if nothing waits before it and nothing holds it back. */
  const admitNow = (key: RateLimitKey, now: number): Admitted | undefined => {
    const queue = queues.of(key)
    if (queue.waiting.length > 0 || blockWaitMs(key, now) > 0 || globalWaitMs(key, now) > 0) return undefined
    return queue.bucket.waitMs(now) > 0 ? undefined : start(key, queue, now)
  }

  /** Waits for the call's turn. Returns `undefined` when the key got another queue meanwhile. */
  const turn = Effect.fnUntraced(function* (queue: BucketQueue, me: WaitingCall, until: number, restore: Restore) {
    const { key } = me
    const { bucket } = queue
    const fiber = yield* Effect.fiberId
    while (true) {
      const now = yield* monotonicMs
      if (queues.of(key) !== queue) return undefined
      const block = blockWaitMs(key, now)
      const isFirst = block > 0 || next(queue, now) === me
      const others = Math.max(block, globalWaitMs(key, now))
      const wait = Math.max(others, bucket.waitMs(now))
      if (isFirst && wait <= 0) return start(key, queue, now)
      if (now >= until) return yield* heldBack(key, now, bucket.projectedWaitMs(now, queue.waiting.indexOf(me)))
      const leastWait = Math.max(others, Math.min(wait, bucket.projectedWaitMs(now, 0)))
      if (isFirst && now + leastWait > until) return yield* heldBack(key, now, leastWait)
      // Made in the same step as the look above, so no notification falls in between.
      const changed = Deferred.unsafeMake<void>(fiber)
      me.changed = changed
      // The end of a request over the global limit wakes only its own queue, so the call looks again by itself.
      const lookAgainMs = globalWaitMs(key, now) > 0 ? LOOK_AGAIN_MS : Number.POSITIVE_INFINITY
      const waitMs = Math.ceil(isFirst ? Math.min(wait, until - now, lookAgainMs) : until - now)
      yield* restore(
        Effect.zipRight(
          // Only the first call knows how long it waits.
          isFirst ? waitBegins("rate limit", waitMs) : Effect.void,
          Effect.raceFirst(Deferred.await(changed), Effect.sleep(waitMs))
        )
      )
    }
  })

  /** Waits in the queue of the key's bucket, and again in another one when the bucket turns out to be another. */
  const queued = Effect.fnUntraced(function* (key: RateLimitKey, startedAt: number, restore: Restore) {
    const until = startedAt + Math.min(settings.maxWaitMs, yield* remainingMs)
    while (true) {
      const now = yield* monotonicMs
      const queue = queues.of(key)
      const projected = queue.bucket.projectedWaitMs(now, queue.waiting.length)
      if (projected > 0 && now + projected > until) return yield* heldBack(key, now, projected)
      const me: WaitingCall = { key, changed: undefined }
      queue.waiting.push(me)
      const admitted = yield* Effect.ensuring(
        turn(queue, me, until, restore),
        Effect.flatMap(monotonicMs, (now) => {
          queue.waiting.splice(queue.waiting.indexOf(me), 1)
          return notify(next(queue, now))
        })
      )
      if (admitted !== undefined) {
        const waited = admitted.request.sentAt - startedAt
        if (waited >= 1) yield* Metric.update(rateLimitWait, waited)
        return admitted
      }
    }
  })

  const admit = (key: RateLimitKey, restore: Restore): Effect.Effect<Admitted, DiscordRateLimitError> =>
    Effect.flatMap(monotonicMs, (now) => {
      const admitted = admitNow(key, now)
      return admitted === undefined ? queued(key, now, restore) : Effect.succeed(admitted)
    })

  /** Learns from the response, and lets the calls look again that it concerns. */
  const settle = (key: RateLimitKey, admitted: Admitted, response: RateLimitResponse | undefined) =>
    Effect.flatMap(monotonicMs, (now) => {
      const { globalRequest, queue, request } = admitted
      if (globalRequest !== undefined) global.end(globalRequest, now)
      const headers = response && parseHeaders(response.header)
      if (headers?.bucket !== undefined) queues.named(key, headers.bucket)
      const home = queues.of(key)
      const isLimited = response?.limited !== undefined
      if (home === queue) {
        queue.bucket.end(request, now, response === undefined ? "none" : isLimited ? "limited" : "other", headers)
      } else {
        queue.bucket.end(request, now, "other")
        home.bucket.join(request, now, isLimited ? undefined : headers)
      }
      if (headers === undefined && response !== undefined && isUnlimited(response)) home.bucket.markUnlimited()
      if (response?.limited !== undefined) block(key, home, response.limited, headers?.remaining ?? 0, now)
      return home === queue
        ? notify(next(queue, now))
        : Effect.zipRight(Effect.forEach([...queue.waiting], notify, { discard: true }), notify(next(home, now)))
    })

  const block = (
    key: RateLimitKey,
    { bucket }: BucketQueue,
    { retryAfterMs, scope }: NonNullable<RateLimitResponse["limited"]>,
    remaining: number,
    now: number
  ) => {
    if (scope === "global") global.block(now + retryAfterMs)
    // A 429 although the bucket has requests left: a sub-limit of the route, or a limit shared with other users.
    else if (scope === "shared" || remaining > 0) blocks.add(stringOf(key), now + retryAfterMs, scope, now)
    else bucket.block(now, retryAfterMs)
  }

  const apply: RateLimiter["apply"] = (key, response) => (send) =>
    Effect.uninterruptibleMask((restore) =>
      Effect.flatMap(admit(key, restore).pipe(span("pace", {}, { ended: exitLabels })), (admitted) =>
        Effect.flatMap(Effect.exit(restore(send)), (exit) => Effect.zipRight(settle(key, admitted, response()), exit))
      )
    )

  return { apply, size: Effect.sync(() => queues.size + blocks.size) }
}

/** An attempt that may leave. */
interface Admitted {
  readonly queue: BucketQueue
  readonly request: SentRequest
  readonly globalRequest: SentRequest | undefined
}

type Restore = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

/** Whether a response without rate-limit headers means that Discord does not limit the route. */
const isUnlimited = ({ status }: RateLimitResponse): boolean =>
  status >= 200 && status < 500 && status !== 429 && status !== 401
