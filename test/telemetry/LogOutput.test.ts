// @effect-diagnostics strictEffectProvide:off
import { closeSync, openSync, readFileSync, writeSync } from "node:fs"
import { FileSystem } from "@effect/platform"
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, TestClock } from "effect"
import { fileStream, LogOutput, type LogStream, WAITING_MAX, writeFully } from "../../src/telemetry/LogOutput.ts"

/** A stream whose reader is the test: it takes one text at a time. */
const readByTest = () => {
  const texts: Array<string> = []
  let accept: ((error?: Error) => void) | undefined
  const stream: LogStream = {
    write: (text, done) => {
      texts.push(text)
      accept = (error) => {
        accept = undefined
        done(error)
      }
    },
    isFree: () => accept === undefined
  }
  return { output: new LogOutput(stream), texts, take: (error?: Error) => accept?.(error) }
}

const closed = Object.assign(new Error("write EPIPE"), { code: "EPIPE" })

describe("the log of a slow reader", () => {
  it("is bounded: the oldest lines are dropped, and the next line says how many", () => {
    const { output, take, texts } = readByTest()
    const line = (at: number) => `{"message":"${String(at).padStart(6, "0")}${"x".repeat(1000)}"}\n`
    const lines = Array.from({ length: 5000 }, (_, at) => line(at))
    for (const text of lines) output.write(text)
    assert.deepStrictEqual(texts, [line(0)])
    for (let read = 0; read < 100; read++) take()
    const rest = texts.slice(1).join("").split("\n")
    const kept = rest.filter((text) => text.includes("x"))
    assert.isAtMost(kept.join("\n").length, WAITING_MAX)
    assert.isAbove(kept.join("\n").length, WAITING_MAX - 2000)
    assert.deepStrictEqual(JSON.parse(rest[0] ?? ""), {
      message: `${lines.length - 1 - kept.length} log lines were dropped: stderr was not read`,
      logLevel: "WARN",
      annotations: { dropped: lines.length - 1 - kept.length },
      spans: {}
    })
    assert.deepStrictEqual(`${kept.join("\n")}\n`, lines.slice(-kept.length).join(""))
  })

  it("keeps the newest line, even if it is longer than the bound", () => {
    const { output, take, texts } = readByTest()
    const long = `${"x".repeat(WAITING_MAX + 1)}\n`
    for (const text of ["first\n", "second\n", long]) output.write(text)
    take()
    assert.deepStrictEqual(texts, ["first\n", `1 log line was dropped: stderr was not read\n${long}`])
  })

  it("counts the lines of a closed stream until it can be read again", () => {
    const { output, take, texts } = readByTest()
    for (let line = 0; line < 3; line++) {
      output.write(`${line}\n`)
      take(closed)
    }
    assert.strictEqual(output.problem, "not readable (EPIPE)")
    output.write("read\n")
    take()
    assert.strictEqual(texts.at(-1), "3 log lines were dropped: stderr was not read\nread\n")
    assert.isUndefined(output.problem)
  })
})

describe("a record", () => {
  it.effect("is written when the system has accepted it, after the lines before it, alone", () =>
    Effect.gen(function* () {
      const { output, take, texts } = readByTest()
      output.write("a\n")
      output.write("b\n")
      const record = yield* Effect.fork(output.record("record\n"))
      yield* Effect.yieldNow()
      output.write("c\n")
      for (const _ of "1234") {
        assert.isNull(yield* Fiber.poll(record).pipe(Effect.map((exit) => (exit._tag === "None" ? null : texts))))
        take()
        if (texts.length === 4) break
        yield* Effect.yieldNow()
      }
      yield* Fiber.join(record)
      assert.deepStrictEqual(texts, ["a\n", "b\n", "record\n", "c\n"])
    })
  )

  it.effect("fails if the stream is closed, and the next one is tried again", () =>
    Effect.gen(function* () {
      const { output, take } = readByTest()
      const first = yield* Effect.fork(output.record("first\n"))
      yield* Effect.yieldNow()
      take(closed)
      const { passed, problem } = yield* Effect.flip(Fiber.join(first))
      assert.deepStrictEqual([problem, passed], ["stderr cannot be written (EPIPE)", true])
      const second = yield* Effect.fork(output.record("second\n"))
      yield* Effect.yieldNow()
      take()
      yield* Fiber.join(second)
      assert.isUndefined(output.recordProblem)
    })
  )

  it.effect("fails after two seconds without a reader, is not written later, and the next ones fail at once", () =>
    Effect.gen(function* () {
      const { output, take, texts } = readByTest()
      output.write("unread\n")
      const record = yield* Effect.fork(output.record("record\n"))
      yield* TestClock.adjust("1999 millis")
      assert.isTrue((yield* Fiber.poll(record))._tag === "None")
      yield* TestClock.adjust("1 millis")
      const { passed, problem } = yield* Effect.flip(Fiber.join(record))
      assert.deepStrictEqual(
        [problem, passed],
        ["nobody reads stderr: it has not accepted a record within 2 seconds", false]
      )
      assert.isFalse((yield* Effect.flip(output.record("next\n"))).passed)
      take()
      yield* Effect.yieldNow()
      assert.deepStrictEqual(texts, ["unread\n"])
      assert.isUndefined(output.recordProblem)
    })
  )

  it.effect("may still be written if the stream already has it", () =>
    Effect.gen(function* () {
      const { output } = readByTest()
      const record = yield* Effect.fork(output.record("record\n"))
      yield* TestClock.adjust("2 seconds")
      assert.isTrue((yield* Effect.flip(Fiber.join(record))).passed)
    })
  )

  it.effect("is waited for by an interrupted call, which must not leave it half written", () =>
    Effect.gen(function* () {
      const { output, take } = readByTest()
      const record = yield* Effect.fork(output.record("record\n"))
      yield* Effect.yieldNow()
      const interrupting = yield* Effect.fork(Fiber.interrupt(record))
      yield* Effect.yieldNow()
      assert.strictEqual((yield* Fiber.poll(interrupting))._tag, "None")
      take()
      yield* Fiber.join(interrupting)
    })
  )

  it.effect("fails on the null device", () =>
    Effect.gen(function* () {
      const output = new LogOutput({ write: (_, done) => done(), isFree: () => true, unread: "is the null device" })
      assert.strictEqual((yield* Effect.flip(output.record("record\n"))).problem, "stderr is the null device")
      // Log lines may go there: that is the operator's choice.
      assert.isUndefined(output.problem)
    })
  )
})

describe("a log in a file on a full disk", () => {
  it.scoped("does not join a line to the half line before it", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const path = `${yield* fs.makeTempDirectoryScoped()}/log`
      const fd = openSync(path, "a")
      yield* Effect.addFinalizer(() => Effect.sync(() => closeSync(fd)))
      const full = Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" })
      /** The bytes that the disk still takes. */
      let free = 9
      const stream = fileStream(fd, (fd, bytes, offset) => {
        if (free === 0) throw full
        const written = writeSync(fd, bytes, offset, Math.min(free, bytes.length - offset))
        free -= written
        return written
      })
      const output = new LogOutput(stream)
      output.write("line 1\n")
      yield* Effect.flip(output.record("record 1\n"))
      assert.strictEqual(output.problem, "not readable (ENOSPC)")
      free = 1
      yield* Effect.flip(output.record("record 2\n"))
      free = 1000
      yield* output.record("record 3\n")
      assert.strictEqual(readFileSync(path, "utf8"), "line 1\nre\nrecord 3\n")
    }).pipe(Effect.provide(NodeFileSystem.layer))
  )

  it("reports how much was written before an error", () => {
    const { error, written } = writeFully(1_000_000, Buffer.from("text"))
    assert.deepStrictEqual([Object(error).code, written], ["EBADF", 0])
  })
})
