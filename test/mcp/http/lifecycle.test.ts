/** The readiness of a server. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, TestClock } from "effect"
import * as Lifecycle from "../../../src/mcp/http/Lifecycle.ts"

/** A lifecycle whose audit log a test breaks and repairs. The check takes a second, as one that writes. */
const breakable = Effect.gen(function* () {
  const log = { refuses: false, checks: 0 }
  const refusesCalls = Effect.suspend(() => {
    log.checks++
    return Effect.delay(
      Effect.sync(() => log.refuses),
      log.refuses ? "1 second" : 0
    )
  })
  const { unready } = yield* Lifecycle.make(Effect.succeed("accepted"), refusesCalls, () => 0)
  return { log, unready }
})

const REFUSED = "The audit log cannot be written. Calls that change Discord are refused."

describe("readiness", () => {
  it.effect("ends as soon as calls are refused, even if it was asked shortly before", () =>
    Effect.gen(function* () {
      const { log, unready } = yield* breakable
      const before = yield* Effect.fork(unready)
      yield* TestClock.adjust("1 millis")
      assert.isUndefined(yield* Fiber.join(before))
      log.refuses = true
      const asked = yield* Effect.fork(unready)
      yield* TestClock.adjust("1 second")
      assert.strictEqual(yield* Fiber.join(asked), REFUSED)
    })
  )

  it.effect(
    "is checked once in 5 seconds while calls are refused, however many ask, even if the first one disconnects",
    () =>
      Effect.gen(function* () {
        const { log, unready } = yield* breakable
        log.refuses = true
        const first = yield* Effect.fork(unready)
        const others = yield* Effect.fork(Effect.replicateEffect(unready, 100, { concurrency: "unbounded" }))
        yield* TestClock.adjust("500 millis")
        yield* Fiber.interruptFork(first)
        yield* TestClock.adjust("500 millis")
        assert.deepStrictEqual([...new Set(yield* Fiber.join(others))], [REFUSED])
        yield* TestClock.adjust("4 seconds")
        log.refuses = false
        assert.strictEqual(yield* unready, REFUSED)
        assert.strictEqual(log.checks, 1)
        yield* TestClock.adjust("1001 millis")
        const recovered = yield* Effect.fork(unready)
        yield* TestClock.adjust(0)
        assert.isUndefined(yield* Fiber.join(recovered))
      })
  )
})
