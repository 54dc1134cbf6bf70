/** What the SDK sees of the messages of a client: other ids, and without parts that it would keep. */
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js"
import type { JSONRPCMessage, JSONRPCNotification, JSONRPCRequest, RequestId } from "@modelcontextprotocol/sdk/types.js"
import { firstChars } from "../text/words.ts"

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
    if (!("method" in message)) return true
    if ("id" in message) {
      if (this.#ids.has(message.id)) return false
      this.#ids.set(message.id, false)
    } else {
      // A cancelled request gets no response.
      const cancelled = cancelledId(message)
      if (cancelled !== undefined) this.#ids.delete(cancelled)
    }
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
export const sdkTransport = (transport: Transport): Transport => {
  const wrapped: Transport = {
    get sessionId() {
      return transport.sessionId
    },
    start: () => {
      transport.onclose = () => wrapped.onclose?.()
      transport.onerror = (error) => wrapped.onerror?.(error)
      transport.onmessage = (message, extra) => wrapped.onmessage?.(forSdk(message), extra)
      return transport.start()
    },
    send: (message, options) => {
      const related = options?.relatedRequestId
      return transport.send(
        forClient(message),
        related === undefined ? options : { ...options, relatedRequestId: clientId(related) }
      )
    },
    close: () => transport.close()
  }
  return wrapped
}

/** Returns the id of a request as the client sent it. `id` is the one that the SDK sees. */
export const clientId = (id: RequestId): RequestId => JSON.parse(String(id))

/** Returns the id that the SDK sees: never empty, and different for different ids. */
const sdkId = (id: RequestId): RequestId => JSON.stringify(id)

/** Changes a message of the client. The SDK would keep the removed parts, which this server never reads. */
export const forSdk = (message: JSONRPCMessage): JSONRPCMessage => {
  if ("method" in message) {
    const changed = withId(message, sdkId)
    return message.method === "initialize" ? { ...changed, params: initializeParams(message.params) } : changed
  }
  if (!("result" in message) || !("task" in message.result)) return message
  // The SDK keeps the id of a task. This server starts no task.
  const { task: _, ...result } = message.result
  return { ...message, result }
}

const forClient = (message: JSONRPCMessage): JSONRPCMessage => {
  if ("method" in message) return withId(message, (id) => (id === 0 ? "0" : id))
  return message.id === undefined ? message : { ...message, id: clientId(message.id) }
}

/** Changes the id of a request, or the id that a cancellation names. */
const withId = <Message extends JSONRPCRequest | JSONRPCNotification>(
  message: Message,
  change: (id: RequestId) => RequestId
): Message => {
  if ("id" in message) return { ...message, id: change(message.id) }
  const cancelled = cancelledId(message)
  return cancelled === undefined ? message : { ...message, params: { ...message.params, requestId: change(cancelled) } }
}

const cancelledId = ({ method, params }: JSONRPCNotification): RequestId | undefined => {
  const id = method === "notifications/cancelled" ? params?.requestId : undefined
  return typeof id === "string" || typeof id === "number" ? id : undefined
}

/** The maximum length of each text of `initialize` that is kept, in characters. */
const KEPT_TEXT_MAX = 256

/**
 * Returns the parameters that are kept: the client's name and version, and which kinds of elicitation the client
 * supports. A value of the wrong type becomes 0, which the SDK rejects.
 */
const initializeParams = (params: unknown): Record<string, unknown> => {
  const { capabilities, clientInfo, protocolVersion }: Fields = Object(params)
  return {
    protocolVersion: keptText(protocolVersion),
    capabilities: isObject(capabilities) ? elicitationOf(capabilities) : 0,
    clientInfo: isObject(clientInfo) ? { name: keptText(clientInfo.name), version: keptText(clientInfo.version) } : 0
  }
}

type Fields = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Returns the supported kinds of elicitation, without their options. An empty object means forms. */
const elicitationOf = ({ elicitation }: Fields): Fields => {
  if (!isObject(elicitation)) return {}
  const kinds = ["form", "url"].filter((kind) => isObject(elicitation[kind]))
  return kinds.length === 0 && Object.keys(elicitation).length > 0
    ? {}
    : { elicitation: Object.fromEntries(kinds.map((kind) => [kind, {}])) }
}

/** Shortens a text. Copies it, because a part of a text would keep the whole text in memory. */
const keptText = (text: unknown): unknown =>
  typeof text === "string" ? Buffer.from(firstChars(text, KEPT_TEXT_MAX)).toString() : 0
