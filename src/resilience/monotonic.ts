import { Clock, Effect } from "effect"

/** Milliseconds on a clock that never jumps: for measuring waits, not for telling the time. */
export const monotonicMs: Effect.Effect<number> = Effect.map(Clock.currentTimeNanos, (nanos) => Number(nanos) / 1e6)
