/** The responses that do not come from a session. */
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { errorResponse } from "../frames.ts"
import { allScopes } from "./access/accessTokens.ts"

type Headers = Readonly<Record<string, string>>

/** JSON-RPC's code for an invalid request, and the SDK's code for a request that HTTP rejects. */
const INVALID_REQUEST = -32600
const REFUSED = -32000

/** JSON-RPC's code for a defect of the server. */
const INTERNAL_ERROR = -32603

/** The SDK's code for a session that does not exist. */
const NO_SESSION = -32001

/** Makes the response that refuses a request, with the reason as a JSON-RPC error. */
export const refuse = (
  status: number,
  message: string,
  {
    code = REFUSED,
    headers = {},
    id = null
  }: { readonly code?: number; readonly headers?: Headers; readonly id?: unknown } = {}
) => HttpServerResponse.unsafeJson(errorResponse({ code, id, message }), { status, headers })

/** Makes the response to a body that is not one JSON-RPC message. */
export const badMessage = (message: string, code = INVALID_REQUEST, id: unknown = null) =>
  refuse(400, message, { code, id })

/** Makes the response for a session that does not exist or belongs to another client. */
export const noSession = () => refuse(404, "Session not found", { code: NO_SESSION })

/** Makes the response to a body that is too large. The connection is closed, and the rest of the body is not read. */
export const bodyTooLarge = (bytes: number) =>
  refuse(413, `A body may have at most ${bytes} bytes.`, { headers: { connection: "close" } })

/** Makes the response to a body that arrives too slowly. The connection is closed, and the rest is not read. */
export const bodyTooSlow = () => refuse(408, "The body arrives too slowly.", { headers: { connection: "close" } })

/** Makes the response of a server that is at its limit of requests now. */
export const busy = (message: string, headers: Headers = {}) =>
  refuse(503, message, { headers: { "retry-after": "5", ...headers } })

/** Makes the response to a request that a defect of the server has ended. */
export const failed = () => refuse(500, "The server failed to answer. Its log has the cause.", { code: INTERNAL_ERROR })

/** Makes the response to a client that sends too many requests. */
export const tooManyRequests = (seconds: number) =>
  refuse(429, "This client sends too many requests.", { headers: { "retry-after": String(seconds) } })

/** Makes the response to a missing or invalid token. */
export const unauthorized = (metadataUrl: string, withScopes: boolean, why?: string) =>
  refuse(401, why ?? "This server needs a bearer token.", {
    headers: {
      "www-authenticate": challenge([
        ...(why === undefined ? [] : [`error="invalid_token"`, `error_description="${why}"`]),
        ...(withScopes ? [`scope="${allScopes.join(" ")}"`] : []),
        `resource_metadata="${metadataUrl}"`
      ])
    }
  })

/** Makes the response to a token whose scopes do not allow the call. */
export const insufficientScope = (metadataUrl: string, scope: string, id: unknown) =>
  refuse(403, `The token lacks the scope ${scope}.`, {
    id,
    headers: {
      "www-authenticate": challenge([
        `error="insufficient_scope"`,
        `scope="${scope}"`,
        `resource_metadata="${metadataUrl}"`
      ])
    }
  })

const challenge = (parts: ReadonlyArray<string>): string => `Bearer ${parts.join(", ")}`

/** Makes a response with a JSON document that must not be cached. */
export const document = (body: object, status = 200) =>
  HttpServerResponse.unsafeJson(body, { status, headers: { "cache-control": "no-store" } })
