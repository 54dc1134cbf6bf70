import { DiscordRateLimitError } from "../errors/ClientErrors.ts"
import { type Answer, type Asked, attemptTimedOut } from "../errors/classify.ts"
import type { DiscordFailure } from "../errors/DiscordMcpError.ts"
import { DiscordTimeoutError } from "../errors/ServerErrors.ts"
import type { DiscordRequest } from "./DiscordRequest.ts"
import { fieldsOf, templateOf } from "./Route.ts"
import type { RateLimitResponse } from "./rate-limit/RateLimiter.ts"
import { mayHaveHappened } from "./repeat.ts"
import type { Phase } from "./Transport.ts"

/** What the tries of one call know together; they run one after another, so it is plain state. */
export class Tries {
  readonly request: DiscordRequest
  number = 0
  phase: Phase = "idle"
  answer: Answer | undefined
  failure: DiscordFailure | undefined
  /** Why this try was cut short. */
  cut: DiscordFailure | undefined
  /** The first try that may have done its work although it failed. */
  doubt: DiscordFailure | undefined

  constructor(request: DiscordRequest) {
    this.request = request
  }

  /** The next try begins. */
  begin(number: number): void {
    this.number = number
    this.phase = "idle"
    this.answer = undefined
    this.failure = undefined
    this.cut = undefined
  }

  /** This try has failed. */
  failed(failure: DiscordFailure): void {
    this.phase = "idle"
    this.failure = failure
    if (this.doubt === undefined && mayHaveHappened(failure)) this.doubt = failure
  }

  /** What was asked, for the classifier. */
  asked(): Asked {
    const { accept = "json", method, path, repeat, route, subject } = this.request
    return {
      method,
      route: templateOf(route),
      ids: Object.fromEntries(
        fieldsOf(route)
          .filter((field) => !field.endsWith("token"))
          .map((field) => [field, path[field] ?? ""])
      ),
      subject,
      accept,
      repeatable: repeat === "same",
      attempt: this.number
    }
  }

  /** What this try taught about rate limits. */
  learned(): RateLimitResponse | undefined {
    if (this.answer === undefined) return undefined
    const limited =
      this.answer.status === 429 && this.failure instanceof DiscordRateLimitError ? this.failure : undefined
    return {
      status: this.answer.status,
      header: this.answer.header,
      limited: limited && { retryAfterMs: limited.retry_after_ms, scope: limited.scope }
    }
  }

  /** The time of this try is up. */
  timedOut(): DiscordTimeoutError {
    const failure = attemptTimedOut(this.asked(), this.phase === "body" ? "body" : "headers")
    this.cut = failure
    this.failed(failure)
    return failure
  }

  /** The time of the whole call is up: its outcome is unknown, when a write was on its way. */
  expired(): DiscordTimeoutError {
    const failure = new DiscordTimeoutError({
      phase: "deadline",
      outcome_unknown: this.request.repeat !== "same" && (this.phase !== "idle" || this.doubt !== undefined),
      ...(this.number > 0 && { attempts: this.number })
    })
    this.cut = failure
    return failure
  }

  /**
   * What the caller is told in the end. After a try that may have worked, a later
   * transient failure must not read as "nothing happened, call again": the nonce
   * that made our own tries safe is not the one of the caller's next call.
   */
  verdict(failure: DiscordFailure): DiscordFailure {
    return this.request.repeat === "nonce" && this.doubt !== undefined && isTransient(failure) ? this.doubt : failure
  }
}

const isTransient = ({ _tag }: DiscordFailure): boolean =>
  _tag === "DiscordRateLimitError" ||
  _tag === "DiscordRestUnavailable" ||
  _tag === "DiscordTimeoutError" ||
  _tag === "DiscordUnexpectedResponse" ||
  _tag === "DiscordCloudflareBlocked" ||
  _tag === "CircuitOpenError"
