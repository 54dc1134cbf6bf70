/** What the attempts of one call have shown so far: an immutable history, and the conclusion drawn from it. */
import { Schema } from "effect"
import type { HttpResponse } from "../errors/classifyResponse.ts"
import { DiscordFailure } from "../errors/DiscordMcpError.ts"
import { describe } from "../errors/describe.ts"
import { DiscordTimeoutError } from "../errors/ServerErrors.ts"
import type { DiscordRequest } from "./DiscordRequest.ts"
import { isTransient, mayHaveHappened } from "./failureFacts.ts"
import type { RateLimitResponse } from "./rate-limit/RateLimiter.ts"
import type { Phase } from "./Transport.ts"

/** The attempts of one call; they run one after another. */
export interface CallAttempts {
  /** How many have been sent. */
  readonly count: number
  /** How far the running one is; `idle` between two attempts, and before anything is sent. */
  readonly phase: Phase
  /** What Discord answered to the last one, if it did. */
  readonly answer: HttpResponse | undefined
  /** How the last one failed. */
  readonly failure: DiscordFailure | undefined
  /** How the first one failed that may have taken effect nevertheless. */
  readonly doubt: DiscordFailure | undefined
}

/** No attempt yet. */
export const none: CallAttempts = { count: 0, phase: "idle", answer: undefined, failure: undefined, doubt: undefined }

/** The next attempt may leave: what the one before taught is not to be learned anew. */
export const begun = ({ count, doubt }: CallAttempts): CallAttempts => ({ ...none, count, doubt })

/** The attempt is sent. */
export const sent = (attempts: CallAttempts): CallAttempts => ({ ...attempts, count: attempts.count + 1 })

/** The running attempt has come so far. */
export const reached =
  (phase: Phase) =>
  (attempts: CallAttempts): CallAttempts => ({ ...attempts, phase })

/** Discord has answered the running attempt. */
export const answered =
  (answer: HttpResponse) =>
  (attempts: CallAttempts): CallAttempts => ({ ...attempts, answer })

/** The running attempt has failed. One that the deadline has cut is not over: nobody knows how it would have ended. */
export const failed =
  (failure: DiscordFailure) =>
  (attempts: CallAttempts): CallAttempts =>
    isExpired(failure)
      ? attempts
      : {
          ...attempts,
          phase: "idle",
          failure,
          doubt: attempts.doubt ?? (mayHaveHappened(failure) ? failure : undefined)
        }

/** What the last attempt says about rate limits. */
export const responseOf = ({ answer, failure }: CallAttempts): RateLimitResponse | undefined =>
  answer === undefined
    ? undefined
    : {
        status: answer.status,
        header: answer.header,
        limited:
          answer.status === 429 && failure?._tag === "DiscordRateLimitError"
            ? { retryAfterMs: failure.retry_after_ms, scope: failure.scope }
            : undefined
      }

/**
 * How a call ends, with all its attempts. Where an attempt may have taken
 * effect, the end never reads as if nothing had happened:
 *
 * - a later refusal keeps its code and carries `outcome_unknown`;
 * - a message whose later attempt failed for a while ends as the doubtful one:
 *   the caller's next call has another nonce, so it must not be repeated unseen;
 * - for other requests a second one changes nothing more: they may be called again.
 */
export const conclude =
  (request: DiscordRequest, attempts: CallAttempts) =>
  (failure: DiscordFailure): DiscordFailure => {
    const { count, doubt, phase } = attempts
    if (count === 0 || failure._tag === "BulkheadFullError" || failure._tag === "CircuitOpenError") return failure
    const repeatable = request.repeat === "same"
    if (isExpired(failure)) {
      const outcome_unknown = !repeatable && (phase !== "idle" || doubt !== undefined)
      return new DiscordTimeoutError({ phase: "deadline", outcome_unknown, attempts: count })
    }
    if (doubt === undefined || request.method === "GET") return withFields(failure, { attempts: count })
    if (isTransient(failure) && !repeatable) return withFields(doubt, { attempts: count })
    const outcome_unknown = !describe(failure).retriable
    return withFields(failure, { attempts: count, ...(outcome_unknown && { outcome_unknown }) })
  }

/** What a call fails with whose deadline has passed; the attempts complete it. */
export const expired = new DiscordTimeoutError({ phase: "deadline", outcome_unknown: false })

const isExpired = (failure: DiscordFailure): boolean =>
  failure._tag === "DiscordTimeoutError" && failure.phase === "deadline"

const withFields = (
  failure: DiscordFailure,
  fields: { readonly attempts: number; readonly outcome_unknown?: boolean }
): DiscordFailure =>
  failure._tag !== "BulkheadFullError" && failure._tag !== "CircuitOpenError" && sameFields(failure, fields)
    ? failure
    : decode({ ...encode(failure), ...fields })

/** Most calls make one attempt, whose failure says so already. */
const sameFields = (
  failure: { readonly attempts?: number },
  { attempts, outcome_unknown }: { readonly attempts: number; readonly outcome_unknown?: boolean }
): boolean => failure.attempts === attempts && outcome_unknown === undefined

const encode = Schema.encodeSync(DiscordFailure)
const decode = Schema.decodeUnknownSync(DiscordFailure)
