/** JSON-RPC frames of both transports. Invalid input gets an error response. */
import { isUtf8 } from "node:buffer"
import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js"
import { firstChars } from "../text/words.ts"
import type { Excess, FrameMeter } from "./FrameMeter.ts"
import { ID_MAX, isMessage, isRequestId } from "./isMessage.ts"

/** Marks the params of a call whose frame was rejected unread, with the reason. A symbol, so no client can send it. */
export const REFUSED = Symbol("effect-discord-mcp/refused")

/** Error codes of JSON-RPC. */
const PARSE_ERROR = -32700
export const INVALID_REQUEST = -32600

/** A frame that is not a message, with the error that answers it. */
export interface RefusedFrame {
  readonly kind: "refused"
  readonly code: number
  readonly message: string
  readonly id: unknown
}

/** A frame that was read. */
export type Frame = { readonly kind: "message"; readonly message: JSONRPCMessage } | RefusedFrame

/** Reads a frame that the meter has measured. Returns `undefined` for an empty one. */
export const readFrame = (bytes: Buffer, meter: FrameMeter): Frame | undefined => {
  if (meter.excess !== undefined) return rejectExcess(meter.excess, parse(meter.outline()))
  // Decoding invalid UTF-8 is slow.
  const text = isUtf8(bytes) ? bytes.toString("utf8").trim() : "not UTF-8"
  if (text === "") return undefined
  const json = parse(text)
  if (isMessage(json)) return { kind: "message", message: json }
  if (json === undefined) return refused(PARSE_ERROR, "This message is not JSON.")
  const { id, method }: { readonly id?: unknown; readonly method?: unknown } = Object(json)
  return typeof method === "string" && id != null && !isRequestId(id)
    ? refused(INVALID_REQUEST, INVALID_ID, isExact(id) ? id : null)
    : refused(INVALID_REQUEST, "This is not one JSON-RPC 2.0 message. Batches are not supported.")
}

const INVALID_ID = `The id of a request must be an integer up to ${Number.MAX_SAFE_INTEGER}, or a string of at most ${ID_MAX} characters.`

/** Returns whether a number is sent back as it came, such as 1.5. Above 2^53 JavaScript changes it. */
const isExact = (id: unknown): boolean => typeof id === "number" && Math.abs(id) <= Number.MAX_SAFE_INTEGER

/** Returns the response to a frame that cannot be read. Its id is null, which the SDK's types do not allow. */
export const errorResponse = ({ code, id, message }: Pick<RefusedFrame, "code" | "id" | "message">): object => ({
  jsonrpc: "2.0",
  id,
  error: { code, message }
})

/** The maximum length of each text of `initialize` that is kept, in characters. */
const KEPT_TEXT_MAX = 256

/**
 * Removes the parts of a message that the SDK would keep as long as the session, and that this server never reads. It
 * keeps the client's name and version, and which kinds of elicitation the client supports.
 */
export const withoutUnread = (message: JSONRPCMessage): JSONRPCMessage => {
  if ("method" in message) {
    return message.method === "initialize" ? { ...message, params: initializeParams(message.params) } : message
  }
  if (!("result" in message) || !("task" in message.result)) return message
  // The SDK keeps the id of a task. This server starts no task.
  const { task: _, ...result } = message.result
  return { ...message, result }
}

/** Returns the parameters that are kept. A value of the wrong type becomes 0, which the SDK rejects. */
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

const refused = (code: number, message: string, id: unknown = null): RefusedFrame => ({
  kind: "refused",
  code,
  message,
  id
})

/** Rejects a frame that exceeds a limit. The response has the request id if the top level of the frame has one. */
const rejectExcess = ({ code, message }: Excess, outline: unknown): Frame => {
  const { id, method }: { readonly id?: unknown; readonly method?: unknown } = Object(outline)
  // The failure of a call is a tool result, which the server makes.
  const unread: unknown = { jsonrpc: "2.0", id, method, params: { [REFUSED]: { path: "", message, code } } }
  if (!isMessage(unread)) return refused(INVALID_REQUEST, message)
  return method === "tools/call" ? { kind: "message", message: unread } : refused(INVALID_REQUEST, message, id)
}

/** Parses JSON. Returns `undefined` for invalid JSON. */
const parse = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
