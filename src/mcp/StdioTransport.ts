/**
 * The boundary to the pipes: one JSON message a line, both ways. It mends what
 * the SDK's own transport leaves open: the end of stdin is noticed, a closed
 * stdout is not a crash, broken input gets an answer, and a request with the id
 * 0 can be cancelled (the SDK takes that id for "none").
 */
// @effect-diagnostics asyncFunction:off newPromise:off
import type { Readable, Writable } from "node:stream"
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js"
import { type JSONRPCMessage, JSONRPCMessageSchema } from "@modelcontextprotocol/sdk/types.js"

/** The longest message taken, in bytes; a longer one is refused and skipped to its end. */
const MAX_FRAME_BYTES = 10 * 1024 * 1024

/** What the request id 0 is called inside. */
export const ZERO = "effect-discord-mcp/zero"

/** JSON-RPC's own codes for what is not a message. */
const PARSE_ERROR = -32700
const INVALID_REQUEST = -32600

/** Speaks MCP over two streams. `onEnd` is called once, when the other side has gone. */
export class StdioTransport implements Transport {
  onclose?: () => void
  onerror?: (error: Error) => void
  onmessage?: Transport["onmessage"]

  readonly #input: Readable
  readonly #output: Writable
  readonly #onEnd: () => void
  #pending: Array<Buffer> = []
  #pendingBytes = 0
  #skipping = false
  #writable = true

  constructor(streams: { readonly input: Readable; readonly output: Writable; readonly onEnd: () => void }) {
    this.#input = streams.input
    this.#output = streams.output
    this.#onEnd = once(streams.onEnd)
  }

  async start(): Promise<void> {
    this.#input.on("data", this.#read)
    this.#input.once("end", this.#onEnd)
    this.#input.once("close", this.#onEnd)
    this.#output.on("error", this.#hangUp)
    this.#output.once("close", this.#hangUp)
  }

  async send(message: JSONRPCMessage): Promise<void> {
    const line = `${JSON.stringify(spelled(message))}\n`
    if (!this.#writable || this.#output.write(line)) return
    await new Promise<void>((resolve) => {
      const done = () => {
        this.#output.off("drain", done)
        this.#output.off("close", done)
        this.#output.off("error", done)
        resolve()
      }
      this.#output.once("drain", done)
      this.#output.once("close", done)
      this.#output.once("error", done)
    })
  }

  async close(): Promise<void> {
    this.#input.off("data", this.#read)
    this.#input.pause()
    this.#input.destroy()
    this.onclose?.()
    await this.#flushed()
  }

  /** Until the other side has taken what was written, or has gone: the end of the process would cut it off. */
  #flushed(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#writable && this.#output.writableLength > 0) this.#output.write("", () => resolve())
      else resolve()
    })
  }

  readonly #hangUp = (): void => {
    this.#writable = false
    this.#onEnd()
  }

  readonly #read = (chunk: Buffer): void => {
    let from = 0
    for (let end = chunk.indexOf(10, from); end !== -1; end = chunk.indexOf(10, from)) {
      this.#keep(chunk.subarray(from, end))
      this.#frame()
      from = end + 1
    }
    this.#keep(chunk.subarray(from))
  }

  #keep(part: Buffer): void {
    if (this.#skipping || part.length === 0) return
    this.#pending.push(part)
    this.#pendingBytes += part.length
    if (this.#pendingBytes > MAX_FRAME_BYTES) {
      this.#pending = []
      this.#pendingBytes = 0
      this.#skipping = true
      this.#refuse(INVALID_REQUEST, `A message may be ${MAX_FRAME_BYTES} bytes long at most.`)
    }
  }

  #frame(): void {
    const line = Buffer.concat(this.#pending).toString("utf8").trim()
    this.#pending = []
    this.#pendingBytes = 0
    if (this.#skipping) {
      this.#skipping = false
      return
    }
    if (line === "") return
    const json = parse(line)
    const message = JSONRPCMessageSchema.safeParse(json)
    if (message.success) this.onmessage?.(withoutZero(message.data))
    else if (json === undefined) this.#refuse(PARSE_ERROR, "This line is not JSON.")
    else this.#refuse(INVALID_REQUEST, "This is not one JSON-RPC 2.0 message. Batches are not supported.")
  }

  #refuse(code: number, message: string): void {
    // JSON-RPC: what cannot be read is answered with the id null, which the SDK's types do not know.
    if (this.#writable)
      this.#output.write(`${JSON.stringify({ jsonrpc: "2.0", id: null, error: { code, message } })}\n`)
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
