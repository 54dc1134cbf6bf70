import { assert, describe, it } from "@effect/vitest"
import { Array as Arr, Effect } from "effect"
import { turnScheduler } from "../../src/resilience/TurnScheduler.ts"
import { SLICE_MS } from "../../src/resilience/Turns.ts"
import { longestTurnOf, processorMs } from "../turns.ts"

const WORK_MS = 300

/** Work of many short effects, which waits for nothing. */
const work = Effect.suspend(() => {
  const end = processorMs() + WORK_MS
  return Effect.iterate(0, {
    while: () => processorMs() < end,
    body: (n) => Effect.sync(() => n + 1)
  })
})

describe("the scheduler of calls", () => {
  it.live("lets timers go on during work that waits for nothing", () =>
    Effect.gen(function* () {
      assert.isBelow(yield* longestTurnOf(Effect.withScheduler(work, turnScheduler)), SLICE_MS * 5)
    })
  )

  it.live("does so for the work of many fibers together", () =>
    Effect.gen(function* () {
      const all = Effect.all(
        Arr.makeBy(20, () => work),
        { concurrency: "unbounded" }
      )
      assert.isBelow(yield* longestTurnOf(Effect.withScheduler(all, turnScheduler)), SLICE_MS * 5)
    })
  )

  it.live("goes on with other fibers meanwhile, and returns the result of each", () =>
    Effect.gen(function* () {
      const order: Array<string> = []
      const noted = (name: string, effect: Effect.Effect<unknown>) =>
        Effect.zipRight(
          effect,
          Effect.sync(() => order.push(name))
        )
      yield* Effect.all([noted("long", work), noted("short", Effect.yieldNow())], { concurrency: 2 }).pipe(
        Effect.withScheduler(turnScheduler)
      )
      assert.deepStrictEqual(order, ["short", "long"])
    })
  )
})
