// @effect-diagnostics asyncFunction:off runEffectInsideEffect:off anyUnknownInErrorContext:off
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
import { Effect } from "effect"
import * as Resilience from "../../src/resilience/Resilience.ts"
import * as Retry from "../../src/resilience/Retry.ts"
import { type Bench, figure, median, ratioRow } from "./Row.ts"

const ROUNDS = 15
const CALLS = 4000

class Down {
  readonly _tag = "Down"
}

/** Microseconds per call, sequential or so many at once. */
const timed = async (call: () => Promise<unknown>, atOnce: number): Promise<number> => {
  const from = performance.now()
  for (let done = 0; done < CALLS; done += atOnce) {
    if (atOnce === 1) await call()
    else await Promise.all(Array.from({ length: atOnce }, call))
  }
  return ((performance.now() - from) * 1000) / CALLS
}

/** Microseconds per call of effects: one after the other in one fiber, or each in one of its own, as the server's calls are. */
const timedEffect = async (call: Effect.Effect<unknown, unknown>, atOnce: number): Promise<number> => {
  if (atOnce > 1) return timed(() => Effect.runPromise(call), atOnce)
  const from = performance.now()
  await Effect.runPromise(Effect.repeatN(call, CALLS - 1))
  return ((performance.now() - from) * 1000) / CALLS
}

const ourChain = (baseDelayMs: number) =>
  Resilience.make({
    bulkhead: { limit: 1000 },
    circuit: { enabled: true, failureThreshold: 1_000_000, windowMs: 60_000, halfOpenAfterMs: 60_000 },
    retry: { enabled: true, maxAttempts: 3, baseDelayMs, maxDelayMs: 10_000, jitter: "none" }
  })

const protectedBy = (chain: Resilience.Resilience, send: Effect.Effect<number, Down>) =>
  chain.protect<number, Down, never>({
    circuit: "GET /channels/:id",
    bucket: "a",
    send,
    rateLimit: (sending) => sending,
    timeout: { ms: 30_000, onTimeout: () => new Down() },
    deadline: { ms: 55_000, onExpired: () => new Down() },
    retry: { repeatable: () => Effect.succeed(true), hintMs: () => undefined },
    outcomeOf: (exit) => (exit._tag === "Success" ? "success" : "failure")
  })

/** The chain alone, around a call that does nothing, beside the four layers of cockatiel. */
export const chain: Bench = {
  name: "chain",
  run: async () => {
    const resilience = await Effect.runPromise(ourChain(0))
    const composite = wrap(
      bulkhead(1000, 0),
      circuitBreaker(handleAll, { halfOpenAfter: 60_000, breaker: new ConsecutiveBreaker(1_000_000) }),
      retry(handleAll, { maxAttempts: 2 }),
      timeout(30_000, TimeoutStrategy.Cooperative)
    )
    const plain = Effect.succeed(42)
    const ours = protectedBy(resilience, plain)
    const twice = protectedBy(
      resilience,
      Effect.flatMap(Retry.attemptNumber, (attempt) => (attempt < 3 ? Effect.fail(new Down()) : plain))
    )
    const took = { none: [], cockatiel: [], ours: [], cockatiel64: [], ours64: [], twice: [] } as Readonly<
      Record<"none" | "cockatiel" | "ours" | "cockatiel64" | "ours64" | "twice", Array<number>>
    >
    for (let round = 0; round < ROUNDS; round++) {
      took.none.push(await timedEffect(plain, 1))
      took.cockatiel.push(await timed(() => composite.execute(() => 42), 1))
      took.ours.push(await timedEffect(ours, 1))
      took.cockatiel64.push(await timed(() => composite.execute(() => 42), 64))
      took.ours64.push(await timedEffect(ours, 64))
      took.twice.push(await timedEffect(twice, 1))
    }
    const limit = `an Effect alone ${figure(median(took.none))} µs; cockatiel's four layers`
    return [
      ratioRow({
        what: "the chain, one call after the other",
        limit,
        value: median(took.ours),
        base: median(took.cockatiel),
        atMost: 1,
        unit: "µs"
      }),
      ratioRow({
        what: "the chain, 64 at once",
        limit,
        value: median(took.ours64),
        base: median(took.cockatiel64),
        atMost: 1,
        unit: "µs"
      }),
      ratioRow({
        what: "the chain, two failures and a success",
        limit: "the call that succeeds",
        value: median(took.twice),
        base: median(took.ours),
        atMost: 5,
        unit: "µs"
      })
    ]
  }
}
