/** A server over HTTP as a child process, and the sessions of its clients. */
// @effect-diagnostics strictEffectProvide:off
import { type AddressInfo, createConnection, createServer, type Socket } from "node:net"
import * as FileSystem from "@effect/platform/FileSystem"
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import { Client, type ClientOptions } from "@modelcontextprotocol/sdk/client/index.js"
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js"
import { Effect } from "effect"
import { clientsText, tokenOf } from "../mcp/http/httpServer.ts"
import { atSandbox, start } from "./child.ts"

/** A child that serves HTTP to these clients, and has said that it is ready. */
export const readyHttp = Effect.fnUntraced(function* (
  env: Readonly<Record<string, string>> = {},
  clients: Readonly<Record<string, object>> = { one: {} }
) {
  const fs = yield* FileSystem.FileSystem
  const file = `${yield* fs.makeTempDirectoryScoped()}/clients.json`
  yield* fs.writeFileString(file, clientsText(clients), { mode: 0o600 })
  const child = yield* start(["serve", "--http"], {
    ...(yield* atSandbox),
    LOG_LEVEL: "info",
    MCP_HTTP_PORT: "0",
    MCP_HTTP_CLIENTS_FILE: file,
    ...env
  })
  const said = yield* child.stderr.until((text) => /ready on http:\S+\/mcp/.test(text))
  const url = /ready on (http:[^\s"]+\/mcp)/.exec(said)?.[1] ?? ""
  return { child, url, file }
}, Effect.provide(NodeFileSystem.layer))

/** Connects the official client over HTTP. */
export const connectTo = Effect.fnUntraced(function* (
  url: string,
  options: ClientOptions = {},
  name = "one",
  token = tokenOf(name)
) {
  const client = new Client({ name: "test", version: "1" }, options)
  const errors: Array<Error> = []
  client.onerror = (error) => errors.push(error)
  const transport = new StreamableHTTPClientTransport(new URL(url), {
    requestInit: { headers: { authorization: `Bearer ${token}` } }
  })
  yield* Effect.acquireRelease(
    Effect.promise(() => client.connect(transport)),
    () => Effect.promise(() => client.close())
  )
  return { client, errors, transport }
})

/** A TCP proxy in front of a server, which can break all connections at once. */
export const breakable = Effect.fnUntraced(function* (url: string) {
  const sockets = new Set<Socket>()
  const target = new URL(url)
  const proxy = createServer((near) => {
    const far = createConnection(Number(target.port), target.hostname)
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on("error", () => undefined)
      socket.on("close", () => sockets.delete(socket))
    }
    // Nobody listens behind the proxy.
    far.on("error", () => near.destroy())
    near.pipe(far).pipe(near)
  })
  yield* Effect.acquireRelease(
    Effect.async<void>((resume) => void proxy.listen(0, "127.0.0.1", () => resume(Effect.void))),
    () =>
      Effect.sync(() => {
        proxy.close()
        for (const socket of sockets) socket.destroy()
      })
  )
  const { port } = proxy.address() as AddressInfo // it listens on TCP
  return {
    url: `http://127.0.0.1:${port}${target.pathname}`,
    breakAll: Effect.sync(() => {
      for (const socket of sockets) socket.destroy()
    })
  }
})
