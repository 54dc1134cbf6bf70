/** Logs, metrics and spans of the chain. */

import { Effect, Exit, Metric } from "effect"
import type { DiscordFailure } from "../errors/DiscordMcpError.ts"
import { codeOf } from "../errors/ErrorCode.ts"
import { exitLabels } from "../errors/metricLabels.ts"
import type { Transition } from "../resilience/CircuitBreaker.ts"
import * as metrics from "../telemetry/metrics.ts"
import { event, span } from "../telemetry/span.ts"
import { waitBegins } from "../telemetry/Waits.ts"
import { type AttemptFailure, type AttemptSuccess, endOf, errorOf } from "./CallFailure.ts"
import { LIMIT } from "./rate-limit/InvalidRequests.ts"

/** Reports a state change of a circuit. */
export const transition = ({ from, key, to }: Transition): Effect.Effect<void> =>
  Effect.zipRight(
    Effect.logWarning(`circuit ${from} → ${to}`).pipe(Effect.annotateLogs({ route: key })),
    Effect.zip(
      Metric.increment(Metric.tagged(Metric.tagged(metrics.circuitTransitions, "route", key), "to_state", to)),
      Metric.set(Metric.tagged(metrics.circuitState, "route", key), to === "closed" ? 0 : to === "half_open" ? 1 : 2)
    )
  ).pipe(Effect.zipRight(event("circuit", { route: key, to_state: to })))

/** Reports the number of running calls. */
export const inFlight = (calls: number): Effect.Effect<void> => Metric.set(metrics.bulkheadInFlight, calls)

/** Reports a retry. */
export const retry = (failure: DiscordFailure): Effect.Effect<void> =>
  Effect.zipRight(
    Metric.increment(Metric.tagged(metrics.retryAttempts, "error_code", codeOf(failure))),
    Effect.logDebug("retrying").pipe(Effect.annotateLogs({ after: codeOf(failure) }))
  ).pipe(
    Effect.zipRight(event("retry", { error_code: codeOf(failure) })),
    Effect.zipRight(
      failure._tag === "DiscordRateLimitError" ? waitBegins("rate limit", failure.retry_after_ms) : Effect.void
    )
  )

/** Reports a 429. */
export const rateLimited = (scope: string): Effect.Effect<void> =>
  Metric.increment(Metric.tagged(metrics.rateLimitHits, "scope", scope))

/** Reports an invalid request. Warns the operator at half of Discord's limit. */
export const invalidRequest = (count: number): Effect.Effect<void> =>
  Effect.zipRight(
    Metric.set(metrics.invalidRequests, count),
    count === LIMIT / 2
      ? Effect.logWarning(`${count} invalid requests in ten minutes: at ${LIMIT} Discord bans this address`)
      : Effect.void
  )

/** Reports a failed call. */
export const failure = (failure: DiscordFailure, attempts: number): Effect.Effect<void> => {
  if (failure._tag === "BulkheadFullError") {
    return Metric.increment(Metric.tagged(metrics.bulkheadRejected, "scope", failure.scope))
  }
  return attempts > 1
    ? Metric.increment(Metric.tagged(metrics.deadLetters, "error_code", codeOf(failure)))
    : Effect.void
}

/** Runs an attempt in a span with its number and the status of the response. */
export const attempt = (attempt: number) =>
  span(
    "attempt",
    { attempt },
    {
      kind: "client",
      ended: (exit: Exit.Exit<AttemptSuccess, AttemptFailure>) => {
        const { response } = endOf(exit)
        return {
          ...exitLabels(Exit.mapError(exit, errorOf)),
          ...(response !== undefined && { "http.response.status_code": response.status })
        }
      }
    }
  )
