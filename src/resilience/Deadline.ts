import { Context, Effect } from "effect"
import { monotonicMs } from "./monotonic.ts"

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
  <E2>(budget: { readonly ms: number; readonly onExpired: () => E2 }) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | E2, R> =>
    Effect.flatMap(Effect.zip(Deadline, monotonicMs), ([outer, now]) => {
      const at = Math.min(outer, now + budget.ms)
      return Effect.provideService(effect, Deadline, at).pipe(
        // An outer, earlier deadline has its own timer: two at one instant would race for the error's name.
        Effect.timeoutFail({ duration: at > now ? budget.ms : 0, onTimeout: budget.onExpired })
      )
    })

/** Sets the budget without enforcing it: the parts of the effect that wait look at it and know better what to say. */
export const limit =
  (ms: number) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.flatMap(Effect.zip(Deadline, monotonicMs), ([outer, now]) =>
      Effect.provideService(effect, Deadline, Math.min(outer, now + ms))
    )
