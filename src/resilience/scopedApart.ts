/** Effect.scoped for the steps of a loop that an interrupt must end. */
import { Effect, Fiber, Scope } from "effect"

/**
 * Runs an effect with a scope, which another fiber closes. Effect 3 forgets an interrupt that arrives while the second
 * finalizer of a scope runs, if Effect.addFinalizer or Effect.acquireRelease added it: a loop in the same fiber would go on,
 * and nothing could end it.
 */
export const scopedApart = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, Exclude<R, Scope.Scope>> =>
  Effect.acquireUseRelease(
    Scope.make(),
    (scope) => Scope.extend(effect, scope),
    (scope, exit) => Effect.flatMap(Effect.forkDaemon(Scope.close(scope, exit)), Fiber.await)
  )
