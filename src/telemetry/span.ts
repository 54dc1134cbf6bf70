import { Effect, FiberRef } from "effect"

/**
 * A span around an effect, where somebody traces; else nothing at all. No stack
 * is captured: the names say where it is.
 */
export const span =
  (name: string, attributes: Readonly<Record<string, unknown>> = {}) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.flatMap(FiberRef.get(FiberRef.currentTracerEnabled), (isTraced) =>
      isTraced
        ? (Effect.withSpan(effect, name, { attributes, captureStackTrace: false }) as Effect.Effect<A, E, R>) // nothing asks for the span it gives
        : effect
    )
