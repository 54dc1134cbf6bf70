/**
 * The boundary to the pipes: one JSON message a line, both ways. It does what the
 * SDK's own transport leaves open: the end of stdin is noticed, a closed stdout is
 * not a crash, broken input gets an answer, input and output are bounded, and a
 * request with the id 0 can be cancelled (the SDK takes that id for "none").
 */
// @effect-diagnostics asyncFunction:off
import { isUtf8 } from "node:buffer"
import type { Readable, Writable } from "node:stream"
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js"
import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js"
import { type Excess, FrameMeter } from "./FrameMeter.ts"
import { isMessage } from "./isMessage.ts"
import { LineWriter } from "./LineWriter.ts"

/** What the request id 0 is called inside. */
export const ZERO = "effect-discord-mcp/zero"

/** Where the params of a call say that its frame was refused unread, and why. No client can write it: it is no string. */
export const REFUSED = Symbol("effect-discord-mcp/refused")

/** JSON-RPC's own codes for what is not a message. */
const PARSE_ERROR = -32700
const INVALID_REQUEST = -32600

/** The most frames handled before other work gets its turn. */
const FRAMES_PER_TURN = 8

/** Speaks MCP over two streams. `onEnd` is called once, when the other side has gone. */
export class StdioTransport implements Transport {
  onclose?: () => void
  onerror?: (error: Error) => void
  onmessage?: Transport["onmessage"]

  readonly #input: Readable
  readonly #output: Writable
  readonly #writer: LineWriter
  readonly #onEnd: () => void
  readonly #meter = new FrameMeter()
  #pending: Array<Buffer> = []
  #closed = false
  /** Whether the rest of a chunk waits for its turn. */
  #busy = false

  constructor(streams: { readonly input: Readable; readonly output: Writable; readonly onEnd: () => void }) {
    this.#input = streams.input
    this.#output = streams.output
    this.#writer = new LineWriter(streams.output, () => this.#goOn())
    this.#onEnd = once(streams.onEnd)
  }

  async start(): Promise<void> {
    this.#input.on("data", this.#read)
    this.#input.once("end", this.#onEnd)
    this.#input.once("close", this.#onEnd)
    this.#output.on("error", this.#hangUp)
    this.#output.once("close", this.#hangUp)
  }

  /** Progress and log messages are left out while the reader is stuck: answers are not. */
  async send(message: JSONRPCMessage): Promise<void> {
    if (this.#writer.stuck && "method" in message && !("id" in message)) return
    await this.#writer.gather(`${JSON.stringify(spelled(message))}\n`)
  }

  async close(): Promise<void> {
    this.#closed = true
    this.#input.off("data", this.#read)
    this.#input.pause()
    this.#input.destroy()
    this.onclose?.()
    // The end of the process would cut off what the other side has not taken yet.
    await this.#writer.flushed()
  }

  readonly #hangUp = (): void => {
    this.#writer.close()
    this.#onEnd()
  }

  readonly #read = (chunk: Buffer): void => {
    let from = 0
    let frames = 0
    for (let end = chunk.indexOf(10, from); end !== -1; end = chunk.indexOf(10, from)) {
      const isEmpty = end === from && this.#pending.length === 0 && this.#meter.excess === undefined
      if (!isEmpty) {
        this.#keep(chunk.subarray(from, end))
        this.#frame()
        frames++
      }
      from = end + 1
      if (frames >= FRAMES_PER_TURN && from < chunk.length) {
        this.#later(chunk.subarray(from))
        return
      }
    }
    this.#keep(chunk.subarray(from))
    // Nothing more is asked for while nobody reads the answers.
    if (this.#writer.stuck) this.#input.pause()
  }

  /** Reads the rest of a chunk, and no other before it, when other work has had its turn. */
  #later(rest: Buffer): void {
    this.#input.pause()
    this.#busy = true
    setImmediate(() => {
      this.#busy = false
      if (this.#closed) return
      this.#read(rest)
      this.#goOn()
    })
  }

  #goOn(): void {
    if (!this.#closed && !this.#busy && !this.#writer.stuck) this.#input.resume()
  }

  #keep(part: Buffer): void {
    if (part.length === 0) return
    this.#meter.add(part)
    if (this.#meter.excess === undefined) this.#pending.push(part)
    else this.#pending = []
  }

  #frame(): void {
    const { excess } = this.#meter
    if (excess === undefined) this.#message(Buffer.concat(this.#pending))
    else this.#excessive(excess, parse(this.#meter.outline()))
    this.#pending = []
    this.#meter.reset()
  }

  #message(bytes: Buffer): void {
    // What is no text takes long to be made one.
    const line = isUtf8(bytes) ? bytes.toString("utf8").trim() : "no text"
    if (line === "") return
    const json = parse(line)
    if (isMessage(json)) this.onmessage?.(withoutZero(json))
    else if (json === undefined) this.#refuse(PARSE_ERROR, "This line is not JSON.")
    else this.#refuse(INVALID_REQUEST, "This is not one JSON-RPC 2.0 message. Batches are not supported.")
  }

  /** Refuses a frame that was not read: to whom it may concern, as far as its top tells. */
  #excessive({ code, message }: Excess, outline: unknown): void {
    const { id, method }: { readonly id?: unknown; readonly method?: unknown } = Object(outline)
    // The failure of a call is a result, which is not for a transport to write.
    const unread: unknown = { jsonrpc: "2.0", id, method, params: { [REFUSED]: { path: "", message, code } } }
    if (!isMessage(unread)) this.#refuse(INVALID_REQUEST, message)
    else if (method === "tools/call") this.onmessage?.(withoutZero(unread))
    else this.#refuse(INVALID_REQUEST, message, id)
  }

  #refuse(code: number, message: string, id: unknown = null): void {
    // JSON-RPC: what cannot be read is answered with the id null, which the SDK's types do not know.
    void this.#writer.write(`${JSON.stringify({ jsonrpc: "2.0", id, error: { code, message } })}\n`)
  }
}

/**
 * A message as the other side is to read it. Our own request 0, the first of a
 * session, goes out as "0": a client on the same SDK could not withdraw it else.
 */
const spelled = (message: JSONRPCMessage): object => {
  if ("method" in message && message.method === "notifications/cancelled" && message.params?.requestId === 0) {
    return { ...message, params: { ...message.params, requestId: "0" } }
  }
  if ("method" in message && "id" in message && message.id === 0) return { ...message, id: "0" }
  return "id" in message && message.id === ZERO ? { ...message, id: 0 } : message
}

const withoutZero = (message: JSONRPCMessage): JSONRPCMessage => {
  if ("method" in message && message.method === "notifications/cancelled" && message.params?.requestId === 0) {
    return { ...message, params: { ...message.params, requestId: ZERO } }
  }
  return "method" in message && "id" in message && message.id === 0 ? { ...message, id: ZERO } : message
}

/** A JSON value, or `undefined`, which JSON cannot be. */
const parse = (line: string): unknown => {
  try {
    return JSON.parse(line) as unknown
  } catch {
    return undefined
  }
}

const once = (run: () => void): (() => void) => {
  let ran = false
  return () => {
    if (ran) return
    ran = true
    run()
  }
}
