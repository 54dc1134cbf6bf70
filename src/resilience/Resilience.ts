import { Cause, Effect, Exit, identity, Option } from "effect"
import type { BulkheadFullError, CircuitOpenError } from "../errors/DiscordMcpError.ts"
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
  /** Makes one attempt, up to the last byte of its response. `last` is the error of the attempt before it. */
  readonly send: (last: Option.Option<E>) => Effect.Effect<A, E, R>
  /** Runs an attempt once all that may hold it back agrees, such as a rate limit. The wait is outside its timeout. */
  readonly admit: (
    attempt: Effect.Effect<A, E | DeadlineExceeded<E>, R>,
    last: Option.Option<E>
  ) => Effect.Effect<A, E | DeadlineExceeded<E>, R>
  /** The limit of one attempt. */
  readonly timeout: { readonly ms: number; readonly onTimeout: (last: Option.Option<E>) => E }
  /**
   * The limit of the whole call. If `ms` is missing, the current deadline stays. `last` is the error of the last
   * complete attempt.
   */
  readonly deadline: { readonly ms?: number; readonly onExpired: (last: Option.Option<E>) => E }
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
 * Composes the policies: `bulkhead( circuit( deadline( retry( admit( timeout( send ))))))`.
 *
 * - bulkhead: rejects first, so a rejected call uses no probe;
 * - circuit: one outcome per call, so an open circuit skips the whole retry loop;
 * - deadline: one time limit for all attempts and waits (the bulkhead waits by the deadline of its caller);
 * - retry: repeats attempts, each with its own admission;
 * - admit: its waits are not part of an attempt;
 * - timeout: one attempt.
 */
export const make = Effect.fnUntraced(function* (
  settings: ResilienceSettings,
  { onInFlight, onTransition }: Listeners = {}
) {
  const bulkhead = yield* Bulkhead.make(settings.bulkhead, onInFlight)
  const circuits = yield* CircuitBreaker.make(settings.circuit, onTransition)

  const protect = <A, E, R>({ admit, deadline, outcomeOf, retry, send, timeout, ...keys }: Call<A, E, R>) => {
    const run = ({ last: failed }: Retry.Attempt<E | DeadlineExceeded<E>>) => {
      // No attempt follows one that the deadline has ended.
      const last = Option.filter(failed, (error): error is E => !isExpired(error))
      const onExpired = () => new DeadlineExceeded(last)
      return send(last).pipe(
        Timeout.apply({ ms: timeout.ms, onTimeout: () => timeout.onTimeout(last), onExpired }),
        (limited) => admit(limited, last),
        // An admission that ignores the deadline must not exceed it.
        deadline.ms === undefined ? identity : Timeout.apply({ ms: deadline.ms, onTimeout: onExpired })
      )
    }
    // Retries stop when the circuit opens, and a probe has only one attempt.
    const retried = Retry.applyEach<E | DeadlineExceeded<E>>(settings.retry, {
      ...retry,
      repeatable: (error) => (isExpired(error) ? Effect.succeed(false) : retry.repeatable(error)),
      hintMs: (error) => (isExpired(error) ? undefined : retry.hintMs(error)),
      onRepeat: (error) => (isExpired(error) ? Effect.void : (retry.onRepeat?.(error) ?? Effect.void)),
      shouldContinue: circuits.isClosed(keys.circuit)
    })(run)
    return retried.pipe(
      deadline.ms === undefined ? identity : Deadline.limit(deadline.ms),
      circuits.apply(keys.circuit, (exit) => CircuitBreaker.classify(completeExit(exit), outcomeOf)),
      bulkhead.apply(keys.bucket, keys.client),
      Effect.mapError((error) => (isExpired(error) ? deadline.onExpired(error.last) : error))
    )
  }

  return { protect, bulkhead, circuits } satisfies Resilience as Resilience
})

/** The deadline passed during an attempt. `last` is the error of the attempt before it. */
export class DeadlineExceeded<E> {
  readonly _tag = "DeadlineExceeded"
  readonly last: Option.Option<E>

  constructor(last: Option.Option<E>) {
    this.last = last
  }
}

const isExpired = <E>(error: E | DeadlineExceeded<E>): error is DeadlineExceeded<E> => error instanceof DeadlineExceeded

/**
 * Returns the exit of the last complete attempt, which counts for the circuit if the deadline ends a call. Otherwise a
 * remote side that hangs would never open its circuit.
 */
const completeExit = <A, E>(exit: Exit.Exit<A, E | DeadlineExceeded<E>>): Exit.Exit<A, E> =>
  Exit.match(exit, {
    onSuccess: Exit.succeed,
    onFailure: (cause) =>
      Exit.failCause(
        Cause.flatMap(cause, (error) =>
          isExpired(error)
            ? Option.match(error.last, { onNone: () => Cause.empty, onSome: Cause.fail })
            : Cause.fail(error)
        )
      )
  })
