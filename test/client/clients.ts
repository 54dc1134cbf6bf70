/** Our client, connected to the real server with a sandbox, or to a server that a test plays. */
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js"
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js"
import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js"
import { Context, Deferred, Effect, Exit, FiberId, Layer, type Scope } from "effect"
import { Client, connect } from "../../src/client/Client.ts"
import { serveOver } from "../../src/mcp/McpServer.ts"

/** Our client of the real server. */
export const client = Effect.gen(function* () {
  const [ours, theirs] = InMemoryTransport.createLinkedPair()
  yield* serveOver(theirs, { version: "1.2.3", sandbox: true })
  return yield* over(ours)
})

/** Our client over a transport. */
export const over = (transport: Transport) =>
  Effect.map(Layer.build(connect({ transport: () => transport })), Context.get(Client))

/** A server that a test plays: what it received, and what it sends. */
export interface Other {
  readonly client: Client["Type"]
  /** The next request or notification of a method that nobody has waited for yet. */
  readonly next: (method: string) => Effect.Effect<Received>
  readonly say: (message: object) => Effect.Effect<void>
  readonly hangUp: Effect.Effect<void>
}

interface Received {
  readonly id?: string | number
  readonly params: Readonly<Record<string, unknown>>
}

/** Our client of a server whose answers the test gives. */
export const other: Effect.Effect<Other, never, Scope.Scope> = Effect.gen(function* () {
  const [ours, theirs] = InMemoryTransport.createLinkedPair()
  const unread: Array<JSONRPCMessage> = []
  const waiting: Array<{ readonly method: string; readonly found: Deferred.Deferred<Received> }> = []
  const send = (message: object) => theirs.send({ jsonrpc: "2.0", ...message } as JSONRPCMessage) // what a server could send
  theirs.onmessage = (message) => {
    if (!("method" in message)) return
    if (message.method === "initialize" && "id" in message) {
      const { protocolVersion } = Object(message.params)
      const serverInfo = { name: "another", version: "0.1.0" }
      const result = { protocolVersion, capabilities: { tools: {} }, serverInfo }
      void send({ id: message.id, result })
      return
    }
    const at = waiting.findIndex(({ method }) => method === message.method)
    const [waiter] = at === -1 ? [] : waiting.splice(at, 1)
    if (waiter === undefined) unread.push(message)
    else Deferred.unsafeDone(waiter.found, Exit.succeed(asReceived(message)))
  }
  yield* Effect.promise(() => theirs.start())
  return {
    client: yield* Effect.orDie(over(ours)),
    say: (message) => Effect.promise(() => send(message)),
    hangUp: Effect.promise(() => theirs.close()),
    next: (method) =>
      Effect.suspend(() => {
        const at = unread.findIndex((message) => "method" in message && message.method === method)
        const [message] = at === -1 ? [] : unread.splice(at, 1)
        if (message !== undefined) return Effect.succeed(asReceived(message))
        const found = Deferred.unsafeMake<Received>(FiberId.none)
        waiting.push({ method, found })
        return Deferred.await(found)
      })
  }
})

const asReceived = (message: JSONRPCMessage): Received => ({
  ...("id" in message && message.id !== undefined && { id: message.id }),
  params: Object("params" in message ? message.params : undefined)
})
