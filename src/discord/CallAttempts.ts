/** The immutable history of a call's attempts, and the failure that results from it. */
import { Schema } from "effect"
import type { HttpResponse } from "../errors/classifyResponse.ts"
import { DiscordFailure } from "../errors/DiscordMcpError.ts"
import { describe } from "../errors/describe.ts"
import { DiscordTimeoutError } from "../errors/ServerErrors.ts"
import { factsOfStatus } from "../errors/statusFacts.ts"
import type { DiscordRequest } from "./DiscordRequest.ts"
import { countsAsInvalid, isTransient, mayHaveHappened } from "./failureFacts.ts"
import { type AttemptResult, isRefusal } from "./rate-limit/InvalidRequests.ts"
import type { RateLimitResponse } from "./rate-limit/Limits.ts"
import type { Phase } from "./Transport.ts"

/** The attempts of one call. They run one after another. */
export interface CallAttempts {
  /** The number of attempts sent. */
  readonly count: number
  /** The phase of the current attempt; `idle` between attempts and before the first. */
  readonly phase: Phase
  /** The response to the last attempt, if there is one. */
  readonly response: HttpResponse | undefined
  /** The failure of the last attempt. */
  readonly failure: DiscordFailure | undefined
  /** The failure of the first attempt that may have taken effect. */
  readonly ambiguous: DiscordFailure | undefined
}

/** The history before the first attempt. */
export const none: CallAttempts = {
  count: 0,
  phase: "idle",
  response: undefined,
  failure: undefined,
  ambiguous: undefined
}

/** Starts the next attempt. Clears the last response, so that the rate limiter does not read it twice. */
export const startNext = ({ count, ambiguous }: CallAttempts): CallAttempts => ({ ...none, count, ambiguous })

/** Records that the attempt is sent. */
export const recordSent = (attempts: CallAttempts): CallAttempts => ({ ...attempts, count: attempts.count + 1 })

/** Records the phase of the current attempt. */
export const recordPhase =
  (phase: Phase) =>
  (attempts: CallAttempts): CallAttempts => ({ ...attempts, phase })

/** Records the response to the current attempt. */
export const recordResponse =
  (response: HttpResponse) =>
  (attempts: CallAttempts): CallAttempts => ({ ...attempts, response })

/**
 * Records the failure of the current attempt. A passed deadline is not recorded, because the outcome
 * of the attempt is unknown.
 */
export const recordFailure =
  (failure: DiscordFailure) =>
  (attempts: CallAttempts): CallAttempts =>
    isExpired(failure)
      ? attempts
      : {
          ...attempts,
          phase: "idle",
          failure,
          ambiguous: attempts.ambiguous ?? (mayHaveHappened(failure) ? failure : undefined)
        }

/** Returns the rate limit information of the last attempt. */
export const responseOf = ({ response, failure }: CallAttempts): RateLimitResponse | undefined =>
  response === undefined
    ? undefined
    : {
        status: response.status,
        header: response.header,
        limited:
          response.status === 429 && failure?._tag === "DiscordRateLimitError" && failure.scope !== "invalid_requests"
            ? { retryAfterMs: failure.retry_after_ms, scope: failure.scope }
            : undefined
      }

/**
 * Returns what the attempts after the first `before` say about whether Discord accepts the request. The
 * response of a request that is interrupted during its check of the token was counted when it arrived.
 */
export const resultSince = ({ count, failure, response }: CallAttempts, before: number): AttemptResult => {
  if (count === before) return { _tag: "nothing" }
  if (response === undefined) {
    return { _tag: failure?._tag === "DiscordRestUnavailable" ? "nothing" : "unanswered" }
  }
  if (failure === undefined) return { _tag: factsOfStatus(response.status).invalid ? "nothing" : "accepted" }
  if (!countsAsInvalid(failure)) return { _tag: "accepted" }
  // The kill switch answers for a ban, which is about all requests.
  return isRefusal(failure) ? { _tag: "refused", failure } : { _tag: "nothing" }
}

/**
 * Returns the failure of a call after all its attempts. If an attempt may have taken
 * effect, the failure says so:
 *
 * - a later rejection keeps its code and has `outcome_unknown`;
 * - a message whose later attempt failed with a transient error has the ambiguous failure,
 *   because the next call has another nonce and must not be retried unchecked;
 * - other requests are idempotent, so they may be called again.
 */
export const conclude =
  (request: DiscordRequest, attempts: CallAttempts) =>
  (failure: DiscordFailure): DiscordFailure => {
    const { count, ambiguous, phase } = attempts
    if (count === 0 || failure._tag === "BulkheadFullError" || failure._tag === "CircuitOpenError") return failure
    const repeatable = request.repeat === "same"
    if (isExpired(failure)) {
      const outcome_unknown = !repeatable && (phase !== "idle" || ambiguous !== undefined)
      return new DiscordTimeoutError({ phase: "deadline", outcome_unknown, attempts: count })
    }
    if (ambiguous === undefined || request.method === "GET") return withFields(failure, { attempts: count })
    if (isTransient(failure) && !repeatable) return withFields(ambiguous, { attempts: count })
    const outcome_unknown = !describe(failure).retriable
    return withFields(failure, { attempts: count, ...(outcome_unknown && { outcome_unknown }) })
  }

/** The failure of a call at its deadline. `conclude` adds the attempts. */
export const expired = new DiscordTimeoutError({ phase: "deadline", outcome_unknown: false })

const isExpired = (failure: DiscordFailure): boolean =>
  failure._tag === "DiscordTimeoutError" && failure.phase === "deadline"

const withFields = (
  failure: DiscordFailure,
  fields: { readonly attempts: number; readonly outcome_unknown?: boolean }
): DiscordFailure =>
  failure._tag !== "BulkheadFullError" && failure._tag !== "CircuitOpenError" && hasFields(failure, fields)
    ? failure
    : decode({ ...encode(failure), ...fields })

/** Returns whether a failure already has these fields, which is the common case. */
const hasFields = (
  failure: { readonly attempts?: number },
  { attempts, outcome_unknown }: { readonly attempts: number; readonly outcome_unknown?: boolean }
): boolean => failure.attempts === attempts && outcome_unknown === undefined

const encode = Schema.encodeSync(DiscordFailure)
const decode = Schema.decodeUnknownSync(DiscordFailure)
