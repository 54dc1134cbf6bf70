/** The boundary to the bytes of a request body, which Node emits as events. */
import type { IncomingMessage } from "node:http"
import { type Clock, Data, Duration, Effect, type Scope } from "effect"
import { type Owner, SharedBudget } from "../../resilience/SharedBudget.ts"
import { monotonicMs, monotonicMsOf } from "../../telemetry/monotonic.ts"
import { type Frame, FrameReader } from "../frames.ts"

/** The maximum size of a body in bytes. */
export const BODY_MAX_BYTES = 4 * 1024 * 1024

/**
 * The maximum size in bytes of all bodies that are read, or whose calls run. One client has at most a quarter. The first
 * 16 KiB of each body do not count, so that a small one is always read.
 */
export const ALL_BODIES_MAX_BYTES = 64 * 1024 * 1024
export const SMALL_BODY_BYTES = 16 * 1024

/** A body must bring at least this many bytes in each period. A slower one is not read further. */
const MIN_BYTES = 5 * 1024
const MIN_PERIOD_MS = Duration.toMillis("5 seconds")

/**
 * The pace in bytes per second at which the bodies of one client are read, after a burst of so many seconds. The time to
 * read and parse grows with the size, and a request rate does not bound it. Small bodies do not wait.
 */
const MAX_BYTES_PER_SECOND = 2 * 1024 * 1024
const BURST_MS = Duration.toMillis("4 seconds")

/** The part of the burst that is free again before reading goes on. */
const RESUME_MS = Duration.toMillis("1 second")

const CHECK_EVERY = Duration.millis(250)

/** The body is larger than allowed. */
export class BodyTooLarge extends Data.TaggedError("BodyTooLarge") {}

/** The bodies of this client, or of all clients, are at their limit. */
export class BodiesBusy extends Data.TaggedError("BodiesBusy") {}

/** The body arrives too slowly. */
export class BodyTooSlow extends Data.TaggedError("BodyTooSlow") {}

type BodyRejected = BodyTooLarge | BodiesBusy | BodyTooSlow

/** The memory of a body, which counts until its request and its call have released it. */
export class BodyMemory {
  readonly #budget: SharedBudget
  readonly #owner: Owner
  #bytes = 0
  #counted = 0
  #users = 1

  constructor(budget: SharedBudget, owner: Owner) {
    this.#budget = budget
    this.#owner = owner
  }

  /** The number of bytes so far. */
  get bytes(): number {
    return this.#bytes
  }

  /** Counts more bytes. Returns `false` if they do not fit. */
  add(bytes: number): boolean {
    this.#bytes += bytes
    const more = Math.max(0, this.#bytes - SMALL_BODY_BYTES) - this.#counted
    if (more > 0 && !this.#budget.take(this.#owner, more)) return false
    this.#counted += more
    return true
  }

  /** Adds a user of the body. */
  retain(): void {
    this.#users++
  }

  /** Removes a user. After the last one, the bytes no longer count. */
  release(): void {
    if (--this.#users === 0) this.#budget.give(this.#owner, this.#counted)
  }
}

/** What is made of the bytes of a body, and how many there may be. */
export interface BodyFormat<A> {
  readonly maxBytes: number
  /** Whether the owner's pace applies. The sender of a body that is not verified yet must not delay those of others. */
  readonly isPaced: boolean
  readonly reader: () => { readonly add: (part: Buffer) => void; readonly end: () => A }
}

/** A body with one JSON-RPC message. */
export const messageBody: BodyFormat<Frame> = {
  maxBytes: BODY_MAX_BYTES,
  isPaced: true,
  reader: () => {
    const frame = new FrameReader()
    return { add: (part) => frame.add(part), end: () => frame.end() }
  }
}

/** A body whose bytes are needed as they are, to verify who sent it. */
export const rawBody = (maxBytes: number): BodyFormat<Buffer> => ({
  maxBytes,
  isPaced: false,
  reader: () => {
    const parts: Array<Buffer> = []
    return { add: (part) => void parts.push(part), end: () => Buffer.concat(parts) }
  }
})

/** Reads the body of a request. Its memory is released when the scope closes, if no call retains it. */
export type ReadBody = <A>(
  request: IncomingMessage,
  owner: Owner,
  format: BodyFormat<A>
) => Effect.Effect<{ readonly body: A; readonly memory: BodyMemory }, BodyRejected, Scope.Scope>

/** Makes the reader. It checks the pace of all bodies until the scope closes. */
export const makeBodyReader: Effect.Effect<ReadBody, never, Scope.Scope> = Effect.gen(function* () {
  const bodies = new Bodies(yield* Effect.clock)
  const check = Effect.map(monotonicMs, (nowMs) => bodies.checkPace(nowMs))
  yield* Effect.forkScoped(Effect.forever(Effect.zipRight(Effect.sleep(CHECK_EVERY), check)))
  return (request, owner, format) => bodies.read(request, owner, format)
})

/** The bodies that are being read. */
class Bodies {
  readonly #clock: Clock.Clock
  readonly #budget = new SharedBudget({ total: ALL_BODIES_MAX_BYTES })
  readonly #readings = new Set<PacedReading>()
  /** The time at which all bytes of a client are paid for at the maximum pace. */
  readonly #paidAtMs = new Map<Owner, number>()

  constructor(clock: Clock.Clock) {
    this.#clock = clock
  }

  read<A>(request: IncomingMessage, owner: Owner, format: BodyFormat<A>) {
    return Effect.gen(this, function* () {
      if (Number(request.headers["content-length"] ?? 0) > format.maxBytes) return yield* new BodyTooLarge()
      const memory = yield* Effect.acquireRelease(
        Effect.sync(() => new BodyMemory(this.#budget, owner)),
        (body) => Effect.sync(() => body.release())
      )
      return { memory, body: yield* this.#readParts(request, owner, format, memory) }
    })
  }

  /** Rejects the bodies that arrive too slowly, and goes on with those that were delayed for long enough. */
  checkPace(nowMs: number): void {
    for (const reading of this.#readings) {
      reading.checkPace(nowMs, (this.#paidAtMs.get(reading.owner) ?? 0) <= nowMs + BURST_MS - RESUME_MS)
    }
    for (const [owner, paidMs] of this.#paidAtMs) if (paidMs <= nowMs) this.#paidAtMs.delete(owner)
  }

  #readParts<A>(request: IncomingMessage, owner: Owner, format: BodyFormat<A>, memory: BodyMemory) {
    return Effect.async<A, BodyRejected>((resume) => {
      const reading: Reading<A> = new Reading<A>({
        request,
        owner,
        format,
        memory,
        startMs: monotonicMsOf(this.#clock),
        mustWait: (bytes) => this.#mustWait(owner, bytes),
        resume,
        stopped: () => void this.#readings.delete(reading)
      })
      this.#readings.add(reading)
      reading.start()
      return Effect.sync(() => reading.stop())
    })
  }

  /** Counts the bytes of a client. Returns whether it must wait. */
  #mustWait(owner: Owner, bytes: number): boolean {
    // The only client of a server without authentication delays nobody else.
    if (owner === undefined) return false
    const nowMs = monotonicMsOf(this.#clock)
    const paidMs = Math.max(nowMs, this.#paidAtMs.get(owner) ?? 0) + (bytes / MAX_BYTES_PER_SECOND) * 1000
    this.#paidAtMs.set(owner, paidMs)
    return paidMs > nowMs + BURST_MS
  }
}

/** A body whose pace is checked. */
type PacedReading = Pick<Reading<unknown>, "owner" | "checkPace">

/** What the reading of one body needs. */
interface ReadingParts<A> {
  readonly request: IncomingMessage
  readonly owner: Owner
  readonly format: BodyFormat<A>
  readonly memory: BodyMemory
  readonly startMs: number
  /** Counts bytes. Returns whether the client must wait. */
  readonly mustWait: (bytes: number) => boolean
  readonly resume: (body: Effect.Effect<A, BodyRejected>) => void
  readonly stopped: () => void
}

/** Reads one body. */
class Reading<A> {
  readonly owner: Owner
  readonly #parts: ReadingParts<A>
  #body: ReturnType<BodyFormat<A>["reader"]>
  #isPaused = false
  /** The state at the start of the current period. */
  #periodBytes = 0
  #periodMs: number
  readonly #onData = (part: Buffer) => this.#take(part)
  readonly #onEnd = () => this.#end()

  constructor(parts: ReadingParts<A>) {
    this.owner = parts.owner
    this.#parts = parts
    this.#body = parts.format.reader()
    this.#periodMs = parts.startMs
  }

  start(): void {
    const { request } = this.#parts
    request.on("data", this.#onData)
    request.once("end", this.#onEnd)
    // The platform interrupts the fiber if the sender disconnects.
    request.once("error", () => undefined)
  }

  /** Removes the listeners. The request would keep them, and they would keep the body. */
  stop(): void {
    const { request, stopped } = this.#parts
    stopped()
    request.off("data", this.#onData)
    request.off("end", this.#onEnd)
  }

  /** Rejects a body that arrives too slowly. Goes on with a delayed one if its client has waited long enough. */
  checkPace(nowMs: number, hasWaited: boolean): void {
    const { memory, request } = this.#parts
    if (this.#isPaused) {
      this.#periodMs = nowMs
      if (hasWaited) {
        this.#isPaused = false
        request.resume()
      }
    }
    if (nowMs - this.#periodMs < MIN_PERIOD_MS) return
    if (memory.bytes - this.#periodBytes < MIN_BYTES) this.#reject(new BodyTooSlow())
    this.#periodBytes = memory.bytes
    this.#periodMs = nowMs
  }

  #take(part: Buffer) {
    const { format, memory, mustWait, request } = this.#parts
    if (memory.bytes + part.length > format.maxBytes) return this.#reject(new BodyTooLarge())
    if (!memory.add(part.length)) return this.#reject(new BodiesBusy())
    this.#body.add(part)
    if (format.isPaced && mustWait(part.length) && memory.bytes > SMALL_BODY_BYTES) {
      this.#isPaused = true
      request.pause()
    }
  }

  #end(): void {
    this.stop()
    this.#parts.resume(Effect.sync(() => this.#body.end()))
  }

  #reject(why: BodyRejected): void {
    const { format, request, resume } = this.#parts
    this.stop()
    this.#body = format.reader()
    // The connection of a client at its limit stays usable, so that the rest of the body is read and dropped.
    if (why._tag === "BodiesBusy") request.resume()
    else request.pause()
    resume(Effect.fail(why))
  }
}
