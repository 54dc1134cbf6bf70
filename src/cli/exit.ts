import { Cause, Console, Data, Effect, Exit, Option } from "effect"
import { exitCode } from "./process.ts"

/** The command failed and has printed why. The process ends with this exit code. */
export class ReportedFailure extends Data.TaggedError("ReportedFailure")<{ readonly exitCode: number }> {}

/**
 * Exit codes: 0 success, 1 failure, 5 the tool failed, 6 the audit log was altered, 130 stopped by Ctrl-C,
 * 143 stopped by SIGTERM (128 + signal number). A stopped `serve` ends with 0.
 * `doctor` has one code for each verdict: there, 1 means warnings and 2 means failure.
 */
export const exitCodes = {
  failed: 1,
  toolFailed: 5,
  auditBroken: 6,
  sigint: 130,
  sigterm: 143,
  doctor: { ok: 0, warning: 1, failed: 2 }
} as const

/** Prints the message of a failure. Prints a stack trace only for a defect. */
export const reportFailure = (cause: Cause.Cause<unknown>): Effect.Effect<void> => {
  const failure = Option.getOrUndefined(Cause.failureOption(cause))
  if (Cause.isInterruptedOnly(cause) || failure instanceof ReportedFailure) return Effect.void
  const message = failure instanceof Error ? failure.message.trim() : ""
  return Console.error(message === "" ? Cause.pretty(cause) : message)
}

/** Calls `onExit` with the exit code for the outcome. An interrupted command ends with the code that its signal set. */
export const endWith = <E, A>(exit: Exit.Exit<A, E>, onExit: (code: number) => void): void =>
  onExit(
    Exit.match(exit, {
      onSuccess: () => 0,
      onFailure: (cause) => {
        const failure = Option.getOrUndefined(Cause.failureOption(cause))
        if (failure instanceof ReportedFailure) return failure.exitCode
        return Cause.isInterruptedOnly(cause) ? (exitCode.pending ?? 0) : exitCodes.failed
      }
    })
  )
