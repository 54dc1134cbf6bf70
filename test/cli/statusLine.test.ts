import { assert, describe, it } from "@effect/vitest"
import { Cause, Deferred, Effect, Exit, Fiber, Layer, Scope, TestClock } from "effect"
import * as StatusLine from "../../src/cli/call/StatusLine.ts"
import { styleFor } from "../../src/cli/rendering/text.ts"
import * as Discord from "../../src/discord/Discord.ts"
import { Dispatch } from "../../src/dispatch/Dispatch.ts"
import { answer, bucket, later, limited, makeWire, type Step, script } from "../discord/wire.ts"
import { type Environment, overDiscord, settingsOf } from "../dispatch/app.ts"

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

const CHANNEL = "1248328050311954441"

/** A call of a server over a fake wire, and the texts of the one line of the terminal it is shown on. */
const watching = Effect.fnUntraced(function* (step: Step, tool: string, input: object, environment: Environment = {}) {
  const screen: Array<string> = []
  const wire = makeWire(step)
  const settings = yield* settingsOf({ MCP_RETRY_JITTER: "none", ...environment })
  const call = Effect.flatMap(Dispatch, (dispatch) => dispatch.call(tool, input)).pipe(
    StatusLine.withStatusLine(tool, {
      stderr: { onTerminal: true, coloured: false, columns: 100 },
      screen: { interactive: false, columns: 100, write: (text) => Effect.sync(() => void screen.push(text)) }
    }),
    Effect.provide(yield* Layer.build(overDiscord(Layer.provide(Discord.layer, wire.layer), settings)))
  )
  const fiber = yield* Effect.fork(call)
  return {
    fiber,
    /** Returns the line after more time, without the spinner. */
    lineIn: (ms: number) =>
      Effect.map(TestClock.adjust(ms), () => (screen.join("").split("\r\u001b[K").at(-1) ?? "").slice(2))
  }
})

/** Discord's answer to a request for the channel. */
const found = answer(200, { id: CHANNEL, type: 0 })

/** A page of messages, the newest of them with this number. */
const page = (newest: number, count: number): Step =>
  later(
    1000,
    answer(
      200,
      Array.from({ length: count }, (_, at) => ({
        id: String(1_000_000_000_000_000_000n + BigInt(newest - at)),
        channel_id: CHANNEL,
        type: 0,
        content: "x",
        author: { id: "732650117529600004", username: "ada" },
        timestamp: "2026-05-28T19:30:00Z",
        attachments: [],
        embeds: [],
        mentions: []
      }))
    )
  )

describe("a call with a status line", () => {
  it.scoped("shows how many items of all pages are read", () =>
    Effect.gen(function* () {
      const { fiber, lineIn } = yield* watching(script(page(500, 100), page(400, 100), page(300, 7)), "messages_read", {
        channel_id: CHANNEL,
        all: true
      })
      assert.strictEqual(yield* lineIn(499), "")
      assert.strictEqual(yield* lineIn(101), "messages_read")
      assert.strictEqual(yield* lineIn(900), "messages_read  100 read  (1 s)")
      assert.strictEqual(yield* lineIn(1000), "messages_read  200 read  (2 s)")
      assert.strictEqual(yield* lineIn(500), "")
      const { isError, structured } = yield* Fiber.join(fiber)
      assert.deepStrictEqual([isError, Object(structured.items).length], [false, 207])
    })
  )

  it.scoped("shows the finished steps of a plan", () =>
    Effect.gen(function* () {
      const steps = ["first", "second", "third"].map((id) => ({
        id,
        tool: "channels_get",
        args: { channel_id: CHANNEL }
      }))
      const { fiber, lineIn } = yield* watching(later(1000, found), "mcp_pipeline", { steps })
      assert.strictEqual(yield* lineIn(1100), "mcp_pipeline  1/3 first: ok  (1 s)")
      assert.strictEqual(yield* lineIn(1000), "mcp_pipeline  2/3 second: ok  (2 s)")
      assert.strictEqual(yield* lineIn(1000), "")
      assert.isFalse((yield* Fiber.join(fiber)).isError)
    })
  )

  it.scoped("shows the remaining wait for a rate limit", () =>
    Effect.gen(function* () {
      const { fiber, lineIn } = yield* watching(
        script(limited(5, "user", { "retry-after": "5" }), later(1000, found)),
        "channels_get",
        { channel_id: CHANNEL }
      )
      assert.strictEqual(yield* lineIn(600), "channels_get  rate limit: 5 s left")
      assert.strictEqual(yield* lineIn(4000), "channels_get  rate limit: 1 s left  (4 s)")
      assert.strictEqual(yield* lineIn(1000), "channels_get  (5 s)")
      assert.strictEqual(yield* lineIn(1000), "")
      assert.isFalse((yield* Fiber.join(fiber)).isError)
    })
  )

  it.scoped("shows the wait of a plan's step, and of a request held back by an empty bucket", () =>
    Effect.gen(function* () {
      const empty = answer(200, { id: CHANNEL, type: 0 }, bucket(1, 0, 4))
      const step = { tool: "channels_get", args: { channel_id: CHANNEL } }
      const { fiber, lineIn } = yield* watching(script(empty, found), "mcp_pipeline", {
        steps: [
          { id: "first", ...step },
          { id: "second", ...step }
        ]
      })
      assert.match(yield* lineIn(1000), /^mcp_pipeline {2}1\/2 first: ok {2}rate limit: [34] s left {2}\(1 s\)$/)
      assert.strictEqual(yield* lineIn(10_000), "")
      assert.isFalse((yield* Fiber.join(fiber)).isError)
    })
  )

  it.scoped("erases the line when the call fails or is interrupted", () =>
    Effect.gen(function* () {
      const failing = yield* watching(later(1000, answer(404, { message: "no", code: 10003 })), "channels_get", {
        channel_id: CHANNEL
      })
      assert.strictEqual(yield* failing.lineIn(900), "channels_get")
      assert.strictEqual(yield* failing.lineIn(200), "")
      assert.isTrue((yield* Fiber.join(failing.fiber)).isError)

      const given = yield* watching(later(60_000, found), "channels_get", { channel_id: CHANNEL })
      assert.strictEqual(yield* given.lineIn(900), "channels_get")
      const exit = yield* Fiber.interrupt(given.fiber)
      assert.isTrue(Exit.isFailure(exit) && Cause.isInterruptedOnly(exit.cause))
      assert.strictEqual(yield* given.lineIn(0), "")
    })
  )
})
