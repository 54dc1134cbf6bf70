/** The ids of a client's requests: which are in use, and how the SDK sees them. */
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js"
import type { JSONRPCMessage, RequestId } from "@modelcontextprotocol/sdk/types.js"

/** The requests of a client that have no response yet. An id is in use until then (MCP specification, requests). */
export class OpenRequests {
  /** The value tells whether the server behind `connect` has accepted the request. */
  readonly #ids = new Map<RequestId, boolean>()

  get size(): number {
    return this.#ids.size
  }

  has(id: RequestId): boolean {
    return this.#ids.has(id)
  }

  /** Notes a message of the client. Returns false for a request whose id is in use. */
  receive(message: JSONRPCMessage): boolean {
    if ("method" in message && "id" in message) {
      if (this.#ids.has(message.id)) return false
      this.#ids.set(message.id, false)
    }
    const cancelled = cancelledId(message)
    // A cancelled request gets no response.
    if (cancelled !== undefined) this.#ids.delete(cancelled)
    return true
  }

  /** Notes that another server has accepted the request, and will answer it. */
  accept(id: RequestId): void {
    if (this.#ids.has(id)) this.#ids.set(id, true)
  }

  /** Returns the requests that another server has accepted. */
  accepted(): ReadonlyArray<RequestId> {
    return [...this.#ids].flatMap(([id, isAccepted]) => (isAccepted ? [id] : []))
  }

  /** Notes that a message of the client was refused. */
  refuse(message: JSONRPCMessage): void {
    if ("method" in message && "id" in message) this.#ids.delete(message.id)
  }

  /** Notes a message to the client. */
  send(message: JSONRPCMessage): void {
    if (!("method" in message) && message.id !== undefined) this.#ids.delete(message.id)
  }
}

/** The reason why a request is refused whose id is in use. Its error has no id: that of the open request is not its own. */
export const ID_IN_USE = "A request with this id has no response yet. Use another id."

/**
 * Wraps the transport of a server. The SDK ignores the cancellation of a request whose id is 0 or "". So the SDK
 * sees other ids, which never leave this process. The server's own request 0 is sent as "0" for the same reason:
 * the client may use this SDK.
 */
export const withCancellableIds = (transport: Transport): Transport => {
  const wrapped: Transport = {
    get sessionId() {
      return transport.sessionId
    },
    start: () => {
      transport.onclose = () => wrapped.onclose?.()
      transport.onerror = (error) => wrapped.onerror?.(error)
      transport.onmessage = (message, extra) => wrapped.onmessage?.(received(message), extra)
      return transport.start()
    },
    send: (message, options) => {
      const related = options?.relatedRequestId
      return transport.send(
        sent(message),
        related === undefined ? options : { ...options, relatedRequestId: clientId(related) }
      )
    },
    close: () => transport.close()
  }
  return wrapped
}

/** Returns the id of a request as the client sent it. `id` is the one that the SDK sees. */
export const clientId = (id: RequestId): RequestId => {
  if (typeof id === "number") return id
  return id === ZERO ? 0 : id.slice(TEXT.length)
}

/** Returns the id that the SDK sees: never empty, and different for different ids. */
const sdkId = (id: RequestId): RequestId => {
  if (typeof id === "string") return `${TEXT}${id}`
  return id === 0 ? ZERO : id
}

const TEXT = "text "
const ZERO = "0"

const received = (message: JSONRPCMessage): JSONRPCMessage => ("method" in message ? withId(message, sdkId) : message)

const sent = (message: JSONRPCMessage): JSONRPCMessage => {
  if ("method" in message) return withId(message, (id) => (id === 0 ? ZERO : id))
  return message.id === undefined ? message : { ...message, id: clientId(message.id) }
}

/** Changes the id of a request, or the id that a cancellation names. */
const withId = <Message extends JSONRPCMessage>(message: Message, change: (id: RequestId) => RequestId): Message => {
  if ("method" in message && "id" in message) return { ...message, id: change(message.id) }
  const cancelled = cancelledId(message)
  return cancelled === undefined || !("params" in message)
    ? message
    : { ...message, params: { ...message.params, requestId: change(cancelled) } }
}

const cancelledId = (message: JSONRPCMessage): RequestId | undefined => {
  if (!("method" in message) || "id" in message || message.method !== "notifications/cancelled") return undefined
  const id = message.params?.requestId
  return typeof id === "string" || typeof id === "number" ? id : undefined
}
