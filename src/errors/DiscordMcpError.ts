import { Schema } from "effect"
import * as Client from "./ClientErrors.ts"
import type { failureFields } from "./fields.ts"
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

/** Returns a copy of a failure with facts about its call. A failure without one of the fields ignores it. */
export const withCallFields = <E extends DiscordFailure>(
  failure: E,
  fields: Schema.Struct.Type<typeof failureFields> & { readonly outcome_unknown?: true }
): E => {
  // The class of a tag makes the failures of that tag. The compiler does not relate tag and class in a union.
  const Class = classes.get(failure._tag) as unknown as new (fields: object) => E
  return new Class({ ...failure, ...fields })
}

const classes = new Map(DiscordFailure.members.map((Class) => [Class._tag, Class]))

/** Every way a tool call can fail, as a closed union. */
export const DiscordMcpError = Schema.Union(
  ...DiscordFailure.members,
  Client.GuildNotAllowedError,
  Client.DryRunPreview,
  Client.ConfirmationDeclined,
  Client.ConfirmationPending,
  Client.ToolNotFound,
  Client.PipelineFailed,
  Client.CancelledError,
  Server.GatewayUnavailable,
  Server.TranscriptionUnavailable
)

/** Every way a tool call can fail. */
export type DiscordMcpError = typeof DiscordMcpError.Type

/** The class names of the union. */
export type ErrorTag = DiscordMcpError["_tag"]
