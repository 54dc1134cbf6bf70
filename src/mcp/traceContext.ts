import { Effect, Tracer } from "effect"
import { TRACE_STATE } from "../telemetry/exportFilter.ts"

/**
 * Makes a call part of the client's trace, given by the request's `_meta` (W3C Trace
 * Context: `traceparent` and `tracestate`). If the client does not sample its trace,
 * the call is not traced. Malformed values are ignored.
 */
export const withinTraceOf =
  (meta: unknown) =>
  <A, E, R>(call: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> => {
    const { traceparent, tracestate }: { readonly traceparent?: unknown; readonly tracestate?: unknown } = Object(meta)
    const parent = typeof traceparent === "string" ? parentOf(traceparent) : undefined
    if (parent === undefined) return call
    if (!parent.sampled) return Effect.withTracerEnabled(call, false)
    const child = Effect.withParentSpan(call, parent) as Effect.Effect<A, E, R> // the call requires no span
    return typeof tracestate === "string" && STATE.test(tracestate)
      ? Effect.annotateSpans(child, TRACE_STATE, tracestate)
      : child
  }

/** Parses a `traceparent`. For a later version, only the known fields are read. */
const parentOf = (traceparent: string): Tracer.ExternalSpan | undefined => {
  const [, version, traceId = "", spanId = "", flags = "", rest = ""] = PARENT.exec(traceparent) ?? []
  if (version === undefined || version === "ff" || (version === "00" && rest !== "")) return undefined
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined
  return Tracer.externalSpan({ traceId, spanId, sampled: (Number.parseInt(flags, 16) & SAMPLED) === SAMPLED })
}

const PARENT = /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(-.*)?$/

/** The flag of a sampled trace. */
const SAMPLED = 1

/** Matches a valid `tracestate`: printable, and at most 512 characters (W3C: the minimum that must be propagated). */
const STATE = /^[\x20-\x7E]{1,512}$/
