/** What the status of a response means if no code of Discord says more. */
export interface StatusMeaning {
  readonly error: StatusTag
  /** Whether the same request may succeed later without a change. Only then is an attempt repeated. */
  readonly transient: boolean
  /** Whether Discord counts the request as invalid (Discord docs, rate limits, invalid request limit). */
  readonly invalid: boolean
  /** Whether any sender means the same with it. A refusal counts only with Discord's own body. */
  readonly byAnyone: boolean
}

/** The errors that a status alone can mean. */
export type StatusTag =
  | "DiscordPermissionError"
  | "DiscordRateLimitError"
  | "DiscordNotFoundError"
  | "ValidationError"
  | "DiscordAuthError"
  | "DiscordConflictError"
  | "DiscordTimeoutError"
  | "DiscordRestUnavailable"
  | "DiscordUnexpectedResponse"

const refusal = (error: StatusTag): StatusMeaning => ({ error, transient: false, invalid: false, byAnyone: false })
const failing = (error: StatusTag): StatusMeaning => ({ error, transient: true, invalid: false, byAnyone: true })

const byStatus: Readonly<Record<number, StatusMeaning>> = {
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
const byClass: Readonly<Record<number, StatusMeaning>> = {
  // The body of a success is missing or broken: the next response may be complete.
  2: failing("DiscordUnexpectedResponse"),
  4: refusal("ValidationError"),
  5: failing("DiscordRestUnavailable")
}

/** A redirect, or a number that is no status of HTTP: another server answers, and it will do so again. */
const otherServer = refusal("DiscordUnexpectedResponse")

/** Returns what a status means. An unlisted status means what its class means. */
export const meaningOfStatus = (status: number): StatusMeaning =>
  byStatus[status] ?? byClass[Math.floor(status / 100)] ?? otherServer
