/** Clients that do not read, against real sockets. */
import { createServer, type ServerResponse } from "node:http"
import { type AddressInfo, connect } from "node:net"
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Exit, Runtime, TestClock } from "effect"
import { makeUnreadBudget, sendResponse, UNREAD_MAX_BYTES } from "../../../src/mcp/http/sendResponse.ts"
import { turn } from "../../turns.ts"

/** A server that answers with a stream, and a client that connects and reads nothing. */
const unread = Effect.fnUntraced(function* (
  start: (stream: ReadableStreamDefaultController<Uint8Array>, response: ServerResponse) => void
) {
  const done = yield* Deferred.make<{ readonly destroyed: boolean }>()
  const cancelled = yield* Deferred.make<void>()
  const runtime = yield* Effect.runtime()
  const server = createServer((_, response) => {
    const body = new ReadableStream<Uint8Array>({
      start: (stream) => start(stream, response),
      cancel: () => Deferred.unsafeDone(cancelled, Exit.void)
    })
    const events = new Response(body, { headers: { "content-type": "text/event-stream" } })
    const sending = sendResponse(events, response, { unread: makeUnreadBudget(), owner: undefined })
    const ended = Effect.map(Effect.exit(sending), () => ({ destroyed: response.destroyed }))
    Runtime.runFork(runtime)(Deferred.complete(done, ended))
  })
  const port = yield* Effect.acquireRelease(
    Effect.async<number>((resume) => {
      // It listens on TCP.
      server.listen(0, "127.0.0.1", () => resume(Effect.succeed((server.address() as AddressInfo).port)))
    }),
    () => Effect.sync(() => server.close().closeAllConnections())
  )
  yield* Effect.acquireRelease(
    Effect.sync(() => {
      const socket = connect(port, "127.0.0.1").pause()
      socket.on("error", () => undefined)
      socket.write("GET / HTTP/1.1\r\nhost: a\r\n\r\n")
      return socket
    }),
    (socket) => Effect.sync(() => socket.destroy())
  )
  return { done: Deferred.await(done), cancelled: Deferred.await(cancelled) }
})

const CHUNK = new Uint8Array(64 * 1024)

describe("a client that does not read its stream", () => {
  it.scoped("is disconnected when it is 4 MB behind, and its stream ends", () =>
    Effect.gen(function* () {
      let produced = 0
      const before = process.memoryUsage().arrayBuffers
      const { cancelled, done } = yield* unread((stream, response) => {
        const more = () => {
          if (response.destroyed) return
          produced += CHUNK.length
          stream.enqueue(CHUNK)
          setImmediate(more)
        }
        more()
      })
      assert.deepStrictEqual(yield* done, { destroyed: true })
      yield* cancelled
      // What Node and the system hold: the bound, and the buffers of both sockets.
      assert.isAtLeast(produced, UNREAD_MAX_BYTES)
      assert.isAtMost(produced, UNREAD_MAX_BYTES + 16 * 1024 * 1024)
      assert.isAtMost(process.memoryUsage().arrayBuffers - before, 64 * 1024 * 1024)
    })
  )

  it.scoped("is disconnected when it reads nothing for 30 seconds", () =>
    Effect.gen(function* () {
      const filled = yield* Deferred.make<ReadableStreamDefaultController<Uint8Array>>()
      const { cancelled, done } = yield* unread((stream, response) => {
        // Fills the buffers of the sockets, but stays below the bound in bytes.
        const fill = () => {
          if (response.writableLength > UNREAD_MAX_BYTES / 4) {
            return Deferred.unsafeDone(filled, Exit.succeed(stream))
          }
          stream.enqueue(CHUNK)
          setImmediate(fill)
        }
        fill()
      })
      const stream = yield* Deferred.await(filled)
      /** What keeps a stream alive. */
      const comment = Effect.sync(() => stream.enqueue(new TextEncoder().encode(": keep-alive\n\n")))
      for (let seconds = 0; seconds < 30; seconds += 15) {
        yield* comment
        // The comment passes through the stream in real time.
        yield* Effect.repeatN(turn, 10)
        yield* TestClock.adjust("15 seconds")
      }
      yield* comment
      assert.deepStrictEqual(yield* done, { destroyed: true })
      yield* cancelled
    })
  )
})
