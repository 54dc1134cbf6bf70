import { describe, it } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Deferred, Effect, Exit, FastCheck, Fiber } from "effect"
import { BulkheadFullError } from "../../src/errors/DiscordMcpError.ts"
import * as Bulkhead from "../../src/resilience/Bulkhead.ts"
import { runs } from "../turns.ts"

const global = (limit: number) => Exit.fail(new BulkheadFullError({ limit, scope: "global" }))
const bucket = (limit: number) => Exit.fail(new BulkheadFullError({ limit, scope: "bucket" }))

/** Uses `count` slots until interruption. */
const hold = (bulkhead: Bulkhead.Bulkhead, key: string, count: number, client?: string) =>
  Effect.gen(function* () {
    const fibers = []
    for (let n = 0; n < count; n++) {
      const started = yield* Deferred.make<void>()
      fibers.push(
        yield* Effect.fork(
          Deferred.succeed(started, undefined).pipe(Effect.zipRight(Effect.never), bulkhead.apply(key, client))
        )
      )
      yield* Deferred.await(started)
    }
    return fibers
  })

describe("a bulkhead", () => {
  it.effect("gives one client at most half of the slots, however many buckets it uses", () =>
    Effect.gen(function* () {
      const bulkhead = yield* Bulkhead.make({ limit: 4 })
      const [first] = yield* hold(bulkhead, "a", 1, "greedy")
      yield* hold(bulkhead, "b", 1, "greedy")
      const third = Effect.exit(bulkhead.apply("c", "greedy")(Effect.void))
      deepStrictEqual(yield* third, Exit.fail(new BulkheadFullError({ limit: 2, scope: "client" })))
      deepStrictEqual(yield* Effect.exit(bulkhead.apply("c", "modest")(Effect.void)), Exit.void)
      deepStrictEqual(yield* Effect.exit(bulkhead.apply("c")(Effect.void)), Exit.void)
      if (first !== undefined) yield* Fiber.interrupt(first)
      deepStrictEqual(yield* third, Exit.void)
    })
  )

  it.effect("gives one client at most half of the slots of one bucket", () =>
    Effect.gen(function* () {
      const bulkhead = yield* Bulkhead.make({ limit: 16 })
      const held = yield* hold(bulkhead, "hot", 4, "greedy")
      const fifth = Effect.exit(bulkhead.apply("hot", "greedy")(Effect.void))
      deepStrictEqual(yield* fifth, Exit.fail(new BulkheadFullError({ limit: 4, scope: "client" })))
      deepStrictEqual(yield* Effect.exit(bulkhead.apply("cold", "greedy")(Effect.void)), Exit.void)
      deepStrictEqual(yield* Effect.exit(bulkhead.apply("hot", "modest")(Effect.void)), Exit.void)
      yield* Fiber.interruptAll(held)
      deepStrictEqual(yield* fifth, Exit.void)
    })
  )

  it.effect("counts a call inside a call as two", () =>
    Effect.gen(function* () {
      const bulkhead = yield* Bulkhead.make({ limit: 1 })
      deepStrictEqual(yield* Effect.exit(bulkhead.apply("a")(bulkhead.apply("b")(Effect.void))), global(1))
      strictEqual(yield* bulkhead.inFlight, 0)
    })
  )

  const ends = ["success", "failure", "defect", "interruption"] as const

  const action = FastCheck.record({
    key: FastCheck.constantFrom("a", "a", "b"),
    /** Absent: a call starts. Present: the call with this number, of those running, ends. */
    leaves: FastCheck.option(FastCheck.nat(10), { nil: undefined, freq: 1 }),
    end: FastCheck.constantFrom(...ends)
  })

  it.effect.prop(
    "admits and rejects exactly by its limits, in any interleaving, and releases all slots",
    [FastCheck.integer({ min: 1, max: 8 }), FastCheck.array(action, { maxLength: 40 })],
    ([limit, actions]) =>
      Effect.gen(function* () {
        const bulkhead = yield* Bulkhead.make({ limit })
        const half = limit < 4 ? limit : Math.floor(limit / 2)
        let running: ReadonlyArray<Running> = []

        for (const { end, key, leaves } of actions) {
          const leaving = leaves === undefined ? undefined : running[leaves % running.length]
          if (leaving !== undefined) {
            running = running.filter((other) => other !== leaving)
            yield* finish(leaving, end)
          } else if (leaves === undefined) {
            const gate = yield* Deferred.make<void, string>()
            const fiber = yield* Effect.fork(Effect.exit(bulkhead.apply(key)(Deferred.await(gate))))
            yield* Effect.yieldNow()
            if (running.length >= limit) deepStrictEqual(yield* Fiber.join(fiber), global(limit))
            else if (running.filter((other) => other.key === key).length >= half) {
              deepStrictEqual(yield* Fiber.join(fiber), bucket(half))
            } else running = [...running, { key, gate, fiber }]
          }
          strictEqual(yield* bulkhead.inFlight, running.length)
        }
        for (const [n, call] of running.entries()) yield* finish(call, ends[n % ends.length] ?? "success")
        strictEqual(yield* bulkhead.inFlight, 0)
        // The counter is zero, and all slots are free.
        for (let n = 0; n < limit; n++) yield* hold(bulkhead, `fresh ${n}`, 1)
        deepStrictEqual(yield* Effect.exit(bulkhead.apply("fresh")(Effect.void)), global(limit))
      }),
    { fastCheck: { numRuns: runs(250) } }
  )
})

interface Running {
  readonly key: string
  readonly gate: Deferred.Deferred<void, string>
  readonly fiber: Fiber.RuntimeFiber<Exit.Exit<void, string | BulkheadFullError>>
}

/** Ends a running call and asserts its exit. */
const finish = ({ fiber, gate }: Running, end: "success" | "failure" | "defect" | "interruption") =>
  Effect.gen(function* () {
    switch (end) {
      case "success":
        yield* Deferred.succeed(gate, undefined)
        return deepStrictEqual(yield* Fiber.join(fiber), Exit.void)
      case "failure":
        yield* Deferred.fail(gate, "no")
        return deepStrictEqual(yield* Fiber.join(fiber), Exit.fail("no"))
      case "defect":
        yield* Deferred.die(gate, "a bug")
        return deepStrictEqual(yield* Fiber.join(fiber), Exit.die("a bug"))
      case "interruption":
        return assertTrue(Exit.isInterrupted(yield* Fiber.interrupt(fiber)))
    }
  })
