import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber, Scope, TestClock } from "effect"
import * as StatusLine from "../../src/cli/call/StatusLine.ts"
import { styleFor } from "../../src/cli/rendering/text.ts"

/** A terminal with one line: its content, and everything that was written. */
const terminal = (columns = 80) => {
  const written: Array<string> = []
  const screen = { columns, write: (text: string) => Effect.sync(() => void written.push(text)) }
  const erasing = "\r\u001b[K"
  return {
    written,
    line: StatusLine.make("messages_read", screen, styleFor(false)),
    /** The current content. */
    shown: () => written.join("").split(erasing).at(-1) ?? ""
  }
}

describe("the status line", () => {
  it.scoped("is not shown for a fast call", () =>
    Effect.gen(function* () {
      const { line, written } = terminal()
      yield* Effect.scoped(
        Effect.flatMap(line, ({ progress }) =>
          Effect.zipRight(progress.report({ done: 5, message: "5 read" }), TestClock.adjust(499))
        )
      )
      yield* TestClock.adjust(10_000)
      assert.deepStrictEqual(written, [])
    })
  )

  it.scoped("shows tool, progress and elapsed time", () =>
    Effect.gen(function* () {
      const { line, shown } = terminal()
      const { progress } = yield* line
      yield* TestClock.adjust(500)
      assert.strictEqual(shown(), "⠴ messages_read")
      yield* progress.report({ done: 100, message: "100 read" })
      yield* TestClock.adjust(100)
      assert.strictEqual(shown(), "⠦ messages_read  100 read")
      yield* progress.report({ done: 1.5, total: 4, message: "tell: ok" })
      yield* TestClock.adjust(1400)
      assert.strictEqual(shown(), "⠋ messages_read  1/4 tell: ok  (2 s)")
      yield* progress.report({ done: 3, message: "half way" })
      yield* TestClock.adjust(100)
      assert.strictEqual(shown(), "⠙ messages_read  3 half way  (2 s)")
    })
  )

  it.scoped("counts down a wait, and removes it at the end", () =>
    Effect.gen(function* () {
      const { line, shown } = terminal()
      const { waits } = yield* line
      yield* TestClock.adjust(900)
      yield* waits.begun({ what: "rate limit", ms: 2500 })
      yield* TestClock.adjust(100)
      assert.strictEqual(shown(), "⠋ messages_read  rate limit: 3 s left  (1 s)")
      yield* TestClock.adjust(2000)
      assert.strictEqual(shown(), "⠋ messages_read  rate limit: 1 s left  (3 s)")
      yield* TestClock.adjust(1000)
      assert.strictEqual(shown(), "⠋ messages_read  (4 s)")
    })
  )

  it.effect("is erased when the call succeeds, fails or is interrupted", () =>
    Effect.gen(function* () {
      for (const exit of [Exit.void, Exit.fail("no"), Exit.interrupt(yield* Effect.fiberId)]) {
        const { line, shown, written } = terminal()
        const scope = yield* Scope.make()
        yield* Scope.extend(line, scope)
        yield* TestClock.adjust(700)
        assert.include(shown(), "messages_read")
        yield* Scope.close(scope, exit)
        assert.strictEqual(shown(), "")
        const { length } = written
        yield* TestClock.adjust(60_000)
        assert.strictEqual(written.length, length)
      }
    })
  )

  it.scoped("fits on one line, without control sequences", () =>
    Effect.gen(function* () {
      const { line, shown, written } = terminal(30)
      const { progress } = yield* line
      yield* progress.report({ done: 1, message: `\u001b[2J日本語\n${"long ".repeat(40)}` })
      yield* TestClock.adjust(600)
      assert.strictEqual(shown(), "⠦ messages_read  1 [2J日本語…")
      assert.notInclude(written.join(""), "\n")
      assert.notInclude(written.join("").replaceAll("\r\u001b[K", ""), "\u001b")
    })
  )

  it.scoped("is hidden during a question", () =>
    Effect.gen(function* () {
      const { line, shown, written } = terminal()
      const { hidden } = yield* line
      yield* TestClock.adjust(600)
      const answered = yield* Deferred.make<void>()
      const question = yield* Effect.fork(hidden(Deferred.await(answered)))
      yield* TestClock.adjust(0)
      assert.strictEqual(shown(), "")
      const { length } = written
      yield* TestClock.adjust(60_000)
      assert.strictEqual(written.length, length)
      yield* Deferred.succeed(answered, undefined)
      yield* Fiber.join(question)
      yield* TestClock.adjust(100)
      assert.include(shown(), "messages_read  (60 s)")
    })
  )

  it.scoped("is erased before a log line", () =>
    Effect.gen(function* () {
      const { line, shown } = terminal()
      const { besideLogs } = yield* line
      const logged: Array<string> = []
      const console = yield* Effect.console
      const log = besideLogs(
        Effect.consoleWith(({ unsafe }) =>
          Effect.sync(() => {
            unsafe.error("a line")
            unsafe.error("more of it")
          })
        )
      ).pipe(
        Effect.withConsole({
          ...console,
          unsafe: { ...console.unsafe, error: (...parts: ReadonlyArray<unknown>) => void logged.push(parts.join(" ")) }
        })
      )
      yield* log
      yield* TestClock.adjust(600)
      yield* log
      assert.deepStrictEqual(logged, ["a line", "more of it", "\r\u001b[Ka line", "more of it"])
      yield* TestClock.adjust(100)
      assert.include(shown(), "messages_read")
    })
  )
})
