/** What the server counts. Tags have few values by design: tool names, error codes, route templates, never ids. */
import { Metric, MetricBoundaries } from "effect"

const durations = MetricBoundaries.exponential({ start: 5, factor: 2, count: 14 })

/** Calls of tools. Tag: `tool`. */
export const toolCalls = Metric.counter("mcp.tool.calls", { incremental: true })

/** Calls that ended in an error. Tags: `tool`, `error_code`, `error_kind`. A cancelled call is not among them. */
export const toolErrors = Metric.counter("mcp.tool.errors", { incremental: true })

/** Calls that the client withdrew. Tag: `tool`. */
export const toolCancelled = Metric.counter("mcp.tool.cancelled", { incremental: true })

/** How long calls took, in milliseconds. Tag: `tool`. */
export const toolDuration = Metric.histogram("mcp.tool.duration_ms", durations)

/** Changes of a circuit's state. Tags: `route`, `to_state`. */
export const circuitTransitions = Metric.counter("mcp.circuit.transitions", { incremental: true })

/** The state of a circuit: 0 closed, 1 half-open, 2 open. Tag: `route`. */
export const circuitState = Metric.gauge("mcp.circuit.state")

/** Discord calls running now. */
export const bulkheadInFlight = Metric.gauge("mcp.bulkhead.in_flight")

/** Calls refused because too many were running. Tag: `scope`. */
export const bulkheadRejected = Metric.counter("mcp.bulkhead.rejected", { incremental: true })

/** Tries after the first. Tag: `error_code`, of the try before. */
export const retryAttempts = Metric.counter("mcp.retry.attempts", { incremental: true })

/** How long calls were held back for a rate limit, in milliseconds. */
export const rateLimitWait = Metric.histogram("mcp.rate_limit.wait_ms", durations)

/** Answers 429. Tag: `scope`. */
export const rateLimitHits = Metric.counter("mcp.rate_limit.hits", { incremental: true })

/** Calls that were tried again and still failed. Tag: `error_code`. */
export const deadLetters = Metric.counter("mcp.deadletter.count", { incremental: true })

/** Answers that count towards Discord's invalid-request limit, in the last ten minutes. */
export const invalidRequests = Metric.gauge("mcp.invalid_requests")
