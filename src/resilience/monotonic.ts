import { Clock, Effect } from "effect"

/** Milliseconds on a clock that never jumps: for measuring waits, not for telling the time. */
export const monotonicMs: Effect.Effect<number> = Clock.clockWith((clock) => Effect.succeed(unsafeMonotonicMs(clock)))

/** The same of a clock at hand. */
export const unsafeMonotonicMs = (clock: Clock.Clock): number => Number(clock.unsafeCurrentTimeNanos()) / 1e6
