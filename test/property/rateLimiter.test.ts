import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Exit, FastCheck, Fiber, Random } from "effect"
import type { Algorithm } from "../../src/sandbox/BucketCounter.ts"
import { makeLimits } from "../discord/limits.ts"
import { CHANNEL, connect, create, OTHER_CHANNEL, type Overrides, read, request, send } from "../discord/session.ts"
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
    // Computed on departure, the headers of a sliding window never show its length.
    FastCheck.constant({ algorithm: "sliding_window", stamp: "arrival" } as const)
  ),
  limit: integer({ min: 1, max: 10 }),
  windowMs: integer({ min: 300, max: 3000 }),
  /** The latency of one direction. A round rtt takes less than a second, after which a call counts as hung. */
  fastest: nat(150),
  jitter: nat(125),
  /** The time between arrival and departure. */
  work: nat(400),
  seed: integer()
}

/** The times of calls: concurrent, sequential, or a burst and then some more. */
const arrivals = FastCheck.array(
  record({ calls: integer({ min: 1, max: 10 }), thenMs: FastCheck.oneof(FastCheck.constant(0), nat(3000)) }),
  { minLength: 1, maxLength: 5 }
)

describe("the rate limiter, with any algorithm, header time, limit, window and latency", () => {
  it.prop(
    "sends all calls without one 429",
    [record({ ...model, arrivals })],
    ([drawn]) => {
      const { arrivals, fastest, jitter, limit, rules, seed, windowMs, work } = drawn
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
            const { call, sent } = yield* connect(step, longWaits)
            const start = yield* Clock.currentTimeMillis
            const fibers = yield* Effect.forEach(arrivals, ({ calls, thenMs }) =>
              Effect.zipLeft(
                Effect.fork(Effect.all(Effect.replicate(call(send()), calls), inParallel)),
                Effect.sleep(thenMs)
              )
            )
            yield* Fiber.joinAll(fibers)
            return { requests: sent.length, ms: (yield* Clock.currentTimeMillis) - start }
          })
        ),
        seed
      )
      assert.isTrue(Exit.isSuccess(exit), String(exit))
      assert.strictEqual(seen.refused, 0)
      if (Exit.isSuccess(exit)) {
        assert.strictEqual(exit.value.requests, calls)
        // For each window at most two round trips more: one until its responses arrive, one to detect the new window.
        const idle = arrivals.reduce((sum, { thenMs }) => sum + thenMs, 0)
        const rtt = 2 * (fastest + jitter) + work
        assert.isAtMost(exit.value.ms, idle + Math.ceil(calls / limit) * (windowMs + 2 * rtt + 10) + 2 * rtt)
      }
    },
    { fastCheck: { numRuns: runs(40) } }
  )

  it.prop(
    "respects the global limit without one 429",
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
            const { call } = yield* connect(step, { ...longWaits, globalRequestsPerSecond: perSecond })
            const channels = Array.from({ length: 60 }, (_, n) => String(10n ** 17n + BigInt(n)))
            yield* Effect.forEach(channels, (channel) => call(read(channel)), inParallel)
          })
        ),
        seed
      )
      assert.isTrue(Exit.isSuccess(exit), String(exit))
      assert.strictEqual(seen.refused, 0)
    },
    { fastCheck: { numRuns: runs(15) } }
  )

  const calls = [read(), read(OTHER_CHANNEL), request({ method: "PATCH", risk: "write" }), send(), create]

  it.prop(
    "sends calls to several channels and routes without one 429, once the responses have named shared buckets",
    [record({ ...model, picks: FastCheck.array(nat(4), { minLength: 20, maxLength: 40 }) })],
    ([{ fastest, jitter, limit, picks, rules, seed, windowMs, work }]) => {
      const { seen, step } = makeLimits({
        ...rules,
        limit: limit + 1,
        windowMs,
        latencyMs: between(fastest, fastest + jitter),
        workMs: between(0, work),
        // Reading and changing a channel share a bucket, as the headers say.
        keyOf: ({ path, method }) => (path === `/channels/${CHANNEL}` ? path : `${method} ${path}`),
        nameOf: ({ method, path }) => (/^.channels.\d+$/.test(path) ? "channel" : `${method} ${path.split("/")[1]}`)
      })
      const exit = virtually(
        Effect.scoped(
          Effect.gen(function* () {
            const { call } = yield* connect(step, longWaits)
            yield* Effect.forEach(calls, call)
            yield* Effect.forEach(picks, (pick) => call(calls[pick] ?? read()), inParallel)
          })
        ),
        seed
      )
      assert.isTrue(Exit.isSuccess(exit), String(exit))
      assert.strictEqual(seen.refused, 0)
    },
    { fastCheck: { numRuns: runs(15) } }
  )
})
