import { Clock, Context, Effect, Runtime } from "effect"
import { unsafeMonotonicMs } from "./monotonic.ts"
import { type Bound, type Due, type Tighter, within } from "./within.ts"

/** When the current call must have ended, in monotonic milliseconds; infinity where no deadline is set. */
export class Deadline extends Context.Reference<Deadline>()("effect-discord-mcp/resilience/Deadline", {
  defaultValue: () => Number.POSITIVE_INFINITY
}) {}

/** Milliseconds left of the current call. */
export const remainingMs: Effect.Effect<number> = Effect.suspend(() =>
  looking((atMs, nowMs) => Effect.succeed(atMs - nowMs))
)

/**
 * One budget for the whole effect, waits included. Within it `remainingMs`
 * tells what is left; an outer, earlier deadline stays in force.
 */
export const apply =
  <E2>(budget: Bound<E2>) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | E2, R> =>
    Effect.flatMap(after(budget.ms), (atMs) => until({ ...budget, atMs }, () => effect))

/** The moment so many milliseconds from now; that of the current deadline where it is earlier. */
export const after = (ms: number): Effect.Effect<number> =>
  looking((outer, now) => Effect.succeed(Math.min(outer, now + ms)))

/** Runs the effect until that moment at the latest, which it finds as its deadline. */
export const until = <A, E, R, E2>(
  due: Due<E2>,
  effect: (tighter: Tighter<E2>) => Effect.Effect<A, E, R>
): Effect.Effect<A, E | E2, R> =>
  within(due, effect, (runtime) =>
    Context.get(runtime.context, Deadline) === due.atMs ? runtime : Runtime.provideService(runtime, Deadline, due.atMs)
  )

/** Sets the budget without enforcing it: the parts of the effect that wait look at it and know better what to say. */
export const limit =
  (ms: number) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    looking((outer, now) => (now + ms < outer ? Effect.provideService(effect, Deadline, now + ms) : effect))

/** Gives back time that was spent on what is not the effect's own affair. */
export const extend =
  (ms: number) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    ms === 0 ? effect : Effect.flatMap(Deadline, (at) => Effect.provideService(effect, Deadline, at + ms))

/** Looks at the current deadline and at the clock: every call does so several times. */
const looking = <A, E, R>(see: (atMs: number, nowMs: number) => Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Clock.clockWith((clock) =>
    Effect.contextWithEffect((context: Context.Context<never>) =>
      see(Context.get(context, Deadline), unsafeMonotonicMs(clock))
    )
  )
