import type { DiscordMcpError, ErrorTag } from "./DiscordMcpError.ts"
import type { ErrorCategory } from "./fields.ts"
import { isGatewayPassing, isTranscriptionPassing } from "./ServerErrors.ts"

/** Which side caused the error, as in HTTP: client (4xx) or server (5xx). */
export type ErrorSide = "client" | "server"

/** The fixed facts of an error class: its stable wire code, its side and its category. */
export interface ErrorFacts {
  readonly code: string
  readonly side: ErrorSide
  readonly category: ErrorCategory
}

/** The facts of each error class. A class without an entry does not compile. */
export const errorFacts = {
  DiscordPermissionError: { code: "DISCORD_PERMISSION_DENIED", side: "client", category: "permission" },
  DiscordRateLimitError: { code: "DISCORD_RATE_LIMITED", side: "client", category: "transient" },
  DiscordNotFoundError: { code: "DISCORD_NOT_FOUND", side: "client", category: "validation" },
  ValidationError: { code: "VALIDATION_FAILED", side: "client", category: "validation" },
  DiscordAuthError: { code: "DISCORD_AUTH_INVALID", side: "client", category: "permission" },
  DiscordCloudflareBlocked: { code: "DISCORD_CLOUDFLARE_BLOCKED", side: "client", category: "permission" },
  ScopeRejectedError: { code: "SCOPE_REJECTED", side: "client", category: "permission" },
  GuildNotAllowedError: { code: "GUILD_NOT_ALLOWED", side: "client", category: "permission" },
  DryRunPreview: { code: "DRY_RUN_PREVIEW", side: "client", category: "business" },
  ConfirmationDeclined: { code: "CONFIRMATION_DECLINED", side: "client", category: "business" },
  ConfirmationPending: { code: "CONFIRMATION_PENDING", side: "client", category: "business" },
  DiscordConflictError: { code: "DISCORD_CONFLICT", side: "client", category: "business" },
  DiscordLimitReached: { code: "DISCORD_LIMIT_REACHED", side: "client", category: "business" },
  DiscordContentBlocked: { code: "DISCORD_CONTENT_BLOCKED", side: "client", category: "business" },
  DiscordFeatureUnavailable: { code: "DISCORD_FEATURE_UNAVAILABLE", side: "client", category: "business" },
  ToolNotFound: { code: "TOOL_NOT_FOUND", side: "client", category: "validation" },
  PipelineFailed: { code: "PIPELINE_FAILED", side: "client", category: "business" },
  CancelledError: { code: "CANCELLED", side: "client", category: "business" },
  CircuitOpenError: { code: "CIRCUIT_OPEN", side: "server", category: "transient" },
  BulkheadFullError: { code: "BULKHEAD_SATURATED", side: "server", category: "transient" },
  DiscordTimeoutError: { code: "DISCORD_TIMEOUT", side: "server", category: "transient" },
  DiscordRestUnavailable: { code: "DISCORD_REST_UNAVAILABLE", side: "server", category: "transient" },
  DiscordUnexpectedResponse: { code: "DISCORD_UNEXPECTED_RESPONSE", side: "server", category: "transient" },
  DiscordIndexNotReady: { code: "DISCORD_INDEX_NOT_READY", side: "server", category: "transient" },
  GatewayUnavailable: { code: "GATEWAY_UNAVAILABLE", side: "server", category: "transient" },
  TranscriptionUnavailable: { code: "TRANSCRIPTION_UNAVAILABLE", side: "server", category: "transient" }
} as const satisfies Record<ErrorTag, ErrorFacts>

/** Returns who must act. If waiting does not help a service that the operator has set up, the operator must. */
export const categoryOf = (error: DiscordMcpError): ErrorCategory =>
  (error._tag === "GatewayUnavailable" && !isGatewayPassing(error)) ||
  (error._tag === "TranscriptionUnavailable" && !isTranscriptionPassing(error))
    ? "permission"
    : errorFacts[error._tag].category

/** A stable code of the union, or `INTERNAL_ERROR` for a defect. */
export type ErrorCode = (typeof errorFacts)[ErrorTag]["code"] | "INTERNAL_ERROR"

/** Returns the stable code of an error. */
export const codeOf = (error: { readonly _tag: ErrorTag }): ErrorCode => errorFacts[error._tag].code
