import { assert, describe, it } from "@effect/vitest"
import { Cause, Effect, Exit, Fiber, Layer, TestClock } from "effect"
import { withStatusLine } from "../../src/cli/call/StatusLine.ts"
import * as Discord from "../../src/discord/Discord.ts"
import { Dispatch } from "../../src/dispatch/Dispatch.ts"
import { answer, bucket, later, limited, makeWire, type Step, script } from "../discord/wire.ts"
import { type Environment, overDiscord, settingsOf } from "../dispatch/app.ts"

const CHANNEL = "1248328050311954441"

/** A call of a server over a fake wire, and the texts of the one line of the terminal it is shown on. */
const watching = Effect.fnUntraced(function* (step: Step, tool: string, input: object, environment: Environment = {}) {
  const screen: Array<string> = []
  const wire = makeWire(step)
  const settings = yield* settingsOf({ MCP_RETRY_JITTER: "none", ...environment })
  const call = Effect.flatMap(Dispatch, (dispatch) => dispatch.answer(tool, input)).pipe(
    withStatusLine(tool, {
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
