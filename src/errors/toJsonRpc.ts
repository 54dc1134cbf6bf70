import { traitsOf } from "./ErrorCode.ts"
import { type JsonRpcCodeName, jsonRpcCodes } from "./ErrorTraits.ts"
import { envelopeOf, type Failure } from "./failureEnvelope.ts"

/** The `error` of a JSON-RPC response. */
export interface JsonRpcError {
  readonly code: number
  readonly message: string
  /** `reason` is the tool's declared reason, else the error code in lower case. */
  readonly data: { readonly reason: string; readonly recovery: { readonly hint: string } }
}

/** Encodes a failure as a JSON-RPC error: for resources and prompts, whose results have no `isError`. */
export const toJsonRpc = (failure: Failure): JsonRpcError => {
  const { code, message, reason, recovery_hint } = envelopeOf(failure)
  return {
    code: protocolCodeOf(failure),
    message,
    data: { reason: reason ?? code.toLowerCase(), recovery: { hint: recovery_hint } }
  }
}

/**
 * Returns the JSON-RPC error code of a failure. Three codes of the convention have another meaning in
 * MCP. In SDKs, -32000 is a closed connection and -32001 a timeout; in the specification, -32002 is
 * "resource not found". NotFound uses -32002; the other two have separate codes.
 */
export const protocolCodeOf = (failure: Failure): number => protocolCodes[codeNameOf(failure)]

/** The codes of JSON-RPC errors, by the same names. */
export const protocolCodes: Readonly<Record<JsonRpcCodeName, number>> = {
  ...jsonRpcCodes,
  ServiceUnavailable: -32008,
  NotFound: -32002,
  Conflict: -32009
}

/** Returns the code of a failure in the mcp-ts-core convention. */
export const jsonRpcCodeOf = (failure: Failure): number => jsonRpcCodes[codeNameOf(failure)]

const codeNameOf = (failure: Failure): JsonRpcCodeName => {
  if (failure._tag === "Defect") return "InternalError"
  return failure._tag === "ValidationError" && failure.upstream !== undefined
    ? codeNameOfRefusedInput(failure.upstream.status)
    : traitsOf(failure).jsonRpc
}

/**
 * Returns the code name by status: 400 is a schema error, 422 a rule that the input violates, any
 * other an invalid request.
 */
const codeNameOfRefusedInput = (status: number): JsonRpcCodeName =>
  status === 400 ? "InvalidParams" : status === 422 ? "ValidationError" : "InvalidRequest"
