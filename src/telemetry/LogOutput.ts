/**
 * The boundary to stderr: log lines and audit records, in order. The memory for a slow reader is bounded, and a
 * reader that closes the stream never ends the process.
 */
import { fstatSync, statSync, writeSync } from "node:fs"
import { devNull } from "node:os"
import type { Writable } from "node:stream"
import { Data, Deferred, Effect, Fiber } from "effect"

/** The maximum size of the waiting log lines in characters. The newest line waits even if it is longer. */
export const WAITING_MAX = 1024 * 1024

/** The maximum number of characters joined into one write. */
const WRITE_MAX = 64 * 1024

/** The time in which the system must accept a record. */
export const RECORD_TIMEOUT = "2 seconds"

/** A record may not have been written. `passed` if the stream has it, so that it or a part of it may still be written. */
export class RecordNotWritten extends Data.TaggedError("RecordNotWritten")<{
  readonly problem: string
  readonly passed: boolean
}> {}

/** A stream of texts. */
export interface LogStream {
  /** Calls back when the system has accepted the text, or with the error. */
  readonly write: (text: string, done: (error?: Error | null) => void) => void
  /** Returns whether the system has accepted all texts. */
  readonly isFree: () => boolean
  /** Why no text can be read, if that is certain. */
  readonly unread?: string
}

interface Waiting {
  readonly text: string
  /** Only records have a callback. They are never dropped. */
  readonly done?: (error?: Error | null) => void
}

/** Writes log lines and records to a stream. */
export class LogOutput {
  readonly #stream: LogStream
  #waiting: Array<Waiting> = []
  #chars = 0
  #dropped = 0
  #failure: string | undefined
  /** Whether a record was not accepted in time. It counts until the stream accepts a text again. */
  #late = false

  constructor(stream: LogStream) {
    this.#stream = stream
  }

  /** Writes log lines. While the reader is slow, lines wait, and the oldest are dropped and counted. */
  write(text: string): void {
    this.#add({ text })
    for (let oldest = 0; this.#chars > WAITING_MAX && oldest < this.#waiting.length - 1; ) {
      if (this.#waiting[oldest]?.done === undefined) this.#drop(oldest)
      else oldest++
    }
  }

  /** Returns why lines are not read now, if that is known. */
  get problem(): string | undefined {
    if (this.#failure !== undefined) return `not readable (${this.#failure})`
    return this.#waiting.length > 0 ? "behind: nobody reads it now" : undefined
  }

  /** Returns why a record cannot be written now, if that is known. */
  get recordProblem(): string | undefined {
    if (this.#stream.unread !== undefined) return `stderr ${this.#stream.unread}`
    if (this.#isStuck) return `nobody reads stderr: it has not accepted a record within ${RECORD_TIMEOUT}`
    return this.#failure === undefined ? undefined : `stderr cannot be written (${this.#failure})`
  }

  /** Writes a record after the waiting lines. Completes when the system has accepted it. */
  readonly record = (text: string): Effect.Effect<void, RecordNotWritten> =>
    Effect.gen(this, function* () {
      if (this.#stream.unread !== undefined || this.#isStuck) {
        return yield* new RecordNotWritten({ problem: this.recordProblem ?? "", passed: false })
      }
      const end = yield* Deferred.make<void, RecordNotWritten>()
      const done = (error?: Error | null) =>
        Deferred.unsafeDone(
          end,
          error
            ? new RecordNotWritten({ problem: `stderr cannot be written (${codeOf(error)})`, passed: true })
            : Effect.void
        )
      // The wait is not interrupted: an interrupted call must not leave a record half written.
      const timer = yield* Effect.forkDaemon(
        Effect.zipRight(
          Effect.interruptible(Effect.sleep(RECORD_TIMEOUT)),
          Effect.suspend(() => {
            this.#late = true
            return Deferred.fail(
              end,
              new RecordNotWritten({ problem: this.recordProblem ?? "", passed: !this.#withdraw(done) })
            )
          })
        )
      )
      this.#add({ text, done })
      yield* Effect.ensuring(Deferred.await(end), Fiber.interruptFork(timer))
    }).pipe(Effect.uninterruptible)

  get #isStuck(): boolean {
    return this.#late && !this.#stream.isFree()
  }

  /** Removes a record that was not passed to the stream yet. Returns whether there was one. */
  #withdraw(done: Waiting["done"]): boolean {
    const at = this.#waiting.findIndex((waiting) => waiting.done === done)
    if (at !== -1) this.#take(at)
    return at !== -1
  }

  #add(waiting: Waiting): void {
    this.#waiting.push(waiting)
    this.#chars += waiting.text.length
    this.#pump()
  }

  #take(at: number): void {
    const [taken] = this.#waiting.splice(at, 1)
    this.#chars -= taken?.text.length ?? 0
  }

  #drop(at: number): void {
    this.#take(at)
    this.#dropped++
  }

  /** Writes waiting texts while the stream is free. */
  #pump(): void {
    while (this.#waiting.length > 0 && this.#stream.isFree()) {
      const batch = this.#waiting.splice(0, batchSize(this.#waiting))
      const text = batch.map((waiting) => waiting.text).join("")
      this.#chars -= text.length
      const dropped = this.#dropped
      this.#dropped = 0
      const notice = dropped === 0 ? "" : noticeOf(dropped, text)
      this.#stream.write(notice + text, (error) => {
        this.#failure = error ? codeOf(error) : undefined
        this.#late = false
        if (error) this.#dropped += dropped + batch.filter(({ done }) => done === undefined).length
        for (const { done } of batch) done?.(error)
        this.#pump()
      })
    }
  }
}

/** Returns how many texts to join: a record alone, or lines. */
const batchSize = (waiting: ReadonlyArray<Waiting>): number => {
  let chars = 0
  const end = waiting.findIndex(({ done, text }, at) => {
    chars += text.length
    return at > 0 && (chars > WRITE_MAX || done !== undefined || waiting[0]?.done !== undefined)
  })
  return end === -1 ? waiting.length : end
}

/** Returns the line about dropped lines, in the format of the line after it. */
const noticeOf = (count: number, next: string): string => {
  const message = `${count === 1 ? "1 log line was" : `${count} log lines were`} dropped: stderr was not read`
  return next.startsWith("{")
    ? `${JSON.stringify({ message, logLevel: "WARN", annotations: { dropped: count }, spans: {} })}\n`
    : `${message}\n`
}

/** Returns the stream of stderr. */
export const stderrStream = (stderr: Writable & { readonly fd: number; readonly isTTY?: boolean }): LogStream => {
  // Without a listener, an error of the stream ends the process.
  stderr.on("error", () => undefined)
  const info = fstatSync(stderr.fd)
  if (stderr.isTTY === true || info.isFIFO() || info.isSocket()) {
    return { write: (text, done) => void stderr.write(text, done), isFree: () => stderr.writableLength === 0 }
  }
  const isNull = info.isCharacterDevice() && info.rdev === statSync(devNull, { throwIfNoEntry: false })?.rdev
  return { ...fileStream(stderr.fd), ...(isNull && { unread: "is the null device, which keeps no record" }) }
}

/** Returns a stream over a file. Node's own stream ignores that a full disk takes only a part of a text. */
export const fileStream = (fd: number, write?: WriteSync): LogStream => {
  let torn = false
  return {
    isFree: () => true,
    write: (text, done) => {
      const bytes = Buffer.from(torn ? `\n${text}` : text)
      const { error, written } = writeFully(fd, bytes, write)
      // After a part of a line, the next text starts on a new line.
      if (written > 0) torn = bytes[written - 1] !== LINE_BREAK
      done(error)
    }
  }
}

const LINE_BREAK = 10

/** `writeSync` of Node, or its replacement in a test of a full disk. */
export type WriteSync = (fd: number, bytes: Uint8Array, offset: number) => number

/** Writes all bytes to a file. Returns how many were written, and the error if there was one. */
export const writeFully = (
  fd: number,
  bytes: Uint8Array,
  write: WriteSync = writeSync
): { readonly written: number; readonly error?: Error } => {
  let written = 0
  try {
    while (written < bytes.length) written += write(fd, bytes, written)
    return { written }
  } catch (error) {
    return { written, error: error instanceof Error ? error : new Error(String(error)) }
  }
}

const codeOf = (error: Error): string => {
  const code: unknown = Object(error).code
  return typeof code === "string" ? code : error.message
}
