/** What ends the scopes of a fiber that was interrupted. */
import { Effect, FiberRef, identity } from "effect"

/**
 * Runs an effect in whose fibers a scope does not forget interrupts. Effect 3 forgets an interrupt that arrives while the
 * second finalizer of a scope runs, if `Effect.addFinalizer` or `Effect.acquireRelease` added it, and the fiber never set
 * the reference of its interrupts: the finalizer resets the reference. A loop would go on, and nothing could end it.
 */
export const keepInterrupts = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.zipRight(FiberRef.update(FiberRef.interruptedCause, identity), effect)
