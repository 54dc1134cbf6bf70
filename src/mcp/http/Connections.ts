/** The boundary to the connections of Node's HTTP server. */
import type { IncomingMessage, Server } from "node:http"
import type { Socket } from "node:net"
import type { Owner } from "../../resilience/SharedBudget.ts"
import { SharedItems } from "../../resilience/SharedItems.ts"

/** The connections of a server. Those without an authenticated request have a small budget, which nobody else needs. */
export interface Connections {
  /**
   * Counts the connection of an authenticated request towards its client. Returns `false` if the client has too many
   * connections, and none is idle.
   */
  readonly authenticated: (request: IncomingMessage, owner: Owner) => boolean
}

/** The maximum number of connections without an authenticated request. One more closes the one that is unused longest. */
export const STRANGERS_MAX = 128

/** The time in milliseconds that such a connection is kept after a response. */
const STRANGER_IDLE_MS = 5000

interface Connection {
  readonly socket: Socket
  /** The number of requests without a complete response. */
  requests: number
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
    isDroppable: ({ requests }) => requests === 0,
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
    const connection: Connection = { socket, requests: 0 }
    connections.set(socket, connection)
    strangers.add(undefined, connection)
    socket.once("close", () => {
      connections.delete(socket)
      remove(connection)
    })
  })
  node.on("request", ({ socket }, response) => {
    const connection = connections.get(socket)
    if (connection === undefined) return
    connection.requests++
    touch(connection)
    response.once("close", () => {
      connection.requests--
      touch(connection)
      if (connection.client === undefined) socket.setTimeout(STRANGER_IDLE_MS)
    })
  })

  return {
    authenticated: ({ socket }, owner) => {
      const connection = connections.get(socket)
      if (connection === undefined || (connection.client !== undefined && connection.client.owner === owner))
        return true
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
