import { describe, it } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect, Exit, Fiber, TestClock } from "effect"
import * as Deadline from "../../src/resilience/Deadline.ts"

const within = (ms: number, name = "expired") => Deadline.apply({ ms, onExpired: () => name })

/** Runs the effect and returns its exit and time. */
const timed = <A, E>(effect: Effect.Effect<A, E>) =>
  Effect.zip(
    Effect.exit(effect),
    Effect.clockWith((clock) => clock.currentTimeMillis)
  )

describe("a deadline", () => {
  it.effect("ends an effect that takes longer, also during a sleep", () =>
    Effect.gen(function* () {
      for (const slow of [Effect.never, Effect.sleep(3_600_000), Effect.forever(Effect.sleep(7))]) {
        const start = yield* Effect.clockWith((clock) => clock.currentTimeMillis)
        const fiber = yield* Effect.fork(timed(within(1000)(slow)))
        yield* TestClock.adjust(999)
        strictEqual(yield* Effect.map(Fiber.poll(fiber), (exit) => exit._tag), "None")
        yield* TestClock.adjust(1)
        deepStrictEqual(yield* Fiber.join(fiber), [Exit.fail("expired"), start + 1000])
      }
    })
  )

  it.effect("interrupts the effect", () =>
    Effect.gen(function* () {
      let interrupted = false
      const slow = Effect.onInterrupt(Effect.never, () =>
        Effect.sync(() => {
          interrupted = true
        })
      )
      const fiber = yield* Effect.fork(Effect.exit(within(10)(slow)))
      yield* TestClock.adjust(10)
      deepStrictEqual(yield* Fiber.join(fiber), Exit.fail("expired"))
      assertTrue(interrupted)
    })
  )

  it.effect("does not change an effect that ends in time", () =>
    Effect.gen(function* () {
      deepStrictEqual(yield* Effect.exit(within(1000)(Effect.succeed(1))), Exit.succeed(1))
      deepStrictEqual(yield* Effect.exit(within(1000)(Effect.fail("no"))), Exit.fail("no"))
      deepStrictEqual(yield* Effect.exit(within(1000)(Effect.die("bug"))), Exit.die("bug"))
    })
  )

  it.effect("inside a longer one is in force", () =>
    Effect.gen(function* () {
      const fiber = yield* Effect.fork(timed(Effect.never.pipe(within(100, "inner"), within(500, "outer"))))
      yield* TestClock.adjust(100)
      deepStrictEqual(yield* Fiber.join(fiber), [Exit.fail("inner"), 100])
    })
  )

  it.effect("inside an earlier one gives precedence to it, with the error of the outer one", () =>
    Effect.gen(function* () {
      const fiber = yield* Effect.fork(timed(Effect.never.pipe(within(500, "inner"), within(100, "outer"))))
      yield* TestClock.adjust(100)
      deepStrictEqual(yield* Fiber.join(fiber), [Exit.fail("outer"), 100])
    })
  )

  it.effect("has a remaining time that counts down", () =>
    Effect.gen(function* () {
      const left = Effect.all([Deadline.remainingMs, Effect.delay(Deadline.remainingMs, 400)])
      const fiber = yield* Effect.fork(within(1000)(left))
      yield* TestClock.adjust(400)
      deepStrictEqual(yield* Fiber.join(fiber), [1000, 600])
    })
  )

  it.effect("has the remaining time of the earlier of two", () =>
    Effect.gen(function* () {
      strictEqual(yield* Deadline.remainingMs.pipe(within(500), within(100)), 100)
      strictEqual(yield* Deadline.remainingMs.pipe(within(100), within(500)), 100)
    })
  )

  it.effect("leaves no time after it has passed", () =>
    Effect.gen(function* () {
      yield* TestClock.adjust(100)
      const late = Effect.never.pipe(within(500), Effect.provideService(Deadline.Deadline, 50))
      const fiber = yield* Effect.fork(timed(late))
      yield* TestClock.adjust(0)
      deepStrictEqual(yield* Fiber.join(fiber), [Exit.fail("expired"), 100])
      strictEqual(yield* Effect.provideService(Deadline.remainingMs, Deadline.Deadline, 50), -50)
    })
  )

  it.effect("without a limit keeps the current one and sets none", () =>
    Effect.gen(function* () {
      const none = Deadline.apply({ onExpired: () => "expired" })
      strictEqual(yield* Deadline.remainingMs.pipe(none), Number.POSITIVE_INFINITY)
      strictEqual(yield* Deadline.remainingMs.pipe(none, Deadline.limit(100)), 100)
      const slow = Effect.as(Effect.sleep(200), "whole")
      const fiber = yield* Effect.fork(timed(slow.pipe(none, Deadline.limit(100))))
      yield* TestClock.adjust(200)
      deepStrictEqual(yield* Fiber.join(fiber), [Exit.succeed("whole"), 200])
    })
  )

  it.effect("is extended by time that does not count", () =>
    Effect.gen(function* () {
      strictEqual(yield* Deadline.remainingMs.pipe(Deadline.extend(40), Deadline.limit(100)), 140)
      strictEqual(yield* Deadline.remainingMs.pipe(Deadline.extend(40)), Number.POSITIVE_INFINITY)
    })
  )

  it.effect("is infinite by default, and again after the effect that had one", () =>
    Effect.gen(function* () {
      strictEqual(yield* Deadline.remainingMs, Number.POSITIVE_INFINITY)
      yield* within(100)(Effect.void)
      strictEqual(yield* Deadline.remainingMs, Number.POSITIVE_INFINITY)
    })
  )
})
