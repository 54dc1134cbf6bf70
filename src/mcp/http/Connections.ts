/** The boundary to the connections of Node's HTTP server. */
import type { IncomingMessage, Server, ServerResponse } from "node:http"
import type { Socket } from "node:net"
import { BoundedMap } from "../../resilience/BoundedMap.ts"
import type { Owner } from "../../resilience/SharedBudget.ts"
import { SharedItems } from "../../resilience/SharedItems.ts"

/** The connections of a server. A connection without an authenticated request counts towards a small budget. */
export interface Connections {
  /**
   * Counts the connection of an authenticated request towards its client. Returns `false` if the connection is closed, or
   * if the client has too many connections and none is idle for two seconds.
   */
  readonly authenticated: (request: IncomingMessage, owner: Owner) => boolean
  /**
   * Counts connections that are no longer new, and that wait for no response, as unauthenticated. It runs every second.
   */
  readonly sweep: () => void
}

/** The maximum number of connections without an authenticated request. One more closes the one that is unused longest. */
export const UNAUTHENTICATED_MAX = 128

/**
 * The time in milliseconds in which a new connection does not count as unauthenticated. Node accepts many connections in
 * one turn of the event loop, before it reads their requests.
 */
const NEW_MS = 2000

/** The maximum number of new connections. With 16 kB of headers each, they take about 64 MB. One more closes the oldest. */
export const NEW_MAX = 2048

/** The time in milliseconds that an unauthenticated connection is kept after a response. */
const UNAUTHENTICATED_IDLE_MS = 5000

/** A client may be sending its next request on a connection that was unused for less than this, in milliseconds. */
const IDLE_MIN_MS = 2000

/** The maximum number of requests of one connection without a complete response. One more closes the connection. */
const PIPELINED_MAX = 4

interface Connection {
  readonly socket: Socket
  /** The responses that are not complete. */
  readonly responses: Set<ServerResponse>
  /** The time at which it opened, in monotonic milliseconds. */
  readonly openedMs: number
  /** The time at which it opened, or at which a request last began or ended. */
  usedMs: number
  /** The client of its last authenticated request. */
  client?: { readonly owner: Owner }
}

/**
 * Watches the connections of a server. One client has at most half of the total: its streams, and the calls of a burst at
 * its rate. Its idle ones are closed first. `now` is the monotonic time in milliseconds.
 */
export const watchConnections = (node: Server, total: number, now: () => number): Connections => {
  const table = new ConnectionTable(total, now)
  node.on("connection", (socket) => table.open(socket))
  node.on("request", ({ socket }, response) => table.addResponse(socket, response))
  return {
    authenticated: (request, owner) => table.authenticated(request, owner),
    sweep: () => table.sweep()
  }
}

/** The open connections. */
class ConnectionTable {
  readonly #now: () => number
  readonly #connections = new Map<Socket, Connection>()
  /** Connections without a response, oldest first. */
  readonly #new = new BoundedMap<Connection, Connection>(NEW_MAX)
  readonly #unauthenticated = new SharedItems<Connection>({ total: UNAUTHENTICATED_MAX, onDrop: close })
  readonly #clients: SharedItems<Connection>
  #sweptMs: number

  constructor(total: number, now: () => number) {
    this.#now = now
    this.#clients = new SharedItems<Connection>({
      total,
      share: Math.floor(total / 2),
      isDroppable: ({ responses, usedMs }) => responses.size === 0 && usedMs <= now() - IDLE_MIN_MS,
      onDrop: close
    })
    this.#sweptMs = now()
  }

  open(socket: Socket): void {
    const openedMs = this.#now()
    const connection: Connection = { socket, responses: new Set(), openedMs, usedMs: openedMs }
    this.#connections.set(socket, connection)
    const [oldest] = this.#new.set(connection, connection) ?? []
    if (oldest !== undefined) close(oldest)
    socket.once("close", () => {
      this.#connections.delete(socket)
      this.#remove(connection)
      // Node closes only the first response of a connection. The others would wait without end.
      for (const response of [...connection.responses]) response.destroy().emit("close")
    })
  }

  addResponse(socket: Socket, response: ServerResponse): void {
    const connection = this.#connections.get(socket)
    if (connection === undefined) return
    connection.responses.add(response)
    this.#touch(connection)
    if (connection.responses.size > PIPELINED_MAX) socket.destroy()
    response.once("close", () => {
      connection.responses.delete(response)
      // The connection may have closed before its response.
      if (this.#connections.has(socket)) this.#countUnauthenticated(connection)
      this.#touch(connection)
      if (connection.client === undefined) socket.setTimeout(UNAUTHENTICATED_IDLE_MS)
    })
  }

  authenticated({ socket }: IncomingMessage, owner: Owner): boolean {
    const connection = this.#connections.get(socket)
    if (connection === undefined || socket.destroyed) return false
    if (connection.client !== undefined && connection.client.owner === owner) return true
    this.#remove(connection)
    if (this.#clients.add(owner, connection)) {
      connection.client = { owner }
      return true
    }
    delete connection.client
    this.#unauthenticated.add(undefined, connection)
    return false
  }

  sweep(): void {
    const nowMs = this.#now()
    // The process was busy, and has not read what arrived.
    const isLate = nowMs - this.#sweptMs > NEW_MS
    this.#sweptMs = nowMs
    if (isLate) return
    for (const connection of this.#new.values()) {
      if (connection.openedMs > nowMs - NEW_MS) break
      if (connection.responses.size === 0) this.#countUnauthenticated(connection)
    }
  }

  #touch(connection: Connection): void {
    connection.usedMs = this.#now()
    if (connection.client === undefined) this.#unauthenticated.touch(undefined, connection)
    else this.#clients.touch(connection.client.owner, connection)
  }

  #remove(connection: Connection): void {
    this.#new.delete(connection)
    if (connection.client === undefined) this.#unauthenticated.remove(undefined, connection)
    else this.#clients.remove(connection.client.owner, connection)
  }

  /** Ends the time of a new connection: from now on it counts as unauthenticated. */
  #countUnauthenticated(connection: Connection): void {
    if (this.#new.delete(connection)) this.#unauthenticated.add(undefined, connection)
  }
}

const close = ({ socket }: Connection) => void socket.destroy()
