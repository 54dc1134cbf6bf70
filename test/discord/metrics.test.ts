import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Metric, TestClock } from "effect"
import * as metrics from "../../src/telemetry/metrics.ts"
import { counted, shown } from "./metric.ts"
import { connect, create, finish, read, request } from "./session.ts"
import { answer, bucket, bug, cut, hang, limited, ok, refusal, type Step, script } from "./wire.ts"

/** One call to a separate route, because metrics outlive their test. */
const once = (step: Step, overrides = {}) =>
  Effect.flatMap(connect(step, overrides), ({ call }) => finish(call(read()), 120_000))

describe("metrics", () => {
  it.scoped("mcp.retry.attempts counts attempts after the first, by the failure of the previous one", () =>
    Effect.gen(function* () {
      const attempts = (error_code: string) => counted(metrics.retryAttempts, { error_code })
      const steps = script(answer(502, "<html>"), limited(1), ok)
      const all = once(steps).pipe(attempts("DISCORD_RATE_LIMITED"))
      assert.strictEqual(yield* all, 1)
      assert.strictEqual(yield* once(answer(502, "")).pipe(attempts("DISCORD_REST_UNAVAILABLE")), 2)
      assert.strictEqual(yield* once(refusal(404, 10003)).pipe(attempts("DISCORD_NOT_FOUND")), 0)
    })
  )

  it.scoped("mcp.deadletter.count counts calls that failed after retries", () =>
    Effect.gen(function* () {
      const letters = (error_code: string) => counted(metrics.deadLetters, { error_code })
      assert.strictEqual(yield* once(answer(502, "")).pipe(letters("DISCORD_REST_UNAVAILABLE")), 1)
      assert.strictEqual(yield* once(script(answer(502, ""), ok)).pipe(letters("DISCORD_REST_UNAVAILABLE")), 0)
      assert.strictEqual(yield* once(refusal(404, 10003)).pipe(letters("DISCORD_NOT_FOUND")), 0)
      assert.strictEqual(yield* once(script(cut(), refusal(404, 10003))).pipe(letters("DISCORD_NOT_FOUND")), 1)
      assert.strictEqual(
        yield* once(answer(502, ""), { retryEnabled: false }).pipe(letters("DISCORD_REST_UNAVAILABLE")),
        0
      )
    })
  )

  for (const scope of ["user", "global", "shared"] as const) {
    it.scoped(`mcp.rate_limit.hits counts 429s of scope ${scope}`, () =>
      Effect.gen(function* () {
        const hits = counted(metrics.rateLimitHits, { scope })
        assert.strictEqual(yield* once(script(limited(1, scope), limited(1, scope), ok)).pipe(hits), 2)
        assert.strictEqual(yield* once(answer(429, "error code: 1015")).pipe(hits), 0)
      })
    )
  }

  it.scoped("mcp.rate_limit.wait_ms has the time that calls waited", () =>
    Effect.gen(function* () {
      const { call } = yield* connect(answer(200, {}, bucket(1, 0, 1)))
      const before = yield* Metric.value(metrics.rateLimitWait)
      yield* finish(call(read()), 0)
      yield* finish(call(read()), 5000)
      const after = yield* Metric.value(metrics.rateLimitWait)
      assert.deepStrictEqual([after.count - before.count, after.sum - before.sum], [1, 1005])
    })
  )

  it.scoped("mcp.circuit.transitions and mcp.circuit.state follow a circuit, by route template", () =>
    Effect.gen(function* () {
      const route = "GET /stage-instances/:id"
      const stage = request({ route: "/stage-instances/{channel_id}", path: { channel_id: "1" } })
      const { call } = yield* connect(script(cut(), cut(), cut(), ok), {
        circuitFailureThreshold: 3,
        retryEnabled: false
      })
      const state = shown(metrics.circuitState, { route })
      const to = (to_state: string) => counted(metrics.circuitTransitions, { route, to_state })
      const fail = Effect.replicateEffect(finish(call(stage), 0), 3)
      assert.strictEqual(yield* fail.pipe(to("open")), 1)
      assert.strictEqual(yield* state, 2)
      const probe = Effect.zipRight(TestClock.adjust(60_000), finish(call(stage), 0))
      assert.strictEqual(
        yield* probe.pipe(
          to("half_open"),
          Effect.zip(Effect.succeed(0)),
          Effect.map(([n]) => n)
        ),
        1
      )
      assert.strictEqual(yield* state, 0)
      const { count } = yield* Metric.value(
        Metric.tagged(Metric.tagged(metrics.circuitTransitions, "route", route), "to_state", "closed")
      )
      assert.strictEqual(count, 1)
    })
  )

  it.scoped("mcp.bulkhead.in_flight shows running calls, waiting ones included, and is zero after any end", () =>
    Effect.gen(function* () {
      for (const step of [ok, refusal(404, 10003), bug, cut()]) {
        yield* once(step)
        assert.strictEqual(yield* shown(metrics.bulkheadInFlight), 0)
      }
      const { call } = yield* connect(hang)
      const fibers = yield* Effect.replicateEffect(Effect.fork(call(read())), 3)
      yield* TestClock.adjust(0)
      assert.strictEqual(yield* shown(metrics.bulkheadInFlight), 3)
      yield* Fiber.interruptAll(fibers)
      assert.strictEqual(yield* shown(metrics.bulkheadInFlight), 0)
    })
  )

  it.scoped("mcp.bulkhead.rejected counts rejected calls by scope, and a rejection leaves the gauge correct", () =>
    Effect.gen(function* () {
      const { call } = yield* connect(hang, { bulkheadLimit: 4 })
      const rejected = (scope: string) => counted(metrics.bulkheadRejected, { scope })
      // The third call is rejected after its wait for a slot.
      const hot = Effect.forEach([0, 0, 15_000], (ms) =>
        Effect.zipRight(Effect.forkDaemon(call(read())), TestClock.adjust(ms))
      )
      assert.strictEqual(yield* hot.pipe(rejected("bucket")), 1)
      yield* Effect.replicateEffect(Effect.fork(call(create)), 2)
      yield* TestClock.adjust(0)
      const other = request({ route: "/guilds/{guild_id}", path: { guild_id: "1" } })
      assert.strictEqual(yield* finish(call(other), 0).pipe(rejected("global")), 1)
      assert.strictEqual(yield* shown(metrics.bulkheadInFlight), 4)
    })
  )
})
