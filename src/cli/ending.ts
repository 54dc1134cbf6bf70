import { Cause, Console, Data, Effect, Exit, Option } from "effect"
import { exitCode } from "./environment.ts"

/** What went wrong has been told: the process only has to end with this code. */
export class Told extends Data.TaggedError("Told")<{ readonly exitCode: number }> {}

/**
 * Exit codes: 0 done, 1 could not, 5 the tool failed, 6 the audit log is not as it was written,
 * 130 and 143 stopped by Ctrl-C and by SIGTERM, as shells count signals. `serve` ends with 0 when it is stopped.
 * Those of `doctor` are its own, one for each verdict: its 1 is a warning, and no failure as elsewhere.
 */
export const exitCodes = {
  failed: 1,
  toolFailed: 5,
  auditBroken: 6,
  sigint: 130,
  sigterm: 143,
  doctor: { ok: 0, warning: 1, failed: 2 }
} as const

/** Tells a person what went wrong: one message, no stack, unless it is a bug. */
export const reportFailure = (cause: Cause.Cause<unknown>): Effect.Effect<void> => {
  const failure = Option.getOrUndefined(Cause.failureOption(cause))
  if (Cause.isInterruptedOnly(cause) || failure instanceof Told) return Effect.void
  const message = failure instanceof Error ? failure.message.trim() : ""
  return Console.error(message === "" ? Cause.pretty(cause) : message)
}

/** Ends the process with the code that fits; when it was stopped from outside, with the code that was set for that. */
export const endWith = <E, A>(exit: Exit.Exit<A, E>, onExit: (code: number) => void): void =>
  onExit(
    Exit.match(exit, {
      onSuccess: () => 0,
      onFailure: (cause) => {
        const failure = Option.getOrUndefined(Cause.failureOption(cause))
        if (failure instanceof Told) return failure.exitCode
        return Cause.isInterruptedOnly(cause) ? (exitCode.pending ?? 0) : exitCodes.failed
      }
    })
  )
