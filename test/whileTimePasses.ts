// @effect-diagnostics globalTimers:off
import { type Clock, Duration, Effect, TestClock } from "effect"
import { turn } from "./turns.ts"

/** Lets virtual time pass as turns of the event loop do, for effects that wait for both. */
export const timePasses: Effect.Effect<never> = Effect.forever(Effect.zipRight(turn, TestClock.adjust("20 millis")))

/** The same for waits of minutes: each step has the turns that a question over a local socket takes. */
export const minutesPass: Effect.Effect<never> = Effect.forever(
  Effect.zipRight(Effect.repeatN(turn, 10), TestClock.adjust("250 millis"))
)

/**
 * Runs an effect while virtual time passes. `TestClock.adjust` alone does not wait for real I/O: on a busy machine time
 * would pass before a reply arrives, and nothing would end the wait that follows the reply.
 */
export const whileTimePasses = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.raceFirst(effect, timePasses)

/**
 * Runs an effect by a clock that goes on with the turns of the event loop: waits and timeouts take next to no real time.
 * Timers of other fibers are not affected.
 */
export const byTurns = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.clockWith((live) => Effect.withClock(effect, turningClock(live)))

/** The time that passes in one turn, in milliseconds. A request to the sandbox takes some ten turns. */
const TURN_PASSES_MS = 50

const turningClock = (live: Clock.Clock): Clock.Clock => {
  let now = live.unsafeCurrentTimeMillis()
  let isTurning = false
  const sleepers = new Set<{ readonly until: number; readonly wake: () => void }>()
  const pass = () => {
    now += TURN_PASSES_MS
    for (const sleeper of sleepers) {
      if (sleeper.until > now) continue
      sleepers.delete(sleeper)
      sleeper.wake()
    }
    isTurning = sleepers.size > 0
    if (isTurning) setImmediate(pass)
  }
  return Object.assign(Object.create(live), {
    unsafeCurrentTimeMillis: () => now,
    unsafeCurrentTimeNanos: () => BigInt(now) * 1_000_000n,
    currentTimeMillis: Effect.sync(() => now),
    currentTimeNanos: Effect.sync(() => BigInt(now) * 1_000_000n),
    sleep: (duration: Duration.Duration) =>
      Effect.async<void>((resume) => {
        const sleeper = { until: now + Duration.toMillis(duration), wake: () => resume(Effect.void) }
        sleepers.add(sleeper)
        if (!isTurning) setImmediate(pass)
        isTurning = true
        return Effect.sync(() => sleepers.delete(sleeper))
      })
  })
}
