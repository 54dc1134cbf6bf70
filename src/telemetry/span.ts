import { Clock, Effect, type Exit, FiberRef, type Tracer } from "effect"

/** The attributes of a span. Only the keys in `exportFilter.ts` leave the process. */
export type Attributes = Readonly<Record<string, unknown>>

/** The options of a span. */
export interface SpanOptions<A, E> {
  readonly kind?: Tracer.SpanKind
  /** Returns attributes for the start of the span. */
  readonly begun?: () => Effect.Effect<Attributes>
  /** Returns attributes for the end of the span. */
  readonly ended?: (exit: Exit.Exit<A, E>) => Attributes
}

/**
 * Runs an effect in a span if tracing is on. Where tracing is off, `Effect.withSpan` would take about a tenth of the
 * processor time of a call. Captures no stack trace, because the names identify the place.
 */
export const span =
  <XA = unknown, XE = unknown>(
    name: string,
    attributes: Attributes = {},
    { begun = () => Effect.succeed({}), ended = () => ({}), kind = "internal" }: SpanOptions<XA, XE> = {}
  ) =>
  <A extends XA, E extends XE, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.flatMap(isTraced, (traced) =>
      traced
        ? (Effect.flatMap(begun(), annotate).pipe(
            Effect.zipRight(effect),
            Effect.onExit((exit) => annotate(ended(exit))),
            Effect.withSpan(name, { attributes, kind, captureStackTrace: false })
          ) as Effect.Effect<A, E, R>) // the effect does not use the span
        : effect
    )

const isTraced = FiberRef.get(FiberRef.currentTracerEnabled)

/** Adds attributes to the current span. */
export const annotate = (attributes: Attributes): Effect.Effect<void> =>
  Effect.flatMap(isTraced, (traced) => (traced ? Effect.annotateCurrentSpan(attributes) : Effect.void))

/** Adds an event to the current span. */
export const event = (name: string, attributes: Attributes): Effect.Effect<void> =>
  Effect.currentSpan.pipe(
    Effect.zipWith(Clock.currentTimeNanos, (running, now) => running.event(name, now, { ...attributes })),
    Effect.ignore,
    Effect.whenEffect(isTraced),
    Effect.asVoid
  )
