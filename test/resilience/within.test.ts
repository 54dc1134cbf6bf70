import { describe, it } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Clock, Effect, Exit, Fiber, FiberRef, TestClock } from "effect"
import { type Tighter, within } from "../../src/resilience/within.ts"

const outer = { ms: 1000, onExpired: () => "outer" }
const inner = { ms: 100, onExpired: () => "inner" }

/** Runs it under the outer bound and tells how it ended, and when. */
const ended = <A, E>(effect: (tighter: Tighter<string>) => Effect.Effect<A, E>) =>
  Effect.gen(function* () {
    const start = yield* Clock.currentTimeMillis
    const fiber = yield* Effect.fork(Effect.zip(Effect.exit(within(outer, effect)), Clock.currentTimeMillis))
    yield* TestClock.adjust(3000)
    const [exit, at] = yield* Fiber.join(fiber)
    return [exit, at - start] as const
  })

describe("a tighter bound of a part", () => {
  it.effect("ends the whole, by its own name", () =>
    Effect.gen(function* () {
      deepStrictEqual(yield* ended((tighter) => tighter(inner)(Effect.never)), [Exit.fail("inner"), 100])
    })
  )

  it.effect("counts from when the part begins, also where the timer runs already", () =>
    Effect.gen(function* () {
      deepStrictEqual(yield* ended((tighter) => Effect.zipRight(Effect.sleep(500), tighter(inner)(Effect.never))), [
        Exit.fail("inner"),
        600
      ])
    })
  )

  it.effect("is over with its part, however that ends: then the outer one is in force again", () =>
    Effect.gen(function* () {
      for (const part of [Effect.sleep(99), Effect.zipRight(Effect.sleep(99), Effect.fail("no")), Effect.die("bug")]) {
        deepStrictEqual(yield* ended((tighter) => Effect.zipRight(Effect.exit(tighter(inner)(part)), Effect.never)), [
          Exit.fail("outer"),
          1000
        ])
      }
    })
  )

  it.effect("gives way to an outer one that is earlier", () =>
    Effect.gen(function* () {
      deepStrictEqual(yield* ended((tighter) => Effect.zipRight(Effect.sleep(950), tighter(inner)(Effect.never))), [
        Exit.fail("outer"),
        1000
      ])
    })
  )

  it.effect("holds each of several parts anew", () =>
    Effect.gen(function* () {
      const part = (tighter: Tighter<string>) => tighter(inner)(Effect.sleep(90))
      deepStrictEqual(yield* ended((tighter) => Effect.as(Effect.repeatN(part(tighter), 4), "all")), [
        Exit.succeed("all"),
        450
      ])
      deepStrictEqual(yield* ended((tighter) => Effect.repeatN(part(tighter), 40)), [Exit.fail("outer"), 1000])
    })
  )
})

describe("what is bounded", () => {
  it.effect("keeps to itself what it sets in fiber refs, and finds what was set before", () =>
    Effect.gen(function* () {
      const ref = FiberRef.unsafeMake("before")
      strictEqual(yield* within(outer, () => Effect.zipLeft(FiberRef.get(ref), FiberRef.set(ref, "inside"))), "before")
      strictEqual(yield* FiberRef.get(ref), "before")
    })
  )
})
