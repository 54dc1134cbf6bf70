import { assert, describe, it } from "@effect/vitest"
import { Effect, TestClock } from "effect"
import { progressTo } from "../../src/mcp/toolCall.ts"

/** The progress of a call, and what was sent of it. */
const makeProgress = () => {
  const sent: Array<unknown> = []
  const progress = progressTo(
    "token",
    ({ params }) => {
      sent.push(Object(params).progress)
      return Promise.resolve()
    },
    Effect.void
  )
  const report = (done: number) => progress.listener.report({ done, total: 1000, message: "a step" })
  return { progress, report, sent }
}

describe("the progress of a call", () => {
  it.effect("is sent at most ten times in a second, with the newest step, and the last step at the end", () =>
    Effect.gen(function* () {
      const { progress, report, sent } = makeProgress()
      for (let done = 1; done <= 500; done++) {
        yield* report(done)
        yield* TestClock.adjust(2)
      }
      assert.isAtMost(sent.length, 10)
      yield* report(501)
      yield* progress.flush
      assert.strictEqual(sent.at(-1), 501)
      assert.deepStrictEqual(
        sent,
        sent.toSorted((a, b) => Number(a) - Number(b))
      )
    })
  )

  it.effect("is sent at once if the step before was long ago", () =>
    Effect.gen(function* () {
      const { report, sent } = makeProgress()
      for (let done = 1; done <= 5; done++) {
        yield* report(done)
        assert.strictEqual(sent.at(-1), done)
        yield* TestClock.adjust("1 second")
      }
    })
  )

  it.effect("is not sent after a cancellation", () =>
    Effect.gen(function* () {
      const { progress, report, sent } = makeProgress()
      for (let done = 1; done <= 50; done++) yield* report(done)
      const before = sent.length
      yield* progress.drop
      yield* TestClock.adjust("5 seconds")
      yield* progress.flush
      assert.lengthOf(sent, before)
    })
  )
})
