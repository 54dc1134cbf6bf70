/**
 * The boundary to stdin and stdout: one JSON message per line. In contrast to the SDK's transport, it
 * detects the end of stdin and survives a closed stdout. It answers invalid input, and bounds input
 * and output.
 */
// @effect-diagnostics asyncFunction:off
import type { Readable, Writable } from "node:stream"
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js"
import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js"
import { FrameMeter } from "../FrameMeter.ts"
import { errorResponse, INVALID_REQUEST, type RefusedFrame, readFrame } from "../frames.ts"
import { ID_IN_USE, OpenRequests } from "../requestIds.ts"
import { LineWriter } from "./LineWriter.ts"

/** The maximum number of frames handled in one turn of the event loop. */
const FRAMES_PER_TURN = 8

/** Exchanges MCP messages over two streams. `onEnd` is called once, when the other side has closed. */
export class StdioTransport implements Transport {
  onclose?: () => void
  onerror?: (error: Error) => void
  onmessage?: Transport["onmessage"]
  readonly openRequests = new OpenRequests()

  readonly #input: Readable
  readonly #output: Writable
  readonly #writer: LineWriter
  readonly #onEnd: () => void
  readonly #meter = new FrameMeter()
  #pending: Array<Buffer> = []
  #closed = false
  /** Whether the rest of a chunk is deferred to the next turn. */
  #busy = false

  constructor(streams: { readonly input: Readable; readonly output: Writable; readonly onEnd: () => void }) {
    this.#input = streams.input
    this.#output = streams.output
    this.#writer = new LineWriter(streams.output, () => this.#resume())
    this.#onEnd = once(streams.onEnd)
  }

  async start(): Promise<void> {
    this.#input.on("data", this.#read)
    this.#input.once("end", this.#onEnd)
    this.#input.once("close", this.#onEnd)
    this.#output.on("error", this.#hangUp)
    this.#output.once("close", this.#hangUp)
  }

  /** Drops progress and log messages while the reader is stuck. Responses are always sent. */
  async send(message: JSONRPCMessage): Promise<void> {
    if (this.#writer.stuck && "method" in message && !("id" in message)) return
    this.openRequests.send(message)
    await this.#writer.writeBatched(`${JSON.stringify(message)}\n`)
  }

  async close(): Promise<void> {
    this.#closed = true
    this.#input.off("data", this.#read)
    this.#input.pause()
    this.#input.destroy()
    this.onclose?.()
    // Ending the process would lose lines that the other side has not read.
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
    // Backpressure: reads no input while the client does not read the responses.
    if (this.#writer.stuck) this.#input.pause()
  }

  /** Reads the rest of a chunk in the next turn, before any other chunk. */
  #later(rest: Buffer): void {
    this.#input.pause()
    this.#busy = true
    setImmediate(() => {
      this.#busy = false
      if (this.#closed) return
      this.#read(rest)
      this.#resume()
    })
  }

  #resume(): void {
    if (!this.#closed && !this.#busy && !this.#writer.stuck) this.#input.resume()
  }

  #keep(part: Buffer): void {
    if (part.length === 0) return
    this.#meter.add(part)
    if (this.#meter.excess === undefined) this.#pending.push(part)
    else this.#pending = []
  }

  #frame(): void {
    const frame = readFrame(Buffer.concat(this.#pending), this.#meter)
    this.#pending = []
    this.#meter.reset()
    if (frame?.kind === "refused") this.#refuse(frame)
    else if (frame !== undefined && this.openRequests.receive(frame.message)) this.onmessage?.(frame.message)
    else if (frame !== undefined) this.#refuse({ code: INVALID_REQUEST, message: ID_IN_USE, id: null })
  }

  #refuse(refused: Omit<RefusedFrame, "kind">): void {
    void this.#writer.write(`${JSON.stringify(errorResponse(refused))}\n`)
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
