import * as RateLimiter from "@effect/experimental/RateLimiter"
import { Context, Duration, Effect, Layer } from "effect"
import * as MemoryRates from "../../replicas/memoryRates.ts"

/** The request rate of each client. The store behind it can be shared by several processes. */
export class ClientRates extends Context.Tag("effect-discord-mcp/mcp/ClientRates")<
  ClientRates,
  {
    /** Counts a request. Returns the wait if the client is over its limit. */
    readonly excess: (client: string) => Effect.Effect<Duration.Duration | undefined>
  }
>() {}

const WINDOW = Duration.minutes(1)

/** Counts requests in a store of `@effect/experimental`. A request that the store fails to count is allowed. */
export const layerOverStore = (
  requestsPerMinute: number
): Layer.Layer<ClientRates, never, RateLimiter.RateLimiterStore> =>
  Layer.effect(
    ClientRates,
    Effect.map(RateLimiter.make, (limiter) => ({
      excess: (client) =>
        limiter
          .consume({
            algorithm: "token-bucket",
            onExceeded: "fail",
            window: WINDOW,
            limit: requestsPerMinute,
            key: client
          })
          .pipe(
            Effect.as(undefined),
            Effect.catchAll((error) =>
              error.reason === "Exceeded"
                ? Effect.succeed(error.retryAfter)
                : Effect.as(Effect.logWarning("client rates cannot be counted", error.message), undefined)
            )
          )
    }))
  )

/** Counts requests in the memory of this process. */
export const layer = (requestsPerMinute: number): Layer.Layer<ClientRates> =>
  Layer.provide(layerOverStore(requestsPerMinute), MemoryRates.layer)
