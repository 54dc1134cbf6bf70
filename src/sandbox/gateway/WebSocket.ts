/** The boundary to the WebSocket library and to zlib. Its callbacks become a queue of frames and effects. */
import { createDeflate, constants as zlib } from "node:zlib"
import { Effect, Queue, type Scope } from "effect"
import { type RawData, WebSocketServer } from "ws"
import type { Upgrade } from "../nodeServer.ts"

/** A frame of the client, or the end of the connection with the client's close code. */
export type Incoming =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "closed"; readonly code: number }

/** One WebSocket. */
export interface WebSocket {
  readonly incoming: Queue.Dequeue<Incoming>
  /** Completes when the text is written, or the connection is closed. */
  readonly send: (text: string) => Effect.Effect<void>
  /** Closes with a close frame. */
  readonly close: (code: number, reason: string) => Effect.Effect<void>
  /** Destroys the connection without a close frame. */
  readonly terminate: Effect.Effect<void>
}

/** Larger than any payload that Discord accepts, so that the gateway itself refuses those. */
const MAX_FRAME_BYTES = 65_536

/** Accepts an upgrade request. The scope destroys the connection. `compressed` is Discord's `zlib-stream`. */
export const accept = (upgrade: Upgrade, compressed: boolean): Effect.Effect<WebSocket, never, Scope.Scope> =>
  Effect.gen(function* () {
    const incoming = yield* Queue.unbounded<Incoming>()
    const socket = yield* Effect.acquireRelease(
      Effect.async<import("ws").WebSocket>((resume) => {
        const server = new WebSocketServer({ noServer: true, maxPayload: MAX_FRAME_BYTES })
        const { head, request, socket } = upgrade
        // A client that breaks off, or whose handshake is invalid, is never accepted.
        if (socket.destroyed) return resume(Effect.interrupt)
        socket.once("close", () => resume(Effect.interrupt))
        server.handleUpgrade(request, socket, head, (accepted) => {
          accepted.on("message", (data, isBinary) => {
            incoming.unsafeOffer({ kind: "text", text: isBinary ? "" : textOf(data) })
          })
          accepted.on("close", (code) => incoming.unsafeOffer({ kind: "closed", code }))
          // A broken frame closes the connection, too.
          accepted.on("error", () => {})
          resume(Effect.succeed(accepted))
        })
      }),
      (accepted) => Effect.sync(() => accepted.terminate())
    )
    const deflate = compressed ? yield* deflater : undefined
    return {
      incoming,
      send: (text) =>
        Effect.flatMap(deflate === undefined ? Effect.succeed(Buffer.from(text)) : deflate(text), (data) =>
          Effect.async<void>((resume) => socket.send(data, { binary: compressed }, () => resume(Effect.void)))
        ),
      close: (code, reason) => Effect.sync(() => socket.close(code, reason)),
      terminate: Effect.sync(() => socket.terminate())
    }
  })

const textOf = (data: RawData): string =>
  (Array.isArray(data)
    ? Buffer.concat(data)
    : Buffer.from(data instanceof ArrayBuffer ? new Uint8Array(data) : data)
  ).toString("utf8")

/** One zlib context for the whole connection. Each message ends with a sync flush. */
const deflater = Effect.map(
  Effect.acquireRelease(
    Effect.sync(() => createDeflate({ flush: zlib.Z_NO_FLUSH })),
    (stream) => Effect.sync(() => stream.destroy())
  ),
  (stream) => {
    const chunks: Array<Buffer> = []
    stream.on("data", (chunk: Buffer) => chunks.push(chunk))
    stream.on("error", () => {})
    return (text: string) =>
      Effect.async<Buffer>((resume) => {
        stream.write(text)
        stream.flush(zlib.Z_SYNC_FLUSH, () => resume(Effect.sync(() => Buffer.concat(chunks.splice(0)))))
      })
  }
)
