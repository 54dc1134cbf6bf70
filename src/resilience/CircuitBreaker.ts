import { Cause, Effect, Exit, Option } from "effect"
import { CircuitOpenError } from "../errors/ServerErrors.ts"
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
import { monotonicMs } from "./monotonic.ts"

/** Stops calling what keeps failing, one circuit per key. */
export interface CircuitBreaker {
  /**
   * Runs the effect if the circuit of `key` lets it. `outcomeOf` judges how it
   * ended; an interruption or a defect is always `ignored`.
   */
  readonly apply: <A, E>(
    key: string,
    outcomeOf: (exit: Exit.Exit<A, E>) => Outcome
  ) => <R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E | CircuitOpenError, R>
  /** The state of a circuit now; a key never seen is closed. */
  readonly state: (key: string) => Effect.Effect<Circuit["state"]>
  /** Whether the circuit of a key is closed. */
  readonly isClosed: (key: string) => Effect.Effect<boolean>
  /** How many circuits are remembered: at most those with something to remember, never more than the cap. */
  readonly size: Effect.Effect<number>
}

/** A change of state, for logs and metrics. */
export interface Transition {
  readonly key: string
  readonly from: Circuit["state"]
  readonly to: Circuit["state"]
}

/** Circuits remembered at most. Keys are route templates, so this is never reached in practice. */
const MAX_CIRCUITS = 1024

/** Admission to a circuit that has never failed, as nearly all are. */
const FIRST = Effect.succeed<Admitted>({ epoch: 0, probe: false })

/** Makes a circuit breaker. Disabled, it lets everything through. */
export const make = (
  settings: CircuitSettings,
  onTransition: (transition: Transition) => Effect.Effect<void> = () => Effect.void
): Effect.Effect<CircuitBreaker> =>
  Effect.sync(() => {
    const circuits = new Map<string, Circuit>()
    const get = (key: string): Circuit => circuits.get(key) ?? closed(0)

    const put = (key: string, from: Circuit, to: Circuit, now: number): Effect.Effect<void> => {
      circuits.delete(key)
      // A pristine circuit is forgotten only in its first epoch: later epochs must outlive stale tickets.
      if (to.epoch > 0 || !isPristine(to, now, settings)) circuits.set(key, to)
      if (circuits.size > MAX_CIRCUITS) evict(circuits)
      if (from.state === to.state) return Effect.void
      // A failure of the listener is logged, never propagated: it must not keep the slot of a probe taken.
      return Effect.catchAllCause(onTransition({ key, from: from.state, to: to.state }), (cause) =>
        Effect.logError("A listener of circuit transitions failed", cause)
      )
    }

    const settle = (key: string, ticket: Admitted, outcome: Outcome) =>
      outcome !== "failure" && !circuits.has(key)
        ? Effect.void
        : Effect.flatMap(monotonicMs, (now) => {
            const circuit = get(key)
            return put(key, circuit, record(circuit, ticket, outcome, now, settings), now)
          })

    const enter = (key: string): Effect.Effect<Admitted, CircuitOpenError> =>
      Effect.suspend(() =>
        settings.enabled && circuits.has(key)
          ? Effect.flatMap(monotonicMs, (now) => {
              const circuit = get(key)
              const [next, answer] = admit(circuit, now)
              if (!("epoch" in answer)) return new CircuitOpenError({ route: key, retry_after_ms: answer.retryAfterMs })
              return next === circuit ? Effect.succeed(answer) : Effect.as(put(key, circuit, next, now), answer)
            })
          : FIRST
      )

    const leave = <A, E>(
      key: string,
      ticket: Admitted,
      exit: Exit.Exit<A, E>,
      outcomeOf: (exit: Exit.Exit<A, E>) => Outcome
    ): Effect.Effect<void> =>
      settings.enabled
        ? Effect.tapErrorCause(
            Effect.suspend(() => settle(key, ticket, judge(exit, outcomeOf))),
            // The judge has died.
            () => settle(key, ticket, "ignored")
          )
        : Effect.void

    const apply: CircuitBreaker["apply"] = (key, outcomeOf) => (effect) =>
      Effect.acquireUseRelease(
        enter(key),
        () => effect,
        (ticket, exit) => leave(key, ticket, exit, outcomeOf)
      )

    return {
      apply,
      state: (key) => Effect.sync(() => get(key).state),
      isClosed: (key) => Effect.sync(() => get(key).state === "closed"),
      size: Effect.sync(() => circuits.size)
    }
  })

const judge = <A, E>(exit: Exit.Exit<A, E>, outcomeOf: (exit: Exit.Exit<A, E>) => Outcome): Outcome =>
  Exit.isFailure(exit) && Option.isNone(Cause.failureOption(exit.cause)) ? "ignored" : outcomeOf(exit)

/** Drops the oldest closed circuit; an open one only where all are open, so that memory stays bounded. */
const evict = (circuits: Map<string, Circuit>): void => {
  const keys = [...circuits.keys()]
  const victim = keys.find((key) => circuits.get(key)?.state === "closed") ?? keys[0]
  if (victim !== undefined) circuits.delete(victim)
}
