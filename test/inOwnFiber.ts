import { Effect, Fiber } from "effect"

/**
 * Runs an effect in its own fiber, as the server runs each call. Every fiber that joins another keeps an entry for it in
 * its FiberRefs, so a test that makes thousands of calls in one fiber would make each call slower than the previous one.
 */
export const inOwnFiber = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.flatMap(Effect.fork(effect), (fiber) =>
    Effect.flatten(Effect.onInterrupt(Fiber.await(fiber), () => Fiber.interrupt(fiber)))
  )
