import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, TestClock } from "effect"
import { type AuditSink, hashOf, origin, stderrSink } from "../../src/audit/AuditSink.ts"
import { LogOutput, RECORD_TIMEOUT } from "../../src/telemetry/LogOutput.ts"
import { entry } from "./log.ts"

/** A chain on a stream that a test can break and stop. */
const broken = () => {
  const stream = { lines: [] as Array<string>, fails: false, isFree: true }
  const output = new LogOutput({
    write: (text, done) => {
      stream.lines.push(...text.trimEnd().split("\n"))
      done(stream.fails ? new Error("EIO") : undefined)
    },
    isFree: () => stream.isFree
  })
  return { stream, output, sink: stderrSink(output) }
}

const linksOf = (lines: ReadonlyArray<string>) =>
  lines.map((line) => {
    const { prev, seq } = Object(JSON.parse(line))
    return { prev, seq }
  })

/** Appends a record, which fails. */
const fails = (sink: AuditSink) =>
  Effect.map(Effect.flip(sink.append([entry("lost")])), (failure) =>
    assert.strictEqual(failure._tag, "AuditUnavailable")
  )

describe("a record that stderr has not accepted", () => {
  it.effect("keeps its number if the stream has it, because it may still be written", () =>
    Effect.gen(function* () {
      const { sink, stream } = broken()
      stream.fails = true
      yield* fails(sink)
      stream.fails = false
      assert.deepStrictEqual(yield* sink.append([entry("kept")]), { seq: 2 })
      const [first = ""] = stream.lines
      assert.deepStrictEqual(linksOf(stream.lines), [
        { prev: origin.hash, seq: 1 },
        { prev: hashOf(first), seq: 2 }
      ])
    })
  )

  it.effect("leaves its number to the next one if the stream never got it", () =>
    Effect.gen(function* () {
      const { output, sink, stream } = broken()
      stream.isFree = false
      const failing = yield* Effect.fork(fails(sink))
      yield* TestClock.adjust(RECORD_TIMEOUT)
      yield* Fiber.join(failing)
      assert.isFalse(sink.isWritable())
      stream.isFree = true
      assert.isUndefined(output.recordProblem)
      assert.deepStrictEqual(yield* sink.append([entry("kept")]), { seq: 1 })
      assert.deepStrictEqual(linksOf(stream.lines), [{ prev: origin.hash, seq: 1 }])
    })
  )
})
