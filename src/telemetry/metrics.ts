/** What the server counts. Tags have few values by design: tool names, error codes, route templates, never ids. */
import { Metric, MetricBoundaries } from "effect"

/** What is fixed about a metric: its name, how it is kept, what tells its series apart, and what it says. */
export interface MetricFacts {
  readonly name: string
  readonly kind: "counter" | "gauge" | "histogram"
  readonly tags: ReadonlyArray<string>
  readonly meaning: string
}

/** Every metric, in the order the documentation lists them. */
export const metricFacts = {
  toolCalls: { name: "mcp.tool.calls", kind: "counter", tags: ["tool"], meaning: "Calls of tools." },
  toolErrors: {
    name: "mcp.tool.errors",
    kind: "counter",
    tags: ["tool", "error_code", "error_kind"],
    meaning: "Calls that ended in an error. A cancelled call is not among them."
  },
  toolCancelled: {
    name: "mcp.tool.cancelled",
    kind: "counter",
    tags: ["tool"],
    meaning: "Calls that the client withdrew."
  },
  toolDuration: {
    name: "mcp.tool.duration_ms",
    kind: "histogram",
    tags: ["tool"],
    meaning: "How long calls took, in milliseconds."
  },
  circuitTransitions: {
    name: "mcp.circuit.transitions",
    kind: "counter",
    tags: ["route", "to_state"],
    meaning: "Changes of a circuit's state."
  },
  circuitState: {
    name: "mcp.circuit.state",
    kind: "gauge",
    tags: ["route"],
    meaning: "The state of a circuit: 0 closed, 1 half-open, 2 open."
  },
  bulkheadInFlight: { name: "mcp.bulkhead.in_flight", kind: "gauge", tags: [], meaning: "Discord calls running now." },
  bulkheadRejected: {
    name: "mcp.bulkhead.rejected",
    kind: "counter",
    tags: ["scope"],
    meaning: "Calls refused because too many were running."
  },
  retryAttempts: {
    name: "mcp.retry.attempts",
    kind: "counter",
    tags: ["error_code"],
    meaning: "Tries after the first, by the code of the try before."
  },
  rateLimitWait: {
    name: "mcp.rate_limit.wait_ms",
    kind: "histogram",
    tags: [],
    meaning: "How long calls were held back for a rate limit, in milliseconds."
  },
  rateLimitHits: { name: "mcp.rate_limit.hits", kind: "counter", tags: ["scope"], meaning: "Answers 429." },
  deadLetters: {
    name: "mcp.deadletter.count",
    kind: "counter",
    tags: ["error_code"],
    meaning: "Calls that were tried again and still failed."
  },
  invalidRequests: {
    name: "mcp.invalid_requests",
    kind: "gauge",
    tags: [],
    meaning: "Answers that count towards Discord's limit of invalid requests, in the last ten minutes."
  }
} as const satisfies Readonly<Record<string, MetricFacts>>

const counter = ({ meaning, name }: MetricFacts) => Metric.counter(name, { incremental: true, description: meaning })
const gauge = ({ meaning, name }: MetricFacts) => Metric.gauge(name, { description: meaning })
const durations = MetricBoundaries.exponential({ start: 5, factor: 2, count: 14 })
const histogram = ({ meaning, name }: MetricFacts) => Metric.histogram(name, durations, meaning)

/** `mcp.tool.calls` */
export const toolCalls = counter(metricFacts.toolCalls)

/** `mcp.tool.errors` */
export const toolErrors = counter(metricFacts.toolErrors)

/** `mcp.tool.cancelled` */
export const toolCancelled = counter(metricFacts.toolCancelled)

/** `mcp.tool.duration_ms` */
export const toolDuration = histogram(metricFacts.toolDuration)

/** `mcp.circuit.transitions` */
export const circuitTransitions = counter(metricFacts.circuitTransitions)

/** `mcp.circuit.state` */
export const circuitState = gauge(metricFacts.circuitState)

/** `mcp.bulkhead.in_flight` */
export const bulkheadInFlight = gauge(metricFacts.bulkheadInFlight)

/** `mcp.bulkhead.rejected` */
export const bulkheadRejected = counter(metricFacts.bulkheadRejected)

/** `mcp.retry.attempts` */
export const retryAttempts = counter(metricFacts.retryAttempts)

/** `mcp.rate_limit.wait_ms` */
export const rateLimitWait = histogram(metricFacts.rateLimitWait)

/** `mcp.rate_limit.hits` */
export const rateLimitHits = counter(metricFacts.rateLimitHits)

/** `mcp.deadletter.count` */
export const deadLetters = counter(metricFacts.deadLetters)

/** `mcp.invalid_requests` */
export const invalidRequests = gauge(metricFacts.invalidRequests)
