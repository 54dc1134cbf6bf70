import { Schema } from "effect"
import * as Client from "./ClientErrors.ts"
import * as Server from "./ServerErrors.ts"

/** Every way a request to Discord can fail. */
export const DiscordFailure = Schema.Union(
  Client.DiscordPermissionError,
  Client.DiscordRateLimitError,
  Client.DiscordNotFoundError,
  Client.ValidationError,
  Client.DiscordAuthError,
  Client.DiscordCloudflareBlocked,
  Client.DiscordConflictError,
  Client.DiscordLimitReached,
  Client.DiscordContentBlocked,
  Client.DiscordFeatureUnavailable,
  Client.ScopeRejectedError,
  Server.CircuitOpenError,
  Server.BulkheadFullError,
  Server.DiscordTimeoutError,
  Server.DiscordRestUnavailable,
  Server.DiscordUnexpectedResponse,
  Server.DiscordIndexNotReady
)

/** Every way a request to Discord can fail. */
export type DiscordFailure = typeof DiscordFailure.Type

/** Every way an attempt can fail: without the rejections of bulkhead and circuit, which come before all attempts. */
export type AttemptError = Exclude<DiscordFailure, Server.BulkheadFullError | Server.CircuitOpenError>

/** Returns a copy of an error with facts about its call. An error without the field `outcome_unknown` ignores it. */
export const withCallFields = (
  error: AttemptError,
  fields: { readonly attempts: number; readonly outcome_unknown?: true }
): AttemptError => {
  if (error.attempts === fields.attempts && fields.outcome_unknown === undefined) return error
  // Each class takes the fields of its instances. The compiler does not relate tag and class in a union.
  const Class = attemptErrors[error._tag] as new (fields: object) => AttemptError
  return new Class({ ...error, ...fields })
}

const attemptErrors = {
  DiscordPermissionError: Client.DiscordPermissionError,
  DiscordRateLimitError: Client.DiscordRateLimitError,
  DiscordNotFoundError: Client.DiscordNotFoundError,
  ValidationError: Client.ValidationError,
  DiscordAuthError: Client.DiscordAuthError,
  DiscordCloudflareBlocked: Client.DiscordCloudflareBlocked,
  DiscordConflictError: Client.DiscordConflictError,
  DiscordLimitReached: Client.DiscordLimitReached,
  DiscordContentBlocked: Client.DiscordContentBlocked,
  DiscordFeatureUnavailable: Client.DiscordFeatureUnavailable,
  ScopeRejectedError: Client.ScopeRejectedError,
  DiscordTimeoutError: Server.DiscordTimeoutError,
  DiscordRestUnavailable: Server.DiscordRestUnavailable,
  DiscordUnexpectedResponse: Server.DiscordUnexpectedResponse,
  DiscordIndexNotReady: Server.DiscordIndexNotReady
} satisfies { readonly [Tag in AttemptError["_tag"]]: unknown }

/** Every way a tool call can fail, as a closed union. */
export const DiscordMcpError = Schema.Union(
  ...DiscordFailure.members,
  Client.GuildNotAllowedError,
  Client.DryRunPreview,
  Client.ConfirmationDeclined,
  Client.ToolNotFound,
  Client.PipelineFailed,
  Client.CancelledError
)

/** Every way a tool call can fail. */
export type DiscordMcpError = typeof DiscordMcpError.Type

/** The class names of the union. */
export type ErrorTag = DiscordMcpError["_tag"]
