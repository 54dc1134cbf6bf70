// @effect-diagnostics asyncFunction:off runEffectInsideEffect:off anyUnknownInErrorContext:off newPromise:off
import { setMaxListeners } from "node:events"
import {
  bulkhead,
  ConsecutiveBreaker,
  circuitBreaker,
  handleAll,
  retry,
  TimeoutStrategy,
  timeout,
  wrap
} from "cockatiel"
import { Effect, Schedule } from "effect"
import * as Deadline from "../../src/resilience/Deadline.ts"
import * as Resilience from "../../src/resilience/Resilience.ts"
import { times } from "./parts.ts"
import { type Bench, figure, median, ratioRow } from "./Row.ts"

const ROUNDS = 15
const CALLS = 6400
const AT_ONCE = 64

class Down {
  readonly _tag = "Down"
}

/** A send that waits for one turn of the event loop, because every real send waits. */
const waiting: Effect.Effect<number, Down> = Effect.async((resume) => {
  setImmediate(() => resume(Effect.succeed(42)))
})

/** Returns the processor time per call in microseconds, for concurrent calls. */
const timed = async (call: () => Promise<unknown>): Promise<number> => {
  const before = process.cpuUsage()
  for (let done = 0; done < CALLS; done += AT_ONCE) await Promise.all(Array.from({ length: AT_ONCE }, call))
  const { system, user } = process.cpuUsage(before)
  return (system + user) / CALLS
}

const ourChain = (baseDelayMs: number) =>
  Resilience.make({
    bulkhead: { limit: 1000 },
    circuit: { enabled: true, failureThreshold: 1_000_000, windowMs: 60_000, halfOpenAfterMs: 60_000 },
    retry: { enabled: true, maxAttempts: 3, baseDelayMs, maxDelayMs: 10_000, jitter: "none" }
  })

const protectedBy = (chain: Resilience.Resilience, send: Effect.Effect<number, Down>) =>
  chain
    .protect<number, Down, never>({
      circuit: "GET /channels/:id",
      bucket: "a",
      send: () => send,
      admit: (sending) => sending,
      timeout: { ms: 30_000, onTimeout: () => new Down() },
      deadline: { onExpired: () => new Down() },
      retry: { repeatable: () => Effect.succeed(true), hintMs: () => undefined },
      outcomeOf: (exit) => (exit._tag === "Success" ? "success" : "failure")
    })
    // As in the server, the deadline is set once, outside the chain.
    .pipe(Deadline.limit(55_000))

/** Compares the chain with Effect's timeout and retry, and with four policies of cockatiel, around a send that waits. */
export const chain: Bench = {
  name: "chain",
  run: async () => {
    const ours = protectedBy(await Effect.runPromise(ourChain(0)), waiting)
    const policy = Schedule.intersect(Schedule.exponential("200 millis"), Schedule.recurs(2))
    const plain = waiting.pipe(Effect.timeout("30 seconds"), Effect.retry(policy))
    const composite = wrap(
      bulkhead(1000, 0),
      circuitBreaker(handleAll, { halfOpenAfter: 60_000, breaker: new ConsecutiveBreaker(1_000_000) }),
      retry(handleAll, { maxAttempts: 2 }),
      timeout(30_000, TimeoutStrategy.Cooperative)
    )
    // cockatiel adds a listener for each running call.
    const { signal } = new AbortController()
    setMaxListeners(0, signal)
    const ways = {
      alone: () => Effect.runPromise(waiting),
      plain: () => Effect.runPromise(plain),
      cockatiel: () => composite.execute(() => new Promise((resolve) => setImmediate(() => resolve(42))), signal),
      ours: () => Effect.runPromise(ours)
    }
    const took = { alone: [], plain: [], cockatiel: [], ours: [] } as Record<keyof typeof ways, Array<number>>
    for (let round = 0; round <= times(ROUNDS); round++) {
      for (const way of ["alone", "plain", "cockatiel", "ours"] as const) {
        const micros = await timed(ways[way])
        if (round > 0) took[way].push(micros)
      }
    }
    const limit = `the send alone ${figure(median(took.alone))} µs, cockatiel ${figure(median(took.cockatiel))} µs; Effect's timeout and retry`
    return [
      ratioRow({
        what: "the chain alone, a send that waits, 64 at once",
        limit,
        value: median(took.ours),
        base: median(took.plain),
        atMost: 1.5,
        unit: "µs"
      })
    ]
  }
}
