import { Context, Effect } from "effect"
import { monotonicMs } from "./monotonic.ts"
import { type Bound, within } from "./within.ts"

/** When the current call must have ended, in monotonic milliseconds; infinity where no deadline is set. */
export class Deadline extends Context.Reference<Deadline>()("effect-discord-mcp/resilience/Deadline", {
  defaultValue: () => Number.POSITIVE_INFINITY
}) {}

/** Milliseconds left of the current call. */
export const remainingMs: Effect.Effect<number> = Effect.zipWith(Deadline, monotonicMs, (at, now) => at - now)

/**
 * One budget for the whole effect, waits included. Within it `remainingMs`
 * tells what is left; an outer, earlier deadline stays in force.
 */
export const apply =
  <E2>(budget: Bound<E2>) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | E2, R> =>
    Effect.flatMap(Effect.zip(Deadline, monotonicMs), ([outer, now]) => {
      const at = Math.min(outer, now + budget.ms)
      // An outer, earlier deadline has its own timer: two at one instant would race for the error's name.
      return within(at === outer ? effect : Effect.provideService(effect, Deadline, at), {
        ...budget,
        ms: at > now ? budget.ms : 0
      })
    })

/** Sets the budget without enforcing it: the parts of the effect that wait look at it and know better what to say. */
export const limit =
  (ms: number) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.flatMap(Deadline, (outer) =>
      Effect.flatMap(monotonicMs, (now) =>
        now + ms < outer ? Effect.provideService(effect, Deadline, now + ms) : effect
      )
    )

/** Gives back time that was spent on what is not the effect's own affair. */
export const extend =
  (ms: number) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    ms === 0 ? effect : Effect.flatMap(Deadline, (at) => Effect.provideService(effect, Deadline, at + ms))
