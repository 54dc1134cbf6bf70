import { type Clock, Effect } from "effect"

/** The time of a monotonic clock in milliseconds, for measuring durations. */
export const monotonicMs: Effect.Effect<number> = Effect.clockWith((clock) => Effect.succeed(msOf(clock)))

/**
 * Makes an effect from the current monotonic time. This takes one step of the runtime;
 * `Effect.flatMap` of `monotonicMs` takes three.
 */
export const withMonotonicMs = <A, E, R>(use: (now: number) => Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.clockWith((clock) => use(msOf(clock)))

/** Returns the time of a clock in milliseconds, outside of effects. */
export const msOf = (clock: Clock.Clock): number => Number(clock.unsafeCurrentTimeNanos()) / 1e6
