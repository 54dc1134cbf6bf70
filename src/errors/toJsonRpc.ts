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
    code: jsonRpcCodeOf(failure),
    message,
    data: { reason: reason ?? code.toLowerCase(), recovery: { hint: recovery_hint } }
  }
}

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

/** The number of a failure. A class without one does not compile. */
export const jsonRpcCodeOf = (failure: Failure): number =>
  jsonRpcCodes[
    failure._tag === "ValidationError" && failure.upstream !== undefined
      ? refusedInput(failure.upstream.status)
      : names[failure._tag]
  ]

type Name = keyof typeof jsonRpcCodes

/** The schema was not met, a rule was not, or the request itself was none. */
const refusedInput = (status: number): Name =>
  status === 400 ? "InvalidParams" : status === 422 ? "ValidationError" : "InvalidRequest"

const names: Readonly<Record<ErrorTag | "Defect", Name>> = {
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
