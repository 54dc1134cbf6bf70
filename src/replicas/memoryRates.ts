/** The request rates of clients in the memory of one process. */
import * as RateLimiter from "@effect/experimental/RateLimiter"
import { Cache, Context, Duration, Effect, Layer } from "effect"
import { byMonotonicClock } from "../telemetry/monotonic.ts"

/** The maximum number of clients. Above it, the client that was unused for the longest time starts again with a full bucket. */
export const CLIENTS_MAX = 10_000

/**
 * Counts requests in one store for each client, because the library's store never forgets a client. The library measures
 * by the wall clock, so the stores run by the monotonic clock.
 */
export const layer: Layer.Layer<RateLimiter.RateLimiterStore> = Layer.effect(
  RateLimiter.RateLimiterStore,
  Effect.gen(function* () {
    const stores = yield* Cache.make({
      capacity: CLIENTS_MAX,
      timeToLive: Duration.infinity,
      lookup: (_client: string) =>
        Effect.map(Effect.scoped(Layer.build(RateLimiter.layerStoreMemory)), Context.get(RateLimiter.RateLimiterStore))
    })
    return {
      fixedWindow: (options) =>
        Effect.flatMap(stores.get(options.key), (store) => byMonotonicClock(store.fixedWindow(options))),
      tokenBucket: (options) =>
        Effect.flatMap(stores.get(options.key), (store) => byMonotonicClock(store.tokenBucket(options)))
    } satisfies RateLimiter.RateLimiterStore["Type"]
  })
)
