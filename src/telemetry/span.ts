import { Clock, Effect, type Exit, type Fiber, FiberRef, type Tracer } from "effect"

/** The attributes of a span. Only the keys in `exportFilter.ts` leave the process. */
export type Attributes = Readonly<Record<string, unknown>>

/** The options of a span. */
export interface SpanOptions<A, E> {
  readonly kind?: Tracer.SpanKind
  /** Returns attributes for the start of the span. */
  readonly begun?: Effect.Effect<Attributes>
  /** Returns attributes for the end of the span. */
  readonly ended?: (exit: Exit.Exit<A, E>) => Attributes
}

/** Runs an effect only if tracing is on. */
const whereTraced = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<void, E, R> =>
  Effect.withFiberRuntime((fiber) => (isTraced(fiber) ? Effect.asVoid(effect) : Effect.void))

const isTraced = (fiber: Fiber.RuntimeFiber<unknown, unknown>): boolean =>
  fiber.getFiberRef(FiberRef.currentTracerEnabled)

/**
 * Runs an effect in a span if tracing is on. Captures no stack trace, because the names
 * identify the place.
 */
export const span =
  <XA = unknown, XE = unknown>(
    name: string,
    attributes: Attributes = {},
    { begun, ended, kind = "internal" }: SpanOptions<XA, XE> = {}
  ) =>
  <A extends XA, E extends XE, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.withFiberRuntime((fiber) =>
      isTraced(fiber)
        ? (effect.pipe(
            (work) => (begun === undefined ? work : Effect.zipRight(Effect.flatMap(begun, annotate), work)),
            (work) => (ended === undefined ? work : Effect.onExit(work, (exit) => annotate(ended(exit)))),
            Effect.withSpan(name, { attributes, kind, captureStackTrace: false })
          ) as Effect.Effect<A, E, R>) // the effect does not use the span
        : effect
    )

/** Adds attributes to the current span. */
export const annotate = (attributes: Attributes): Effect.Effect<void> =>
  whereTraced(Effect.annotateCurrentSpan(attributes))

/** Adds attributes of a result to the current span. */
export const annotateResult =
  <A>(attributesOf: (result: A) => Attributes) =>
  <E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.withFiberRuntime((fiber) =>
      isTraced(fiber) ? Effect.tap(effect, (result) => annotate(attributesOf(result))) : effect
    )

/** Adds an event to the current span. */
export const event = (name: string, attributes: Attributes): Effect.Effect<void> =>
  whereTraced(
    Effect.ignore(
      Effect.zipWith(Effect.currentSpan, Clock.currentTimeNanos, (running, now) =>
        running.event(name, now, { ...attributes })
      )
    )
  )
