/**
 * The boundary to the gateway behind a proxy. @discordjs/ws gives its WebSocket no agent, so it connects to a relay of this
 * process on loopback, and the relay connects through the proxy.
 */
import { createServer, type IncomingMessage, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import type { Duplex } from "node:stream"
import { Deferred, Effect } from "effect"
import { type Agent, upgrade } from "undici"
import type { ProxySettings } from "../../config/proxyVariables.ts"
import { makeDispatcher } from "../../discord/proxy/proxyDispatcher.ts"
import { proxyOf } from "../../discord/proxy/proxyOf.ts"
import { describeProxyFailure } from "../../errors/proxyFailure.ts"
import { secureToken } from "../../text/secureToken.ts"

/** Returns the address to connect to: the gateway's own, or the relay to it. The relay ends with the scope. */
export const addressThroughProxy = Effect.fnUntraced(function* (url: string, proxies: ProxySettings) {
  if (proxyOf(proxies, url) === undefined) return url
  const path = `/${yield* secureToken}`
  const failed = yield* Deferred.make<unknown>()
  yield* Effect.forkScoped(Effect.flatMap(Deferred.await(failed), warn))
  const dispatcher = yield* Effect.acquireRelease(
    Effect.sync(() => makeDispatcher(proxies, { connect: { timeout: 5000 } })),
    (agent) => Effect.promise(() => agent.destroy())
  )
  const server = yield* Effect.acquireRelease(
    Effect.sync(() => {
      const sockets = new Set<Duplex>()
      const relay: Relay = {
        dispatcher,
        gateway: new URL(url.replace(/^ws/i, "http")),
        onFailure: (error) => Deferred.unsafeDone(failed, Effect.succeed(error))
      }
      const http = createServer((_, response) => response.writeHead(404).end()).on(
        "upgrade",
        (request, socket, head) => {
          sockets.add(socket.on("error", () => undefined).once("close", () => sockets.delete(socket)))
          if (request.url?.startsWith(path) === true) connect(relay, { request, socket, head, path })
          else socket.destroy()
        }
      )
      return { http, sockets }
    }),
    ({ http, sockets }) =>
      Effect.sync(() => {
        for (const socket of sockets) socket.destroy()
        http.close()
      })
  )
  return `ws://127.0.0.1:${yield* listening(server.http)}${path}`
})

/** Starts to listen on loopback. Returns the port. */
const listening = (server: Server): Effect.Effect<number> =>
  Effect.async((resume) => {
    // The address of a server that listens on a port.
    server.listen(0, "127.0.0.1", () => resume(Effect.succeed((server.address() as AddressInfo).port)))
  })

const warn = (error: unknown) =>
  Effect.logWarning(
    `the gateway is not connected: ${describeProxyFailure(Object(error).code)?.message ?? "it cannot be reached through the proxy."}`
  )

interface Relay {
  readonly dispatcher: Agent
  readonly gateway: URL
  readonly onFailure: (error: unknown) => void
}

interface Upgrade {
  readonly request: IncomingMessage
  readonly socket: Duplex
  readonly head: Buffer
  readonly path: string
}

/** Opens the connection to the gateway, and passes bytes in both directions until either side ends. */
const connect = ({ dispatcher, gateway, onFailure }: Relay, { head, path, request, socket }: Upgrade): void => {
  const controller = new AbortController()
  socket.once("close", () => controller.abort())
  const { pathname } = gateway
  const address = new URL(`${pathname}${request.url?.slice(path.length) ?? ""}`, gateway)
  const { signal } = controller
  upgrade(address, { dispatcher, protocol: "websocket", headers: webSocketHeaders(request), signal }).then(
    ({ headers, socket: remote }) => {
      const lines = Object.entries(headers).flatMap(([name, value]) =>
        [value ?? []].flat().map((one) => `${name}: ${one}`)
      )
      socket.write(["HTTP/1.1 101 Switching Protocols", ...lines, "", ""].join("\r\n"))
      remote.write(head)
      remote.on("error", () => socket.destroy()).once("close", () => socket.destroy())
      socket.once("close", () => remote.destroy())
      remote.pipe(socket).pipe(remote)
    },
    (error: unknown) => {
      if (!signal.aborted) onFailure(error)
      socket.destroy()
    }
  )
}

/** Returns the headers of the handshake. undici writes the others. */
const webSocketHeaders = ({ headers }: IncomingMessage): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      name.startsWith("sec-websocket-") && typeof value === "string" ? [[name, value]] : []
    )
  )
