import { Data, Effect } from "effect"
import { Bulkhead, CircuitBreaker, Deadline, Retry, Timeout } from "effect-discord-mcp/resilience"

class Down extends Data.TaggedError("Down") {}
class TooSlow extends Data.TaggedError("TooSlow") {}

/** Any effect, protected: the policies know nothing of Discord. */
export const protectedCall = <A>(call: Effect.Effect<A, Down>) =>
  Effect.gen(function* () {
    const bulkhead = yield* Bulkhead.make({ limit: 20 })
    const circuits = yield* CircuitBreaker.make({
      enabled: true,
      failureThreshold: 10,
      windowMs: 60_000,
      halfOpenAfterMs: 60_000
    })
    const retry = Retry.apply<Down | TooSlow>(
      { enabled: true, maxAttempts: 3, baseDelayMs: 200, maxDelayMs: 10_000, jitter: "full" },
      { repeatable: () => Effect.succeed(true), hintMs: () => undefined }
    )
    return yield* retry(() => call.pipe(Timeout.apply({ ms: 5000, onTimeout: () => new TooSlow() }))).pipe(
      circuits.apply("the service", (exit) => (exit._tag === "Success" ? "success" : "failure")),
      bulkhead.apply("the service"),
      Deadline.apply({ ms: 30_000, onExpired: () => new TooSlow() })
    )
  })
