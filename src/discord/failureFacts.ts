/** The decisions of the chain about each failure of the union. */
import { Cause, Option } from "effect"
import { wasNeverSent } from "../errors/classifyResponse.ts"
import type { DiscordFailure } from "../errors/DiscordMcpError.ts"
import type { Upstream } from "../errors/fields.ts"
import { describeProxyFailure } from "../errors/proxyFailure.ts"
import { factsOfStatus } from "../errors/statusFacts.ts"
import type { Outcome } from "../resilience/Circuit.ts"
import type { DiscordRequest } from "./DiscordRequest.ts"

/** The facts about a failure. */
interface FailureFacts<F> {
  /**
   * Returns whether to retry the request: the table "what is safe to repeat" of
   * docs/resilience.md. A write that may have taken effect is retried only if it is
   * idempotent.
   */
  readonly repeatable: (failure: F, repeat: DiscordRequest["repeat"]) => boolean
  /** The wait that Discord requests, if any. */
  readonly hintMs: (failure: F) => number | undefined
  /** Returns whether the attempt may have taken effect. */
  readonly mayHaveHappened: (failure: F) => boolean
  /** Whether the same request may succeed later. */
  readonly transient: boolean
  /** The outcome for the circuit. Any response from Discord is a success, a 404 included. */
  readonly outcome: (failure: F) => Outcome
  /** Returns whether Discord responded, which proves that no ban is in force. */
  readonly connected: (failure: F) => boolean
  /** Returns whether Discord counts it as invalid (Discord docs, rate limits: 401, 403, 429 unless shared). */
  readonly countsAsInvalid: (failure: F) => boolean
}

interface Answered {
  readonly upstream?: Upstream | undefined
}

const never = () => false
const noHint = () => undefined
const ignored = (): Outcome => "ignored"
const hasUpstream = ({ upstream }: Answered) => upstream !== undefined
const hasInvalidStatus = ({ upstream }: Answered) => upstream !== undefined && factsOfStatus(upstream.status).invalid

/** Discord rejected the request. Without `upstream`, nothing was sent. */
const refusal: FailureFacts<Answered> = {
  repeatable: never,
  hintMs: noHint,
  mayHaveHappened: never,
  transient: false,
  outcome: (failure) => (hasUpstream(failure) ? "success" : "ignored"),
  connected: hasUpstream,
  countsAsInvalid: hasInvalidStatus
}

/** This server rejected the request before sending it. */
const notSent: FailureFacts<unknown> = {
  repeatable: never,
  hintMs: noHint,
  mayHaveHappened: never,
  transient: true,
  outcome: ignored,
  connected: never,
  countsAsInvalid: never
}

/** The wait if Discord gives none: "a short delay" (Discord docs, search guild messages). */
const INDEX_POLL_MS = 1000

/** Returns whether a network failure is permanent. A retry does not make a certificate valid. */
const isPermanent = (network: string | undefined): boolean =>
  describeProxyFailure(network)?.transient === false || (network !== undefined && /CERT|TLS/.test(network))

/** Returns the outcome for the circuit. With a status below 500, Discord responded in time. */
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
  ScopeRejectedError: { ...notSent, transient: false },
  CircuitOpenError: notSent,
  BulkheadFullError: notSent,
  DiscordRateLimitError: {
    repeatable: () => true,
    hintMs: ({ retry_after_ms }) => retry_after_ms,
    mayHaveHappened: never,
    transient: true,
    outcome: ignored,
    connected: hasUpstream,
    countsAsInvalid: ({ scope }) => scope !== "shared"
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
    repeatable: ({ outcome_unknown, upstream }) => !outcome_unknown && factsOfStatus(upstream.status).transient,
    hintMs: noHint,
    mayHaveHappened: () => true,
    transient: true,
    outcome: ignored,
    connected: hasUpstream,
    countsAsInvalid: hasInvalidStatus
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

const factsOf = (failure: DiscordFailure): FailureFacts<DiscordFailure> =>
  "sent" in failure && failure.sent === false
    ? notSent
    : // Each entry accepts the failure of its tag. The compiler does not relate tag and failure in a union.
      (facts[failure._tag] as FailureFacts<DiscordFailure>)

/** Returns whether to retry the request after this failure. */
export const isRepeatable = (failure: DiscordFailure, repeat: DiscordRequest["repeat"]): boolean =>
  factsOf(failure).repeatable(failure, repeat)

/** Returns the wait that Discord requests, if any. */
export const hintOf = (failure: DiscordFailure): number | undefined => factsOf(failure).hintMs(failure)

/** Returns whether the failed attempt may have taken effect. */
export const mayHaveHappened = (failure: DiscordFailure): boolean => factsOf(failure).mayHaveHappened(failure)

/** Returns whether the same request may succeed later. */
export const isTransient = (failure: DiscordFailure): boolean => factsOf(failure).transient

/** Returns whether Discord responded. */
export const isConnected = (failure: DiscordFailure): boolean => factsOf(failure).connected(failure)

/** Returns whether Discord counts the request as invalid. */
export const countsAsInvalid = (failure: DiscordFailure): boolean => factsOf(failure).countsAsInvalid(failure)

/** Returns the outcome of a failed attempt for the circuit. */
export const outcomeOf = (cause: Cause.Cause<DiscordFailure>): Outcome =>
  Option.match(Cause.failureOption(cause), {
    onNone: ignored,
    onSome: (failure) => factsOf(failure).outcome(failure)
  })
