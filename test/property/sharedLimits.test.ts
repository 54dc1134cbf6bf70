import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Exit, FastCheck, Fiber, Random } from "effect"
import { SharedLimits } from "../../src/discord/rate-limit/Limits.ts"
import type { Algorithm } from "../../src/sandbox/BucketCounter.ts"
import { makeLimits } from "../discord/limits.ts"
import { CHANNEL, connect, create, OTHER_CHANNEL, type Overrides, read, request, send } from "../discord/session.ts"
import { makeSharedStore } from "../discord/sharedStore.ts"
import type { Step } from "../discord/wire.ts"
import { runs } from "../turns.ts"
import { virtually } from "./virtually.ts"

const longWaits: Overrides = {
  rateLimitMaxWaitMs: 300_000,
  deadlineMs: 600_000,
  globalRequestsPerSecond: 10_000,
  bulkheadLimit: 1000,
  retryEnabled: false
}

const inParallel = { concurrency: "unbounded" } as const

/** Both bounds included. */
const between = (min: number, max: number) => Random.nextIntBetween(min, max + 1)

const { constantFrom, integer, nat, record } = FastCheck

const model = {
  rules: FastCheck.oneof(
    record({
      algorithm: constantFrom<Array<Algorithm>>("window", "aligned_window", "refill", "refill_unit"),
      stamp: constantFrom("arrival" as const, "departure" as const)
    }),
    FastCheck.constant({ algorithm: "sliding_window", stamp: "arrival" } as const)
  ),
  limit: integer({ min: 1, max: 10 }),
  windowMs: integer({ min: 300, max: 3000 }),
  fastest: nat(150),
  jitter: nat(125),
  work: nat(400),
  seed: integer(),
  replicas: integer({ min: 2, max: 3 }),
  /** The latency of the store, one direction, and how far its clock is from the replicas'. */
  storeMs: nat(20),
  aheadMs: integer({ min: -1_000_000, max: 1_000_000 })
}

const arrivals = FastCheck.array(
  record({ calls: integer({ min: 1, max: 10 }), thenMs: FastCheck.oneof(FastCheck.constant(0), nat(3000)) }),
  { minLength: 1, maxLength: 5 }
)

/** Replicas of a server over one store. */
const connectAll = (
  step: Step,
  { aheadMs, replicas, storeMs }: { readonly aheadMs: number; readonly replicas: number; readonly storeMs: number },
  overrides = longWaits
) => {
  const { shared } = makeSharedStore({ aheadMs, latencyMs: between(0, storeMs) })
  return Effect.all(Array.from({ length: replicas }, () => connect(step, overrides))).pipe(
    Effect.provideService(SharedLimits, shared)
  )
}

describe("replicas with one store, with any algorithm, header time, limit, window and latency", () => {
  it.prop(
    "send all calls without one 429, almost as fast as one process",
    [record({ ...model, arrivals })],
    ([drawn]) => {
      const { arrivals, fastest, jitter, limit, rules, seed, storeMs, windowMs, work } = drawn
      const { seen, step } = makeLimits({
        ...rules,
        limit,
        windowMs,
        latencyMs: between(fastest, fastest + jitter),
        workMs: between(0, work)
      })
      const calls = arrivals.reduce((sum, { calls }) => sum + calls, 0)
      const exit = virtually(
        Effect.scoped(
          Effect.gen(function* () {
            const all = yield* connectAll(step, drawn)
            const start = yield* Clock.currentTimeMillis
            const fibers = yield* Effect.forEach(arrivals, ({ calls, thenMs }) =>
              Effect.zipLeft(
                Effect.fork(
                  Effect.forEach(
                    Array.from({ length: calls }, (_, at) => all[at % all.length]),
                    (replica) => replica?.call(send()) ?? Effect.void,
                    inParallel
                  )
                ),
                Effect.sleep(thenMs)
              )
            )
            yield* Fiber.joinAll(fibers)
            const requests = all.reduce((sum, { sent }) => sum + sent.length, 0)
            return { requests, ms: (yield* Clock.currentTimeMillis) - start }
          })
        ),
        seed
      )
      assert.isTrue(Exit.isSuccess(exit), String(exit))
      assert.strictEqual(seen.refused, 0)
      if (Exit.isSuccess(exit)) {
        assert.strictEqual(exit.value.requests, calls)
        const idle = arrivals.reduce((sum, { thenMs }) => sum + thenMs, 0)
        // As for one process, and for each window the store's answers and the time until a replica asks again.
        const rtt = 2 * (fastest + jitter) + work + 8 * storeMs + 60
        assert.isAtMost(exit.value.ms, idle + Math.ceil(calls / limit) * (windowMs + 2 * rtt + 10) + 2 * rtt)
      }
    },
    { fastCheck: { numRuns: runs(20) } }
  )

  it.prop(
    "respect the global limit without one 429",
    [record({ ...model, perSecond: integer({ min: 1, max: 50 }) })],
    ([drawn]) => {
      const { fastest, jitter, perSecond, seed, work } = drawn
      const { seen, step } = makeLimits({
        limit: 1000,
        windowMs: 1000,
        perSecond,
        latencyMs: between(fastest, fastest + jitter),
        workMs: between(0, work)
      })
      const exit = virtually(
        Effect.scoped(
          Effect.gen(function* () {
            const all = yield* connectAll(step, drawn, { ...longWaits, globalRequestsPerSecond: perSecond })
            yield* Effect.forEach(
              Array.from({ length: 60 }, (_, at) => [String(10n ** 17n + BigInt(at)), all[at % all.length]] as const),
              ([channel, replica]) => replica?.call(read(channel)) ?? Effect.void,
              inParallel
            )
          })
        ),
        seed
      )
      assert.isTrue(Exit.isSuccess(exit), String(exit))
      assert.strictEqual(seen.refused, 0)
    },
    { fastCheck: { numRuns: runs(5) } }
  )

  const calls = [read(), read(OTHER_CHANNEL), request({ method: "PATCH", risk: "write" }), send(), create]

  it.prop(
    "learn from each other which routes share a bucket",
    [record({ ...model, picks: FastCheck.array(nat(4), { minLength: 20, maxLength: 40 }) })],
    ([drawn]) => {
      const { fastest, jitter, limit, picks, rules, seed, windowMs, work } = drawn
      const { seen, step } = makeLimits({
        ...rules,
        limit: limit + 1,
        windowMs,
        latencyMs: between(fastest, fastest + jitter),
        workMs: between(0, work),
        keyOf: ({ path, method }) => (path === `/channels/${CHANNEL}` ? path : `${method} ${path}`),
        nameOf: ({ method, path }) => (/^.channels.\d+$/.test(path) ? "channel" : `${method} ${path.split("/")[1]}`)
      })
      const exit = virtually(
        Effect.scoped(
          Effect.gen(function* () {
            const all = yield* connectAll(step, drawn)
            const [first] = all
            // One replica learns, the others know.
            yield* Effect.forEach(calls, (it) => first?.call(it) ?? Effect.void)
            yield* Effect.forEach(
              picks,
              (pick, at) => all[at % all.length]?.call(calls[pick] ?? read()) ?? Effect.void,
              inParallel
            )
          })
        ),
        seed
      )
      assert.isTrue(Exit.isSuccess(exit), String(exit))
      assert.strictEqual(seen.refused, 0)
    },
    { fastCheck: { numRuns: runs(8) } }
  )
})
