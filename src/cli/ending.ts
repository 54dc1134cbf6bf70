import { Cause, Console, Data, Effect, Exit, Option } from "effect"

/** What went wrong has been told: the process only has to end with this code. */
export class Told extends Data.TaggedError("Told")<{ readonly exitCode: number }> {}

/**
 * Exit codes: 0 done, 1 could not, 5 the tool failed, 6 the audit log is not as it was written.
 * Those of `doctor` are its own, one for each verdict: its 1 is a warning, and no failure as elsewhere.
 */
export const exitCodes = {
  failed: 1,
  toolFailed: 5,
  auditBroken: 6,
  doctor: { ok: 0, warning: 1, failed: 2 }
} as const

/** Tells a person what went wrong: one message, no stack, unless it is a bug. */
export const reportFailure = (cause: Cause.Cause<unknown>): Effect.Effect<void> => {
  const failure = Option.getOrUndefined(Cause.failureOption(cause))
  if (Cause.isInterruptedOnly(cause) || failure instanceof Told) return Effect.void
  return Console.error(failure instanceof Error ? failure.message : Cause.pretty(cause))
}

/** Ends the process with the code that fits; stopping it from outside is no failure. */
export const endWith = <E, A>(exit: Exit.Exit<A, E>, onExit: (code: number) => void): void =>
  onExit(
    Exit.match(exit, {
      onSuccess: () => 0,
      onFailure: (cause) => {
        const failure = Option.getOrUndefined(Cause.failureOption(cause))
        if (failure instanceof Told) return failure.exitCode
        return Cause.isInterruptedOnly(cause) ? 0 : exitCodes.failed
      }
    })
  )
