/** An OpenTelemetry collector on loopback that keeps what it receives. */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { Effect } from "effect"

/** A received export. */
export interface Export {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

/** A received span, with plain attributes. */
export interface ArrivedSpan {
  readonly name: string
  readonly kind: number
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly traceState?: string
  readonly attributes: Readonly<Record<string, unknown>>
  readonly events: ReadonlyArray<readonly [name: string, attributes: Readonly<Record<string, unknown>>]>
  readonly status: { readonly code: number; readonly message?: string }
  readonly ms: number
}

/** Listens as long as the scope lives. */
export const listen = (answer: (response: ServerResponse) => void = (response) => response.end("{}")) =>
  Effect.gen(function* () {
    const exports: Array<Export> = []
    const server = createServer((request, response) => {
      let text = ""
      request.setEncoding("utf8")
      request.on("data", (chunk) => {
        text += chunk
      })
      request.on("end", () => {
        exports.push({ path: request.url ?? "", headers: request.headers, text })
        answer(response)
      })
    })
    yield* Effect.acquireRelease(
      Effect.async<void>((resume) => void server.listen(0, "127.0.0.1", () => resume(Effect.void))),
      () =>
        Effect.sync(() => {
          server.close()
          server.closeAllConnections()
        })
    )
    const { port } = server.address() as AddressInfo // it listens on a port
    return { url: `http://127.0.0.1:${port}`, exports }
  })

/** The spans of all exports, by start time. */
export const spansOf = (exports: ReadonlyArray<Export>): ReadonlyArray<ArrivedSpan> =>
  bodies(exports, "/v1/traces")
    .flatMap(({ resourceSpans }) => resourceSpans)
    .flatMap(({ scopeSpans }) => scopeSpans)
    .flatMap(({ spans }) => spans)
    .sort((a, b) => Number(BigInt(a.startTimeUnixNano) - BigInt(b.startTimeUnixNano)))
    .map(({ attributes, endTimeUnixNano, events, startTimeUnixNano, ...span }) => ({
      ...span,
      attributes: valuesOf(attributes),
      events: events.map((event: { name: string; attributes: [] }) => [event.name, valuesOf(event.attributes)]),
      ms: Number(BigInt(endTimeUnixNano) - BigInt(startTimeUnixNano)) / 1e6
    }))

/** The metrics of the last export, which are cumulative. */
export const metricsOf = (exports: ReadonlyArray<Export>): ReadonlyArray<Readonly<Record<string, never>>> =>
  bodies(exports, "/v1/metrics")
    .slice(-1)
    .flatMap(({ resourceMetrics }) => resourceMetrics)
    .flatMap(({ scopeMetrics }) => scopeMetrics)
    .flatMap(({ metrics }) => metrics)

/** A trace as an outline: one line per span with its attributes, indented by depth. */
export const outline = (spans: ReadonlyArray<ArrivedSpan>, parentSpanId?: string): ReadonlyArray<string> =>
  spans
    .filter((span) => span.parentSpanId === parentSpanId)
    .flatMap((span) => [
      `${span.name} ${JSON.stringify(span.attributes)}`,
      ...span.events.map(([name, attributes]) => `  ! ${name} ${JSON.stringify(attributes)}`),
      ...outline(spans, span.spanId).map((line) => `  ${line}`)
    ])

// biome-ignore lint/suspicious/noExplicitAny: JSON of the other side
const bodies = (exports: ReadonlyArray<Export>, path: string): ReadonlyArray<any> =>
  exports.filter((it) => it.path === path).map(({ text }) => JSON.parse(text))

const valuesOf = (attributes: ReadonlyArray<{ readonly key: string; readonly value: object }>) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))
