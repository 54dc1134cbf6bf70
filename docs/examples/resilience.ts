import { Data, Effect } from "effect"
import { Bulkhead, CircuitBreaker, Deadline, Retry, Timeout } from "effect-discord-mcp/resilience"

export class Down extends Data.TaggedError("Down") {}
class TooSlow extends Data.TaggedError("TooSlow") {}

/** Makes a client of any service. All its calls share one bulkhead and one circuit breaker. */
export const makeClient = Effect.gen(function* () {
  const bulkhead = yield* Bulkhead.make({ limit: 20 })
  const circuits = yield* CircuitBreaker.make({
    enabled: true,
    failureThreshold: 10,
    windowMs: 60_000,
    halfOpenAfterMs: 60_000
  })
  const settings = { enabled: true, maxAttempts: 3, baseDelayMs: 200, maxDelayMs: 10_000, jitter: "full" } as const

  /** Protects one call. Calls with the same `key` share a circuit and a part of the bulkhead. */
  const call = <A>(key: string, request: Effect.Effect<A, Down>) =>
    request.pipe(
      Timeout.apply({ ms: 5000, onTimeout: () => new TooSlow() }),
      Retry.apply<Down | TooSlow>(settings, { repeatable: () => Effect.succeed(true), hintMs: () => undefined }),
      Deadline.apply({ ms: 30_000, onExpired: () => new TooSlow() }),
      circuits.apply(key, (exit) => (exit._tag === "Success" ? "success" : "failure")),
      bulkhead.apply(key)
    )

  return { call }
})
