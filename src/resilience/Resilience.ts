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

/** What is told of what the chain does. */
export interface Listeners {
  readonly onTransition?: (transition: CircuitBreaker.Transition) => Effect.Effect<void>
  /** Told how many calls are running whenever that changes. */
  readonly onInFlight?: (calls: number) => Effect.Effect<void>
}

/** One call as the chain sees it. */
export interface Call<A, E, R> {
  /** Key of the circuit: what fails together. */
  readonly circuit: string
  /** Key of the bulkhead's second guard: what is hot together. */
  readonly bucket: string
  /** One attempt, from its first byte to its last. */
  readonly send: Effect.Effect<A, E, R>
  /** Holds an attempt back until it may leave. Its waits are outside the timeout of the attempt. */
  readonly rateLimit: (send: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  readonly timeout: { readonly ms: number; readonly onTimeout: () => E }
  readonly deadline: Deadline.DeadlineSettings<E>
  readonly retry: Retry.RetryRule<E>
  /** What the end of the call, after all attempts, says about the other side. */
  readonly outcomeOf: (exit: Exit.Exit<A, E>) => Outcome
}

/** The whole chain around any effect. */
export interface Resilience {
  readonly protect: <A, E, R>(call: Call<A, E, R>) => Effect.Effect<A, E | BulkheadFullError | CircuitOpenError, R>
  readonly bulkhead: Bulkhead.Bulkhead
  readonly circuits: CircuitBreaker.CircuitBreaker
}

/**
 * Composes the policies: `bulkhead( circuit( deadline( retry( rateLimit( timeout( send ))))))`.
 *
 * - bulkhead: refuses before anything is spent; a refused call takes no probe;
 * - circuit: one verdict per call, so an open circuit skips the whole retry loop;
 * - deadline: one budget for all attempts and waits (the two policies outside never wait);
 * - retry: repeats attempts, each held back anew;
 * - rate limit: its waits are no part of an attempt;
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
        // A running loop stops when its circuit opens, and a probe is one attempt.
        Retry.apply(settings.retry, { ...retry, goesOn: circuits.isClosed(call.circuit) }),
        Deadline.apply(deadline),
        circuits.apply(call.circuit, outcomeOf),
        bulkhead.apply(call.bucket)
      )
    })

  return { protect, bulkhead, circuits } satisfies Resilience as Resilience
})

/**
 * The parts of a call, with one error for its deadline. That error is not
 * retried, and it says nothing about the other side: a call that the deadline
 * cuts is judged by its last whole attempt, or a side that hangs would never
 * open its circuit.
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
