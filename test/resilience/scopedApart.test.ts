import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber, Queue } from "effect"
import { scopedApart } from "../../src/resilience/scopedApart.ts"

/** How a step of a loop can add a finalizer. */
const finalizers = {
  "Effect.addFinalizer": (finalizer: Effect.Effect<void>) => Effect.addFinalizer(() => finalizer),
  "Effect.acquireRelease": (finalizer: Effect.Effect<void>) => Effect.acquireRelease(Effect.void, () => finalizer)
}

describe("scopedApart", () => {
  for (const [name, add] of Object.entries(finalizers))
    it.effect(`ends a loop if an interrupt arrives while the second finalizer of ${name} runs`, () =>
      Effect.gen(function* () {
        const closing = yield* Queue.unbounded<Deferred.Deferred<void>>()
        const finalizer = Effect.gen(function* () {
          const closed = yield* Deferred.make<void>()
          yield* closing.offer(closed)
          yield* Deferred.await(closed)
        })
        const loop = yield* Effect.fork(Effect.forever(scopedApart(Effect.zipRight(add(finalizer), add(Effect.void)))))
        const closed = yield* closing.take
        const ended = yield* Effect.fork(Fiber.interrupt(loop))
        yield* Effect.yieldNow({ priority: 1 })
        assert.isNull(ended.unsafePoll(), "the interrupt waits for the finalizer")
        yield* Deferred.succeed(closed, undefined)
        assert.isTrue(Exit.isInterrupted(yield* Fiber.join(ended)))
        assert.strictEqual(yield* closing.size, 0)
      })
    )

  it.effect("gives its finalizers the exit, and returns it", () =>
    Effect.gen(function* () {
      const exits: Array<unknown> = []
      const add = Effect.addFinalizer((exit) => Effect.sync(() => void exits.push(exit)))
      assert.strictEqual(yield* scopedApart(Effect.as(add, 1)), 1)
      assert.strictEqual(yield* Effect.flip(scopedApart(Effect.zipRight(add, Effect.fail("no")))), "no")
      assert.deepStrictEqual(exits, [Exit.succeed(1), Exit.fail("no")])
    })
  )
})
