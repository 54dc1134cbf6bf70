import { Clock, Effect, type Exit, type Fiber, FiberRef, type Tracer } from "effect"

/** What a span says of itself. Of other keys than `exported.ts` lists nothing leaves the process. */
export type Attributes = Readonly<Record<string, unknown>>

/** What there may be to a span besides. */
export interface SpanOptions<A, E> {
  readonly kind?: Tracer.SpanKind
  /** What there is to say once the work has ended. */
  readonly ended?: (exit: Exit.Exit<A, E>) => Attributes
}

/** Runs what only a trace needs, where somebody traces. */
export const whereTraced = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<void, E, R> =>
  Effect.withFiberRuntime((fiber) => (isTraced(fiber) ? Effect.asVoid(effect) : Effect.void))

const isTraced = (fiber: Fiber.RuntimeFiber<unknown, unknown>): boolean =>
  fiber.getFiberRef(FiberRef.currentTracerEnabled)

/**
 * A span around an effect, where somebody traces; else nothing at all. No stack
 * is captured: the names say where it is.
 */
export const span =
  <XA = unknown, XE = unknown>(
    name: string,
    attributes: Attributes = {},
    { ended, kind = "internal" }: SpanOptions<XA, XE> = {}
  ) =>
  <A extends XA, E extends XE, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.withFiberRuntime((fiber) =>
      isTraced(fiber)
        ? (Effect.withSpan(
            ended === undefined ? effect : Effect.onExit(effect, (exit) => Effect.annotateCurrentSpan(ended(exit))),
            name,
            { attributes, kind, captureStackTrace: false }
          ) as Effect.Effect<A, E, R>) // nothing asks for the span it gives
        : effect
    )

/** Says more of the span that is running. */
export const annotate = (attributes: Attributes): Effect.Effect<void> =>
  whereTraced(Effect.annotateCurrentSpan(attributes))

/** Something that happened during the span that is running. */
export const event = (name: string, attributes: Attributes): Effect.Effect<void> =>
  whereTraced(
    Effect.ignore(
      Effect.zipWith(Effect.currentSpan, Clock.currentTimeNanos, (running, now) =>
        running.event(name, now, { ...attributes })
      )
    )
  )
