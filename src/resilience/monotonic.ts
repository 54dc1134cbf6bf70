import { Effect } from "effect"

/** Milliseconds on a clock that never jumps: for measuring waits, not for telling the time. */
export const monotonicMs: Effect.Effect<number> = Effect.clockWith((clock) =>
  Effect.succeed(Number(clock.unsafeCurrentTimeNanos()) / 1e6)
)
