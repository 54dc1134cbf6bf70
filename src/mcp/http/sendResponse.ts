/** The boundary to Node's response. It sends the SDK's response, and bounds the bytes that the client has not read. */
import type { ServerResponse } from "node:http"
import { Duration, Effect } from "effect"
import { monotonicMs } from "../../resilience/monotonic.ts"

/** The maximum number of unread bytes. Above it, the connection is closed, and the client can resume its stream. */
export const UNREAD_MAX_BYTES = 4 * 1024 * 1024

/** The time after which a reader that reads nothing is disconnected. Keep-alive comments are sent twice in this time. */
const STALLED = Duration.toMillis("30 seconds")

/** Sends the response. `events` limits the number of its events, after which it ends. */
export const sendResponse = (response: Response, node: ServerResponse, events?: number): Effect.Effect<void> =>
  Effect.gen(function* () {
    node.writeHead(response.status, Object.fromEntries(response.headers))
    if (response.body === null) {
      node.end()
      return
    }
    node.flushHeaders()
    const reader = response.body.getReader()
    yield* pump(reader, node, events).pipe(
      Effect.ensuring(
        // Ends the stream at its source, also after a disconnect.
        Effect.promise(() => reader.cancel().catch(() => undefined))
      )
    )
    node.end()
  })

const pump = (reader: ReadableStreamDefaultReader<Uint8Array>, node: ServerResponse, events?: number) =>
  Effect.gen(function* () {
    let stalledMs: number | undefined
    for (let left = events ?? Number.POSITIVE_INFINITY; left > 0; left--) {
      const { done, value } = yield* Effect.promise(() => reader.read())
      if (done) return
      const nowMs = yield* monotonicMs
      stalledMs = node.writableNeedDrain ? (stalledMs ?? nowMs) : undefined
      if (node.writableLength > UNREAD_MAX_BYTES || (stalledMs !== undefined && nowMs >= stalledMs + STALLED)) {
        node.destroy()
        return
      }
      node.write(value)
    }
  })
