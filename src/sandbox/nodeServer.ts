/**
 * The boundary to Node's HTTP server and its sockets. HTTP libraries cannot send
 * some faults (a reset, a truncated body, silence), so this file writes them to
 * the raw response. Callbacks become effects here.
 */

import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { Duplex } from "node:stream"
import type * as HttpApp from "@effect/platform/HttpApp"
import type { ServeError } from "@effect/platform/HttpServerError"
import type { HttpServerRequest } from "@effect/platform/HttpServerRequest"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { toServerResponse } from "@effect/platform-node/NodeHttpServerRequest"
import { Effect, Queue, type Scope } from "effect"
import type { Reply } from "./discordError.ts"

/** Where a connection breaks: before the headers or in the middle of the body. */
export type BreakPoint = "headers" | "body"

/** A request to become a WebSocket. */
export interface Upgrade {
  readonly request: IncomingMessage
  readonly socket: Duplex
  readonly head: Buffer
}

/** A server that listens on loopback. */
export interface LoopbackServer {
  readonly port: number
  readonly serve: (app: HttpApp.Default) => Effect.Effect<void, never, Scope.Scope>
  readonly upgrades: Queue.Dequeue<Upgrade>
}

/** Listens on loopback. The scope closes every connection, including connections that hang. */
export const listen = (port: number): Effect.Effect<LoopbackServer, ServeError, Scope.Scope> =>
  Effect.gen(function* () {
    // Longer than any client keeps an idle connection. An earlier close would be an unplanned fault.
    const node = createServer({ keepAliveTimeout: 120_000 })
    const upgrades = yield* Queue.unbounded<Upgrade>()
    const upgraded = new Set<Duplex>()
    const closeAll = Effect.async<void>((resume) => {
      node.close(() => resume(Effect.void))
      node.closeAllConnections()
      for (const socket of upgraded) socket.destroy()
    })
    const { address } = yield* NodeHttpServer.make(() => node, { port, host: "127.0.0.1" })
    yield* Effect.addFinalizer(() => closeAll)
    node.on("upgrade", (request, socket, head) => {
      upgraded.add(socket)
      socket.once("close", () => upgraded.delete(socket))
      // Node no longer listens for the errors of an upgraded socket: a reset would end the process.
      socket.on("error", () => {})
      upgrades.unsafeOffer({ request, socket, head })
    })
    return {
      port: address._tag === "TcpAddress" ? address.port : 0,
      // Not the platform's \`serve\`, which would load WebSockets for every upgrade, and answer it as a request.
      serve: (app) => Effect.map(NodeHttpServer.makeHandler(app), (handler) => void node.on("request", handler)),
      upgrades
    }
  })

/** Calls `onAbort` if the client disconnects before its response is complete, unless the sandbox broke the connection. */
export const onClientAbort = (request: HttpServerRequest, onAbort: () => void): void => {
  const response = toServerResponse(request)
  response.once("close", () => {
    if (!response.writableFinished && !broken.has(response)) onAbort()
  })
}

/** Sends nothing or half of the body, then waits until the connection closes. */
export const hang = (request: HttpServerRequest, reply: Reply, at: BreakPoint): Effect.Effect<void> =>
  startThen(request, reply, at, () => {})

/** Resets the TCP connection of a response that hangs. */
export const breakOff = (request: HttpServerRequest): Effect.Effect<void> =>
  Effect.sync(() => {
    const response = toServerResponse(request)
    broken.add(response)
    response.socket?.resetAndDestroy()
  })

/** Ends the connection with a TCP reset. */
export const reset = (request: HttpServerRequest, reply: Reply, at: BreakPoint): Effect.Effect<void> =>
  startThen(request, reply, at, (response) => {
    broken.add(response)
    response.socket?.resetAndDestroy()
  })

/** Sends half of the declared body, then closes the connection with a FIN. */
export const cut = (request: HttpServerRequest, reply: Reply): Effect.Effect<void> =>
  startThen(request, reply, "body", (response) => {
    broken.add(response)
    response.socket?.destroySoon()
  })

/** Responses that the sandbox broke. */
const broken = new WeakSet<ServerResponse>()

/** Sends a response up to `at`, runs the effect, and completes when the connection is closed. */
const startThen = (
  request: HttpServerRequest,
  reply: Reply,
  at: BreakPoint,
  effect: (response: ServerResponse) => void
) =>
  Effect.async<void>((resume) => {
    const response = toServerResponse(request)
    const done = () => {
      // Ends the response, so that the platform does not try to send a 499.
      response.end()
      resume(Effect.void)
    }
    if (response.destroyed) return done()
    response.once("close", done)
    if (at === "headers") return effect(response)
    const body = Buffer.from(reply.body)
    response.writeHead(reply.status, { ...reply.headers, "content-length": body.byteLength })
    // Waits until the bytes are sent, because a reset could overtake them.
    response.write(body.subarray(0, body.byteLength >> 1), () => effect(response))
  })
