import { type Duration, Effect, Exit, Fiber, Option, type Scope } from "effect"

/** Lookups that run in parallel until a time limit. Unfinished lookups are dropped. */
export interface ParallelLookups {
  /** Starts a lookup. The returned effect reads its result later. */
  readonly start: <A, E, R>(lookup: Effect.Effect<A, E, R>) => Effect.Effect<LookupResult<A>, never, R>
  /** Waits for all started lookups, up to the time limit. */
  readonly await: Effect.Effect<void>
}

/** Reads the result of a lookup. `None` if the lookup failed or is unfinished. */
export type LookupResult<A> = Effect.Effect<Option.Option<A>>

/** Makes lookups that end with the scope. A defect in one does not affect the others. */
export const make = Effect.fnUntraced(function* (
  timeLimit: Duration.DurationInput
): Effect.fn.Return<ParallelLookups, never, Scope.Scope> {
  const scope = yield* Effect.scope
  const fibers: Array<Fiber.Fiber<unknown, unknown>> = []
  return {
    start: (lookup) =>
      Effect.map(Effect.forkIn(Effect.tapErrorCause(lookup, logMissing), scope), (fiber) => {
        fibers.push(fiber)
        return Effect.map(
          Fiber.poll(fiber),
          Option.flatMap(Exit.match({ onFailure: Option.none, onSuccess: Option.some }))
        )
      }),
    // One timer for all: a timer per lookup, started while the call is cancelled, would run to its end.
    await: Effect.suspend(() => Effect.asVoid(Effect.timeoutOption(Fiber.awaitAll(fibers), timeLimit)))
  }
})

const logMissing = (cause: unknown) => Effect.logDebug("a lookup of a preview failed", cause)
