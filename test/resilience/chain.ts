import { Effect, Exit, Fiber, TestClock } from "effect"
import type { Outcome } from "../../src/resilience/Circuit.ts"
import type { Call, ResilienceSettings } from "../../src/resilience/Resilience.ts"

/** The settings of the chain in these tests: two slots, a circuit that opens after two failures, three attempts. */
export const settings: ResilienceSettings = {
  bulkhead: { limit: 2 },
  circuit: { enabled: true, failureThreshold: 2, windowMs: 60_000, halfOpenAfterMs: 30_000 },
  retry: { enabled: true, maxAttempts: 3, baseDelayMs: 200, maxDelayMs: 10_000, jitter: "none" }
}

/** The failures of the remote side: down, a rejection, too late for the attempt, too late for the call. */
export type Failure = "down" | "refused" | "timeout" | "deadline"

/** One call with defaults. */
export const call = (over: Partial<Call<string, Failure, never>>): Call<string, Failure, never> => ({
  circuit: "GET /channels/:id",
  bucket: "a",
  send: () => Effect.succeed("ok"),
  admit: (send) => send,
  timeout: { ms: 1000, onTimeout: () => "timeout" },
  deadline: { ms: 60_000, onExpired: () => "deadline" },
  retry: { repeatable: (failure) => Effect.succeed(failure !== "refused"), hintMs: () => undefined },
  outcomeOf,
  ...over
})

const outcomeOf = (exit: Exit.Exit<string, Failure>): Outcome =>
  Exit.match(exit, {
    onSuccess: () => "success",
    onFailure: (cause) => (cause._tag === "Fail" && cause.error === "refused" ? "success" : "failure")
  })

/** Runs to the end in virtual time. Returns exit and duration. */
export const finish = <A, E>(effect: Effect.Effect<A, E>, ms = 600_000) =>
  Effect.gen(function* () {
    const now = Effect.clockWith((clock) => clock.currentTimeMillis)
    const start = yield* now
    const fiber = yield* Effect.fork(Effect.zip(Effect.exit(effect), now))
    yield* TestClock.adjust(ms)
    const [exit, end] = yield* Fiber.join(fiber)
    return [exit, end - start] as const
  })
