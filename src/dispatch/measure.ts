import { Duration, Effect, Metric } from "effect"
import * as metrics from "../telemetry/metrics.ts"
import type { Answer } from "./Answer.ts"

/** Counts and times the calls of one tool. A cancelled call is counted as that, not as an error. */
export const measured =
  (tool: string) =>
  (answering: Effect.Effect<Answer>): Effect.Effect<Answer> =>
    Effect.timed(answering).pipe(
      Effect.tap(([duration]) =>
        Metric.update(Metric.tagged(metrics.toolDuration, "tool", tool), Duration.toMillis(duration))
      ),
      Effect.map(([, answer]) => answer),
      Effect.tap(({ isError, structured }) =>
        isError
          ? Metric.increment(
              Metric.tagged(Metric.tagged(metrics.toolErrors, "tool", tool), "error_code", String(structured.code))
            )
          : Effect.void
      ),
      Effect.onInterrupt(() => Metric.increment(Metric.tagged(metrics.toolCancelled, "tool", tool))),
      Effect.ensuring(Metric.increment(Metric.tagged(metrics.toolCalls, "tool", tool)))
    )
