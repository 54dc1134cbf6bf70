import {
  JSONRPCErrorResponseSchema,
  type JSONRPCMessage,
  JSONRPCNotificationSchema,
  JSONRPCRequestSchema,
  JSONRPCResultResponseSchema
} from "@modelcontextprotocol/sdk/types.js"

/** The maximum length of an id or progress token in characters, because both are sent back. */
export const ID_MAX = 1000

/** The maximum number of members of `params` and `result`: the SDK reads each several times. */
const MEMBERS_MAX = 100

/** Returns whether a value is a JSON-RPC message. Limits are checked before the SDK's schemas. */
export const isMessage = (json: unknown): json is JSONRPCMessage => {
  if (typeof json !== "object" || json === null || Array.isArray(json)) return false
  const { id, jsonrpc, params, result }: Members = json
  if (jsonrpc !== "2.0" || !isShort(id) || !isSmall(params) || !isSmall(result)) return false
  if (!isShort(Object(Object(params)._meta).progressToken)) return false
  return schemaOf(json).safeParse(json).success
}

interface Members {
  readonly jsonrpc?: unknown
  readonly id?: unknown
  readonly params?: unknown
  readonly result?: unknown
}

/** Returns whether a value can be the id of a request: a string, or an integer that JavaScript keeps exactly. */
export const isRequestId = (id: unknown): boolean => (typeof id === "string" ? isShort(id) : Number.isSafeInteger(id))

const isShort = (id: unknown): boolean => typeof id !== "string" || id.length <= ID_MAX

const isSmall = (members: unknown): boolean => {
  if (typeof members !== "object" || members === null) return true
  let count = 0
  for (const _ in members) if (++count > MEMBERS_MAX) return false
  return true
}

/** Returns the schema of the only kind of message that the value can be. */
const schemaOf = (json: object) => {
  if ("method" in json) return "id" in json ? JSONRPCRequestSchema : JSONRPCNotificationSchema
  return "result" in json ? JSONRPCResultResponseSchema : JSONRPCErrorResponseSchema
}
