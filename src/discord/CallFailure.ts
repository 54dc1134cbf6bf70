import { Cause, Data, Exit, Option } from "effect"
import { attemptTimedOut, type HttpResponse } from "../errors/classifyResponse.ts"
import { type AttemptError, DiscordTimeoutError, describe, withCallFields } from "../errors/DiscordMcpError.ts"
import type { DeadlineExceeded } from "../resilience/Resilience.ts"
import { summaryOf } from "./buildRequest.ts"
import type { DiscordRequest, Reply } from "./DiscordRequest.ts"
import { type AttemptResult, isRefusal } from "./rate-limit/InvalidRequests.ts"
import type { RateLimitResponse } from "./rate-limit/Limits.ts"
import { countsAsInvalid, isTransient, mayHaveHappened } from "./requestFailure.ts"
import type { Phase } from "./Transport.ts"

/** An attempt that succeeded, with its response. */
export interface AttemptSuccess extends Reply {
  readonly response: HttpResponse
}

/** A failed attempt with the history of its call. It never leaves the chain. */
export class CallFailure extends Data.TaggedError("CallFailure")<{
  readonly error: AttemptError
  /** The number of attempts that were sent. */
  readonly attempts: number
  /** The error of the first attempt that failed and may have taken effect. */
  readonly ambiguous: AttemptError | undefined
  /** The response to the attempt, if there is one. */
  readonly response: HttpResponse | undefined
}> {}

/** Why an attempt failed. */
export type AttemptFailure = CallFailure | DeadlineExceeded<CallFailure>

/** The exit of an attempt and of the checks before it. */
export type AttemptExit = Exit.Exit<AttemptSuccess, AttemptFailure | AttemptError>

/** Makes the failure of an attempt that was sent. */
export const sent = (previous: CallFailure | undefined, error: AttemptError, response?: HttpResponse): CallFailure =>
  new CallFailure({
    error,
    attempts: (previous?.attempts ?? 0) + 1,
    ambiguous: previous?.ambiguous ?? (mayHaveHappened(error) ? error : undefined),
    response
  })

/** Makes the failure of an attempt that was not sent. */
export const notSent = (previous: CallFailure | undefined, error: AttemptError): CallFailure =>
  new CallFailure({ error, attempts: previous?.attempts ?? 0, ambiguous: previous?.ambiguous, response: undefined })

/** Makes the failure of an attempt that timed out in a phase. */
export const timedOut = (request: DiscordRequest, previous: CallFailure | undefined, phase: Phase): CallFailure =>
  sent(
    previous,
    attemptTimedOut(summaryOf(request, (previous?.attempts ?? 0) + 1), phase === "body" ? "body" : "headers")
  )

/** Makes the failure of a call whose deadline passed in a phase of an attempt. */
export const expired = (request: DiscordRequest, previous: CallFailure | undefined, phase: Phase): CallFailure => {
  const outcome_unknown = request.repeat !== "same" && (phase !== "idle" || previous?.ambiguous !== undefined)
  const error = new DiscordTimeoutError({ phase: "deadline", outcome_unknown })
  return phase === "idle" ? notSent(previous, error) : sent(previous, error)
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
export const finalError = (request: DiscordRequest, { ambiguous, attempts, error }: CallFailure): AttemptError => {
  if (attempts === 0) return error
  const isExpired = error._tag === "DiscordTimeoutError" && error.phase === "deadline"
  if (isExpired || ambiguous === undefined || request.method === "GET") return withCallFields(error, { attempts })
  if (isTransient(error) && request.repeat !== "same") return withCallFields(ambiguous, { attempts })
  return withCallFields(error, describe(error).retriable ? { attempts } : { attempts, outcome_unknown: true })
}

/** Returns the rate-limit facts of an attempt; `undefined` if it has no response. */
export const rateLimitOf = (exit: AttemptExit): RateLimitResponse | undefined => {
  const { error, response } = endOf(exit)
  return response === undefined
    ? undefined
    : {
        status: response.status,
        header: response.header,
        limited:
          response.status === 429 && error?._tag === "DiscordRateLimitError" && error.scope !== "invalid_requests"
            ? { retryAfterMs: error.retry_after_ms, scope: error.scope }
            : undefined
      }
}

/** Returns what an attempt says about whether Discord accepts the request. `isUnanswered`: it was sent, and no response is complete. */
export const verdictOf = (exit: AttemptExit, isUnanswered: boolean): AttemptResult => {
  const { error, response } = endOf(exit)
  if (response === undefined) return { _tag: isUnanswered ? "unanswered" : "nothing" }
  if (error === undefined || !countsAsInvalid(error)) return { _tag: "accepted" }
  // The kill switch answers for a ban, which is about all requests.
  return isRefusal(error) ? { _tag: "refused", failure: error } : { _tag: "nothing" }
}

/** Returns the error and the response of an attempt, as far as it has them. */
export const endOf = (exit: AttemptExit): Partial<Pick<CallFailure, "error" | "response">> =>
  Exit.match(exit, {
    onSuccess: ({ response }) => ({ response }),
    onFailure: (cause) => {
      const failed = Option.getOrUndefined(Cause.failureOption(cause))
      return failed?._tag === "CallFailure" ? failed : {}
    }
  })

/** Returns the error of a failed attempt, for its span. */
export const errorOf = (failure: AttemptFailure): AttemptError =>
  failure._tag === "CallFailure"
    ? failure.error
    : new DiscordTimeoutError({ phase: "deadline", outcome_unknown: false })
