import { Cause, Exit, Option } from "effect"
import { isNeverSent } from "../errors/classify.ts"
import type { DiscordFailure } from "../errors/DiscordMcpError.ts"
import type { Outcome } from "../resilience/Circuit.ts"
import type { DiscordRequest } from "./DiscordRequest.ts"

/**
 * Whether the same request may be sent again after this failure: the table "what
 * is safe to repeat" of docs/resilience.md. A write that may have happened is
 * repeated only where a second one changes nothing more.
 */
export const isRepeatable = (failure: DiscordFailure, repeat: DiscordRequest["repeat"]): boolean => {
  switch (failure._tag) {
    case "DiscordRateLimitError":
      return failure.sent
    case "DiscordTimeoutError":
      return failure.phase !== "deadline" && (repeat !== "no" || !failure.outcome_unknown)
    case "DiscordRestUnavailable":
      return !isPermanent(failure.network) && (repeat !== "no" || !failure.outcome_unknown)
    case "DiscordUnexpectedResponse":
      return !failure.outcome_unknown
    case "DiscordIndexNotReady":
      return repeat === "same"
    default:
      return false
  }
}

/** How long the other side asked to wait, where it did. */
export const hintOf = (failure: DiscordFailure): number | undefined => {
  switch (failure._tag) {
    case "DiscordRateLimitError":
    case "DiscordRestUnavailable":
      return failure.retry_after_ms
    case "DiscordIndexNotReady":
      return failure.retry_after_ms ?? INDEX_POLL_MS
    default:
      return undefined
  }
}

/** Whether a try that failed so may nevertheless have changed something. */
export const mayHaveHappened = (failure: DiscordFailure): boolean => {
  switch (failure._tag) {
    case "DiscordTimeoutError":
      return failure.phase === "headers" || failure.phase === "body" || failure.upstream?.status === 504
    case "DiscordRestUnavailable":
      return failure.upstream === undefined
        ? !isNeverSent(failure.network)
        : failure.upstream.status >= 500 && failure.upstream.status !== 502 && failure.upstream.status !== 503
    case "DiscordUnexpectedResponse":
      return true
    default:
      return false
  }
}

/** What the end of a call says about Discord's health. Any answer of Discord's own is a good sign, a 404 included. */
export const outcomeOf = <A>(exit: Exit.Exit<A, DiscordFailure>): Outcome => {
  if (Exit.isSuccess(exit)) return "success"
  const failure = Option.getOrUndefined(Cause.failureOption(exit.cause))
  if (failure === undefined) return "ignored"
  switch (failure._tag) {
    case "DiscordTimeoutError":
    case "DiscordRestUnavailable":
      return failure.upstream !== undefined && failure.upstream.status < 500 ? "success" : "failure"
    case "DiscordRateLimitError":
    case "DiscordCloudflareBlocked":
    case "DiscordUnexpectedResponse":
    case "CircuitOpenError":
    case "BulkheadFullError":
      return "ignored"
    default:
      return failure.upstream === undefined ? "ignored" : "success"
  }
}

/** Discord says "after a short delay" where it gives none (Discord docs, search guild messages). */
const INDEX_POLL_MS = 1000

/** A certificate does not become valid by asking again. */
const isPermanent = (network: string | undefined): boolean => network !== undefined && /CERT|TLS/.test(network)
