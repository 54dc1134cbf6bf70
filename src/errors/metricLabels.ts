/** The labels of failures in metrics and traces: code and kind, both of low cardinality. */
import { Cause, Exit, Option } from "effect"
import type { DiscordMcpError } from "./DiscordMcpError.ts"
import { CancelledError } from "./DiscordMcpError.ts"
import { errorKindOf } from "./ErrorKind.ts"
import { Defect, type Failure, failureCodeOf } from "./failureEnvelope.ts"

type MetricLabels = Readonly<Record<string, unknown>>

/** Returns the labels of a failure. */
export const failureLabels = (failed: Failure) => ({
  error_code: failureCodeOf(failed),
  error_kind: errorKindOf(failed)
})

/** Returns the labels of a failed call, with its number of attempts if known. */
export const callFailureLabels = (failed: Failure): MetricLabels => ({
  ...failureLabels(failed),
  ...("attempts" in failed && failed.attempts !== undefined && { attempts: failed.attempts })
})

/** Returns the labels of an exit: none for a success; a defect and an interruption have the labels of their errors. */
export const exitLabels = (exit: Exit.Exit<unknown, DiscordMcpError>): MetricLabels => labelsOfExit(exit, failureLabels)

/** Returns the labels of a call's exit. */
export const callExitLabels = (exit: Exit.Exit<unknown, DiscordMcpError>): MetricLabels =>
  labelsOfExit(exit, callFailureLabels)

const labelsOfExit = (
  exit: Exit.Exit<unknown, DiscordMcpError>,
  labels: (failed: Failure) => MetricLabels
): MetricLabels =>
  Exit.match(exit, {
    onSuccess: () => ({}),
    onFailure: (cause) =>
      labels(
        Option.getOrElse(Cause.failureOption(cause), () =>
          Cause.isInterruptedOnly(cause) ? new CancelledError() : new Defect({ incident_id: "" })
        )
      )
  })
