import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Exit, FastCheck, Random } from "effect"
import { makeLimits } from "../discord/limits.ts"
import { CHANNEL, connect, create, OTHER_CHANNEL, type Overrides, read, request, send } from "../discord/session.ts"
import { virtually } from "./virtually.ts"

const patient: Overrides = {
  rateLimitMaxWaitMs: 300_000,
  deadlineMs: 600_000,
  globalRequestsPerSecond: 10_000,
  bulkheadLimit: 1000,
  retryEnabled: false
}

/** Latencies of one way, both ends included. */
const between = (min: number, max: number) => Random.nextIntBetween(min, max + 1)

const model = {
  limit: FastCheck.integer({ min: 1, max: 10 }),
  windowMs: FastCheck.integer({ min: 300, max: 5000 }),
  fastest: FastCheck.integer({ min: 1, max: 200 }),
  spread: FastCheck.integer({ min: 0, max: 200 }),
  seed: FastCheck.integer()
}

describe("pacing, whatever the limit, its window and the latency", () => {
  it("lets 30 calls at once all succeed, without one 429, and not much slower than possible", () => {
    FastCheck.assert(
      FastCheck.property(FastCheck.record(model), ({ fastest, limit, seed, spread, windowMs }) => {
        const slowest = fastest + spread
        const { seen, step } = makeLimits({ limit, windowMs, latencyMs: between(fastest, slowest) })
        const exit = virtually(
          Effect.scoped(
            Effect.gen(function* () {
              const { call, sent } = yield* connect(step, patient)
              const start = yield* Clock.currentTimeMillis
              yield* Effect.all(Effect.replicate(call(send()), 30), { concurrency: "unbounded" })
              return { requests: sent.length, ms: (yield* Clock.currentTimeMillis) - start }
            })
          ),
          seed
        )
        assert.isTrue(Exit.isSuccess(exit), String(exit))
        if (Exit.isSuccess(exit)) {
          const windows = Math.ceil(30 / limit)
          assert.strictEqual(exit.value.requests, 30)
          // Besides the windows themselves: a round trip at the end of each, as nobody knows when it began.
          assert.isAtMost(exit.value.ms, windows * (windowMs + 2 * slowest + 10) + 2 * slowest)
        }
        assert.strictEqual(seen.refused, 0)
      }),
      { numRuns: 300 }
    )
  })

  it("lets calls to several channels and routes succeed without one 429, once each route has told which bucket it shares", () => {
    const calls = [read(), read(OTHER_CHANNEL), request({ method: "PATCH", risk: "write" }), send(), create]
    FastCheck.assert(
      FastCheck.property(
        FastCheck.record({ ...model, picks: FastCheck.array(FastCheck.nat(4), { minLength: 20, maxLength: 40 }) }),
        ({ fastest, limit, picks, seed, spread, windowMs }) => {
          const { seen, step } = makeLimits({
            limit: limit + 1,
            windowMs,
            latencyMs: between(fastest, fastest + spread),
            // Reading and changing a channel are counted together, as their answers say.
            keyOf: ({ path, method }) => (path === `/channels/${CHANNEL}` ? path : `${method} ${path}`),
            nameOf: ({ method, path }) => (/^.channels.\d+$/.test(path) ? "channel" : `${method} ${path.split("/")[1]}`)
          })
          const exit = virtually(
            Effect.scoped(
              Effect.gen(function* () {
                const { call } = yield* connect(step, patient)
                yield* Effect.forEach(calls, call)
                yield* Effect.forEach(picks, (pick) => call(calls[pick] ?? read()), { concurrency: "unbounded" })
              })
            ),
            seed
          )
          assert.isTrue(Exit.isSuccess(exit), String(exit))
          assert.strictEqual(seen.refused, 0)
        }
      ),
      { numRuns: 200 }
    )
  })
})
