/** The boundary to the connections of Node's HTTP server. */
import type { IncomingMessage, Server, ServerResponse } from "node:http"
import type { Socket } from "node:net"
import type { Owner } from "../../resilience/SharedBudget.ts"
import { SharedItems } from "../../resilience/SharedItems.ts"

/** The connections of a server. Those without an authenticated request have a small budget. */
export interface Connections {
  /**
   * Counts the connection of an authenticated request towards its client. Returns `false` if the connection is closed, or
   * if the client has too many connections and none is idle.
   */
  readonly authenticated: (request: IncomingMessage, owner: Owner) => boolean
}

/** The maximum number of connections without an authenticated request. One more closes the one that is unused longest. */
export const STRANGERS_MAX = 128

/** The time in milliseconds that such a connection is kept after a response. */
const STRANGER_IDLE_MS = 5000

/** The maximum number of requests of one connection without a complete response. One more closes the connection. */
const PIPELINED_MAX = 4

interface Connection {
  readonly socket: Socket
  /** The responses that are not complete. */
  readonly responses: Set<ServerResponse>
  /** The client of its last authenticated request. */
  client?: { readonly owner: Owner }
}

/** Watches the connections of a server. One client has at most a quarter of the total; its idle ones are closed first. */
export const watchConnections = (node: Server, total: number): Connections => {
  const connections = new Map<Socket, Connection>()
  const close = ({ socket }: Connection) => void socket.destroy()
  const strangers = new SharedItems<Connection>({ total: STRANGERS_MAX, onDrop: close })
  const clients = new SharedItems<Connection>({
    total,
    isDroppable: ({ responses }) => responses.size === 0,
    onDrop: close
  })

  const touch = (connection: Connection) =>
    connection.client === undefined
      ? strangers.touch(undefined, connection)
      : clients.touch(connection.client.owner, connection)

  const remove = (connection: Connection) =>
    connection.client === undefined
      ? strangers.remove(undefined, connection)
      : clients.remove(connection.client.owner, connection)

  node.on("connection", (socket) => {
    const connection: Connection = { socket, responses: new Set() }
    connections.set(socket, connection)
    strangers.add(undefined, connection)
    socket.once("close", () => {
      connections.delete(socket)
      remove(connection)
      // Node closes only the first response of a connection. The others would wait without end.
      for (const response of [...connection.responses]) response.destroy().emit("close")
    })
  })
  node.on("request", ({ socket }, response) => {
    const connection = connections.get(socket)
    if (connection === undefined) return
    connection.responses.add(response)
    touch(connection)
    if (connection.responses.size > PIPELINED_MAX) socket.destroy()
    response.once("close", () => {
      connection.responses.delete(response)
      touch(connection)
      if (connection.client === undefined) socket.setTimeout(STRANGER_IDLE_MS)
    })
  })

  return {
    authenticated: ({ socket }, owner) => {
      const connection = connections.get(socket)
      if (connection === undefined || socket.destroyed) return false
      if (connection.client !== undefined && connection.client.owner === owner) return true
      remove(connection)
      if (clients.add(owner, connection)) {
        connection.client = { owner }
        return true
      }
      delete connection.client
      strangers.add(undefined, connection)
      return false
    }
  }
}
