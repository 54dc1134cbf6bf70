import { Deferred, Effect, Exit, Metric } from "effect"
import { DiscordRateLimitError } from "../../errors/ClientErrors.ts"
import { exitLabels } from "../../errors/metricLabels.ts"
import { remainingMs } from "../../resilience/Deadline.ts"
import { monotonicMs, withMonotonicMs } from "../../resilience/monotonic.ts"
import { rateLimitWait } from "../../telemetry/metrics.ts"
import { span } from "../../telemetry/span.ts"
import { waitBegins } from "../../telemetry/Waits.ts"
import { type BucketQueue, BucketQueues, leave, notify, placeOf, type WaitingCall } from "./BucketQueue.ts"
import type { SentRequest } from "./CountedRequests.ts"
import { GlobalLimit } from "./GlobalLimit.ts"
import { parseHeaders } from "./RateLimitHeaders.ts"
import { type RateLimitKey, stringOf } from "./RateLimitKey.ts"
import { RouteBlocks } from "./RouteBlocks.ts"
import type { SharedBuckets, SharedRequest, SharedWait } from "./SharedBuckets.ts"

/** Settings of the limiter. */
export interface RateLimiterSettings {
  readonly maxWaitMs: number
  readonly globalPerSecond: number
}

/** The rate-limit facts in the response of one attempt. */
export interface RateLimitResponse {
  readonly status: number
  readonly header: (name: string) => string | undefined
  /** For a 429 from Discord: the requested wait, and the scope of the limit. */
  readonly limited: { readonly retryAfterMs: number; readonly scope: "user" | "global" | "shared" } | undefined
}

/** Delays attempts that would get a 429, and allows as many concurrent attempts as Discord does. */
export interface RateLimiter {
  /**
   * Runs `send` when the limits allow it, then reads `response`; `undefined` means that none arrived.
   * Clients that wait for the same bucket take turns.
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

/** The time that a call waits for the global limit before it checks whether requests ended sooner. */
const RECHECK_MS = 1000

/** Makes a limiter without known buckets. With `shared`, all replicas decide together when an attempt is sent. */
export const make = (settings: RateLimiterSettings, shared?: SharedBuckets): RateLimiter => {
  const queues = new BucketQueues()
  const blocks = new RouteBlocks()
  const global = new GlobalLimit(settings.globalPerSecond)

  const globalWaitMs = (key: RateLimitKey, now: number): number => (key.global ? global.waitMs(now) : 0)
  const blockWaitMs = (key: RateLimitKey, now: number): number => blocks.waitMs(stringOf(key), now)

  /** Returns the first call whose route is not blocked. */
  const next = (queue: BucketQueue, now: number) => queue.waiting.find(({ key }) => blockWaitMs(key, now) <= 0)

  const rejectCall = (key: RateLimitKey, now: number, waitMs: number, together?: SharedWait) => {
    const block = blockWaitMs(key, now) > 0 ? blocks.scopeOf(stringOf(key)) : undefined
    return new DiscordRateLimitError({
      retry_after_ms: Math.max(MIN_RETRY_AFTER_MS, Math.ceil(waitMs)),
      scope: block ?? (globalWaitMs(key, now) > 0 ? "global" : (together?.scope ?? "user")),
      sent: false
    })
  }

  const start = (key: RateLimitKey, queue: BucketQueue, now: number, sharedRequest?: SharedRequest): Admitted => ({
    queue,
    request: queue.bucket.start(now),
    globalRequest: key.global ? global.start(now) : undefined,
    sharedRequest
  })

  /** Asks the shared state whether the call may be sent. Returns `undefined` if only this process decides. */
  const askReplicas = Effect.fnUntraced(function* (key: RateLimitKey, { admit }: SharedBuckets, restore: Restore) {
    const admission = yield* admit(key, queues.bucketOf(key), restore)
    const now = yield* monotonicMs
    if (admission._tag === "named") queues.named(key, admission.bucket)
    if (admission._tag === "blocked") blocks.add(stringOf(key), now + admission.ms, admission.scope, now)
    return admission._tag === "away" ? undefined : admission
  })

  /** Admits the call if no other waits before it and no limit delays it. */
  const admitNow = (key: RateLimitKey, now: number): Admitted | undefined => {
    if (shared !== undefined) return undefined
    const queue = queues.of(key)
    if (queue.waiting.length > 0 || blockWaitMs(key, now) > 0 || globalWaitMs(key, now) > 0) return undefined
    return queue.bucket.waitMs(now) > 0 ? undefined : start(key, queue, now)
  }

  /** Waits for the call's turn. Returns `undefined` if the key got another queue meanwhile. */
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
      const together =
        shared !== undefined && isFirst && others <= 0 ? yield* askReplicas(key, shared, restore) : undefined
      if (together?._tag === "named" || together?._tag === "blocked") continue
      if (together?._tag === "started") return start(key, queue, yield* monotonicMs, together.request)
      const wait = Math.max(others, together?.ms ?? bucket.waitMs(now))
      if (isFirst && wait <= 0) return start(key, queue, now)
      const leastWait = Math.max(others, together?.leastMs ?? Math.min(wait, bucket.projectedWaitMs(now, 0)))
      if (isFirst && now + leastWait > until) return yield* rejectCall(key, now, leastWait, together)
      if (now >= until) {
        return yield* rejectCall(key, now, bucket.projectedWaitMs(now, queue.waiting.indexOf(me)))
      }
      // In the same step as the check above, so that no notification is missed.
      const changed = Deferred.unsafeMake<void>(fiber)
      me.changed = changed
      // The end of a request notifies only its own queue, so the call checks the global limit by itself.
      const recheckMs = globalWaitMs(key, now) > 0 ? RECHECK_MS : (together?.recheckMs ?? Number.POSITIVE_INFINITY)
      const waitMs = Math.ceil(isFirst ? Math.min(wait, until - now, recheckMs) : until - now)
      yield* restore(
        Effect.zipRight(
          // Only the first call knows how long it waits.
          isFirst ? waitBegins("rate limit", waitMs) : Effect.void,
          Effect.raceFirst(Deferred.await(changed), Effect.sleep(waitMs))
        )
      )
    }
  })

  /** Waits in the queue of the key's bucket. If a response names another bucket, waits in the queue of that bucket. */
  const queued = Effect.fnUntraced(function* (
    key: RateLimitKey,
    client: string | undefined,
    startedAt: number,
    restore: Restore
  ) {
    const until = startedAt + Math.min(settings.maxWaitMs, yield* remainingMs)
    while (true) {
      const now = yield* monotonicMs
      const queue = queues.of(key)
      const { ahead, round } = placeOf(queue, client)
      const projected = queue.bucket.projectedWaitMs(now, ahead)
      if (projected > 0 && now + projected > until) return yield* rejectCall(key, now, projected)
      const me: WaitingCall = { key, client, round, changed: undefined }
      queue.waiting.splice(ahead, 0, me)
      const admitted = yield* Effect.onExit(turn(queue, me, until, restore), (exit) =>
        withMonotonicMs((now) => {
          leave(queue, me, Exit.isSuccess(exit) && exit.value !== undefined)
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

  const admit = (
    key: RateLimitKey,
    client: string | undefined,
    restore: Restore
  ): Effect.Effect<Admitted, DiscordRateLimitError> =>
    withMonotonicMs((now) => {
      const admitted = admitNow(key, now)
      return admitted === undefined ? queued(key, client, now, restore) : Effect.succeed(admitted)
    })

  /** Shares the facts of the response with the other replicas. */
  const settleShared = (key: RateLimitKey, { sharedRequest }: Admitted, response: RateLimitResponse | undefined) => {
    if (shared === undefined || sharedRequest === undefined) return Effect.void
    const headers = response && parseHeaders(response.header)
    const { limited } = response ?? {}
    const about = limited && subjectOf(limited.scope, headers?.remaining ?? 0)
    return shared.settle(sharedRequest, headers?.bucket ?? queues.bucketOf(key), {
      response: responseKind(response),
      headers,
      isUnlimited: headers === undefined && response !== undefined && isUnlimited(response),
      blockMs: about === "bucket" ? limited?.retryAfterMs : undefined,
      routeBlock:
        limited !== undefined && about === "route"
          ? { ms: limited.retryAfterMs, scope: limited.scope === "shared" ? "shared" : "user" }
          : undefined,
      globalBlockMs: about === "global" ? limited?.retryAfterMs : undefined
    })
  }

  /** Updates the limits from the response, and notifies the affected calls. */
  const settle = (key: RateLimitKey, admitted: Admitted, response: RateLimitResponse | undefined) =>
    withMonotonicMs((now) => {
      const { globalRequest, queue, request } = admitted
      if (globalRequest !== undefined) global.end(globalRequest, now)
      const headers = response && parseHeaders(response.header)
      if (headers?.bucket !== undefined) queues.named(key, headers.bucket)
      const home = queues.of(key)
      const isLimited = response?.limited !== undefined
      if (home === queue) {
        queue.bucket.end(request, now, responseKind(response), headers)
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
    const about = subjectOf(scope, remaining)
    if (about === "global") global.block(now + retryAfterMs)
    else if (about === "route") blocks.add(stringOf(key), now + retryAfterMs, scope === "shared" ? scope : "user", now)
    else bucket.block(now, retryAfterMs)
  }

  const apply: RateLimiter["apply"] = (key, responseOf, client) => (send) =>
    Effect.uninterruptibleMask((restore) =>
      Effect.flatMap(admit(key, client, restore).pipe(span("pace", {}, { ended: exitLabels })), (admitted) =>
        Effect.flatMap(Effect.exit(restore(send)), (exit) =>
          (shared === undefined
            ? settle(key, admitted, responseOf(exit))
            : Effect.zipRight(settleShared(key, admitted, responseOf(exit)), settle(key, admitted, responseOf(exit)))
          ).pipe(Effect.zipRight(exit))
        )
      )
    )

  return { apply, size: Effect.sync(() => queues.size + blocks.size) }
}

/** An admitted attempt. */
interface Admitted {
  readonly queue: BucketQueue
  readonly request: SentRequest
  readonly globalRequest: SentRequest | undefined
  readonly sharedRequest: SharedRequest | undefined
}

type Restore = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

/**
 * Returns what a 429 limits. If the bucket has requests left, the route is limited, because a route
 * also has its own limits.
 */
const subjectOf = (scope: NonNullable<RateLimitResponse["limited"]>["scope"], remaining: number) =>
  scope === "global" ? "global" : scope === "shared" || remaining > 0 ? "route" : "bucket"

const responseKind = (response: RateLimitResponse | undefined) =>
  response === undefined ? "none" : response.limited === undefined ? "other" : "limited"

/** Returns whether a response without rate-limit headers means that Discord does not limit the route. */
const isUnlimited = ({ status }: RateLimitResponse): boolean =>
  status >= 200 && status < 500 && status !== 429 && status !== 401
