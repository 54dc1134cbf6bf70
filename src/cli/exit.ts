import { Cause, Console, Data, Effect, Exit, Option } from "effect"
import { exitCodes } from "./exitCodes.ts"
import { exitCode, stderr } from "./process.ts"
import { wrapText } from "./rendering/text.ts"

/** The command failed and has printed the reason. The process ends with this exit code. */
export class ReportedFailure extends Data.TaggedError("ReportedFailure")<{ readonly exitCode: number }> {}

/** Prints the message of a failure. Prints a stack trace only for a defect. */
export const reportFailure = (cause: Cause.Cause<unknown>): Effect.Effect<void> => {
  const failure = Option.getOrUndefined(Cause.failureOption(cause))
  if (Cause.isInterruptedOnly(cause) || failure instanceof ReportedFailure) return Effect.void
  const message = failure instanceof Error ? failure.message.trim() : ""
  const text = message === "" ? Cause.pretty(cause) : message
  return Console.error(stderr.onTerminal ? wrapText(text, stderr.columns) : text)
}

/** Calls `onExit` with the exit code for the outcome. An interrupted command ends with the code that its signal set. */
export const endWith = <E, A>(exit: Exit.Exit<A, E>, onExit: (code: number) => void): void =>
  onExit(
    Exit.match(exit, {
      onSuccess: () => exitCodes.ok.code,
      onFailure: (cause) => {
        const failure = Option.getOrUndefined(Cause.failureOption(cause))
        if (failure instanceof ReportedFailure) return failure.exitCode
        return Cause.isInterruptedOnly(cause) ? (exitCode.pending ?? 0) : exitCodes.failed.code
      }
    })
  )
