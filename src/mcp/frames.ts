/**
 * Reads JSON-RPC frames of both transports: measures their bytes as they arrive, then parses and checks them. JSON of
 * 4 MB can take `JSON.parse` more than a second, so that nesting and values are counted before.
 */
import { isUtf8 } from "node:buffer"
import {
  JSONRPCErrorResponseSchema,
  type JSONRPCMessage,
  JSONRPCNotificationSchema,
  JSONRPCRequestSchema,
  JSONRPCResultResponseSchema
} from "@modelcontextprotocol/sdk/types.js"
import type { ValidationIssue } from "../errors/fields.ts"
import { MAX_NESTING, MAX_VALUES } from "../tools/dsl/inputLimits.ts"

/** The maximum size of a frame in bytes, files excluded. */
export const MAX_FRAME_BYTES = 4 * 1024 * 1024

/** The maximum size of all files in a frame in bytes: 25 MiB, Discord's limit for one request, in base64. */
export const MAX_FILE_BYTES = Math.ceil((25 * 1024 * 1024) / 3) * 4

/** Added to the limits of the arguments, because the arguments are inside the message and its `params`. */
const AROUND = { levels: 2, values: 100 } as const

/** The maximum number of bytes kept of the top-level values of a frame. */
const OUTLINE_MAX = 2000

/** The maximum length of an id or progress token in characters, because both are sent back. */
const ID_MAX = 1000

/** The maximum number of members of `params` and `result`: the SDK reads each several times. */
const MEMBERS_MAX = 100

/** Marks the params of a call whose frame was rejected unread, with the reason. A symbol, so no client can send it. */
export const REFUSED = Symbol("effect-discord-mcp/refused")

/** Error codes of JSON-RPC. */
const PARSE_ERROR = -32700
export const INVALID_REQUEST = -32600

/** Why a frame is rejected. */
export type Excess = Pick<ValidationIssue, "message" | "code">

const tooLong: Excess = {
  message: `A message can have at most ${MAX_FRAME_BYTES} bytes, plus ${MAX_FILE_BYTES} bytes of base64 files.`,
  code: "too_long"
}
const tooDeep: Excess = { message: `The arguments are nested more than ${MAX_NESTING} levels deep.`, code: "too_deep" }
const tooMany: Excess = { message: `The arguments have more than ${MAX_VALUES} values.`, code: "too_many_values" }

/** A frame that is not a message, with the error that answers it. */
export interface RefusedFrame {
  readonly kind: "refused"
  readonly code: number
  readonly message: string
  readonly id: unknown
}

/** A frame that exceeds a limit, and its top level. Nested values are replaced with `null`. */
export interface ExcessiveFrame {
  readonly kind: "excess"
  readonly excess: Excess
  readonly outline: unknown
}

/** A frame that was read. */
export type Frame =
  | { readonly kind: "message"; readonly message: JSONRPCMessage }
  | RefusedFrame
  | ExcessiveFrame
  | { readonly kind: "empty" }

const QUOTE = 34
const COMMA = 44
const BACKSLASH = 92
const NULL = Buffer.from("null")

/** The name of a field with a file, whose bytes count separately. */
const FILE = "base64"

/** Reads one frame. */
export class FrameReader {
  #parts: Array<Buffer> = []
  #excess: Excess | undefined
  #bytes = 0
  #fileBytes = 0
  #depth = 0
  #values = 0
  /** The top level of the frame, in bytes. It has the request id for the response. */
  #outline: Array<number> = []
  #inText = false
  #isEscaped = false
  #isFile = false
  /** The start of the text that is being read, or of the last one. */
  #text = ""

  /** Returns whether the frame has no bytes yet. */
  get isEmpty(): boolean {
    return this.#bytes === 0
  }

  /** Adds the next bytes of the frame. They are not kept after the frame has exceeded a limit. */
  add(part: Buffer): void {
    for (const byte of part) {
      if (this.#inText) this.#readText(byte)
      else this.#readStructure(byte)
    }
    this.#bytes += part.length
    if (this.#bytes - this.#fileBytes > MAX_FRAME_BYTES || this.#fileBytes > MAX_FILE_BYTES) this.#excess ??= tooLong
    if (this.#excess === undefined) this.#parts.push(part)
    else this.#parts = []
  }

  /** Returns the frame after its last byte. */
  end(): Frame {
    if (this.#excess === undefined) return readFrame(Buffer.concat(this.#parts.splice(0)))
    return { kind: "excess", excess: this.#excess, outline: parse(Buffer.from(this.#outline).toString("utf8")) }
  }

  #readStructure(byte: number): void {
    // The brackets of objects and lists differ by one bit: { [ and } ].
    const bracket = byte & 0xdf
    if (bracket === 0x5d) this.#depth--
    if (bracket === 0x5b && this.#depth === 1) this.#outline.push(...NULL)
    else if (bracket !== 0x5d || this.#depth === 0) this.#note(byte)
    if (bracket === 0x5b && ++this.#depth > MAX_NESTING + AROUND.levels) this.#excess ??= tooDeep
    if (bracket === 0x5b || byte === COMMA) this.#values++
    if (this.#values > MAX_VALUES + AROUND.values) this.#excess ??= tooMany
    if (byte === QUOTE) {
      this.#inText = true
      this.#isFile = this.#text === FILE
      this.#text = ""
    }
  }

  #readText(byte: number): void {
    this.#note(byte)
    if (this.#isFile) this.#fileBytes++
    if (byte === QUOTE && !this.#isEscaped) this.#inText = false
    else if (this.#text.length <= FILE.length) this.#text += String.fromCharCode(byte)
    this.#isEscaped = byte === BACKSLASH && !this.#isEscaped
  }

  #note(byte: number): void {
    if (this.#depth <= 1 && this.#outline.length < OUTLINE_MAX) this.#outline.push(byte)
  }
}

const readFrame = (bytes: Buffer): Frame => {
  // Decoding invalid UTF-8 is slow.
  const text = isUtf8(bytes) ? bytes.toString("utf8").trim() : "not UTF-8"
  if (text === "") return { kind: "empty" }
  const json = parse(text)
  if (isMessage(json)) return { kind: "message", message: json }
  if (json === undefined) return refused(PARSE_ERROR, "This message is not JSON.")
  const { id, method }: Members = Object(json)
  return typeof method === "string" && id != null && !isRequestId(id)
    ? refused(INVALID_REQUEST, INVALID_ID, isExact(id) ? id : null)
    : refused(INVALID_REQUEST, "This is not one JSON-RPC 2.0 message. Batches are not supported.")
}

const INVALID_ID = `The id of a request must be an integer up to ${Number.MAX_SAFE_INTEGER}, or a string of at most ${ID_MAX} characters.`

interface Members {
  readonly jsonrpc?: unknown
  readonly id?: unknown
  readonly method?: unknown
  readonly params?: unknown
  readonly result?: unknown
}

/** Returns whether a value is a JSON-RPC message. Limits are checked before the SDK's schemas. */
const isMessage = (json: unknown): json is JSONRPCMessage => {
  if (typeof json !== "object" || json === null || Array.isArray(json)) return false
  const { id, jsonrpc, params, result }: Members = json
  const token: unknown = Object(Object(params)._meta).progressToken
  const isBounded =
    [id, token].every((text) => typeof text !== "string" || text.length <= ID_MAX) &&
    [params, result].every((members) => Object.keys(Object(members)).length <= MEMBERS_MAX)
  // The only kind of message that the value can be.
  const [whole, other] =
    "method" in json
      ? [JSONRPCRequestSchema, JSONRPCNotificationSchema]
      : [JSONRPCResultResponseSchema, JSONRPCErrorResponseSchema]
  const schema = ("method" in json ? "id" : "result") in json ? whole : other
  return jsonrpc === "2.0" && isBounded && schema.safeParse(json).success
}

/** Returns whether a value can be the id of a request: a string, or an integer that JavaScript keeps exactly. */
const isRequestId = (id: unknown): boolean => (typeof id === "string" ? id.length <= ID_MAX : Number.isSafeInteger(id))

/** Returns whether a number is sent back as it came, such as 1.5. Above 2^53 JavaScript changes it. */
const isExact = (id: unknown): boolean => typeof id === "number" && Math.abs(id) <= Number.MAX_SAFE_INTEGER

const refused = (code: number, message: string, id: unknown = null): RefusedFrame => ({
  kind: "refused",
  code,
  message,
  id
})

/** Rejects a frame that exceeds a limit. The response has the request id if the top level of the frame has one. */
export const rejectExcess = ({ excess: { code, message }, outline }: ExcessiveFrame): Frame => {
  const { id, method }: Members = Object(outline)
  // The failure of a call is a tool result, which the server makes.
  const unread: unknown = { jsonrpc: "2.0", id, method, params: { [REFUSED]: { path: "", message, code } } }
  if (!isMessage(unread)) return refused(INVALID_REQUEST, message)
  return method === "tools/call" ? { kind: "message", message: unread } : refused(INVALID_REQUEST, message, id)
}

/** Returns the response to a frame that cannot be read. Its id is null, which the SDK's types do not allow. */
export const errorResponse = ({ code, id, message }: Pick<RefusedFrame, "code" | "id" | "message">): object => ({
  jsonrpc: "2.0",
  id,
  error: { code, message }
})

/** Parses JSON. Returns `undefined` for invalid JSON. */
const parse = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
