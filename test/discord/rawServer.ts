/** A loopback server for faults that no HTTP server makes: it gives access to the raw response. */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { Effect } from "effect"

/** A received request with its whole body. */
export interface Arrived {
  readonly method: string
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

/** Responds to a request; `n` counts them from 1. */
export type Handler = (response: ServerResponse, n: number, request: Arrived) => void

/** Listens as long as the scope is open. */
export const rawServer = (handler: Handler) =>
  Effect.gen(function* () {
    const arrived: Array<Arrived> = []
    let connections = 0
    let open = 0
    const server = createServer((request, response) => {
      const chunks: Array<Buffer> = []
      request.on("data", (chunk: Buffer) => chunks.push(chunk))
      request.on("end", () => {
        const { headers, method = "", url = "" } = request
        const received = { method, url, headers, body: Buffer.concat(chunks) }
        arrived.push(received)
        handler(response, arrived.length, received)
      })
    })
    server.on("connection", (socket) => {
      connections++
      open++
      socket.on("close", () => open--)
      // Errors of the connection are the client's.
      socket.on("error", () => {})
    })
    yield* Effect.acquireRelease(
      Effect.async<void>((resume) => {
        server.listen(0, "127.0.0.1", () => resume(Effect.void))
      }),
      () =>
        Effect.async<void>((resume) => {
          server.close(() => resume(Effect.void))
          server.closeAllConnections()
        })
    )
    const { port } = server.address() as AddressInfo // it listens on TCP
    return { url: `http://127.0.0.1:${port}/api`, arrived, connections: () => connections, open: () => open }
  })

/** A complete JSON response. */
export const json = (response: ServerResponse, status: number, value: unknown, headers: Record<string, string> = {}) =>
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(value))

/** Declares a thousand bytes, sends four, and ends the connection: with a reset or normally. */
export const cutShort = (
  response: ServerResponse,
  status: number,
  how: "RST" | "FIN",
  headers: Record<string, string> = {}
) => {
  response.writeHead(status, { "content-length": "1000", "content-type": "text/html", ...headers })
  response.write("<htm", () => (how === "RST" ? response.socket?.resetAndDestroy() : response.socket?.end()))
}
