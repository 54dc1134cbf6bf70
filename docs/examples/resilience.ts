// @effect-diagnostics asyncFunction:off globalFetchInEffect:off
import { Data, Effect } from "effect"
import { Bulkhead, CircuitBreaker, Deadline, Retry, Timeout } from "effect-discord-mcp/resilience"

/** The service fails. It may ask to wait. */
export class Down extends Data.TaggedError("Down")<{ readonly waitMs?: number }> {}
class TooSlow extends Data.TaggedError("TooSlow") {}

const waitAsked = (error: Down | TooSlow) => (error._tag === "Down" ? error.waitMs : undefined)

/** Reads an address by `fetch`. A response that is no success is `Down`. */
export const readText = (url: string) =>
  Effect.tryPromise({
    // An interruption, such as by a timeout, aborts the request.
    try: async (signal) => {
      const response = await fetch(url, { signal })
      return { response, text: await response.text() }
    },
    catch: () => new Down({})
  }).pipe(
    Effect.filterOrFail(
      ({ response }) => response.ok,
      ({ response }) => new Down({ waitMs: Number(response.headers.get("retry-after") ?? 0) * 1000 })
    ),
    Effect.map(({ text }) => text)
  )

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
      Retry.apply<Down | TooSlow>(settings, { repeatable: () => Effect.succeed(true), hintMs: waitAsked }),
      Deadline.apply({ ms: 30_000, onExpired: () => new TooSlow() }),
      circuits.apply(key, (exit) => (exit._tag === "Success" ? "success" : "failure")),
      bulkhead.apply(key)
    )

  return { call }
})
