import { Cause, Effect, Exit, Option } from "effect"
import { CircuitOpenError } from "../errors/DiscordMcpError.ts"
import { monotonicMs } from "../telemetry/monotonic.ts"
import { BoundedMap } from "./BoundedMap.ts"
import {
  type Admitted,
  admit,
  type Circuit,
  type CircuitSettings,
  closed,
  isPristine,
  type Outcome,
  record
} from "./Circuit.ts"

/** Rejects calls whose key keeps failing. Each key has its own circuit. */
export interface CircuitBreaker {
  /**
   * Runs the effect if the circuit of `key` admits it. `outcomeOf` classifies its exit;
   * interruptions and defects are always `ignored`.
   */
  readonly apply: <A, E>(
    key: string,
    outcomeOf: (exit: Exit.Exit<A, E>) => Outcome
  ) => <R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E | CircuitOpenError, R>
  /** The current state of a circuit. The circuit of an unknown key is closed. */
  readonly state: (key: string) => Effect.Effect<Circuit["state"]>
  /** Returns whether the circuit of a key is closed. */
  readonly isClosed: (key: string) => Effect.Effect<boolean>
  /** The number of circuits in memory, at most 1024. New circuits are not kept. */
  readonly size: Effect.Effect<number>
}

/** A change of state, for logs and metrics. */
export interface Transition {
  readonly key: string
  readonly from: Circuit["state"]
  readonly to: Circuit["state"]
}

/** The maximum number of circuits in memory. Closed ones are forgotten first. Keys are route templates, so it is never reached in practice. */
const MAX_CIRCUITS = 1024

/** Makes a circuit breaker. If it is disabled, it admits every call. */
export const make = (
  settings: CircuitSettings,
  onTransition: (transition: Transition) => Effect.Effect<void> = () => Effect.void
): Effect.Effect<CircuitBreaker> =>
  Effect.sync(() => {
    const circuits = new BoundedMap<string, Circuit>(MAX_CIRCUITS, ({ state }) => state !== "closed")
    const get = (key: string): Circuit => circuits.get(key) ?? closed(0)

    const update = (key: string, from: Circuit, to: Circuit, now: number): Effect.Effect<void> => {
      // A pristine circuit is removed only in its first epoch, because later epochs must reject stale outcomes.
      if (to.epoch > 0 || !isPristine(to, now, settings)) circuits.set(key, to)
      else circuits.delete(key)
      if (from.state === to.state) return Effect.void
      // Listener failures are logged, never propagated. Otherwise the probe would never end.
      return Effect.catchAllCause(onTransition({ key, from: from.state, to: to.state }), (cause) =>
        Effect.logError("A listener of circuit transitions failed", cause)
      )
    }

    const enter = (key: string): Effect.Effect<Admitted, CircuitOpenError> =>
      Effect.flatMap(monotonicMs, (now) => {
        const circuit = get(key)
        const [next, answer] = admit(circuit, now)
        if (!("epoch" in answer)) return new CircuitOpenError({ route: key, retry_after_ms: answer.retryAfterMs })
        return next === circuit ? Effect.succeed(answer) : Effect.as(update(key, circuit, next, now), answer)
      })

    const conclude = (key: string, admission: Admitted, outcome: Outcome): Effect.Effect<void> =>
      Effect.flatMap(monotonicMs, (now) => {
        const circuit = get(key)
        const next = record(circuit, admission, outcome, now, settings)
        return next === circuit && !circuits.has(key) ? Effect.void : update(key, circuit, next, now)
      })

    const apply: CircuitBreaker["apply"] = (key, outcomeOf) => (effect) =>
      settings.enabled
        ? Effect.acquireUseRelease(
            enter(key),
            () => effect,
            (admission, exit) =>
              // A probe must end, even if `outcomeOf` fails with a defect.
              Effect.catchAllDefect(
                Effect.suspend(() => conclude(key, admission, classify(exit, outcomeOf))),
                (defect) => Effect.zipRight(conclude(key, admission, "ignored"), Effect.die(defect))
              )
          )
        : effect

    return {
      apply,
      state: (key) => Effect.sync(() => get(key).state),
      isClosed: (key) => Effect.sync(() => get(key).state === "closed"),
      size: Effect.sync(() => circuits.size)
    }
  })

/** Classifies an exit. Interruptions and defects say nothing about the remote side. */
export const classify = <A, E>(exit: Exit.Exit<A, E>, outcomeOf: (exit: Exit.Exit<A, E>) => Outcome): Outcome =>
  Exit.isFailure(exit) && Option.isNone(Cause.failureOption(exit.cause)) ? "ignored" : outcomeOf(exit)
