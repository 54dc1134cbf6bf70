import type { ErrorTag } from "./DiscordMcpError.ts"
import { envelopeOf, type Failure } from "./Failure.ts"

/** The error of a JSON-RPC answer. */
export interface JsonRpcError {
  readonly code: number
  readonly message: string
  /** `reason` is the one the tool declares, else the code of the union in lower case. */
  readonly data: { readonly reason: string; readonly recovery: { readonly hint: string } }
}

/** A failure as an error of the protocol: for resources and prompts, whose results cannot say that they failed. */
export const toJsonRpc = (failure: Failure): JsonRpcError => {
  const { code, message, reason, recovery_hint } = envelopeOf(failure)
  return {
    code: protocolCodeOf(failure),
    message,
    data: { reason: reason ?? code.toLowerCase(), recovery: { hint: recovery_hint } }
  }
}

/**
 * The number of a failure as an error of the protocol. Three numbers of the convention mean something
 * else to MCP: -32000 is a closed connection and -32001 a time-out to the SDKs, -32002 is "resource
 * not found" to the specification. NotFound takes the last one; the other two get numbers of their own.
 */
export const protocolCodeOf = (failure: Failure): number => protocolCodes[codeNameOf(failure)]

/** The numbers by name: those of JSON-RPC 2.0, and the implementation's own of the mcp-ts-core convention. */
export const jsonRpcCodes = {
  InvalidRequest: -32600,
  InvalidParams: -32602,
  InternalError: -32603,
  ServiceUnavailable: -32000,
  NotFound: -32001,
  Conflict: -32002,
  RateLimited: -32003,
  Timeout: -32004,
  Forbidden: -32005,
  Unauthorized: -32006,
  ValidationError: -32007
} as const

/** The numbers of errors of the protocol, by the same names. */
export const protocolCodes: Readonly<Record<JsonRpcCodeName, number>> = {
  ...jsonRpcCodes,
  ServiceUnavailable: -32008,
  NotFound: -32002,
  Conflict: -32009
}

/** The number of a failure in the mcp-ts-core convention. A class without one does not compile. */
export const jsonRpcCodeOf = (failure: Failure): number => jsonRpcCodes[codeNameOf(failure)]

const codeNameOf = (failure: Failure): JsonRpcCodeName =>
  failure._tag === "ValidationError" && failure.upstream !== undefined
    ? codeNameOfRefusedInput(failure.upstream.status)
    : codeNameByTag[failure._tag]

type JsonRpcCodeName = keyof typeof jsonRpcCodes

/** The schema was not met, a rule was not, or the request itself was none. */
const codeNameOfRefusedInput = (status: number): JsonRpcCodeName =>
  status === 400 ? "InvalidParams" : status === 422 ? "ValidationError" : "InvalidRequest"

const codeNameByTag: Readonly<Record<ErrorTag | "Defect", JsonRpcCodeName>> = {
  DiscordPermissionError: "Forbidden",
  DiscordRateLimitError: "RateLimited",
  DiscordNotFoundError: "NotFound",
  ValidationError: "InvalidParams",
  DiscordAuthError: "Unauthorized",
  DiscordCloudflareBlocked: "Forbidden",
  ScopeRejectedError: "Forbidden",
  GuildNotAllowedError: "Forbidden",
  DryRunPreview: "ValidationError",
  ConfirmationDeclined: "ValidationError",
  DiscordConflictError: "Conflict",
  DiscordLimitReached: "ValidationError",
  DiscordContentBlocked: "ValidationError",
  DiscordFeatureUnavailable: "InvalidRequest",
  ToolNotFound: "InvalidParams",
  PipelineFailed: "ValidationError",
  CancelledError: "Timeout",
  CircuitOpenError: "ServiceUnavailable",
  // A queue of ours that is full is a limit of rate, not an outage.
  BulkheadFullError: "RateLimited",
  DiscordTimeoutError: "Timeout",
  DiscordRestUnavailable: "ServiceUnavailable",
  // The convention's own number for broken answers lies in the range that MCP has since reserved.
  DiscordUnexpectedResponse: "ServiceUnavailable",
  DiscordIndexNotReady: "ServiceUnavailable",
  Defect: "InternalError"
}
