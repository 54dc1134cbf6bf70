import { type AddressInfo, createServer } from "node:net"
import { Effect } from "effect"

/** Returns a port of loopback that nothing listens on. */
export const freePort = Effect.async<number>((resume) => {
  const server = createServer().listen(0, "127.0.0.1", () => {
    const { port } = server.address() as AddressInfo // it listens on TCP
    server.close(() => resume(Effect.succeed(port)))
  })
})
