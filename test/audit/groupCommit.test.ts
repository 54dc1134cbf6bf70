import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, FiberRef, HashSet } from "effect"
import { type AuditSink, groupCommit } from "../../src/audit/AuditSink.ts"
import { entry } from "./log.ts"

const silent = Effect.locally(FiberRef.currentLoggers, HashSet.empty())

describe("concurrent records", () => {
  it.effect("are written in batches, in their order, each once", () =>
    Effect.gen(function* () {
      const batches: Array<ReadonlyArray<string>> = []
      const first = yield* Deferred.make<void>()
      let kept = 0
      const sink: AuditSink = {
        isWritable: () => true,
        append: (entries) =>
          Effect.gen(function* () {
            batches.push(entries.flatMap((it) => (it.kind === "intended" ? [it.tool] : [])))
            yield* Deferred.await(first)
            kept += entries.length
            return { seq: kept - entries.length + 1 }
          })
      }
      const { append } = yield* groupCommit(sink, "")
      const fibers = yield* Effect.forEach(["a", "b", "c", "d"], (tool) => Effect.fork(append(entry(tool))))
      while (batches.length === 0) yield* Effect.yieldNow()
      yield* Effect.yieldNow()
      yield* Deferred.succeed(first, undefined)
      assert.deepStrictEqual(
        (yield* Fiber.join(Fiber.all(fibers))).map(({ seq }) => seq),
        [1, 2, 3, 4]
      )
      assert.deepStrictEqual(batches, [["a"], ["b", "c", "d"]])
    })
  )

  it.effect("fail only with their own batch, also by a defect", () =>
    Effect.gen(function* () {
      let turn = 0
      const sink: AuditSink = {
        isWritable: () => true,
        append: () => (turn++ === 0 ? Effect.die(new TypeError("broken")) : Effect.succeed({ seq: 1 }))
      }
      const { append } = yield* groupCommit(sink, "")
      const { _tag, problem } = yield* Effect.flip(append(entry("a")))
      assert.deepStrictEqual([_tag, problem], ["AuditUnavailable", "TypeError: broken"])
      // The first number is that of the record about the missing one.
      assert.deepStrictEqual(yield* append(entry("b")), { seq: 2 })
      assert.deepStrictEqual(yield* append(entry("c")), { seq: 1 })
    }).pipe(silent)
  )
})
