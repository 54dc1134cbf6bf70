/** The metrics. Tags have few values by design: tool names, error codes, route templates, never ids. */
import { Metric, MetricBoundaries } from "effect"

/** The definition of a metric. */
export interface MetricDefinition {
  readonly name: string
  readonly kind: "counter" | "gauge" | "histogram"
  readonly tags: ReadonlyArray<string>
  readonly meaning: string
}

/** All metrics, in the order of the documentation. */
export const metricDefinitions = {
  toolCalls: { name: "mcp.tool.calls", kind: "counter", tags: ["tool"], meaning: "Tool calls." },
  toolErrors: {
    name: "mcp.tool.errors",
    kind: "counter",
    tags: ["tool", "error_code", "error_kind"],
    meaning: "Failed tool calls, without cancelled ones."
  },
  toolCancelled: {
    name: "mcp.tool.cancelled",
    kind: "counter",
    tags: ["tool"],
    meaning: "Tool calls that the client cancelled."
  },
  toolDuration: {
    name: "mcp.tool.duration_ms",
    kind: "histogram",
    tags: ["tool"],
    meaning: "The duration of tool calls in milliseconds."
  },
  circuitTransitions: {
    name: "mcp.circuit.transitions",
    kind: "counter",
    tags: ["route", "to_state"],
    meaning: "State changes of circuits."
  },
  circuitState: {
    name: "mcp.circuit.state",
    kind: "gauge",
    tags: ["route"],
    meaning: "The state of a circuit: 0 closed, 1 half-open, 2 open."
  },
  bulkheadInFlight: { name: "mcp.bulkhead.in_flight", kind: "gauge", tags: [], meaning: "Running Discord calls." },
  bulkheadRejected: {
    name: "mcp.bulkhead.rejected",
    kind: "counter",
    tags: ["scope"],
    meaning: "Calls rejected because too many were running."
  },
  retryAttempts: {
    name: "mcp.retry.attempts",
    kind: "counter",
    tags: ["error_code"],
    meaning: "Retries, by the error code of the previous attempt."
  },
  rateLimitWait: {
    name: "mcp.rate_limit.wait_ms",
    kind: "histogram",
    tags: [],
    meaning: "The time that calls waited for a rate limit, in milliseconds."
  },
  rateLimitHits: { name: "mcp.rate_limit.hits", kind: "counter", tags: ["scope"], meaning: "Answers 429." },
  deadLetters: {
    name: "mcp.deadletter.count",
    kind: "counter",
    tags: ["error_code"],
    meaning: "Calls that failed after retries."
  },
  invalidRequests: {
    name: "mcp.invalid_requests",
    kind: "gauge",
    tags: [],
    meaning: "Responses that count towards Discord's invalid request limit, in the last ten minutes."
  },
  redisAvailable: {
    name: "mcp.redis.available",
    kind: "gauge",
    tags: [],
    meaning: "Whether Redis (`MCP_REDIS_URL`) answers: 1 yes, 0 no. Only with `MCP_REDIS_URL`."
  },
  httpSessions: { name: "mcp.http.sessions", kind: "gauge", tags: [], meaning: "Open sessions of `serve --http`." },
  httpAuthFailures: {
    name: "mcp.http.auth_failures",
    kind: "counter",
    tags: ["reason"],
    meaning:
      "HTTP requests without a valid token: `missing`, `rejected`; interactions without a valid signature: `signature`."
  }
} as const satisfies Readonly<Record<string, MetricDefinition>>

const counter = ({ meaning, name }: MetricDefinition) =>
  Metric.counter(name, { incremental: true, description: meaning })
const gauge = ({ meaning, name }: MetricDefinition) => Metric.gauge(name, { description: meaning })
const durations = MetricBoundaries.exponential({ start: 5, factor: 2, count: 14 })
const histogram = ({ meaning, name }: MetricDefinition) => Metric.histogram(name, durations, meaning)

/** `mcp.tool.calls` */
export const toolCalls = counter(metricDefinitions.toolCalls)

/** `mcp.tool.errors` */
export const toolErrors = counter(metricDefinitions.toolErrors)

/** `mcp.tool.cancelled` */
export const toolCancelled = counter(metricDefinitions.toolCancelled)

/** `mcp.tool.duration_ms` */
export const toolDuration = histogram(metricDefinitions.toolDuration)

/** `mcp.circuit.transitions` */
export const circuitTransitions = counter(metricDefinitions.circuitTransitions)

/** `mcp.circuit.state` */
export const circuitState = gauge(metricDefinitions.circuitState)

/** `mcp.bulkhead.in_flight` */
export const bulkheadInFlight = gauge(metricDefinitions.bulkheadInFlight)

/** `mcp.bulkhead.rejected` */
export const bulkheadRejected = counter(metricDefinitions.bulkheadRejected)

/** `mcp.retry.attempts` */
export const retryAttempts = counter(metricDefinitions.retryAttempts)

/** `mcp.rate_limit.wait_ms` */
export const rateLimitWait = histogram(metricDefinitions.rateLimitWait)

/** `mcp.rate_limit.hits` */
export const rateLimitHits = counter(metricDefinitions.rateLimitHits)

/** `mcp.deadletter.count` */
export const deadLetters = counter(metricDefinitions.deadLetters)

/** `mcp.invalid_requests` */
export const invalidRequests = gauge(metricDefinitions.invalidRequests)
export const redisAvailable = gauge(metricDefinitions.redisAvailable)

/** `mcp.http.sessions` */
export const httpSessions = gauge(metricDefinitions.httpSessions)

/** `mcp.http.auth_failures` */
export const httpAuthFailures = counter(metricDefinitions.httpAuthFailures)
