import { Effect, Exit, Option } from "effect"
import type { BulkheadFullError, CircuitOpenError } from "../errors/ServerErrors.ts"
import * as Bulkhead from "./Bulkhead.ts"
import type { CircuitSettings, Outcome } from "./Circuit.ts"
import * as CircuitBreaker from "./CircuitBreaker.ts"
import * as Deadline from "./Deadline.ts"
import { monotonicMs } from "./monotonic.ts"
import * as Retry from "./Retry.ts"

/** Settings of the chain. */
export interface ResilienceSettings {
  readonly bulkhead: Bulkhead.BulkheadSettings
  readonly circuit: CircuitSettings
  readonly retry: Retry.RetrySettings
}

/** Who hears of what the chain does. */
export interface Listeners {
  readonly onTransition?: (transition: CircuitBreaker.Transition) => Effect.Effect<void>
  /** Told how many calls are running whenever that changes. */
  readonly onInFlight?: (calls: number) => void
}

/** One call as the chain sees it. */
export interface Call<A, E, R> {
  /** Key of the circuit: what fails together. */
  readonly circuit: string
  /** Key of the bulkhead's second guard: what is hot together. */
  readonly bucket: string
  /** One try, from its first byte to its last. */
  readonly send: (attempt: number) => Effect.Effect<A, E, R>
  /** Holds a try back until it may leave. Its waits are outside the timeout of the try. */
  readonly pace: (send: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  readonly timeout: { readonly ms: number; readonly onTimeout: () => E }
  readonly deadline: { readonly ms: number; readonly onExpired: () => E }
  /** What may be tried again. Its effects answer at once: the deadline cuts tries and the waits between them, not these. */
  readonly retry: Retry.RetryRule<E>
  /** What the end of the call, after all tries, says about the other side. */
  readonly outcomeOf: (exit: Exit.Exit<A, E>) => Outcome
}

/** The whole chain around any effect. */
export interface Resilience {
  readonly protect: <A, E, R>(call: Call<A, E, R>) => Effect.Effect<A, E | BulkheadFullError | CircuitOpenError, R>
  readonly bulkhead: Bulkhead.Bulkhead
  readonly circuits: CircuitBreaker.CircuitBreaker
}

/**
 * Composes the policies, outermost first:
 *
 * - bulkhead: refuses before anything is spent; a refused call takes no probe;
 * - circuit: one verdict per call, so an open circuit skips the whole retry loop;
 * - deadline: one promise to the caller, kept in every try and in every wait (the two
 *   before it never wait, and so see how it ended a call);
 * - retry: repeats tries, each paced anew;
 * - pace: waits that are nobody's fault, so outside the timeout;
 * - timeout: the try alone.
 */
export const make = Effect.fnUntraced(function* (
  settings: ResilienceSettings,
  { onInFlight, onTransition }: Listeners = {}
) {
  const bulkhead = yield* Bulkhead.make(settings.bulkhead, onInFlight)
  const circuits = yield* CircuitBreaker.make(settings.circuit, onTransition)

  /** Past the two guards of a slot, one inside the other: who is refused by the second gives back what the first gave. */
  const enter = ({ bucket, circuit }: Pick<Call<unknown, unknown, unknown>, "bucket" | "circuit">) =>
    Effect.zipRight(
      bulkhead.enter(bucket),
      Effect.tapError(circuits.enter(circuit), () => bulkhead.leave(bucket))
    )

  const protect = <A, E, R>(call: Call<A, E, R>) =>
    Effect.flatMap(Deadline.after(call.deadline.ms), (atMs) => {
      let failed = Option.none<E>()
      let expired = false
      const onExpired = () => {
        expired = true
        return call.deadline.onExpired()
      }
      const timeout = { ms: call.timeout.ms, onExpired: call.timeout.onTimeout }
      // In what is left of the call's time, waits and all.
      const attempt = (number: number) =>
        Effect.mapError(
          Deadline.until({ atMs, onExpired }, (tighter) => call.pace(tighter(timeout)(call.send(number)))),
          (error) => {
            if (!expired) failed = Option.some(error)
            return error
          }
        )
      const goesOn = Effect.map(circuits.state(call.circuit), (state) => state === "closed" && !expired)
      // A running loop stops when the circuit opens, before a wait or during it, and a probe is one try.
      const again = (number: number) =>
        Option.match(failed, {
          onNone: () => attempt(number),
          onSome: (error) => Effect.if(goesOn, { onTrue: () => attempt(number), onFalse: () => Effect.fail(error) })
        })
      const rule = {
        ...call.retry,
        remainingMs: Effect.map(monotonicMs, (now) => atMs - now),
        repeatable: (error: E) =>
          Effect.if(goesOn, { onTrue: () => call.retry.repeatable(error), onFalse: () => Effect.succeed(false) })
      }
      // A call cut by its deadline is judged by its last whole try: else an other side that hangs would never open the circuit.
      const outcomeOf = (exit: Exit.Exit<A, E>): Outcome =>
        expired
          ? Option.match(failed, { onNone: () => "ignored", onSome: (error) => call.outcomeOf(Exit.fail(error)) })
          : call.outcomeOf(exit)
      return bulkhead.slot(
        Effect.acquireUseRelease(
          enter(call),
          () => Retry.apply(settings.retry, rule)(again),
          (ticket, exit) =>
            Effect.zipRight(bulkhead.leave(call.bucket), circuits.leave(call.circuit, ticket, exit, outcomeOf))
        )
      )
    })

  return { protect, bulkhead, circuits } satisfies Resilience as Resilience
})
