import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber, Queue } from "effect"
import { keepInterrupts } from "../../src/resilience/keepInterrupts.ts"

/** How a step of a loop can add a finalizer. */
const finalizers = {
  "Effect.addFinalizer": (finalizer: Effect.Effect<void>) => Effect.addFinalizer(() => finalizer),
  "Effect.acquireRelease": (finalizer: Effect.Effect<void>) => Effect.acquireRelease(Effect.void, () => finalizer)
}

describe("keepInterrupts", () => {
  for (const [name, add] of Object.entries(finalizers))
    it.effect(`ends a loop of another fiber if an interrupt arrives while the second finalizer of ${name} runs`, () =>
      Effect.gen(function* () {
        const closing = yield* Queue.unbounded<Deferred.Deferred<void>>()
        const finalizer = Effect.gen(function* () {
          const closed = yield* Deferred.make<void>()
          yield* closing.offer(closed)
          yield* Deferred.await(closed)
        })
        const loop = yield* keepInterrupts(
          Effect.fork(Effect.forever(Effect.scoped(Effect.zipRight(add(finalizer), add(Effect.void)))))
        )
        const closed = yield* closing.take
        const ended = yield* Effect.fork(Fiber.interrupt(loop))
        yield* Effect.yieldNow({ priority: 1 })
        assert.isNull(ended.unsafePoll(), "the interrupt waits for the finalizer")
        yield* Deferred.succeed(closed, undefined)
        assert.isTrue(Exit.isInterrupted(yield* Fiber.join(ended)))
        assert.strictEqual(yield* closing.size, 0)
      })
    )
})
