/** What of a trace and of the metrics leaves the process. */
import type { Redactor } from "./Redactor.ts"

/** The key under which a span carries the `tracestate` it was given; it leaves as the span's own. */
export const TRACE_STATE = "w3c.tracestate"

/** All that a span may say of itself and of what happened in it: names, codes, templates, counts. Never an id, never a text of people. */
export const exportedAttributes: ReadonlySet<string> = new Set([
  "mcp.tool",
  "mcp.risk",
  "attempts",
  "error_code",
  "error_kind",
  "discord.route",
  "bulkhead.in_flight",
  "circuit.state",
  "attempt",
  "http.response.status_code",
  "pipeline.step",
  "route",
  "to_state"
])

/**
 * The spans of an export, redacted. Failures are told by their codes: what the
 * exporter adds of its own, the message and the stack of each, may hold what
 * people wrote and where files are.
 */
export const exportedTraces = (data: unknown, redactor: Redactor): unknown => {
  const { resourceSpans } = data as Traces // what OtlpTracer makes: it exports no type for it
  return redactor.value({
    resourceSpans: resourceSpans.map(({ resource, scopeSpans }) => ({
      resource,
      scopeSpans: scopeSpans.map(({ scope, spans }) => ({ scope, spans: spans.map(exportedSpan) }))
    }))
  })
}

/** The metrics of an export, redacted: our own and no others, each in its unit. */
export const exportedMetrics = (data: unknown, redactor: Redactor): unknown => {
  const { resourceMetrics } = data as Metrics // what OtlpMetrics makes: it exports no type for it
  return redactor.value({
    resourceMetrics: resourceMetrics.map(({ resource, scopeMetrics }) => ({
      resource,
      scopeMetrics: scopeMetrics.map(({ metrics, scope }) => ({
        scope,
        metrics: metrics
          .filter(({ name }) => name.startsWith("mcp."))
          .map((metric) => ({ ...metric, unit: metric.name.endsWith("_ms") ? "ms" : "" }))
      }))
    }))
  })
}

const exportedSpan = ({ attributes, events, status, ...span }: Span) => {
  const told = attributes.filter(isExported)
  const code = textOf(told, "error_code")
  const state = textOf(attributes, TRACE_STATE)
  return {
    ...span,
    ...(state !== undefined && { traceState: state }),
    attributes: told,
    events: events
      .filter(({ name }) => name !== "exception")
      .map((event) => ({ ...event, attributes: event.attributes.filter(isExported) })),
    // A call answers, whatever happened: that it failed is in its code. What its client withdrew has not failed.
    status: code === undefined || code === "CANCELLED" ? { code: status.code } : { code: STATUS_ERROR, message: code }
  }
}

/** OTLP's number for a span that has failed. */
const STATUS_ERROR = 2

const isExported = ({ key }: Attribute): boolean => exportedAttributes.has(key)

const textOf = (attributes: ReadonlyArray<Attribute>, wanted: string): string | undefined =>
  attributes.find(({ key }) => key === wanted)?.value.stringValue

interface Attribute {
  readonly key: string
  readonly value: { readonly stringValue?: string }
}

interface Span {
  readonly attributes: ReadonlyArray<Attribute>
  readonly events: ReadonlyArray<{ readonly name: string; readonly attributes: ReadonlyArray<Attribute> }>
  readonly status: { readonly code: number }
}

interface Traces {
  readonly resourceSpans: ReadonlyArray<{
    readonly resource: unknown
    readonly scopeSpans: ReadonlyArray<{ readonly scope: unknown; readonly spans: ReadonlyArray<Span> }>
  }>
}

interface Metrics {
  readonly resourceMetrics: ReadonlyArray<{
    readonly resource: unknown
    readonly scopeMetrics: ReadonlyArray<{
      readonly scope: unknown
      readonly metrics: ReadonlyArray<{ readonly name: string }>
    }>
  }>
}
