/** What counts and traces say of a failure: its code and its kind, few values each. */
import { Cause, Exit, Option } from "effect"
import { CancelledError } from "./ClientErrors.ts"
import type { DiscordMcpError } from "./DiscordMcpError.ts"
import { kindOf } from "./ErrorKind.ts"
import { codeOfFailure, Defect, type Failure } from "./Failure.ts"

type Labels = Readonly<Record<string, unknown>>

/** The labels of a failure. */
export const labelsOf = (failed: Failure) => ({ error_code: codeOfFailure(failed), error_kind: kindOf(failed) })

/** The same for a whole call, with how often Discord was asked where that is known. */
export const callLabelsOf = (failed: Failure): Labels => ({
  ...labelsOf(failed),
  ...("attempts" in failed && failed.attempts !== undefined && { attempts: failed.attempts })
})

/** The labels of however something ended: of a success none, of a bug and a withdrawal what their answers say. */
export const endLabels = (exit: Exit.Exit<unknown, DiscordMcpError>): Labels => labelled(exit, labelsOf)

/** The labels of however a whole call ended. */
export const callEndLabels = (exit: Exit.Exit<unknown, DiscordMcpError>): Labels => labelled(exit, callLabelsOf)

const labelled = (exit: Exit.Exit<unknown, DiscordMcpError>, labels: (failed: Failure) => Labels): Labels =>
  Exit.match(exit, {
    onSuccess: () => ({}),
    onFailure: (cause) =>
      labels(
        Option.getOrElse(Cause.failureOption(cause), () =>
          Cause.isInterruptedOnly(cause) ? new CancelledError() : new Defect({ incident_id: "" })
        )
      )
  })
