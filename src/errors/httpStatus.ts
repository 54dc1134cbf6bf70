import type { ErrorTag } from "./DiscordMcpError.ts"
import { errorFacts } from "./ErrorCode.ts"
import type { Failure } from "./Failure.ts"

/** What the status of a response means if no code of Discord says more. */
export interface StatusFacts {
  readonly error: StatusTag
  /** Whether the same request may succeed later without a change. Only then is an attempt repeated. */
  readonly transient: boolean
  /** Whether Discord counts the request as invalid (Discord docs, rate limits, invalid request limit). */
  readonly invalid: boolean
  /** Whether any sender means the same with it. A refusal counts only with Discord's own body. */
  readonly byAnyone: boolean
}

/** The errors that a status alone can mean. */
export type StatusTag = Extract<
  ErrorTag,
  | "DiscordPermissionError"
  | "DiscordRateLimitError"
  | "DiscordNotFoundError"
  | "ValidationError"
  | "DiscordAuthError"
  | "DiscordConflictError"
  | "DiscordTimeoutError"
  | "DiscordRestUnavailable"
  | "DiscordUnexpectedResponse"
>

const refusal = (error: StatusTag): StatusFacts => ({ error, transient: false, invalid: false, byAnyone: false })
const failing = (error: StatusTag): StatusFacts => ({ error, transient: true, invalid: false, byAnyone: true })

const byStatus: Readonly<Record<number, StatusFacts>> = {
  401: { ...refusal("DiscordAuthError"), invalid: true },
  402: refusal("DiscordPermissionError"),
  403: { ...refusal("DiscordPermissionError"), invalid: true },
  404: refusal("DiscordNotFoundError"),
  408: failing("DiscordTimeoutError"),
  409: refusal("DiscordConflictError"),
  410: refusal("DiscordNotFoundError"),
  413: { ...refusal("ValidationError"), byAnyone: true },
  423: refusal("DiscordConflictError"),
  424: refusal("DiscordConflictError"),
  425: failing("DiscordTimeoutError"),
  429: { ...failing("DiscordRateLimitError"), invalid: true },
  504: failing("DiscordTimeoutError")
}

/** The meaning of the statuses that `byStatus` does not list, by their first digit. */
const byClass: Readonly<Record<number, StatusFacts>> = {
  // The body of a success is missing or broken: the next response may be complete.
  2: failing("DiscordUnexpectedResponse"),
  4: refusal("ValidationError"),
  5: failing("DiscordRestUnavailable")
}

/** A redirect, or a number that is no status of HTTP: another server answers, and it will do so again. */
const otherServer = refusal("DiscordUnexpectedResponse")

/** Returns what a status means. An unlisted status means what its class means. */
export const factsOfStatus = (status: number): StatusFacts =>
  byStatus[status] ?? byClass[Math.floor(status / 100)] ?? otherServer

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

/** A dry run, a declined confirmation and a cancelled call have no HTTP status. */
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
  Defect: 500
}
