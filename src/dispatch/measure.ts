import { Duration, Effect, Metric } from "effect"
import type { DiscordMcpError } from "../errors/DiscordMcpError.ts"
import { kindOf } from "../errors/ErrorKind.ts"
import { codeOfFailure, type Failure } from "../errors/Failure.ts"
import * as metrics from "../telemetry/metrics.ts"
import type { Answer } from "./Answer.ts"
import type { Conclusion } from "./conclude.ts"

/** Counts and times the calls of one tool. A cancelled call is counted as that, not as an error. */
export const measured =
  (tool: string) =>
  (concluding: Effect.Effect<Conclusion>): Effect.Effect<Answer> =>
    Effect.timed(concluding).pipe(
      Effect.tap(([duration]) =>
        Metric.update(Metric.tagged(metrics.toolDuration, "tool", tool), Duration.toMillis(duration))
      ),
      Effect.tap(([, { failed }]) =>
        failed === undefined
          ? Effect.void
          : Metric.increment(metrics.toolErrors.pipe(Metric.tagged("tool", tool), labelledBy(failed)))
      ),
      Effect.map(([, { answer }]) => answer),
      Effect.onInterrupt(() => Metric.increment(Metric.tagged(metrics.toolCancelled, "tool", tool))),
      Effect.ensuring(Metric.increment(Metric.tagged(metrics.toolCalls, "tool", tool)))
    )

/** Labels the span of a call with how it failed, as its count is. */
export const labelSpan = (error: DiscordMcpError): Effect.Effect<void> => Effect.annotateCurrentSpan(labelsOf(error))

const labelsOf = (failed: Failure) => ({ error_code: codeOfFailure(failed), error_kind: kindOf(failed) })

const labelledBy =
  (failed: Failure) =>
  <Type, In, Out>(metric: Metric.Metric<Type, In, Out>): Metric.Metric<Type, In, Out> =>
    Object.entries(labelsOf(failed)).reduce((labelled, [name, value]) => Metric.tagged(labelled, name, value), metric)
