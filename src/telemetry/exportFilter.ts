/** Filters the traces and metrics that leave the process. */
import type { Redactor } from "../text/secrets.ts"

/** The attribute that carries a span's W3C `tracestate`. It is exported as the span's own field. */
export const TRACE_STATE = "w3c.tracestate"

/** The exported attributes of spans and events: names, codes, templates and counts, never ids or user content. */
export const exportedAttributes: ReadonlySet<string> = new Set([
  "mcp.tool",
  "mcp.risk",
  "mcp.client",
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
 * Filters and redacts exported spans. A failed span has only its error code, because the exporter's
 * message and stack may contain user content and file paths.
 */
export const exportedTraces = (data: unknown, redactor: Redactor): unknown => {
  const { resourceSpans } = data as Traces // made by OtlpTracer, which exports no type for it
  return redactor.value({
    resourceSpans: resourceSpans.map(({ resource, scopeSpans }) => ({
      resource,
      scopeSpans: scopeSpans.map(({ scope, spans }) => ({ scope, spans: spans.map(exportedSpan) }))
    }))
  })
}

/** Filters and redacts exported metrics. Keeps only the server's own metrics, each with its unit. */
export const exportedMetrics = (data: unknown, redactor: Redactor): unknown => {
  const { resourceMetrics } = data as Metrics // made by OtlpMetrics, which exports no type for it
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
  const exported = attributes.filter(isExported)
  const code = textOf(exported, "error_code")
  const state = textOf(attributes, TRACE_STATE)
  return {
    ...span,
    ...(state !== undefined && { traceState: state }),
    attributes: exported,
    events: events
      .filter(({ name }) => name !== "exception")
      .map((event) => ({ ...event, attributes: event.attributes.filter(isExported) })),
    // A failed call has its error code as the status. A call that the client cancelled has not failed.
    status: code === undefined || code === "CANCELLED" ? { code: status.code } : { code: STATUS_ERROR, message: code }
  }
}

/** OTLP's status code of a failed span. */
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
