/** Every decision of the chain over the union of failures, one row for each member. */
import { Cause, Exit, Option } from "effect"
import { wasNeverSent } from "../errors/classifyResponse.ts"
import type { DiscordFailure } from "../errors/DiscordMcpError.ts"
import type { Upstream } from "../errors/fields.ts"
import type { Outcome } from "../resilience/Circuit.ts"
import type { DiscordRequest } from "./DiscordRequest.ts"

/** What the chain asks of a failure. */
interface FailureFacts<F> {
  /**
   * Whether the same request may be sent again: the table "what is safe to
   * repeat" of docs/resilience.md. A write that may have taken effect is
   * repeated only where a second one changes nothing more.
   */
  readonly repeatable: (failure: F, repeat: DiscordRequest["repeat"]) => boolean
  /** How long Discord asked to wait first, where it did. */
  readonly hintMs: (failure: F) => number | undefined
  /** Whether an attempt that failed so may nevertheless have taken effect. */
  readonly mayHaveHappened: (failure: F) => boolean
  /** Whether it says nothing about the request itself: repeated later, it may succeed. */
  readonly transient: boolean
  /** What it says about Discord's health. Any answer of Discord's own is a good sign, a 404 included. */
  readonly outcome: (failure: F) => Outcome
  /** Whether Discord itself has answered, so that no ban is in force. */
  readonly connected: (failure: F) => boolean
  /** Whether Discord counts it as an invalid request (Discord docs, rate limits: 401, 403, and 429 but not shared). */
  readonly countsAsInvalid: (failure: F) => boolean
}

interface Answered {
  readonly upstream?: Upstream | undefined
}

const never = () => false
const noHint = () => undefined
const ignored = (): Outcome => "ignored"
const hasUpstream = ({ upstream }: Answered) => upstream !== undefined
const isUnauthorized = ({ upstream }: Answered) => upstream?.status === 401 || upstream?.status === 403

/** Discord has answered and refused; without `upstream` nothing was sent. */
const refusal: FailureFacts<Answered> = {
  repeatable: never,
  hintMs: noHint,
  mayHaveHappened: never,
  transient: false,
  outcome: (failure) => (hasUpstream(failure) ? "success" : "ignored"),
  connected: hasUpstream,
  countsAsInvalid: isUnauthorized
}

/** Refused here, before anything was sent. */
const notSent: FailureFacts<unknown> = {
  repeatable: never,
  hintMs: noHint,
  mayHaveHappened: never,
  transient: true,
  outcome: ignored,
  connected: never,
  countsAsInvalid: never
}

/** Discord asks again after "a short delay" where it gives none (Discord docs, search guild messages). */
const INDEX_POLL_MS = 1000

/** A certificate does not become valid by asking again. */
const isPermanent = (network: string | undefined): boolean => network !== undefined && /CERT|TLS/.test(network)

/** Below 500 Discord is there and has refused in time; else it is not well. */
const healthOf = ({ upstream }: Answered): Outcome =>
  upstream !== undefined && upstream.status < 500 ? "success" : "failure"

const facts = {
  DiscordPermissionError: refusal,
  DiscordNotFoundError: refusal,
  ValidationError: refusal,
  DiscordAuthError: refusal,
  DiscordConflictError: refusal,
  DiscordLimitReached: refusal,
  DiscordContentBlocked: refusal,
  DiscordFeatureUnavailable: refusal,
  CircuitOpenError: notSent,
  BulkheadFullError: notSent,
  DiscordRateLimitError: {
    repeatable: ({ sent }) => sent,
    hintMs: ({ retry_after_ms }) => retry_after_ms,
    mayHaveHappened: never,
    transient: true,
    outcome: ignored,
    connected: hasUpstream,
    countsAsInvalid: ({ scope, sent }) => sent && scope !== "shared"
  },
  DiscordCloudflareBlocked: {
    ...notSent,
    countsAsInvalid: hasUpstream
  },
  DiscordTimeoutError: {
    repeatable: ({ outcome_unknown, phase }, repeat) => phase !== "deadline" && (repeat !== "no" || !outcome_unknown),
    hintMs: noHint,
    mayHaveHappened: ({ phase, upstream }) => phase === "headers" || phase === "body" || upstream?.status === 504,
    transient: true,
    outcome: healthOf,
    connected: hasUpstream,
    countsAsInvalid: never
  },
  DiscordRestUnavailable: {
    repeatable: ({ network, outcome_unknown }, repeat) =>
      !isPermanent(network) && (repeat !== "no" || !outcome_unknown),
    hintMs: ({ retry_after_ms }) => retry_after_ms,
    mayHaveHappened: ({ network, upstream }) =>
      upstream === undefined
        ? !wasNeverSent(network)
        : upstream.status >= 500 && upstream.status !== 502 && upstream.status !== 503,
    transient: true,
    outcome: healthOf,
    connected: hasUpstream,
    countsAsInvalid: never
  },
  DiscordUnexpectedResponse: {
    repeatable: ({ outcome_unknown }) => !outcome_unknown,
    hintMs: noHint,
    mayHaveHappened: () => true,
    transient: true,
    outcome: ignored,
    connected: hasUpstream,
    countsAsInvalid: isUnauthorized
  },
  DiscordIndexNotReady: {
    repeatable: (_, repeat) => repeat === "same",
    hintMs: ({ retry_after_ms }) => retry_after_ms ?? INDEX_POLL_MS,
    mayHaveHappened: never,
    transient: true,
    outcome: () => "success",
    connected: hasUpstream,
    countsAsInvalid: never
  }
} satisfies { readonly [Tag in DiscordFailure["_tag"]]: FailureFacts<Extract<DiscordFailure, { readonly _tag: Tag }>> }

// The row of a failure's tag takes that failure: the compiler does not follow a tag through a union.
const factsOf = (failure: DiscordFailure) => facts[failure._tag] as FailureFacts<DiscordFailure>

/** Whether the same request may be sent again after this failure. */
export const isRepeatable = (failure: DiscordFailure, repeat: DiscordRequest["repeat"]): boolean =>
  factsOf(failure).repeatable(failure, repeat)

/** How long Discord asked to wait, where it did. */
export const hintOf = (failure: DiscordFailure): number | undefined => factsOf(failure).hintMs(failure)

/** Whether an attempt that failed so may nevertheless have taken effect. */
export const mayHaveHappened = (failure: DiscordFailure): boolean => factsOf(failure).mayHaveHappened(failure)

/** Whether a failure says nothing about the request itself. */
export const isTransient = (failure: DiscordFailure): boolean => factsOf(failure).transient

/** Whether Discord itself has answered. */
export const isConnected = (failure: DiscordFailure): boolean => factsOf(failure).connected(failure)

/** Whether Discord counts the request as an invalid one. */
export const countsAsInvalid = (failure: DiscordFailure): boolean => factsOf(failure).countsAsInvalid(failure)

/** What the end of a call says about Discord's health. */
export const outcomeOf = <A>(exit: Exit.Exit<A, DiscordFailure>): Outcome =>
  Exit.match(exit, {
    onSuccess: () => "success",
    onFailure: (cause) =>
      Option.match(Cause.failureOption(cause), {
        onNone: ignored,
        onSome: (failure) => factsOf(failure).outcome(failure)
      })
  })
