import { Context, Effect, type Function } from "effect"
import { monotonicMs } from "./monotonic.ts"

/** When the current call must have ended, in monotonic milliseconds; infinity where no deadline is set. */
export class Deadline extends Context.Reference<Deadline>()("effect-discord-mcp/resilience/Deadline", {
  defaultValue: () => Number.POSITIVE_INFINITY
}) {}

/** Milliseconds left of the current call. */
export const remainingMs: Effect.Effect<number> = Effect.flatMap(Deadline, (at) =>
  Effect.map(monotonicMs, (now) => at - now)
)

/** One budget of time. */
export interface DeadlineSettings<E> {
  /** Without it no other deadline is set: the one in force is for whatever waits inside to keep. */
  readonly ms?: number
  readonly onExpired: Function.LazyArg<E>
}

/**
 * One budget for the whole effect, waits included: past it the effect is
 * interrupted. Within it `remainingMs` tells what is left; an outer, earlier
 * deadline stays in force.
 */
export const apply =
  <E2>({ ms, onExpired }: DeadlineSettings<E2>) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | E2, R> =>
    ms === undefined
      ? effect
      : earlierOf(ms, (at, now, outer) => {
          const leftMs = Math.max(0, Math.ceil(at - now))
          return effect.pipe(
            Effect.provideService(Deadline, at),
            Effect.timeoutFail({
              duration: outer === at && leftMs > 0 ? leftMs + OUTER_FIRST_MS : leftMs,
              onTimeout: onExpired
            })
          )
        })

/** Gives the earlier of the deadline in force, `outer`, and one that is `ms` away. */
const earlierOf = <A, E, R>(
  ms: number,
  use: (at: number, now: number, outer: number) => Effect.Effect<A, E, R>
): Effect.Effect<A, E, R> =>
  Effect.flatMap(Deadline, (outer) => Effect.flatMap(monotonicMs, (now) => use(Math.min(outer, now + ms), now, outer)))

/** An outer deadline in force ends the effect under its own name, so the inner one leaves it this much. */
const OUTER_FIRST_MS = 1

/** Sets the budget without enforcing it: the policies inside that wait look at it, and know the better error. */
export const limit =
  (ms: number) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    earlierOf(ms, (at, _now, outer) => (at === outer ? effect : Effect.provideService(effect, Deadline, at)))

/** Gives back time that was not the effect's own. */
export const extend =
  (ms: number) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    ms === 0 ? effect : Effect.flatMap(Deadline, (at) => Effect.provideService(effect, Deadline, at + ms))
