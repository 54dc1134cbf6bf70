import type { ErrorTag } from "./DiscordMcpError.ts"
import { errorFacts } from "./ErrorCode.ts"
import type { Failure } from "./failureEnvelope.ts"

/** Returns the HTTP status of a failure: Discord's, if it is as specific as the class; else the status of the class. */
export const httpStatusOf = (failure: Failure): number | undefined => {
  const status = "upstream" in failure ? failure.upstream?.status : undefined
  return status === undefined || failure._tag === "Defect" || status < lowestInformativeStatus(failure._tag)
    ? statusByTag[failure._tag]
    : status
}

/** Some classes are more specific than their status (slow mode comes with 400). A server error is always 5xx. */
const lowestInformativeStatus = (tag: ErrorTag): number =>
  classOverridesStatus.has(tag) ? Number.POSITIVE_INFINITY : errorFacts[tag].side === "server" ? 500 : 400

const classOverridesStatus: ReadonlySet<ErrorTag> = new Set([
  "DiscordPermissionError",
  "DiscordRateLimitError",
  "DiscordNotFoundError",
  "DiscordAuthError"
])

/** A dry run, a declined or pending confirmation and a cancelled call have no HTTP status. */
const statusByTag: Readonly<Record<ErrorTag | "Defect", number | undefined>> = {
  DiscordPermissionError: 403,
  DiscordRateLimitError: 429,
  DiscordNotFoundError: 404,
  ValidationError: 400,
  DiscordAuthError: 401,
  DiscordCloudflareBlocked: 403,
  ScopeRejectedError: 403,
  GuildNotAllowedError: 403,
  DryRunPreview: undefined,
  ConfirmationDeclined: undefined,
  ConfirmationPending: undefined,
  DiscordConflictError: 409,
  DiscordLimitReached: 400,
  DiscordContentBlocked: 400,
  DiscordFeatureUnavailable: 403,
  ToolNotFound: 400,
  PipelineFailed: undefined,
  CancelledError: undefined,
  CircuitOpenError: 503,
  BulkheadFullError: 503,
  DiscordTimeoutError: 504,
  DiscordRestUnavailable: 503,
  DiscordUnexpectedResponse: 502,
  DiscordIndexNotReady: 503,
  GatewayUnavailable: 503,
  TranscriptionUnavailable: 503,
  Defect: 500
}
