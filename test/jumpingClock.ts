import { type Clock, Effect } from "effect"

/** A wall clock that jumps. The monotonic clock is that of the test. */
export interface Jumps {
  /** The distance of the wall clock from the clock of the test, in milliseconds. */
  ms: number
  /** Runs an effect, with all of its fibers, by the wall clock that jumps. */
  readonly onWall: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
}

/** An hour back and an hour forward. */
export const jumps = { back: -3_600_000, forward: 3_600_000 }

/** Makes a wall clock that has not jumped yet. */
export const makeJumps = (): Jumps => {
  const shifted = (clock: Clock.Clock): Clock.Clock => {
    const now = () => clock.unsafeCurrentTimeMillis() + made.ms
    return Object.assign(Object.create(clock), {
      unsafeCurrentTimeMillis: now,
      unsafeCurrentTimeNanos: () => clock.unsafeCurrentTimeNanos(),
      currentTimeMillis: Effect.sync(now)
    })
  }
  const made: Jumps = {
    ms: 0,
    onWall: (effect) => Effect.clockWith((clock) => Effect.withClock(effect, shifted(clock)))
  }
  return made
}
