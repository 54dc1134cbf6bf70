/**
 * Writes lines to an output in the order they were given. Each write is a system
 * call, so lines of one turn of the event loop are batched: the first is written at
 * once, the rest in one write at the end of the turn. While the reader is slow, lines
 * wait in one queue, and the stream has a single listener. After `close`, lines are
 * dropped.
 */
// @effect-diagnostics newPromise:off
import type { Writable } from "node:stream"

/** The size of the queue in characters and lines above which the reader counts as stuck. */
const STUCK_CHARS = 16 * 1024 * 1024
const STUCK_LINES = 1000

/** The maximum number of characters joined into one write. */
const WRITE_CHARS = 64 * 1024

interface Waiting {
  readonly line: string
  readonly onAccepted: () => void
}

export class LineWriter {
  readonly #output: Writable
  readonly #onRelief: () => void
  #queue: Array<Waiting> = []
  /** Lines that the stream has accepted and not flushed yet. */
  #draining: Array<() => void> = []
  #chars = 0
  /** Whether a line was written in this turn. If so, the following lines are batched until the end of the turn. */
  #batching = false
  #listening = false
  #open = true

  /** `onRelief` is called when a stuck reader has caught up. */
  constructor(output: Writable, onRelief: () => void) {
    this.#output = output
    this.#onRelief = onRelief
  }

  /** Returns whether the queue is so long that no more input should be read. */
  get stuck(): boolean {
    return this.#chars > STUCK_CHARS || this.#queue.length > STUCK_LINES
  }

  /** Completes when the stream has accepted the line and has capacity again, or when it is closed. */
  write(line: string): Promise<void> {
    const written = this.#wait(line)
    this.#writeQueue(WRITE_CHARS)
    return written
  }

  /** Like `write`, but batched: the first line of a turn is written at once, the others at its end. */
  writeBatched(line: string): Promise<void> {
    if (!this.#batching) {
      this.#batching = true
      setImmediate(this.#writeBatch)
      return this.write(line)
    }
    return this.#wait(line)
  }

  /** Completes when all lines have been read, or the stream is closed. */
  flushed(): Promise<void> {
    this.#writeBatch()
    return new Promise((resolve) => {
      if (!this.#open || (!this.#listening && this.#output.writableLength === 0)) resolve()
      else if (this.#listening) this.#draining.push(() => resolve(this.flushed()))
      else this.#output.write("", () => resolve())
    })
  }

  /** Drops all queued lines. */
  close(): void {
    this.#open = false
    const waiting = [...this.#draining, ...this.#queue.map(({ onAccepted }) => onAccepted)]
    this.#draining = []
    this.#queue = []
    this.#chars = 0
    this.#output.off("drain", this.#drained)
    for (const onAccepted of waiting) onAccepted()
  }

  #wait(line: string): Promise<void> {
    return new Promise((onAccepted) => {
      if (!this.#open) {
        onAccepted()
        return
      }
      this.#queue.push({ line, onAccepted })
      this.#chars += line.length
    })
  }

  readonly #writeBatch = (): void => {
    this.#batching = false
    this.#writeQueue(WRITE_CHARS)
  }

  /** Writes the queue while the stream has capacity, at most `chars` characters per write, at least one line. */
  #writeQueue(chars: number): void {
    let from = 0
    while (!this.#listening && from < this.#queue.length) {
      const next = batchEnd(this.#queue, from, chars)
      this.#pass(this.#queue.slice(from, next))
      from = next
    }
    this.#queue = this.#queue.slice(from)
  }

  /** Writes lines to the stream in one write. */
  #pass(batch: ReadonlyArray<Waiting>): void {
    const text = batch.map(({ line }) => line).join("")
    this.#chars -= text.length
    const hasCapacity = this.#output.write(text)
    if (!hasCapacity) {
      this.#listening = true
      this.#output.once("drain", this.#drained)
    }
    for (const { onAccepted } of batch) {
      if (hasCapacity) onAccepted()
      else this.#draining.push(onAccepted)
    }
  }

  readonly #drained = (): void => {
    const wasStuck = this.stuck
    const drained = this.#draining
    this.#listening = false
    this.#draining = []
    // A slow reader gets single lines: then the queue's size reflects what is unread.
    this.#writeQueue(0)
    for (const onAccepted of drained) onAccepted()
    if (wasStuck && !this.stuck) this.#onRelief()
  }
}

/** Returns the end of the batch that starts at `from`. */
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
