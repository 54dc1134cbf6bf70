/**
 * The boundary to stdin and stdout: one JSON message per line. In contrast to the SDK's transport, it
 * detects the end of stdin and survives a closed stdout. It answers invalid input, and bounds input
 * and output.
 */
// @effect-diagnostics asyncFunction:off newPromise:off
import type { Readable, Writable } from "node:stream"
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js"
import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js"
import { errorResponse, FrameReader, INVALID_REQUEST, rejectExcess } from "../frames.ts"
import { ID_IN_USE, OpenRequests } from "../sdkTransport.ts"

/** The maximum number of frames handled in one turn of the event loop. */
const FRAMES_PER_TURN = 8

/** The size of the unwritten lines, in bytes and lines, above which the reader counts as stuck. */
const STUCK_BYTES = 16 * 1024 * 1024
const STUCK_LINES = 1000

const LINE_BREAK = 10

/** Exchanges MCP messages over two streams. `onEnd` is called once, when the other side has closed. */
export class StdioTransport implements Transport {
  onclose?: () => void
  onerror?: (error: Error) => void
  onmessage?: Transport["onmessage"]
  readonly openRequests = new OpenRequests()

  readonly #input: Readable
  readonly #output: Writable
  readonly #onEnd: () => void
  #frame = new FrameReader()
  #isClosed = false
  #hasEnded = false
  /** Whether the other side has closed the output. Lines are dropped then. */
  #isHungUp = false
  /** Whether the rest of a chunk is deferred to the next turn. */
  #isBusy = false
  /** What is called when a line is written, for each line that the stream has not written yet. */
  readonly #unwritten = new Set<() => void>()
  /** Whether a line was written in this turn. If so, the following lines are held back until its end. */
  #isHeld = false

  constructor(streams: { readonly input: Readable; readonly output: Writable; readonly onEnd: () => void }) {
    this.#input = streams.input
    this.#output = streams.output
    this.#onEnd = streams.onEnd
  }

  async start(): Promise<void> {
    this.#input.on("data", this.#read)
    this.#input.once("end", this.#end)
    this.#input.once("close", this.#end)
    this.#output.on("error", this.#hangUp)
    this.#output.once("close", this.#hangUp)
  }

  /** Drops progress and log messages while the reader is stuck. Responses are always sent. */
  async send(message: JSONRPCMessage): Promise<void> {
    if (this.#isStuck && "method" in message && !("id" in message)) return
    this.openRequests.send(message)
    await this.#write(message)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#input.off("data", this.#read)
    this.#input.pause()
    this.#input.destroy()
    this.onclose?.()
    // Ending the process would lose lines that the other side has not read.
    if (!this.#isHungUp) await new Promise((resolve) => this.#output.write("", resolve))
  }

  get #isStuck(): boolean {
    return this.#unwritten.size > STUCK_LINES || this.#output.writableLength > STUCK_BYTES
  }

  readonly #end = (): void => {
    if (!this.#hasEnded) this.#onEnd()
    this.#hasEnded = true
  }

  readonly #hangUp = (): void => {
    this.#isHungUp = true
    for (const done of this.#unwritten) done()
    this.#end()
  }

  readonly #read = (chunk: Buffer): void => {
    let from = 0
    let frames = 0
    for (let end = chunk.indexOf(LINE_BREAK); end !== -1; end = chunk.indexOf(LINE_BREAK, from)) {
      const isEmpty = end === from && this.#frame.isEmpty
      if (!isEmpty) {
        this.#frame.add(chunk.subarray(from, end))
        this.#receive()
        frames++
      }
      from = end + 1
      if (frames >= FRAMES_PER_TURN && from < chunk.length) {
        this.#later(chunk.subarray(from))
        return
      }
    }
    if (from < chunk.length) this.#frame.add(chunk.subarray(from))
    // Backpressure: reads no input while the client does not read the responses.
    if (this.#isStuck) this.#input.pause()
  }

  /** Reads the rest of a chunk in the next turn, before any other chunk. */
  #later(rest: Buffer): void {
    this.#input.pause()
    this.#isBusy = true
    setImmediate(() => {
      this.#isBusy = false
      if (this.#isClosed) return
      this.#read(rest)
      this.#resume()
    })
  }

  #resume(): void {
    if (this.#input.isPaused() && !this.#isClosed && !this.#isBusy && !this.#isStuck) this.#input.resume()
  }

  /** Passes on the message of a complete frame, or answers what is not a message. */
  #receive(): void {
    const read = this.#frame.end()
    this.#frame = new FrameReader()
    const frame = read.kind === "excess" ? rejectExcess(read) : read
    if (frame.kind === "refused") void this.#write(errorResponse(frame))
    if (frame.kind !== "message") return
    if (this.openRequests.receive(frame.message)) this.onmessage?.(frame.message)
    else void this.#write(errorResponse({ code: INVALID_REQUEST, message: ID_IN_USE, id: null }))
  }

  /**
   * Writes a line. Each write is a system call: the first line of a turn of the event loop is written at once, the
   * others together at its end. Completes when the stream has written the line, or is closed.
   */
  #write(message: object): Promise<void> {
    if (this.#isHungUp) return Promise.resolve()
    const written = new Promise<void>((resolve) => {
      const done = () => {
        this.#unwritten.delete(done)
        this.#resume()
        resolve()
      }
      this.#unwritten.add(done)
      this.#output.write(`${JSON.stringify(message)}\n`, done)
    })
    if (!this.#isHeld) {
      this.#isHeld = true
      this.#output.cork()
      setImmediate(() => {
        this.#isHeld = false
        this.#output.uncork()
      })
    }
    return written
  }
}
