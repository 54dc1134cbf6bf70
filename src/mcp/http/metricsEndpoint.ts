/** Metrics in the text format 0.0.4 of Prometheus, on their own address. Loaded only if the address is set. */
import { createServer } from "node:http"
import * as HttpMiddleware from "@effect/platform/HttpMiddleware"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { Data, Effect, Metric, type MetricKey, type MetricPair, MetricState, Option, type Scope } from "effect"
import type { HostPort } from "../../config/Setting.ts"
import { variables } from "../../config/Settings.ts"
import { type MetricDefinition, metricDefinitions } from "../../telemetry/metrics.ts"
import { inUrl, whyNotListening } from "./listen.ts"

/** The endpoint cannot listen. The message says why. */
export class MetricsStartError extends Data.TaggedError("MetricsStartError")<{ readonly message: string }> {}

const PATH = "/metrics"
const CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"

/** A scraper has one connection. One more closes nothing: it is refused. */
const CONNECTIONS_MAX = 32

/** The time in milliseconds in which a request must arrive, and in which an idle connection is kept. */
const REQUEST_MS = 5000
const KEEP_ALIVE_MS = 65_000

/** Serves the metrics of this process until the scope closes, and logs the address. */
export const serveMetrics = Effect.fnUntraced(function* ({
  host,
  port
}: HostPort): Effect.fn.Return<void, MetricsStartError, Scope.Scope> {
  const node = createServer({
    headersTimeout: REQUEST_MS,
    requestTimeout: REQUEST_MS,
    connectionsCheckingInterval: 1000,
    keepAliveTimeout: KEEP_ALIVE_MS
  })
  node.maxConnections = CONNECTIONS_MAX
  const server = yield* NodeHttpServer.make(() => node, { host, port }).pipe(
    Effect.mapError(
      ({ cause }) =>
        new MetricsStartError({
          message: `Port ${port} of ${host} ${whyNotListening(cause)}. Set ${variables.metricsAddress.name} to a free address, or to port 0 for any.`
        })
    )
  )
  // The scope closes in the opposite order: without this, it would wait for the scraper's open connection.
  yield* Effect.addFinalizer(() => Effect.sync(() => node.closeAllConnections()))
  yield* server.serve(answer).pipe(
    Effect.locally(HttpMiddleware.currentTracerDisabledWhen, () => true),
    Effect.withUnhandledErrorLogLevel(Option.none())
  )
  const at = server.address._tag === "TcpAddress" ? server.address.port : port
  yield* Effect.logInfo(`metrics on http://${inUrl(host)}:${at}${PATH}`)
})

const answer = Effect.map(HttpServerRequest.HttpServerRequest, ({ method, url }) => {
  if (url.split("?")[0] !== PATH) return HttpServerResponse.text(`The metrics are at ${PATH}.\n`, { status: 404 })
  if (method !== "GET" && method !== "HEAD") {
    return HttpServerResponse.text("Method not allowed.\n", { status: 405, headers: { allow: "GET, HEAD" } })
  }
  return HttpServerResponse.text(exposition(Metric.unsafeSnapshot()), { contentType: CONTENT_TYPE })
})

/** Formats the server's own metrics. Only the tags of their definitions become labels, so labels have few values. */
export const exposition = (snapshot: ReadonlyArray<MetricPair.MetricPair.Untyped>): string =>
  Object.values<MetricDefinition>(metricDefinitions)
    .flatMap((metric) => {
      const series = snapshot.filter(({ metricKey }) => metricKey.name === metric.name)
      if (series.length === 0) return []
      const name = nameOf(metric)
      return [
        `# HELP ${name} ${escapeHelp(metric.meaning)}`,
        `# TYPE ${name} ${metric.kind}`,
        ...series.flatMap(({ metricKey, metricState }) => samples(name, labelsOf(metricKey, metric), metricState))
      ]
    })
    .map((line) => `${line}\n`)
    .join("")

/** `mcp.tool.calls` becomes `mcp_tool_calls_total`. */
const nameOf = ({ kind, name }: MetricDefinition): string => {
  const valid = name.replaceAll(/\W/g, "_")
  return kind === "counter" ? `${valid}_total` : valid
}

type Labels = ReadonlyArray<readonly [name: string, value: string]>

const labelsOf = ({ tags }: MetricKey.MetricKey.Untyped, metric: MetricDefinition): Labels =>
  metric.tags.flatMap((name) => {
    const tag = tags.find(({ key }) => key === name)
    return tag === undefined ? [] : [[name, tag.value] as const]
  })

const samples = (name: string, labels: Labels, state: MetricState.MetricState.Untyped): ReadonlyArray<string> => {
  if (MetricState.isCounterState(state)) return [sample(name, labels, state.count)]
  if (MetricState.isGaugeState(state)) return [sample(name, labels, state.value)]
  if (!MetricState.isHistogramState(state)) return []
  return [
    // The buckets are cumulative, and the last one has no bound.
    ...state.buckets.map(([bound, count]) => sample(`${name}_bucket`, [...labels, ["le", numberText(bound)]], count)),
    sample(`${name}_sum`, labels, state.sum),
    sample(`${name}_count`, labels, state.count)
  ]
}

const sample = (name: string, labels: Labels, value: number | bigint): string => {
  const pairs = labels.map(([label, text]) => `${label}="${escapeLabel(text)}"`)
  return `${name}${pairs.length === 0 ? "" : `{${pairs.join(",")}}`} ${numberText(value)}`
}

const numberText = (value: number | bigint): string =>
  value === Number.POSITIVE_INFINITY ? "+Inf" : value === Number.NEGATIVE_INFINITY ? "-Inf" : String(value)

const escapeHelp = (text: string): string => text.replaceAll("\\", "\\\\").replaceAll("\n", "\\n")

const escapeLabel = (text: string): string => escapeHelp(text).replaceAll('"', '\\"')
