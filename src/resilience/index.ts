/** Bulkhead, circuit breaker, retry, timeout and deadline for any effect. No module here depends on Discord. */

export * as Backoff from "./Backoff.ts"
export * as Bulkhead from "./Bulkhead.ts"
export * as Circuit from "./Circuit.ts"
export * as CircuitBreaker from "./CircuitBreaker.ts"
export * as Deadline from "./Deadline.ts"
export * as Resilience from "./Resilience.ts"
export * as Retry from "./Retry.ts"
export * as Timeout from "./Timeout.ts"
