import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, FastCheck, Fiber } from "effect"
import { DiscordTimeoutError } from "../../src/errors/DiscordMcpError.ts"
import { property } from "../../src/testing/property.ts"

const numbers = FastCheck.integer({ min: 0, max: 10_000 })

/** Fails from 100 on, so its smallest counterexample is 100. */
const small = (options?: { readonly seed?: number; readonly path?: string }, seen: Array<number> = []) =>
  property(
    "small",
    [numbers, FastCheck.string()],
    (number) => {
      seen.push(number)
      assert.isBelow(number, 100)
    },
    options
  )

describe("a property", () => {
  it.effect("succeeds if it holds, for every kind of return value", () =>
    Effect.gen(function* () {
      let tried = 0
      yield* property("by nothing", [numbers], () => void tried++, { runs: 30 })
      yield* property("by true", [numbers], (number) => number >= 0)
      yield* property("by an effect", [numbers], () => Effect.void)
      assert.strictEqual(tried, 30)
    })
  )

  it.effect("reports its smallest counterexample, with seed and path, if it fails", () =>
    Effect.gen(function* () {
      const failed = yield* Effect.flip(small())
      assert.strictEqual(failed.property, "small")
      assert.deepStrictEqual(failed.counterexample, [100, ""])
      assert.include(failed.message, '"small" does not hold')
      assert.include(failed.message, 'Counterexample: [100,""]')
      assert.include(failed.message, "expected 100 to be below 100")
      assert.include(failed.message, `{ seed: ${failed.seed}, path: "${failed.path}" }`)
      assert.notInclude(failed.message, "property.test.ts")
    })
  )

  it.effect("finds the same counterexample for the same seed, and checks only it for seed and path", () =>
    Effect.gen(function* () {
      const { path, runs, seed, shrinks } = yield* Effect.flip(small())
      const again = yield* Effect.flip(small({ seed }))
      assert.deepStrictEqual([again.path, again.runs, again.shrinks], [path, runs, shrinks])
      const seen: Array<number> = []
      const alone = yield* Effect.flip(small({ seed, path }, seen))
      assert.deepStrictEqual(alone.counterexample, [100, ""])
      assert.deepStrictEqual([alone.path, alone.runs, alone.shrinks, seen], [path, 1, 0, [100]])
    })
  )

  it.effect("uses a new seed for each run by default", () =>
    Effect.gen(function* () {
      const seeds = yield* Effect.replicateEffect(
        Effect.map(Effect.flip(small()), ({ seed }) => seed),
        5
      )
      assert.isAbove(new Set(seeds).size, 1)
    })
  )

  it.effect("fails for `false` and for effects that fail or die, and reports the reason", () =>
    Effect.gen(function* () {
      const why = (holds: () => Effect.Effect<unknown, unknown> | boolean) =>
        Effect.map(Effect.flip(property("never", [numbers], holds)), (failed) => failed.why)
      assert.include(yield* why(() => false), "false")
      assert.include(yield* why(() => Effect.succeed(false)), "false")
      assert.include(yield* why(() => Effect.fail("no luck")), "no luck")
      assert.include(yield* why(() => Effect.dieMessage("a bug")), "a bug")
      const late = new DiscordTimeoutError({ phase: "headers", outcome_unknown: true })
      assert.include(yield* why(() => Effect.fail(late)), "DiscordTimeoutError")
    })
  )

  it.effect("skips values that fail its preconditions, and reports if none is left", () =>
    Effect.gen(function* () {
      yield* property("even", [numbers], (number) => {
        FastCheck.pre(number % 2 === 0)
        assert.strictEqual(number % 2, 0)
      })
      const none = yield* Effect.flip(property("none", [numbers], () => FastCheck.pre(false)))
      assert.include(none.why, "preconditions")
    })
  )

  it.effect("ends when it is interrupted", () =>
    Effect.gen(function* () {
      const started = yield* Deferred.make<void>()
      let ended = 0
      const waiting = property("waiting", [numbers], () =>
        Effect.zipRight(
          Deferred.succeed(started, undefined),
          Effect.onInterrupt(Effect.never, () => Effect.sync(() => ended++))
        )
      )
      const fiber = yield* Effect.fork(waiting)
      yield* Deferred.await(started)
      yield* Fiber.interrupt(fiber)
      assert.strictEqual(ended, 1)
    })
  )
})
