/**
 * The one writer of an output: lines leave in the order they were given. The first
 * line of a turn of the event loop leaves at once, the others of that turn in one
 * write: each write is a system call. While the reader is slow they wait in one
 * queue, and the stream has one listener, however many wait. What nobody reads any
 * more is dropped.
 */
// @effect-diagnostics newPromise:off
import type { Writable } from "node:stream"

/** With more characters waiting, or more lines, the reader counts as stuck. */
const STUCK_CHARS = 16 * 1024 * 1024
const STUCK_LINES = 1000

/** The most characters joined into one write. */
const WRITE_CHARS = 64 * 1024

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
  /** Whether a line has left in this turn: those that follow leave together at its end. */
  #gathering = false
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
    const written = this.#wait(line)
    this.#writeQueue(WRITE_CHARS)
    return written
  }

  /** The same for one line of many: the first of a turn leaves at once, the others together at its end. */
  gather(line: string): Promise<void> {
    if (!this.#gathering) {
      this.#gathering = true
      setImmediate(this.#writeGathered)
      return this.write(line)
    }
    return this.#wait(line)
  }

  /** Completes when all that was written has been read, or the stream has closed. */
  flushed(): Promise<void> {
    this.#writeGathered()
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

  #wait(line: string): Promise<void> {
    return new Promise((taken) => {
      if (!this.#open) {
        taken()
        return
      }
      this.#queue.push({ line, taken })
      this.#chars += line.length
    })
  }

  readonly #writeGathered = (): void => {
    this.#gathering = false
    this.#writeQueue(WRITE_CHARS)
  }

  /** Gives the queue to the stream as far as it has room, so many characters at once, and one line at least. */
  #writeQueue(chars: number): void {
    let from = 0
    while (!this.#listening && from < this.#queue.length) {
      const next = batchEnd(this.#queue, from, chars)
      this.#pass(this.#queue.slice(from, next))
      from = next
    }
    this.#queue = this.#queue.slice(from)
  }

  /** Gives lines to the stream in one write. */
  #pass(batch: ReadonlyArray<Waiting>): void {
    const text = batch.map(({ line }) => line).join("")
    this.#chars -= text.length
    const hasRoom = this.#output.write(text)
    if (!hasRoom) {
      this.#listening = true
      this.#output.once("drain", this.#drained)
    }
    for (const { taken } of batch) {
      if (hasRoom) taken()
      else this.#draining.push(taken)
    }
  }

  readonly #drained = (): void => {
    const wasStuck = this.stuck
    const drained = this.#draining
    this.#listening = false
    this.#draining = []
    // A slow reader gets single lines: the fewest characters leave the queue that counts them.
    this.#writeQueue(0)
    for (const taken of drained) taken()
    if (wasStuck && !this.stuck) this.#onRelief()
  }
}

/** Where the lines end that are written together with the one at `from`. */
const batchEnd = (queue: ReadonlyArray<Waiting>, from: number, most: number): number => {
  let chars = queue[from]?.line.length ?? 0
  let end = from + 1
  while (end < queue.length) {
    chars += queue[end]?.line.length ?? 0
    if (chars > most) break
    end++
  }
  return end
}
