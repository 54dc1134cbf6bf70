import { Context, Effect, Exit, type Function } from "effect"
import { monotonicMs } from "../telemetry/monotonic.ts"

/** The deadline of the current call in monotonic milliseconds. Default: infinity. */
export class Deadline extends Context.Reference<Deadline>()("effect-discord-mcp/resilience/Deadline", {
  defaultValue: () => Number.POSITIVE_INFINITY
}) {}

/** The remaining milliseconds until the deadline. */
export const remainingMs: Effect.Effect<number> = Effect.flatMap(Deadline, (at) =>
  Effect.map(monotonicMs, (now) => at - now)
)

/** Settings of a deadline. */
export interface DeadlineSettings<E> {
  /** The time limit. If it is missing, the current deadline stays. */
  readonly ms?: number
  readonly onExpired: Function.LazyArg<E>
}

/**
 * Sets a deadline for the whole effect, waits included, and interrupts the effect at it.
 * Inside, `remainingMs` is the remaining time. An earlier outer deadline stays in force.
 */
export const apply =
  <E2>({ ms, onExpired }: DeadlineSettings<E2>) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | E2, R> =>
    ms === undefined
      ? effect
      : Effect.gen(function* () {
          const outer = yield* Deadline
          const now = yield* monotonicMs
          const at = Math.min(outer, now + ms)
          const leftMs = Math.max(0, Math.ceil(at - now))
          return yield* effect.pipe(
            Effect.provideService(Deadline, at),
            Effect.timeoutFail({
              duration: outer === at && leftMs > 0 ? leftMs + OUTER_FIRST_MS : leftMs,
              onTimeout: onExpired
            })
          )
        })

/**
 * The delay of the inner timeout if the outer deadline is earlier, so that the outer deadline fails
 * first, with its own error.
 */
const OUTER_FIRST_MS = 1

/**
 * Returns the deadline of a call that starts now and has `ms` milliseconds; the current deadline if
 * that is earlier.
 */
export const after = (ms: number): Effect.Effect<number> =>
  Effect.flatMap(Deadline, (outer) => Effect.map(monotonicMs, (now) => Math.min(outer, now + ms)))

/** Sets a deadline without enforcing it. The policies inside respect it and have more precise errors. */
export const until =
  (at: number) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    // An effect that has ended needs no deadline.
    Exit.isExit(effect) ? effect : Effect.provideService(effect, Deadline, at)

/** Sets a deadline in `ms` milliseconds without enforcing it. An earlier outer deadline stays in force. */
export const limit =
  (ms: number) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.flatMap(Deadline, (outer) =>
      Effect.flatMap(monotonicMs, (now) =>
        outer <= now + ms ? effect : Effect.provideService(effect, Deadline, now + ms)
      )
    )

/** Extends the deadline by time that does not count against it. */
export const extend =
  (ms: number) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.flatMap(Deadline, (at) => Effect.provideService(effect, Deadline, at + ms))
