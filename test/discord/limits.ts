/** A Discord that only counts requests: every algorithm, headers computed on arrival or departure, a global limit. */
import { Clock, Effect } from "effect"
import type { WireRequest } from "../../src/discord/Transport.ts"
import * as BucketCounter from "../../src/sandbox/BucketCounter.ts"
import { answer, bucket, limited, type Step } from "./wire.ts"

/** The limits by route. */
export interface LimitsOptions {
  readonly limit: number
  readonly windowMs: number
  /** The latency of one direction, drawn for each. */
  readonly latencyMs: Effect.Effect<number>
  /** The time between arrival and departure. */
  readonly workMs?: Effect.Effect<number>
  /** Default: a fixed window. */
  readonly algorithm?: BucketCounter.Algorithm
  /** When headers are computed. Default: on arrival. */
  readonly stamp?: "arrival" | "departure"
  readonly perSecond?: number
  /** The key that requests are counted by. Default: the path. */
  readonly keyOf?: (request: WireRequest) => string
  /** The bucket's name in the headers. */
  readonly nameOf?: (request: WireRequest) => string
}

/** Makes one. `refused` counts its 429s, `most` is the maximum number of concurrent requests. */
export const makeLimits = (options: LimitsOptions) => {
  const { algorithm = "window", stamp = "arrival" } = options
  const counters = new Map<string, BucketCounter.BucketCounter>()
  const overall = BucketCounter.make("window", {
    limit: options.perSecond ?? Number.POSITIVE_INFINITY,
    windowMs: 1000
  })
  const seen = { refused: 0, most: 0, underWay: 0 }

  const counterOf = (request: WireRequest) => {
    const key = options.keyOf?.(request) ?? request.path
    const counter = counters.get(key) ?? BucketCounter.make(algorithm, options)
    counters.set(key, counter)
    return counter
  }

  const headersOf = (request: WireRequest, now: number) => {
    const { remaining, resetMs } = counterOf(request).state(now)
    return bucket(options.limit, remaining, Math.ceil(resetMs) / 1000, options.nameOf?.(request) ?? "b1")
  }

  const arrive = (request: WireRequest, now: number): ((headers: Readonly<Record<string, string>>) => Step) => {
    if (!overall.take(now)) {
      seen.refused++
      const { retryMs } = overall.state(now)
      return () => limited(retryMs / 1000, "global", { "x-ratelimit-global": "true" })
    }
    if (counterOf(request).take(now)) return (headers) => answer(200, { id: "1" }, headers)
    seen.refused++
    const { retryMs } = counterOf(request).state(now)
    return (headers) => limited(Math.ceil(retryMs) / 1000, "user", headers)
  }

  const step: Step = (request, onPhase) =>
    Effect.gen(function* () {
      seen.underWay++
      seen.most = Math.max(seen.most, seen.underWay)
      yield* Effect.sleep(yield* options.latencyMs)
      const arrivedAt = yield* Clock.currentTimeMillis
      const response = arrive(request, arrivedAt)
      const onArrival = headersOf(request, arrivedAt)
      if (options.workMs !== undefined) yield* Effect.sleep(yield* options.workMs)
      const headers = stamp === "arrival" ? onArrival : headersOf(request, yield* Clock.currentTimeMillis)
      yield* Effect.sleep(yield* options.latencyMs)
      return yield* response(headers)(request, onPhase)
    }).pipe(Effect.ensuring(Effect.sync(() => seen.underWay--)))

  return { step, seen }
}
