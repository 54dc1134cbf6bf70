import { Effect, TestClock } from "effect"
import { turn } from "./turns.ts"

/** Lets virtual time pass as turns of the event loop do, for effects that wait for both. */
export const timePasses: Effect.Effect<never> = Effect.forever(Effect.zipRight(turn, TestClock.adjust("20 millis")))

/**
 * Runs an effect while virtual time passes. `TestClock.adjust` alone does not wait for real I/O: on a busy machine time
 * would pass before a reply arrives, and nothing would end the wait that follows the reply.
 */
export const whileTimePasses = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.raceFirst(effect, timePasses)
