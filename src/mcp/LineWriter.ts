/**
 * The one writer of an output: lines leave in the order they were given. While the
 * reader is slow they wait in one queue, and the stream has one listener, however
 * many wait. What nobody reads any more is dropped.
 */
// @effect-diagnostics newPromise:off
import type { Writable } from "node:stream"

/** With more characters waiting, or more lines, the reader counts as stuck. */
const STUCK_CHARS = 16 * 1024 * 1024
const STUCK_LINES = 1000

interface Waiting {
  readonly line: string
  readonly taken: () => void
}

export class LineWriter {
  readonly #output: Writable
  readonly #onRelief: () => void
  #queue: Array<Waiting> = []
  /** What the stream has taken and not passed on yet. */
  #draining: Array<() => void> = []
  #chars = 0
  #listening = false
  #open = true

  /** `onRelief` is called when the reader has caught up. */
  constructor(output: Writable, onRelief: () => void) {
    this.#output = output
    this.#onRelief = onRelief
  }

  /** Whether so much waits that nothing more should be asked for. */
  get stuck(): boolean {
    return this.#chars > STUCK_CHARS || this.#queue.length > STUCK_LINES
  }

  /** Completes when the stream has taken the line and has room again, or when it has closed. */
  write(line: string): Promise<void> {
    return new Promise((taken) => {
      if (!this.#open) taken()
      else if (this.#listening) {
        this.#queue.push({ line, taken })
        this.#chars += line.length
      } else this.#pass({ line, taken })
    })
  }

  /** Completes when all that was written has been read, or the stream has closed. */
  flushed(): Promise<void> {
    return new Promise((resolve) => {
      if (!this.#open || (!this.#listening && this.#output.writableLength === 0)) resolve()
      else if (this.#listening) this.#draining.push(() => resolve(this.flushed()))
      else this.#output.write("", () => resolve())
    })
  }

  /** Drops what waits: nobody reads it. */
  close(): void {
    this.#open = false
    const waiting = [...this.#draining, ...this.#queue.map(({ taken }) => taken)]
    this.#draining = []
    this.#queue = []
    this.#chars = 0
    this.#output.off("drain", this.#drained)
    for (const taken of waiting) taken()
  }

  /** Gives a line to the stream. Whether there is room for the next. */
  #pass({ line, taken }: Waiting): boolean {
    if (this.#output.write(line)) {
      taken()
      return true
    }
    this.#draining.push(taken)
    this.#listening = true
    this.#output.once("drain", this.#drained)
    return false
  }

  readonly #drained = (): void => {
    const wasStuck = this.stuck
    const drained = this.#draining
    this.#listening = false
    this.#draining = []
    let next = 0
    while (next < this.#queue.length) {
      const waiting = this.#queue[next++]
      if (waiting === undefined) break
      this.#chars -= waiting.line.length
      if (!this.#pass(waiting)) break
    }
    this.#queue = this.#queue.slice(next)
    for (const taken of drained) taken()
    if (wasStuck && !this.stuck) this.#onRelief()
  }
}
