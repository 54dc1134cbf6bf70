/** The boundary to Node's response. It sends the SDK's response, and bounds the bytes that the client has not read. */
import type { ServerResponse } from "node:http"
import { Duration, Effect } from "effect"
import { type Owner, SharedBudget } from "../../resilience/SharedBudget.ts"
import { monotonicMs } from "../../telemetry/monotonic.ts"

/** The maximum number of unread bytes. Above it, the connection is closed, and the client can resume its stream. */
export const UNREAD_MAX_BYTES = 4 * 1024 * 1024

/** The maximum number of unread bytes of all connections. One client has at most a quarter, and always 64 KiB. */
export const ALL_UNREAD_MAX_BYTES = 64 * 1024 * 1024
const UNREAD_FLOOR_BYTES = 64 * 1024

/** Makes the budget of unread bytes. */
export const makeUnreadBudget = (): SharedBudget =>
  new SharedBudget({ total: ALL_UNREAD_MAX_BYTES, floor: UNREAD_FLOOR_BYTES })

/** The time after which a reader that reads nothing is disconnected. Keep-alive comments are sent twice in this time. */
const STALLED = Duration.toMillis("30 seconds")

/** The minimum pace at which the rest of a complete response must be read, after the time above. */
const PACE_BYTES_PER_SECOND = 16 * 1024

/** How a response is sent. */
export interface SendOptions {
  readonly unread: SharedBudget
  readonly owner: Owner
  /** The number of events after which the response ends. */
  readonly events?: number | undefined
  /** Ends the response when it is done. */
  readonly until?: Effect.Effect<void>
}

/** Sends the response, and waits until the client has read it. */
export const sendResponse = (response: Response, node: ServerResponse, options: SendOptions): Effect.Effect<void> =>
  Effect.gen(function* () {
    node.writeHead(response.status, Object.fromEntries(response.headers))
    if (response.body === null) {
      node.end()
      return
    }
    node.flushHeaders()
    const unread = new UnreadBytes(node, options)
    const reader = response.body.getReader()
    yield* pump(reader, node, unread, options.events).pipe(
      Effect.raceFirst(options.until ?? Effect.never),
      Effect.ensuring(
        // Ends the stream at its source, also after a disconnect.
        Effect.promise(() => reader.cancel().catch(() => undefined))
      ),
      Effect.zipRight(flushed(node)),
      Effect.ensuring(Effect.sync(() => unread.release()))
    )
  })

/** The unread bytes of one response, counted for its client. */
class UnreadBytes {
  readonly #node: ServerResponse
  readonly #options: SendOptions
  #counted = 0

  constructor(node: ServerResponse, options: SendOptions) {
    this.#node = node
    this.#options = options
    node.on("drain", this.#onDrain)
  }

  readonly #onDrain = () => void this.count()

  /** Counts the bytes that are unread now. Returns `false` if the client has too many. */
  count(): boolean {
    const { owner, unread } = this.#options
    this.#give()
    const bytes = this.#node.writableLength
    if (!unread.take(owner, bytes)) return false
    this.#counted = bytes
    return true
  }

  /** Counts no longer. */
  release(): void {
    this.#node.off("drain", this.#onDrain)
    this.#give()
  }

  #give(): void {
    this.#options.unread.give(this.#options.owner, this.#counted)
    this.#counted = 0
  }
}

const pump = (
  reader: ReadableStreamDefaultReader<Uint8Array>,
  node: ServerResponse,
  unread: UnreadBytes,
  events = Number.POSITIVE_INFINITY
) =>
  Effect.gen(function* () {
    let stalledMs: number | undefined
    for (let left = events; left > 0; left--) {
      const { done, value } = yield* Effect.promise(() => reader.read())
      if (done) return
      const nowMs = yield* monotonicMs
      stalledMs = node.writableNeedDrain ? (stalledMs ?? nowMs) : undefined
      const isBehind =
        node.writableLength > UNREAD_MAX_BYTES || (stalledMs !== undefined && nowMs >= stalledMs + STALLED)
      if (!isBehind) node.write(value)
      if (isBehind || !unread.count()) {
        node.destroy()
        return
      }
    }
  })

/** Ends the response, and waits until it is read. Closes the connection of a client that reads too slowly. */
const flushed = (node: ServerResponse): Effect.Effect<void> =>
  Effect.suspend(() => {
    node.end()
    if (node.writableLength === 0 || node.destroyed) return Effect.void
    const paceMs = (node.writableLength / PACE_BYTES_PER_SECOND) * 1000
    return Effect.async<void>((resume) => void node.once("close", () => resume(Effect.void))).pipe(
      Effect.timeoutTo({
        duration: STALLED + paceMs,
        onSuccess: () => undefined,
        onTimeout: () => void node.destroy()
      })
    )
  })
