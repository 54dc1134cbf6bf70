import { Match } from "effect"
import { describe } from "./describe.ts"
import type { Failure } from "./failureEnvelope.ts"
import { httpStatusOf } from "./httpStatus.ts"

/** The failure kinds of the Arcade convention: they make traces and metrics comparable with those of other servers. */
export const errorKinds = [
  "toolkit_load_failed",
  "tool_definition_bad_definition",
  "tool_definition_bad_input_schema",
  "tool_definition_bad_output_schema",
  "tool_serialization",
  "tool_runtime_bad_input_value",
  "tool_runtime_bad_output_value",
  "tool_runtime_retry",
  "tool_runtime_context_required",
  "tool_runtime_fatal",
  "tool_runtime_execution",
  "tool_runtime_response_extraction",
  "upstream_runtime_bad_request",
  "upstream_runtime_auth_error",
  "upstream_runtime_not_found",
  "upstream_runtime_validation_error",
  "upstream_runtime_rate_limit",
  "upstream_runtime_server_error",
  "upstream_runtime_unmapped",
  "unknown"
] as const

/** A kind of failure, for telemetry. */
export type ErrorKind = (typeof errorKinds)[number]

/**
 * Returns the kind of a failure: by HTTP status if Discord caused it, else by its class.
 * Load, definition and serialization errors never end a call here, so their kinds are not used.
 */
export const errorKindOf: (failure: Failure) => ErrorKind = Match.type<Failure>().pipe(
  Match.withReturnType<ErrorKind>(),
  Match.tagsExhaustive({
    DiscordPermissionError: (e) => errorKindOfStatus(httpStatusOf(e)),
    DiscordRateLimitError: (e) => errorKindOfStatus(httpStatusOf(e)),
    DiscordNotFoundError: (e) => errorKindOfStatus(httpStatusOf(e)),
    ValidationError: (e) =>
      e.upstream === undefined ? "tool_runtime_bad_input_value" : errorKindOfStatus(httpStatusOf(e)),
    DiscordAuthError: (e) => errorKindOfStatus(httpStatusOf(e)),
    DiscordCloudflareBlocked: (e) => errorKindOfStatus(httpStatusOf(e)),
    ScopeRejectedError: () => "tool_runtime_fatal",
    GuildNotAllowedError: () => "tool_runtime_fatal",
    DryRunPreview: () => "tool_runtime_context_required",
    ConfirmationDeclined: () => "tool_runtime_fatal",
    ConfirmationPending: () => "tool_runtime_retry",
    DiscordConflictError: (e) => errorKindOfStatus(httpStatusOf(e)),
    DiscordLimitReached: (e) => errorKindOfStatus(httpStatusOf(e)),
    DiscordContentBlocked: (e) => errorKindOfStatus(httpStatusOf(e)),
    DiscordFeatureUnavailable: (e) => errorKindOfStatus(httpStatusOf(e)),
    ToolNotFound: () => "tool_runtime_bad_input_value",
    PipelineFailed: (e) => (describe(e).retriable ? "tool_runtime_retry" : "tool_runtime_execution"),
    CancelledError: () => "tool_runtime_execution",
    CircuitOpenError: () => "tool_runtime_retry",
    BulkheadFullError: () => "tool_runtime_retry",
    DiscordTimeoutError: (e) => errorKindOfStatus(httpStatusOf(e)),
    DiscordRestUnavailable: (e) => errorKindOfStatus(httpStatusOf(e)),
    DiscordUnexpectedResponse: (e) => errorKindOfStatus(httpStatusOf(e)),
    DiscordIndexNotReady: (e) => errorKindOfStatus(httpStatusOf(e)),
    GatewayUnavailable: (e) => (describe(e).retriable ? "tool_runtime_retry" : "tool_runtime_fatal"),
    TranscriptionUnavailable: (e) => (describe(e).retriable ? "tool_runtime_retry" : "tool_runtime_fatal"),
    Defect: () => "tool_runtime_fatal"
  })
)

/** Returns the kind of an upstream HTTP status. */
export const errorKindOfStatus = (status: number | undefined): ErrorKind => {
  if (status !== undefined && status >= 500) return "upstream_runtime_server_error"
  return (status === undefined ? undefined : byStatus[status]) ?? "upstream_runtime_unmapped"
}

const byStatus: Readonly<Record<number, ErrorKind>> = {
  400: "upstream_runtime_bad_request",
  401: "upstream_runtime_auth_error",
  403: "upstream_runtime_auth_error",
  404: "upstream_runtime_not_found",
  422: "upstream_runtime_validation_error",
  429: "upstream_runtime_rate_limit"
}
