import { Effect, Exit, MutableRef, Option } from "effect"
import type { BulkheadFullError, CircuitOpenError } from "../errors/ServerErrors.ts"
import * as Bulkhead from "./Bulkhead.ts"
import type { CircuitSettings, Outcome } from "./Circuit.ts"
import * as CircuitBreaker from "./CircuitBreaker.ts"
import * as Deadline from "./Deadline.ts"
import * as Retry from "./Retry.ts"
import * as Timeout from "./Timeout.ts"

/** Settings of the chain. */
export interface ResilienceSettings {
  readonly bulkhead: Bulkhead.BulkheadSettings
  readonly circuit: CircuitSettings
  readonly retry: Retry.RetrySettings
}

/** Listeners of the chain's events. */
export interface Listeners {
  readonly onTransition?: (transition: CircuitBreaker.Transition) => Effect.Effect<void>
  /** Called with the number of running calls whenever it changes. */
  readonly onInFlight?: (calls: number) => Effect.Effect<void>
}

/** One call with its keys and policies. */
export interface Call<A, E, R> {
  /** The key of the circuit. Calls with the same key share a circuit. */
  readonly circuit: string
  /** The key of the bulkhead's limit per key. */
  readonly bucket: string
  /** The key of the bulkhead's limit per client. Unset: that limit does not apply. */
  readonly client?: string
  /** One attempt, up to the last byte of its response. */
  readonly send: Effect.Effect<A, E, R>
  /** Delays an attempt until the rate limit allows it. The wait is outside the attempt's timeout. */
  readonly rateLimit: (send: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  readonly timeout: { readonly ms: number; readonly onTimeout: () => E }
  readonly deadline: Deadline.DeadlineSettings<E>
  readonly retry: Retry.RetryRule<E>
  /** The outcome of the call for its circuit, after all attempts. */
  readonly outcomeOf: (exit: Exit.Exit<A, E>) => Outcome
}

/** The composed policies. */
export interface Resilience {
  readonly protect: <A, E, R>(call: Call<A, E, R>) => Effect.Effect<A, E | BulkheadFullError | CircuitOpenError, R>
  readonly bulkhead: Bulkhead.Bulkhead
  readonly circuits: CircuitBreaker.CircuitBreaker
}

/**
 * Composes the policies: `bulkhead( circuit( deadline( retry( rateLimit( timeout( send ))))))`.
 *
 * - bulkhead: rejects first, so a rejected call uses no probe;
 * - circuit: one outcome per call, so an open circuit skips the whole retry loop;
 * - deadline: one time limit for all attempts and waits (the outer two policies never wait);
 * - retry: repeats attempts, each with its own rate limit wait;
 * - rate limit: its waits are not part of an attempt;
 * - timeout: one attempt.
 */
export const make = Effect.fnUntraced(function* (
  settings: ResilienceSettings,
  { onInFlight, onTransition }: Listeners = {}
) {
  const bulkhead = yield* Bulkhead.make(settings.bulkhead, onInFlight)
  const circuits = yield* CircuitBreaker.make(settings.circuit, onTransition)

  const protect = <A, E, R>(call: Call<A, E, R>) =>
    Effect.suspend(() => {
      const { deadline, noteFailure, outcomeOf, retry, timeout } = cutAtDeadline(call)
      return call.send.pipe(
        Timeout.apply(timeout),
        call.rateLimit,
        Effect.tapError(noteFailure),
        // Retries stop when the circuit opens, and a probe has only one attempt.
        Retry.apply(settings.retry, { ...retry, goesOn: circuits.isClosed(call.circuit) }),
        Deadline.apply(deadline),
        circuits.apply(call.circuit, outcomeOf),
        bulkhead.apply(call.bucket, call.client)
      )
    })

  return { protect, bulkhead, circuits } satisfies Resilience as Resilience
})

/**
 * Adapts a call so that its deadline has one error, which is not retried. If the deadline ends a call,
 * the circuit counts the last complete attempt. Otherwise a remote side that hangs would never open
 * its circuit.
 */
const cutAtDeadline = <A, E, R>({ deadline, outcomeOf, retry, timeout }: Call<A, E, R>) => {
  const expired = deadline.onExpired()
  const onExpired = () => expired
  const lastFailure = MutableRef.make(Option.none<E>())
  return {
    timeout: { ...timeout, onExpired },
    deadline: { ...deadline, onExpired },
    retry: {
      ...retry,
      repeatable: (error: E) => (error === expired ? Effect.succeed(false) : retry.repeatable(error))
    },
    noteFailure: (error: E) =>
      Effect.sync(() => {
        if (error !== expired) MutableRef.set(lastFailure, Option.some(error))
      }),
    outcomeOf: (exit: Exit.Exit<A, E>): Outcome =>
      Exit.isFailure(exit) && exit.cause._tag === "Fail" && exit.cause.error === expired
        ? Option.match(MutableRef.get(lastFailure), {
            onNone: () => "ignored",
            onSome: (error) => outcomeOf(Exit.fail(error))
          })
        : outcomeOf(exit)
  }
}
