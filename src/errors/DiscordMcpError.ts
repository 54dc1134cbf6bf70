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
