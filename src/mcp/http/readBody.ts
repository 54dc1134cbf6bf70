/** The boundary to the bytes of a request body, which Node emits as events. */
import type { IncomingMessage } from "node:http"
import { Data, Duration, Effect, type Scope } from "effect"
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

/** A body that is being read. */
interface Reading {
  readonly owner: Owner
  readonly memory: BodyMemory
  readonly reject: (why: BodyRejected) => void
  readonly resume: () => void
  isPaused: boolean
  /** The state at the start of the current period. */
  periodBytes: number
  periodMs: number
}

/** Makes the reader. It checks the pace of all bodies until the scope closes. */
export const makeBodyReader: Effect.Effect<ReadBody, never, Scope.Scope> = Effect.gen(function* () {
  const budget = new SharedBudget({ total: ALL_BODIES_MAX_BYTES })
  const reading = new Set<Reading>()

  const clock = yield* Effect.clock
  /** The time at which all bytes of a client are paid for at the maximum pace. */
  const paidAtMs = new Map<Owner, number>()

  /** Counts the bytes of a client. Returns whether it must wait. */
  const mustWait = (owner: Owner, bytes: number): boolean => {
    // The only client of a server without authentication delays nobody else.
    if (owner === undefined) return false
    const nowMs = monotonicMsOf(clock)
    const paidMs = Math.max(nowMs, paidAtMs.get(owner) ?? 0) + (bytes / MAX_BYTES_PER_SECOND) * 1000
    paidAtMs.set(owner, paidMs)
    return paidMs > nowMs + BURST_MS
  }

  const check = Effect.map(monotonicMs, (nowMs) => {
    for (const body of reading) {
      if (body.isPaused) {
        body.periodMs = nowMs
        if ((paidAtMs.get(body.owner) ?? 0) <= nowMs + BURST_MS - RESUME_MS) body.resume()
      }
      if (nowMs - body.periodMs < MIN_PERIOD_MS) continue
      if (body.memory.bytes - body.periodBytes < MIN_BYTES) body.reject(new BodyTooSlow())
      body.periodBytes = body.memory.bytes
      body.periodMs = nowMs
    }
    for (const [owner, paidMs] of paidAtMs) if (paidMs <= nowMs) paidAtMs.delete(owner)
  })
  yield* Effect.forkScoped(Effect.forever(Effect.zipRight(Effect.sleep(CHECK_EVERY), check)))

  const read = <A>(
    request: IncomingMessage,
    owner: Owner,
    { isPaced, maxBytes, reader }: BodyFormat<A>,
    memory: BodyMemory
  ) =>
    Effect.async<A, BodyRejected>((resume) => {
      let parts = reader()
      const take = (part: Buffer) => {
        if (memory.bytes + part.length > maxBytes) return reject(new BodyTooLarge())
        if (!memory.add(part.length)) return reject(new BodiesBusy())
        parts.add(part)
        if (isPaced && mustWait(owner, part.length) && memory.bytes > SMALL_BODY_BYTES) {
          body.isPaused = true
          request.pause()
        }
      }
      const end = () => {
        stop()
        resume(Effect.sync(() => parts.end()))
      }
      // The request keeps its listeners, and these would keep the body.
      const stop = () => {
        reading.delete(body)
        request.off("data", take)
        request.off("end", end)
      }
      const reject = (why: BodyRejected) => {
        stop()
        parts = reader()
        // The connection of a client at its limit stays usable, so that the rest of the body is read and dropped.
        if (why._tag === "BodiesBusy") request.resume()
        else request.pause()
        resume(Effect.fail(why))
      }
      const goOn = () => {
        body.isPaused = false
        request.resume()
      }
      const body: Reading = {
        owner,
        memory,
        reject,
        resume: goOn,
        isPaused: false,
        periodBytes: 0,
        periodMs: monotonicMsOf(clock)
      }
      reading.add(body)
      request.on("data", take)
      request.once("end", end)
      // The platform interrupts the fiber if the sender disconnects.
      request.once("error", () => undefined)
      return Effect.sync(stop)
    })

  return (request, owner, format) =>
    Effect.gen(function* () {
      if (Number(request.headers["content-length"] ?? 0) > format.maxBytes) return yield* new BodyTooLarge()
      const memory = yield* Effect.acquireRelease(
        Effect.sync(() => new BodyMemory(budget, owner)),
        (body) => Effect.sync(() => body.release())
      )
      return { memory, body: yield* read(request, owner, format, memory) }
    })
})
