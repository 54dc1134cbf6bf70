import { describe, it } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect, Exit, Fiber, TestClock } from "effect"
import * as Timeout from "../../src/resilience/Timeout.ts"

describe("the timeout of one attempt", () => {
  it.effect("fails with the error made at that moment", () =>
    Effect.gen(function* () {
      let phase = "headers"
      const exchange = Effect.sleep(500).pipe(
        Effect.andThen(
          Effect.sync(() => {
            phase = "body"
          })
        ),
        Effect.andThen(Effect.never)
      )
      const fiber = yield* Effect.fork(Effect.exit(Timeout.apply({ ms: 1000, onTimeout: () => phase })(exchange)))
      yield* TestClock.adjust(1000)
      deepStrictEqual(yield* Fiber.join(fiber), Exit.fail("body"))
    })
  )

  it.effect("does not change an attempt that ends in time", () =>
    Effect.gen(function* () {
      const limit = Timeout.apply({ ms: 1000, onTimeout: () => "late" })
      deepStrictEqual(yield* Effect.exit(limit(Effect.fail("no"))), Exit.fail("no"))
      const fiber = yield* Effect.fork(limit(Effect.as(Effect.sleep(999), 1)))
      yield* TestClock.adjust(999)
      strictEqual(yield* Fiber.join(fiber), 1)
    })
  )
})
