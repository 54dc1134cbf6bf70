import { Effect, Tracer } from "effect"
import { TRACE_STATE } from "../telemetry/exportFilter.ts"

/**
 * Makes a call part of its client's trace, as the request's `_meta` names it
 * (W3C Trace Context: `traceparent` and `tracestate`). A client that does not
 * record its own part wants none of ours; what is malformed is passed over.
 */
export const withinTraceOf =
  (meta: unknown) =>
  <A, E, R>(call: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> => {
    const { traceparent, tracestate }: { readonly traceparent?: unknown; readonly tracestate?: unknown } = Object(meta)
    const parent = typeof traceparent === "string" ? parentOf(traceparent) : undefined
    if (parent === undefined) return call
    if (!parent.sampled) return Effect.withTracerEnabled(call, false)
    const child = Effect.withParentSpan(call, parent) as Effect.Effect<A, E, R> // nothing asks for the span it gives
    return typeof tracestate === "string" && STATE.test(tracestate)
      ? Effect.annotateSpans(child, TRACE_STATE, tracestate)
      : child
  }

/** The span that a `traceparent` names. Of a later version than ours it counts what we know of. */
const parentOf = (traceparent: string): Tracer.ExternalSpan | undefined => {
  const [, version, traceId = "", spanId = "", flags = "", rest = ""] = PARENT.exec(traceparent) ?? []
  if (version === undefined || version === "ff" || (version === "00" && rest !== "")) return undefined
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined
  return Tracer.externalSpan({ traceId, spanId, sampled: (Number.parseInt(flags, 16) & SAMPLED) === SAMPLED })
}

const PARENT = /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(-.*)?$/

/** The bit that says that the caller records this trace. */
const SAMPLED = 1

/** At most as long as everybody must pass on, and printable. */
const STATE = /^[\x20-\x7E]{1,512}$/
