import { Match } from "effect"
import { describe } from "./describe.ts"
import type { Failure } from "./Failure.ts"
import { httpStatusOf } from "./httpStatus.ts"

/** The kinds of failure by which traces and counts can be compared with those of servers in the Arcade convention. */
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
 * The kind of a failure: by its status where Discord stands behind it, by who
 * can help where it ended on our side. Load, definition and serialization fail
 * at the start or as a bug here, never as a call, so their kinds are never given.
 */
export const kindOf: (failure: Failure) => ErrorKind = Match.type<Failure>().pipe(
  Match.withReturnType<ErrorKind>(),
  Match.tagsExhaustive({
    DiscordPermissionError: (e) => kindOfStatus(httpStatusOf(e)),
    DiscordRateLimitError: (e) => kindOfStatus(httpStatusOf(e)),
    DiscordNotFoundError: (e) => kindOfStatus(httpStatusOf(e)),
    ValidationError: (e) => (e.upstream === undefined ? "tool_runtime_bad_input_value" : kindOfStatus(httpStatusOf(e))),
    DiscordAuthError: (e) => kindOfStatus(httpStatusOf(e)),
    DiscordCloudflareBlocked: (e) => kindOfStatus(httpStatusOf(e)),
    ScopeRejectedError: () => "tool_runtime_fatal",
    GuildNotAllowedError: () => "tool_runtime_fatal",
    DryRunPreview: () => "tool_runtime_context_required",
    ConfirmationDeclined: () => "tool_runtime_fatal",
    DiscordConflictError: (e) => kindOfStatus(httpStatusOf(e)),
    DiscordLimitReached: (e) => kindOfStatus(httpStatusOf(e)),
    DiscordContentBlocked: (e) => kindOfStatus(httpStatusOf(e)),
    DiscordFeatureUnavailable: (e) => kindOfStatus(httpStatusOf(e)),
    ToolNotFound: () => "tool_runtime_bad_input_value",
    PipelineFailed: (e) => (describe(e).retriable ? "tool_runtime_retry" : "tool_runtime_execution"),
    CancelledError: () => "tool_runtime_execution",
    CircuitOpenError: () => "tool_runtime_retry",
    BulkheadFullError: () => "tool_runtime_retry",
    DiscordTimeoutError: (e) => kindOfStatus(httpStatusOf(e)),
    DiscordRestUnavailable: (e) => kindOfStatus(httpStatusOf(e)),
    DiscordUnexpectedResponse: (e) => kindOfStatus(httpStatusOf(e)),
    DiscordIndexNotReady: (e) => kindOfStatus(httpStatusOf(e)),
    Defect: () => "tool_runtime_fatal"
  })
)

/** The kind that an upstream's HTTP status stands for. */
export const kindOfStatus = (status: number | undefined): ErrorKind => {
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
