import { Effect, Exit } from "effect"
import { callExitLabels, callFailureLabels, failureLabels } from "../errors/metricLabels.ts"
import { monotonicMs } from "../resilience/monotonic.ts"
import * as metrics from "../telemetry/metrics.ts"
import type { Attributes } from "../telemetry/span.ts"
import { tagged } from "../telemetry/tagged.ts"
import type { Answer } from "./Answer.ts"
import type { Conclusion } from "./conclude.ts"

const calls = tagged(metrics.toolCalls, "tool")
const errors = tagged(metrics.toolErrors, "tool", "error_code", "error_kind")
const cancelled = tagged(metrics.toolCancelled, "tool")
const durations = tagged(metrics.toolDuration, "tool")

/** Counts and times the calls of one tool. A cancelled call is counted as that, not as an error. */
export const measured =
  (tool: string) =>
  (concluding: Effect.Effect<Conclusion>): Effect.Effect<Answer> =>
    Effect.flatMap(monotonicMs, (start) =>
      Effect.map(
        Effect.onExit(concluding, (exit) =>
          Effect.map(monotonicMs, (end) => {
            calls({ tool }).unsafeUpdate(1, [])
            if (Exit.isInterrupted(exit)) cancelled({ tool }).unsafeUpdate(1, [])
            if (Exit.isFailure(exit)) return
            durations({ tool }).unsafeUpdate(end - start, [])
            const { failed } = exit.value
            if (failed !== undefined) errors({ tool, ...failureLabels(failed) }).unsafeUpdate(1, [])
          })
        ),
        ({ answer }) => answer
      )
    )

/** What the span of a call says of its end, as its count does. */
export const conclusionLabels = (exit: Exit.Exit<Conclusion>): Attributes =>
  Exit.isFailure(exit)
    ? callExitLabels(exit)
    : exit.value.failed === undefined
      ? {}
      : callFailureLabels(exit.value.failed)
