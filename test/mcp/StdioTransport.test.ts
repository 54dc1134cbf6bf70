// The slow reader of these tests is a stream of node.
// @effect-diagnostics newPromise:off
import { PassThrough, Writable } from "node:stream"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { MAX_FILE_BYTES, MAX_FRAME_BYTES, REFUSED } from "../../src/mcp/frames.ts"
import { StdioTransport } from "../../src/mcp/stdio/StdioTransport.ts"
import { MAX_NESTING, MAX_VALUES } from "../../src/tools/dsl/inputLimits.ts"
import { turn } from "../turns.ts"

type Message = Parameters<StdioTransport["send"]>[0]

/** A transport between in-memory streams, with its whole output. */
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
    /** Writes chunks one by one; completes when all have been read. */
    write: (...chunks: ReadonlyArray<string | Buffer>) =>
      Effect.forEach(
        chunks,
        (chunk) => Effect.async<void>((resume) => void input.write(chunk, () => resume(Effect.void))),
        { discard: true }
      ),
    send: (message: Message) => Effect.promise(() => transport.send(message)),
    /** The lines written so far, at the end of a turn of the event loop. */
    written: Effect.map(turn, (): ReadonlyArray<unknown> => {
      const text = String(output.read() ?? "")
      return text.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line)]))
    })
  }
})

const ping = (id: number | string) => ({ jsonrpc: "2.0" as const, id, method: "ping" })
const line = (message: object) => `${JSON.stringify(message)}\n`
const refusal = (code: number, message: string) => ({ jsonrpc: "2.0", id: null, error: { code, message } })

const NOT_JSON = refusal(-32700, "This message is not JSON.")
const NOT_ONE = refusal(-32600, "This is not one JSON-RPC 2.0 message. Batches are not supported.")
const INVALID_ID = refusal(
  -32600,
  "The id of a request must be an integer up to 9007199254740991, or a string of at most 1000 characters."
)
const IN_USE = refusal(-32600, "A request with this id has no response yet. Use another id.")

/** Ids that requests can have. JavaScript reads some of them as false. */
const IDS = [0, "0", "", -1, 1, "1", 9007199254740991, -9007199254740991, "text 0", "null"]

const TOO_LONG_TEXT = `A message can have at most ${MAX_FRAME_BYTES} bytes, plus ${MAX_FILE_BYTES} bytes of base64 files.`
const TOO_LONG = refusal(-32600, TOO_LONG_TEXT)

describe("reading", () => {
  it.effect("joins a message from chunks", () =>
    Effect.gen(function* () {
      const { received, write, written } = yield* makeTransport
      yield* write(...line(ping(1)))
      assert.deepStrictEqual(received, [ping(1)])
      const text = line(ping(2))
      yield* write(text.slice(0, 5), text.slice(5, 6), "", text.slice(6, -1))
      assert.deepStrictEqual(received, [ping(1)])
      yield* write("\n")
      assert.deepStrictEqual(received, [ping(1), ping(2)])
      assert.deepStrictEqual(yield* written, [])
    })
  )

  it.effect("reads several messages from one chunk, and the start of the next", () =>
    Effect.gen(function* () {
      const { received, write } = yield* makeTransport
      const last = line(ping(4))
      yield* write(line(ping(1)) + line(ping(2)) + line(ping(3)) + last.slice(0, 9), last.slice(9))
      assert.deepStrictEqual(received, [ping(1), ping(2), ping(3), ping(4)])
    })
  )

  it.effect("reads Windows line ends, and skips empty lines", () =>
    Effect.gen(function* () {
      const { received, write, written } = yield* makeTransport
      yield* write(`\r\n\n${JSON.stringify(ping(1))}\r`, `\n   \n${JSON.stringify(ping(2))}\r\n`)
      assert.deepStrictEqual(received, [ping(1), ping(2)])
      assert.deepStrictEqual(yield* written, [])
    })
  )

  it.effect("decodes characters whose bytes arrive in separate chunks", () =>
    Effect.gen(function* () {
      const { received, write } = yield* makeTransport
      const message = { ...ping("ä"), params: { text: "Grüße 🌊 次 \u2028" } }
      yield* write(...[...Buffer.from(line(message))].map((byte) => Buffer.from([byte])))
      assert.deepStrictEqual(received, [message])
    })
  )

  it.effect("answers invalid JSON with an error, and continues", () =>
    Effect.gen(function* () {
      const { received, write, written } = yield* makeTransport
      yield* write("not json\n", '{"jsonrpc":"2.0","id":1,\n', Buffer.from([0xff, 0xfe, 0x00, 0x0a]), line(ping(1)))
      assert.deepStrictEqual(yield* written, [NOT_JSON, NOT_JSON, NOT_JSON])
      assert.deepStrictEqual(received, [ping(1)])
    })
  )

  it.effect("answers JSON other than one message with an error, and continues", () =>
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

  it.effect("skips a line that is too long, rejects it once, and continues", () =>
    Effect.gen(function* () {
      const { received, write, written } = yield* makeTransport
      const half = "x".repeat(MAX_FRAME_BYTES / 2)
      yield* write(half, half)
      assert.deepStrictEqual(yield* written, [])
      yield* write("x")
      yield* write(half, half, half, `x\n${line(ping(1))}`)
      assert.deepStrictEqual(yield* written, [TOO_LONG])
      assert.deepStrictEqual(received, [ping(1)])
      yield* write(`${half}${half}x\n${line(ping(2))}`)
      assert.deepStrictEqual(yield* written, [TOO_LONG])
      assert.deepStrictEqual(received, [ping(1), ping(2)])
    })
  )
})

describe("a frame that is rejected before it is parsed", () => {
  const deep = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`
  const call = (id: number, input: string) =>
    `{"method":"tools/call","params":{"name":"x","arguments":${input}},"jsonrpc":"2.0","id":${id}}\n`
  const classes = {
    "nested 5,000 levels deep": [deep(5000), "too_deep"],
    "nested 100,000 levels deep": [deep(100_000), "too_deep"],
    "nested a level too deep": [`{"a":${deep(MAX_NESTING)}}`, "too_deep"],
    "of too many items": [`[${"0,".repeat(MAX_VALUES + 100)}0]`, "too_many_values"],
    "of too many objects": [`[${"{},".repeat(MAX_VALUES)}{}]`, "too_many_values"],
    "of too many fields": [`{${'"a":1,'.repeat(MAX_VALUES + 100)}"b":1}`, "too_many_values"],
    "of a long text": [`{"a":"${"x".repeat(MAX_FRAME_BYTES)}"}`, "too_long"],
    "of a long name": [`{"${"x".repeat(MAX_FRAME_BYTES)}":1}`, "too_long"],
    "of a long text after a file name without a file": [`{"base64":1,"a":"${"A".repeat(MAX_FRAME_BYTES)}"}`, "too_long"]
  } as const

  for (const [what, [input, code]] of Object.entries(classes)) {
    it.effect(`becomes a call with its own failure: ${what}`, () =>
      Effect.gen(function* () {
        const { received, write, written } = yield* makeTransport
        yield* write(call(7, input), line(ping(1)))
        assert.deepStrictEqual(yield* written, [])
        const { id, method, params } = Object(received[0])
        assert.deepStrictEqual([id, method, Object.keys(params), params[REFUSED].code], [7, "tools/call", [], code])
        assert.deepStrictEqual(received.slice(1), [ping(1)])
      })
    )
  }

  it.effect("is answered with an error with its own id if it is another request", () =>
    Effect.gen(function* () {
      const { write, written } = yield* makeTransport
      yield* write(`{"id":"a","jsonrpc":"2.0","params":${deep(5000)},"method":"tools/list"}\n`)
      assert.deepStrictEqual(yield* written, [
        { ...refusal(-32600, `The arguments are nested more than ${MAX_NESTING} levels deep.`), id: "a" }
      ])
    })
  )

  it.effect("does not include one with a base64 file, in any chunks", () =>
    Effect.gen(function* () {
      const { received, write } = yield* makeTransport
      const text = call(1, `{"files":[{"name":"a","base64" : "${"A".repeat(MAX_FRAME_BYTES)}"}]}`)
      yield* write(text.slice(0, 80), text.slice(80, 95), text.slice(95, 99), text.slice(99))
      assert.strictEqual(Object(received[0]).params.arguments.files[0].base64.length, MAX_FRAME_BYTES)
    })
  )

  it.effect("does not include one with brackets and commas inside strings", () =>
    Effect.gen(function* () {
      const { received, write } = yield* makeTransport
      const text = `${"[{,".repeat(50_000)}\\"${"[".repeat(1000)}`
      yield* write(call(1, JSON.stringify({ text })))
      assert.strictEqual(Object(received[0]).params.arguments.text, text)
    })
  )

  it.effect("has an id or a token of the wrong type", () =>
    Effect.gen(function* () {
      const { received, write, written } = yield* makeTransport
      const long = "x".repeat(100_000)
      const members = Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`m${at}`, 1]))
      yield* write(
        line(ping(long)),
        line({ ...ping(1), params: { _meta: { progressToken: long } } }),
        line({ ...ping(1), params: members }),
        line({ jsonrpc: "2.0", id: 1, result: members })
      )
      assert.deepStrictEqual([received, yield* written], [[], [INVALID_ID, NOT_ONE, NOT_ONE, NOT_ONE]])
    })
  )

  it.effect("leaves other work its turn between many small frames, in their order", () =>
    Effect.gen(function* () {
      const { received, write } = yield* makeTransport
      const pings = Array.from({ length: 200 }, (_, at) => ping(at + 1))
      yield* write(pings.map(line).join(""))
      const atOnce = received.length
      yield* write(line(ping("last")))
      while (received.length < 201) yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
      assert.isBelow(atOnce, 200)
      assert.deepStrictEqual(received, [...pings, ping("last")])
    })
  )
})

describe("the id of a request", () => {
  it.effect("is passed on unchanged in both directions", () =>
    Effect.gen(function* () {
      const { received, send, write, written } = yield* makeTransport
      for (const id of IDS) {
        const cancel = { jsonrpc: "2.0" as const, method: "notifications/cancelled", params: { requestId: id } }
        const response = { jsonrpc: "2.0" as const, id, result: {} }
        received.length = 0
        yield* write(line(ping(id)), line(cancel), line(response))
        assert.deepStrictEqual(received, [ping(id), cancel, response])
        for (const message of [ping(id), cancel, response]) yield* send(message)
        assert.deepStrictEqual(yield* written, [ping(id), cancel, response])
      }
    })
  )

  it.effect("is refused while another request with it has no response, and can be used again after that", () =>
    Effect.gen(function* () {
      const { received, send, transport, write, written } = yield* makeTransport
      for (const id of IDS) {
        received.length = 0
        yield* write(line(ping(id)), line(ping(id)))
        assert.deepStrictEqual([received, yield* written], [[ping(id)], [IN_USE]])
        yield* send({ jsonrpc: "2.0", id, result: {} })
        yield* write(line(ping(id)))
        yield* write(line({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: id } }))
        yield* write(line(ping(id)))
        assert.strictEqual(received.length, 4)
        yield* send({ jsonrpc: "2.0", id, error: { code: -32603, message: "x" } })
        assert.strictEqual((yield* written).length, 2)
        assert.strictEqual(transport.openRequests.size, 0)
      }
    })
  )

  it.effect("is a string or an integer that JavaScript keeps exactly", () =>
    Effect.gen(function* () {
      const { received, write, written } = yield* makeTransport
      for (const [id, sentBack] of [
        ["1.5", 1.5],
        ["-0.25", -0.25],
        ["9007199254740993", null],
        ["-9007199254740993", null],
        ["1e400", null],
        ["true", null],
        ["{}", null],
        ["[1]", null]
      ] as const) {
        yield* write(`{"jsonrpc":"2.0","id":${id},"method":"ping"}\n`)
        assert.deepStrictEqual(yield* written, [{ ...INVALID_ID, id: sentBack }], id)
      }
      assert.deepStrictEqual(received, [])
    })
  )
})

describe("the end of the streams", () => {
  it.effect("is reported once at the end of the input", () =>
    Effect.gen(function* () {
      const { ends, input, transport } = yield* makeTransport
      yield* ended(input, () => input.end())
      assert.deepStrictEqual(ends, [true])
      yield* Effect.promise(() => transport.close())
      assert.deepStrictEqual(ends, [true])
    })
  )

  it.effect("within a line is not a message", () =>
    Effect.gen(function* () {
      const { ends, input, received, write } = yield* makeTransport
      yield* write(JSON.stringify(ping(1)))
      yield* ended(input, () => input.end())
      assert.deepStrictEqual([received, ends], [[], [true]])
    })
  )

  it.effect("is reported once for a broken input", () =>
    Effect.gen(function* () {
      const { ends, input } = yield* makeTransport
      yield* ended(input, () => input.destroy())
      assert.deepStrictEqual(ends, [true])
    })
  )

  it.effect("is reported for the SDK's close, and no more input is read", () =>
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
  it.effect("uses one line per message", () =>
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

  it.effect("joins the lines of one turn of the event loop, except the first, which is written at once", () =>
    Effect.gen(function* () {
      const writes: Array<string> = []
      // A pipe of node writes several chunks at once, too.
      const output = new Writable({
        write: (chunk, _encoding, done) => {
          writes.push(String(chunk))
          done()
        },
        writev: (chunks, done) => {
          writes.push(chunks.map(({ chunk }) => String(chunk)).join(""))
          done()
        }
      })
      const transport = new StdioTransport({ input: new PassThrough(), output, onEnd: () => undefined })
      yield* Effect.promise(() => transport.start())
      const first = transport.send(ping(1))
      assert.deepStrictEqual(writes, [line(ping(1))])
      const others = [2, 3, 4, 5].map((id) => transport.send(ping(id)))
      yield* Effect.promise(() => Promise.all([first, ...others]))
      assert.deepStrictEqual(writes, [line(ping(1)), [2, 3, 4, 5].map((id) => line(ping(id))).join("")])
    })
  )

  it.effect("writes batched lines before it closes", () =>
    Effect.gen(function* () {
      const { output, transport } = yield* makeTransport
      for (const id of [1, 2, 3]) void transport.send(ping(id))
      output.resume()
      yield* Effect.promise(() => transport.close())
      assert.strictEqual(output.writableLength, 0)
    })
  )

  it.effect("keeps the order of lines and adds no listener, however many wait for a slow reader", () =>
    Effect.gen(function* () {
      const lines: Array<string> = []
      const waiting: Array<() => void> = []
      const slow = new Writable({
        highWaterMark: 1,
        write: (chunk, _encoding, done) => {
          lines.push(String(chunk))
          waiting.push(done)
        }
      })
      const input = new PassThrough()
      const transport = new StdioTransport({ input, output: slow, onEnd: () => undefined })
      yield* Effect.promise(() => transport.start())
      const sent: Array<number> = []
      const all = Array.from({ length: 500 }, (_, at) => transport.send(ping(at)).then(() => sent.push(at)))
      // An error response keeps its place in the order.
      input.write("not json\n")
      yield* Effect.yieldNow()
      assert.deepStrictEqual(
        ["drain", "close", "error", "finish"].map((event) => slow.listenerCount(event)),
        [0, 1, 1, 0]
      )
      while (lines.length < 501 || waiting.length > 0) {
        waiting.shift()?.()
        yield* turn
      }
      yield* Effect.promise(() => Promise.all(all))
      assert.deepStrictEqual(
        lines.map((text) => JSON.parse(text).id),
        [0, ...Array.from({ length: 499 }, (_, at) => at + 1), null]
      )
      assert.deepStrictEqual(
        sent,
        Array.from({ length: 500 }, (_, at) => at)
      )
    })
  )

  it.effect("reads no input while the reader is stuck, drops progress, and continues when it has caught up", () =>
    Effect.gen(function* () {
      const lines: Array<string> = []
      let reading = false
      const waiting: Array<() => void> = []
      const slow = new Writable({
        highWaterMark: 1,
        write: (chunk, _encoding, done) => {
          lines.push(String(chunk))
          if (reading) setImmediate(done)
          else waiting.push(done)
        }
      })
      const input = new PassThrough()
      const transport = new StdioTransport({ input, output: slow, onEnd: () => undefined })
      yield* Effect.promise(() => transport.start())
      const sent = Array.from({ length: 1100 }, (_, at) => transport.send(ping(at + 1)))
      yield* Effect.promise(() => transport.send({ jsonrpc: "2.0", method: "notifications/progress" }))
      yield* Effect.async<void>((resume) => void input.write("not json\n", () => resume(Effect.void)))
      assert.isTrue(input.isPaused())
      reading = true
      for (const done of waiting) done()
      yield* Effect.promise(() => Promise.all(sent))
      assert.isFalse(input.isPaused())
      assert.notInclude(lines.join(""), "progress")
    })
  )

  it.effect("to a closed pipe resolves, ends once, and throws nothing", () =>
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

  it.effect("to a pipe that closes while it is full resolves", () =>
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

/** Acts on a stream and waits for the effect. */
const ended = (stream: PassThrough, run: () => unknown) =>
  Effect.async<void>((resume) => {
    stream.once("close", () => resume(Effect.void))
    run()
  })
