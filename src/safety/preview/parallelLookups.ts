import { type Duration, Effect, Exit, Fiber, Option, type Scope } from "effect"

/** Work that goes on side by side for a while. What is not done by then is left. */
export interface Pieces {
  /** Begins a piece; what it gives tells later what the piece has come to, if to anything. */
  readonly begin: <A, E, R>(piece: Effect.Effect<A, E, R>) => Effect.Effect<Piece<A>, never, R>
  /** Waits for all that has begun, and no longer than it may take. */
  readonly settled: Effect.Effect<void>
}

/** What a piece has come to. */
export type Piece<A> = Effect.Effect<Option.Option<A>>

/** Makes pieces that end with the scope. Not even a bug in one of them may take the others away. */
export const make = Effect.fnUntraced(function* (
  patience: Duration.DurationInput
): Effect.fn.Return<Pieces, never, Scope.Scope> {
  const scope = yield* Effect.scope
  const fibers: Array<Fiber.Fiber<unknown, unknown>> = []
  return {
    begin: (piece) =>
      Effect.map(Effect.forkIn(Effect.tapErrorCause(piece, missed), scope), (fiber) => {
        fibers.push(fiber)
        return Effect.map(
          Fiber.poll(fiber),
          Option.flatMap(Exit.match({ onFailure: Option.none, onSuccess: Option.some }))
        )
      }),
    // One clock for all: each piece with its own, begun as the call is withdrawn, would run it to its end.
    settled: Effect.suspend(() => Effect.asVoid(Effect.timeoutOption(Fiber.awaitAll(fibers), patience)))
  }
})

const missed = (cause: unknown) => Effect.logDebug("a preview is shorter than it could be", cause)
