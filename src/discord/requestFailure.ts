/** What the chain decides about a failed request: read from the class of the failure. */
import { Cause, Option } from "effect"
import { notSent } from "../errors/chainTraits.ts"
import type { DiscordFailure } from "../errors/DiscordMcpError.ts"
import { errorTraits } from "../errors/ErrorCode.ts"
import type { ChainTraits } from "../errors/ErrorTraits.ts"
import type { Outcome } from "../resilience/Circuit.ts"
import type { DiscordRequest } from "./DiscordRequest.ts"

const chainOf = (failure: DiscordFailure): ChainTraits<DiscordFailure> =>
  "sent" in failure && failure.sent === false
    ? notSent
    : // Each class accepts its own failures. The compiler does not relate tag and failure in a union.
      (errorTraits[failure._tag].chain as ChainTraits<DiscordFailure>)

/** Returns whether to retry the request after this failure. */
export const isRepeatable = (failure: DiscordFailure, repeat: DiscordRequest["repeat"]): boolean =>
  chainOf(failure).repeatable(failure, repeat)

/** Returns the wait that Discord requests, if any. */
export const hintOf = (failure: DiscordFailure): number | undefined => chainOf(failure).hintMs(failure)

/** Returns whether the failed attempt may have taken effect. */
export const mayHaveHappened = (failure: DiscordFailure): boolean => chainOf(failure).mayHaveHappened(failure)

/** Returns whether the same request may succeed later. */
export const isTransient = (failure: DiscordFailure): boolean => chainOf(failure).transient

/** Returns whether Discord responded. */
export const isConnected = (failure: DiscordFailure): boolean => chainOf(failure).connected(failure)

/** Returns whether Discord counts the request as invalid. */
export const countsAsInvalid = (failure: DiscordFailure): boolean => chainOf(failure).countsAsInvalid(failure)

/** Returns the outcome of a failed attempt for the circuit. */
export const outcomeOf = (cause: Cause.Cause<DiscordFailure>): Outcome =>
  Option.match(Cause.failureOption(cause), {
    onNone: () => "ignored" as const,
    onSome: (failure) => chainOf(failure).outcome(failure)
  })
