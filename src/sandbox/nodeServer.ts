/**
 * The boundary to node: the one file here that touches sockets. Faults that no
 * HTTP library would ever send (a reset, a body cut short, silence) are made
 * on the raw response; callbacks become effects here and nowhere else.
 */
import { createServer, type ServerResponse } from "node:http"
import type * as HttpServer from "@effect/platform/HttpServer"
import type { ServeError } from "@effect/platform/HttpServerError"
import type { HttpServerRequest } from "@effect/platform/HttpServerRequest"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { toServerResponse } from "@effect/platform-node/NodeHttpServerRequest"
import { Effect, type Scope } from "effect"
import type { Reply } from "./Reply.ts"

/** Where a connection goes wrong: before anything is said, or in the middle of the body. */
export type BreakPoint = "headers" | "body"

/** Listens on loopback. The end of the scope closes every connection, also those nobody would ever end. */
export const listen = (port: number): Effect.Effect<HttpServer.HttpServer, ServeError, Scope.Scope> =>
  Effect.suspend(() => {
    // Longer than any client keeps an idle connection: closing one under a client's feet would be an unasked fault.
    const node = createServer({ keepAliveTimeout: 120_000 })
    const closeAll = Effect.async<void>((resume) => {
      node.close(() => resume(Effect.void))
      node.closeAllConnections()
    })
    return Effect.tap(
      NodeHttpServer.make(() => node, { port, host: "127.0.0.1" }),
      Effect.addFinalizer(() => closeAll)
    )
  })

/** Calls back when the client is gone before its answer was whole, unless the sandbox itself broke the connection. */
export const onClientAbort = (request: HttpServerRequest, onAbort: () => void): void => {
  const response = toServerResponse(request)
  response.once("close", () => {
    if (!response.writableFinished && !broken.has(response)) onAbort()
  })
}

/** Says nothing, or half of it, and then nothing more until the connection ends. */
export const hang = (request: HttpServerRequest, reply: Reply, at: BreakPoint): Effect.Effect<void> =>
  startThen(request, reply, at, () => {})

/** Ends the connection with a TCP reset. */
export const reset = (request: HttpServerRequest, reply: Reply, at: BreakPoint): Effect.Effect<void> =>
  startThen(request, reply, at, (response) => {
    broken.add(response)
    response.socket?.resetAndDestroy()
  })

/** Promises a whole body, sends half of it and ends the connection properly. */
export const cut = (request: HttpServerRequest, reply: Reply): Effect.Effect<void> =>
  startThen(request, reply, "body", (response) => {
    broken.add(response)
    response.socket?.destroySoon()
  })

/** Responses whose end was our doing. */
const broken = new WeakSet<ServerResponse>()

/** Begins an answer up to a place, does the effect there, and completes when the connection is gone. */
const startThen = (
  request: HttpServerRequest,
  reply: Reply,
  at: BreakPoint,
  effect: (response: ServerResponse) => void
) =>
  Effect.async<void>((resume) => {
    const response = toServerResponse(request)
    const done = () => {
      // An ended response is left alone by the platform, which would else try to answer 499 here.
      response.end()
      resume(Effect.void)
    }
    if (response.destroyed) return done()
    response.once("close", done)
    if (at === "headers") return effect(response)
    const body = Buffer.from(reply.body)
    response.writeHead(reply.status, { ...reply.headers, "content-length": body.byteLength })
    // The callback says that the bytes have left: a reset would else overtake them.
    response.write(body.subarray(0, body.byteLength >> 1), () => effect(response))
  })
