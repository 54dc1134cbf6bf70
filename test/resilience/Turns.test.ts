import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Fiber } from "effect"
import { make, PART_MS, PARTS_MAX, SLICE_MS, type Turns } from "../../src/resilience/Turns.ts"

/** An event loop whose turns the test ends, with a clock on which only work spends time. */
const makeLoop = () => {
  let ms = 0
  const sleeping = new Set<() => void>()
  const nanos = () => BigInt(ms * 1e6)
  const clock: Clock.Clock = {
    [Clock.ClockTypeId]: Clock.ClockTypeId,
    unsafeCurrentTimeMillis: () => ms,
    unsafeCurrentTimeNanos: nanos,
    currentTimeMillis: Effect.sync(() => ms),
    currentTimeNanos: Effect.sync(nanos),
    sleep: () =>
      Effect.async((resume) => {
        const wake = () => resume(Effect.void)
        sleeping.add(wake)
        return Effect.sync(() => sleeping.delete(wake))
      })
  }
  /** Lets all fibers run that can. */
  const settle = Effect.repeatN(Effect.yieldNow(), 50)
  return {
    clock,
    settle,
    spend: (spentMs: number) =>
      Effect.sync(() => {
        ms += spentMs
      }),
    endTurn: Effect.suspend(() => {
      const all = [...sleeping]
      sleeping.clear()
      for (const wake of all) wake()
      return settle
    })
  }
}

type Loop = ReturnType<typeof makeLoop>

/** Runs a test with turns on a separate event loop. */
const onLoop = <A>(test: (loop: Loop, turns: Turns, log: Array<string>) => Effect.Effect<A>) =>
  Effect.suspend(() => {
    const loop = makeLoop()
    return Effect.withClock(test(loop, make(), []), loop.clock)
  })

describe("turns at work that waits for nothing", () => {
  it.live("let work begin at once until the work of this turn was long", () =>
    onLoop((loop, turns, log) =>
      Effect.gen(function* () {
        const work = (name: string, ms: number) =>
          turns.run("a")(
            Effect.zipRight(
              loop.spend(ms),
              Effect.sync(() => log.push(name))
            )
          )
        yield* Effect.forkAll([work("first", SLICE_MS - 1), work("second", SLICE_MS), work("third", 1)])
        yield* loop.settle
        assert.deepStrictEqual(log, ["first", "second"])
        yield* loop.endTurn
        yield* loop.endTurn
        assert.deepStrictEqual(log, ["first", "second", "third"])
      })
    )
  )

  it.live("go from owner to owner, however many parts one of them has", () =>
    onLoop((loop, turns, log) =>
      Effect.gen(function* () {
        const part = (owner: string, at: number) =>
          turns.runPart(owner)(
            Effect.zipRight(
              loop.spend(PART_MS),
              Effect.sync(() => log.push(`${owner}${at}`))
            )
          )
        const parts = (owner: string, count: number) =>
          Effect.fork(
            Effect.forEach(
              Array.from({ length: count }, (_, at) => at),
              (at) => part(owner, at)
            )
          )
        const large = yield* parts("large", 20)
        yield* loop.settle
        const small = yield* parts("small", 2)
        for (let turn = 0; turn < 8; turn++) yield* loop.endTurn
        assert.includeMembers(log, ["small0", "small1"])
        assert.notInclude(log, "large19")
        for (let turn = 0; turn < 60; turn++) yield* loop.endTurn
        assert.include(log, "large19")
        yield* Fiber.joinAll([large, small])
      })
    )
  )

  it.live("begin a bounded number of parts in one turn, also of those that take no time", () =>
    onLoop((loop, turns, log) =>
      Effect.gen(function* () {
        const free = turns.runPart("a")(Effect.sync(() => log.push("part")))
        const all = yield* Effect.fork(Effect.replicateEffect(free, PARTS_MAX * 3))
        yield* loop.settle
        assert.lengthOf(log, PARTS_MAX)
        for (let turn = 0; turn < 20; turn++) yield* loop.endTurn
        yield* Fiber.join(all)
        assert.lengthOf(log, PARTS_MAX * 3)
      })
    )
  )

  it.live("do not count the time of work that waited for an answer in another turn", () =>
    onLoop((loop, turns, log) =>
      Effect.gen(function* () {
        const waits = turns.run("a")(Effect.zipRight(Effect.sleep(1), loop.spend(SLICE_MS * 10)))
        yield* Effect.fork(waits)
        yield* loop.settle
        yield* loop.endTurn
        yield* turns.run("b")(Effect.sync(() => log.push("b")))
        assert.deepStrictEqual(log, ["b"])
      })
    )
  )

  it.live("pass to the next in line when one that waits is interrupted", () =>
    onLoop((loop, turns, log) =>
      Effect.gen(function* () {
        yield* turns.run("a")(loop.spend(SLICE_MS))
        const [cancelled, next] = [
          yield* Effect.fork(turns.run("a")(Effect.sync(() => log.push("cancelled")))),
          yield* Effect.fork(turns.run("a")(Effect.sync(() => log.push("next"))))
        ]
        yield* loop.settle
        const interrupting = yield* Effect.fork(Fiber.interrupt(cancelled))
        for (let turn = 0; turn < 4; turn++) yield* loop.endTurn
        yield* Fiber.join(next)
        yield* Fiber.join(interrupting)
        assert.deepStrictEqual(log, ["next"])
      })
    )
  )
})
