import { PassThrough, Writable } from "node:stream"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { StdioTransport } from "../../src/mcp/StdioTransport.ts"

type Message = Parameters<StdioTransport["send"]>[0]

const MAX_FRAME_BYTES = 10 * 1024 * 1024

/** A transport between in-memory streams, with all that came out of it. */
const makeTransport = Effect.gen(function* () {
  const input = new PassThrough()
  const output = new PassThrough()
  const received: Array<unknown> = []
  const ends: Array<true> = []
  const transport = new StdioTransport({ input, output, onEnd: () => ends.push(true) })
  transport.onmessage = (message) => received.push(message)
  yield* Effect.promise(() => transport.start())
  return {
    transport,
    input,
    output,
    received,
    ends,
    /** Writes chunks, each by itself; completes when all have been read. */
    write: (...chunks: ReadonlyArray<string | Buffer>) =>
      Effect.forEach(
        chunks,
        (chunk) => Effect.async<void>((resume) => void input.write(chunk, () => resume(Effect.void))),
        { discard: true }
      ),
    send: (message: Message) => Effect.promise(() => transport.send(message)),
    /** Every line written so far. */
    written: Effect.sync((): ReadonlyArray<unknown> => {
      const text = String(output.read() ?? "")
      return text.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line)]))
    })
  }
})

const ping = (id: number | string) => ({ jsonrpc: "2.0" as const, id, method: "ping" })
const line = (message: object) => `${JSON.stringify(message)}\n`
const refusal = (code: number, message: string) => ({ jsonrpc: "2.0", id: null, error: { code, message } })

const NOT_JSON = refusal(-32700, "This line is not JSON.")
const NOT_ONE = refusal(-32600, "This is not one JSON-RPC 2.0 message. Batches are not supported.")
const TOO_LONG = refusal(-32600, `A message may be ${MAX_FRAME_BYTES} bytes long at most.`)

describe("reading", () => {
  it.effect("puts a message together from pieces", () =>
    Effect.gen(function* () {
      const { received, write, written } = yield* makeTransport
      const text = line(ping(1))
      yield* write(...text)
      assert.deepStrictEqual(received, [ping(1)])
      yield* write(text.slice(0, 5), text.slice(5, 6), "", text.slice(6, -1))
      assert.deepStrictEqual(received, [ping(1)])
      yield* write("\n")
      assert.deepStrictEqual(received, [ping(1), ping(1)])
      assert.deepStrictEqual(yield* written, [])
    })
  )

  it.effect("takes several messages from one piece, and the beginning of the next", () =>
    Effect.gen(function* () {
      const { received, write } = yield* makeTransport
      const last = line(ping(4))
      yield* write(line(ping(1)) + line(ping(2)) + line(ping(3)) + last.slice(0, 9), last.slice(9))
      assert.deepStrictEqual(received, [ping(1), ping(2), ping(3), ping(4)])
    })
  )

  it.effect("takes lines that end as on Windows, and skips empty ones", () =>
    Effect.gen(function* () {
      const { received, write, written } = yield* makeTransport
      yield* write(`\r\n\n${JSON.stringify(ping(1))}\r`, `\n   \n${JSON.stringify(ping(2))}\r\n`)
      assert.deepStrictEqual(received, [ping(1), ping(2)])
      assert.deepStrictEqual(yield* written, [])
    })
  )

  it.effect("keeps characters whole whose bytes arrive apart", () =>
    Effect.gen(function* () {
      const { received, write } = yield* makeTransport
      const message = { ...ping("ä"), params: { text: "Grüße 🌊 次 \u2028" } }
      yield* write(...[...Buffer.from(line(message))].map((byte) => Buffer.from([byte])))
      assert.deepStrictEqual(received, [message])
    })
  )

  it.effect("answers what is not JSON, and goes on", () =>
    Effect.gen(function* () {
      const { received, write, written } = yield* makeTransport
      yield* write("not json\n", '{"jsonrpc":"2.0","id":1,\n', Buffer.from([0xff, 0xfe, 0x00, 0x0a]), line(ping(1)))
      assert.deepStrictEqual(yield* written, [NOT_JSON, NOT_JSON, NOT_JSON])
      assert.deepStrictEqual(received, [ping(1)])
    })
  )

  it.effect("answers what is JSON but not one message, and goes on", () =>
    Effect.gen(function* () {
      const { received, write, written } = yield* makeTransport
      const strange = [
        [ping(1), ping(2)],
        [],
        {},
        null,
        5,
        "text",
        { id: 1, method: "ping" },
        { jsonrpc: "1.0", id: 1, method: "ping" },
        { jsonrpc: "2.0", id: null, method: "ping" },
        { jsonrpc: "2.0", id: 1.5, method: "ping" },
        { jsonrpc: "2.0", id: 1, method: 5 }
      ]
      for (const message of strange) yield* write(`${JSON.stringify(message)}\n`)
      assert.deepStrictEqual(
        yield* written,
        strange.map(() => NOT_ONE)
      )
      yield* write(line(ping(1)))
      assert.deepStrictEqual(received, [ping(1)])
    })
  )

  it.effect("refuses a line that is too long once, skips it to its end, and goes on", () =>
    Effect.gen(function* () {
      const { received, write, written } = yield* makeTransport
      const half = "x".repeat(MAX_FRAME_BYTES / 2)
      yield* write(half, half)
      assert.deepStrictEqual(yield* written, [])
      yield* write("x")
      assert.deepStrictEqual(yield* written, [TOO_LONG])
      yield* write(half, half, half, `x\n${line(ping(1))}`)
      assert.deepStrictEqual(yield* written, [])
      assert.deepStrictEqual(received, [ping(1)])
      yield* write(`${half}${half}x\n${line(ping(2))}`)
      assert.deepStrictEqual(yield* written, [TOO_LONG])
      assert.deepStrictEqual(received, [ping(1), ping(2)])
    })
  )
})

describe("the request id 0", () => {
  it.effect("is answered as it was asked, and hidden from the SDK, which takes it for none", () =>
    Effect.gen(function* () {
      const { received, send, write, written } = yield* makeTransport
      yield* write(line(ping(0)))
      const id = String(Object(received[0]).id)
      assert.notInclude(["0", "", "undefined"], id)
      yield* send({ jsonrpc: "2.0", id, result: {} })
      yield* send({ jsonrpc: "2.0", id, error: { code: -32603, message: "x" } })
      assert.deepStrictEqual(yield* written, [
        { jsonrpc: "2.0", id: 0, result: {} },
        { jsonrpc: "2.0", id: 0, error: { code: -32603, message: "x" } }
      ])
      yield* write(
        line({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 0, reason: "late" } })
      )
      assert.deepStrictEqual(received[1], {
        jsonrpc: "2.0",
        method: "notifications/cancelled",
        params: { requestId: id, reason: "late" }
      })
    })
  )

  it.effect("of our own requests is spelled so that they can be withdrawn; other ids are left alone", () =>
    Effect.gen(function* () {
      const { received, send, write, written } = yield* makeTransport
      const messages = [
        { jsonrpc: "2.0", id: 0, result: { action: "accept" } },
        { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 7 } },
        ping("0"),
        ping(1)
      ]
      yield* write(...messages.map(line))
      assert.deepStrictEqual(received, messages)
      const withdrawing = { jsonrpc: "2.0" as const, method: "notifications/cancelled" }
      yield* send(ping(0))
      yield* send({ ...withdrawing, params: { requestId: 0, reason: "late" } })
      yield* send(ping(1))
      yield* send({ ...withdrawing, params: { requestId: 1 } })
      assert.deepStrictEqual(yield* written, [
        ping("0"),
        { ...withdrawing, params: { requestId: "0", reason: "late" } },
        ping(1),
        { ...withdrawing, params: { requestId: 1 } }
      ])
    })
  )
})

describe("the end", () => {
  it.effect("of the input is told once", () =>
    Effect.gen(function* () {
      const { ends, input, transport } = yield* makeTransport
      yield* ended(input, () => input.end())
      assert.deepStrictEqual(ends, [true])
      yield* Effect.promise(() => transport.close())
      assert.deepStrictEqual(ends, [true])
    })
  )

  it.effect("of a message without its line break is the end of nothing", () =>
    Effect.gen(function* () {
      const { ends, input, received, write } = yield* makeTransport
      yield* write(JSON.stringify(ping(1)))
      yield* ended(input, () => input.end())
      assert.deepStrictEqual([received, ends], [[], [true]])
    })
  )

  it.effect("by a broken input is told once", () =>
    Effect.gen(function* () {
      const { ends, input } = yield* makeTransport
      yield* ended(input, () => input.destroy())
      assert.deepStrictEqual(ends, [true])
    })
  )

  it.effect("is called by the SDK's close, which tells so and reads no more", () =>
    Effect.gen(function* () {
      const { input, received, transport } = yield* makeTransport
      const closed: Array<true> = []
      transport.onclose = () => closed.push(true)
      yield* ended(input, () => transport.close())
      input.write(line(ping(1)), () => undefined)
      assert.deepStrictEqual([closed, received, input.destroyed], [[true], [], true])
    })
  )
})

describe("writing", () => {
  it.effect("is one line for a message", () =>
    Effect.gen(function* () {
      const { output, send } = yield* makeTransport
      yield* send({ ...ping(1), params: { text: "two\nlines\u2028" } })
      assert.strictEqual(
        String(output.read()),
        '{"jsonrpc":"2.0","id":1,"method":"ping","params":{"text":"two\\nlines\u2028"}}\n'
      )
    })
  )

  it.effect("waits until a full pipe has drained", () =>
    Effect.gen(function* () {
      const waiting: Array<() => void> = []
      const full = new Writable({ highWaterMark: 1, write: (_chunk, _encoding, done) => void waiting.push(done) })
      const transport = new StdioTransport({ input: new PassThrough(), output: full, onEnd: () => undefined })
      yield* Effect.promise(() => transport.start())
      const steps: Array<string> = []
      const sent = transport.send(ping(1)).then(() => steps.push("sent"))
      yield* Effect.yieldNow()
      steps.push("drained")
      for (const done of waiting) done()
      yield* Effect.promise(() => sent)
      assert.deepStrictEqual(steps, ["drained", "sent"])
      assert.deepStrictEqual(
        [full.listenerCount("drain"), full.listenerCount("close"), full.listenerCount("error")],
        [0, 1, 1]
      )
    })
  )

  it.effect("into a pipe whose reader has gone resolves, ends once, and throws nothing", () =>
    Effect.gen(function* () {
      const ends: Array<true> = []
      const broken = new Writable({
        highWaterMark: 1,
        write: (_chunk, _encoding, done) => done(Object.assign(new Error("write EPIPE"), { code: "EPIPE" }))
      })
      const transport = new StdioTransport({ input: new PassThrough(), output: broken, onEnd: () => ends.push(true) })
      yield* Effect.promise(() => transport.start())
      yield* Effect.promise(() => Promise.all([transport.send(ping(1)), transport.send(ping(2))]))
      yield* Effect.promise(() => transport.send(ping(3)))
      assert.deepStrictEqual(ends, [true])
    })
  )

  it.effect("into a pipe that closes while it is full resolves", () =>
    Effect.gen(function* () {
      const full = new Writable({ highWaterMark: 1, write: () => undefined })
      const ends: Array<true> = []
      const transport = new StdioTransport({ input: new PassThrough(), output: full, onEnd: () => ends.push(true) })
      yield* Effect.promise(() => transport.start())
      const sent = transport.send(ping(1))
      full.destroy()
      yield* Effect.promise(() => sent)
      assert.deepStrictEqual(ends, [true])
    })
  )
})

/** Does something to a stream and waits until it is over. */
const ended = (stream: PassThrough, run: () => unknown) =>
  Effect.async<void>((resume) => {
    stream.once("close", () => resume(Effect.void))
    run()
  })
