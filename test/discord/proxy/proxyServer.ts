/** A proxy on loopback that opens tunnels, refuses them, or requires a password. */
import { createServer } from "node:http"
import { type AddressInfo, connect } from "node:net"
import { Effect } from "effect"

/** How the proxy behaves. */
export interface ProxyBehaviour {
  /** The status with which it refuses every tunnel. */
  readonly refuse?: number
  /** Closes the connection without a response. */
  readonly hangUp?: true
  /** The credentials that it requires, as `user:password`. */
  readonly credentials?: string
  /** The port on loopback to which every tunnel leads. Unset: the port of the target. */
  readonly leadsTo?: number
}

/** Listens as long as the scope is open. `tunnels` are the targets of CONNECT, in order. */
export const startProxy = Effect.fnUntraced(function* (behaviour: ProxyBehaviour = {}) {
  const tunnels: Array<string> = []
  const expected = `Basic ${Buffer.from(behaviour.credentials ?? "").toString("base64")}`
  const server = createServer((_, response) => response.writeHead(400).end()).on("connect", (request, socket, head) => {
    socket.on("error", () => undefined)
    tunnels.push(request.url ?? "")
    if (behaviour.hangUp === true) return socket.destroy()
    const needsPassword = behaviour.credentials !== undefined && request.headers["proxy-authorization"] !== expected
    const refusal = needsPassword ? 407 : behaviour.refuse
    if (refusal !== undefined) return socket.end(`HTTP/1.1 ${refusal} No\r\ncontent-length: 0\r\n\r\n`)
    const port = behaviour.leadsTo ?? Number(/:(\d+)$/.exec(request.url ?? "")?.[1])
    const remote = connect(port, "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 Connection established\r\n\r\n")
      remote.write(head)
      remote.pipe(socket).pipe(remote)
    })
    remote.on("error", () => socket.destroy()).once("close", () => socket.destroy())
    return socket.once("close", () => remote.destroy())
  })
  const sockets = new Set<{ readonly destroy: () => unknown }>()
  server.on("connection", (socket) => sockets.add(socket))
  yield* Effect.acquireRelease(
    Effect.async<void>((resume) => {
      server.listen(0, "127.0.0.1", () => resume(Effect.void))
    }),
    () =>
      Effect.async<void>((resume) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resume(Effect.void))
      })
  )
  const { port } = server.address() as AddressInfo // it listens on TCP
  return { host: `127.0.0.1:${port}`, url: `http://127.0.0.1:${port}`, tunnels }
})
