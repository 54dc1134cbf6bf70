/** The boundary to Node's HTTP server: its limits, and how it closes. */
import { createServer } from "node:http"
import type * as HttpServer from "@effect/platform/HttpServer"
import type { ServeError } from "@effect/platform/HttpServerError"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { Duration, Effect, type Scope } from "effect"
import { monotonicMsOf } from "../../telemetry/monotonic.ts"
import { type Connections, NEW_MAX, UNAUTHENTICATED_MAX, watchConnections } from "./Connections.ts"

/** The listening address and the limits of the server. */
export interface ListenSettings {
  readonly httpHost: string
  readonly httpPort: number
  readonly httpHeadersTimeoutMs: number
  readonly httpBodyTimeoutMs: number
  readonly httpMaxSessions: number
}

/** The maximum size of a request's headers in bytes. Larger headers get a 431. */
const HEADERS_MAX_BYTES = 16 * 1024

/** The interval at which Node checks for slow connections. */
const CHECK_EVERY_MS = 500

/**
 * The time that an idle connection is kept. It is longer than that of proxies, so that the proxy
 * closes the connection first.
 */
const KEEP_ALIVE_MS = 150_000

/** The limit of connections of clients. A client has one stream per session and a few calls. */
const CONNECTIONS_PER_SESSION = 4
const CONNECTIONS_MIN = 256

/** The interval of the check for connections that are no longer new. */
const SWEEP_EVERY = Duration.seconds(1)

/** The time limit for sending written responses when the server closes. */
const FLUSH = Duration.seconds(1)

/** A listening server, and its connections. */
export interface Listening {
  readonly server: HttpServer.HttpServer
  readonly connections: Connections
  /** Removes the platform's listener for WebSockets. Then Node answers a request to upgrade as any other. */
  readonly ignoreUpgrades: Effect.Effect<void>
}

/** Listens until the scope closes. */
export const listen = (settings: ListenSettings): Effect.Effect<Listening, ServeError, Scope.Scope> =>
  Effect.flatMap(Effect.clock, (clock) => {
    const node = createServer({
      headersTimeout: settings.httpHeadersTimeoutMs,
      // Node measures from the first byte of the request.
      requestTimeout: settings.httpHeadersTimeoutMs + settings.httpBodyTimeoutMs,
      connectionsCheckingInterval: CHECK_EVERY_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
      maxHeaderSize: HEADERS_MAX_BYTES
    })
    const total = Math.max(CONNECTIONS_MIN, CONNECTIONS_PER_SESSION * settings.httpMaxSessions)
    const connections = watchConnections(node, total, () => monotonicMsOf(clock))
    // A closed connection counts until the next turn of the event loop, so that Node's own limit is higher.
    node.maxConnections = total + NEW_MAX + 2 * UNAUTHENTICATED_MAX
    const closed = Effect.async<void>((resume) => {
      node.close(() => resume(Effect.void))
      node.closeIdleConnections()
    })
    const sweeping = Effect.forever(Effect.zipRight(Effect.sleep(SWEEP_EVERY), Effect.sync(connections.sweep)))
    return NodeHttpServer.make(() => node, { port: settings.httpPort, host: settings.httpHost }).pipe(
      Effect.tap(Effect.forkScoped(sweeping)),
      Effect.tap(
        Effect.addFinalizer(() =>
          Effect.zipRight(
            Effect.timeoutOption(Effect.interruptible(closed), FLUSH),
            Effect.sync(() => node.closeAllConnections())
          )
        )
      ),
      Effect.map((server) => ({
        server,
        connections,
        ignoreUpgrades: Effect.sync(() => void node.removeAllListeners("upgrade"))
      }))
    )
  })

/** Formats a host for a URL: an IPv6 address gets brackets. */
export const inUrl = (host: string): string => (host.includes(":") && !host.startsWith("[") ? `[${host}]` : host)

/** Completes the sentence "Port … of …" with why a server cannot listen there. */
export const whyNotListening = (cause: unknown): string => {
  const code: unknown = Object(cause).code
  return code === "EADDRINUSE"
    ? "is in use"
    : code === "EACCES"
      ? "needs more privileges than this process has"
      : `cannot be opened (${typeof code === "string" ? code : "unknown reason"})`
}
