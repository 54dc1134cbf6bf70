/** What counts and traces say of a failure: its code and its kind, few values each. */
import { Cause, Exit, Option } from "effect"
import { CancelledError } from "./ClientErrors.ts"
import type { DiscordMcpError } from "./DiscordMcpError.ts"
import { errorKindOf } from "./ErrorKind.ts"
import { Defect, type Failure, failureCodeOf } from "./Failure.ts"

type MetricLabels = Readonly<Record<string, unknown>>

/** The labels of a failure. */
export const failureLabels = (failed: Failure) => ({
  error_code: failureCodeOf(failed),
  error_kind: errorKindOf(failed)
})

/** The same for a whole call, with how often Discord was asked where that is known. */
export const callFailureLabels = (failed: Failure): MetricLabels => ({
  ...failureLabels(failed),
  ...("attempts" in failed && failed.attempts !== undefined && { attempts: failed.attempts })
})

/** The labels of however something ended: of a success none, of a bug and a withdrawal what their answers say. */
export const exitLabels = (exit: Exit.Exit<unknown, DiscordMcpError>): MetricLabels => labelsOfExit(exit, failureLabels)

/** The labels of however a whole call ended. */
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
