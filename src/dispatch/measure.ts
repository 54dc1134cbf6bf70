import { Effect, Exit } from "effect"
import { callExitLabels, callFailureLabels, failureLabels } from "../errors/metricLabels.ts"
import { withMonotonicMs } from "../resilience/monotonic.ts"
import * as metrics from "../telemetry/metrics.ts"
import type { Attributes } from "../telemetry/span.ts"
import { tagged } from "../telemetry/tagged.ts"
import type { Answer } from "./Answer.ts"
import type { Conclusion } from "./conclude.ts"

const calls = tagged(metrics.toolCalls, "tool")
const errors = tagged(metrics.toolErrors, "tool", "error_code", "error_kind")
const cancelled = tagged(metrics.toolCancelled, "tool")
const durations = tagged(metrics.toolDuration, "tool")

/** Counts and times the calls of one tool. A cancelled call does not count as an error. */
export const withCallMetrics =
  (tool: string) =>
  (concluding: Effect.Effect<Conclusion>): Effect.Effect<Answer> =>
    withMonotonicMs((start) =>
      Effect.map(
        Effect.onExit(concluding, (exit) =>
          withMonotonicMs((end) => {
            calls({ tool }).unsafeUpdate(1, [])
            if (Exit.isInterrupted(exit)) cancelled({ tool }).unsafeUpdate(1, [])
            if (Exit.isFailure(exit)) return Effect.void
            durations({ tool }).unsafeUpdate(end - start, [])
            const { failed } = exit.value
            if (failed !== undefined) errors({ tool, ...failureLabels(failed) }).unsafeUpdate(1, [])
            return Effect.void
          })
        ),
        ({ answer }) => answer
      )
    )

/** Returns the attributes that a call's span gets at its end. Its metrics have the same labels. */
export const conclusionLabels = (exit: Exit.Exit<Conclusion>): Attributes =>
  Exit.isFailure(exit)
    ? callExitLabels(exit)
    : exit.value.failed === undefined
      ? {}
      : callFailureLabels(exit.value.failed)
