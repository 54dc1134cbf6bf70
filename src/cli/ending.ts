import { ValidationError } from "@effect/cli"
import { Cause, Console, Effect, Exit, Option } from "effect"

/** Exit codes: 0 done, 1 could not, 5 the tool failed. */
const TOOL_FAILED = 5

/** Tells a person what went wrong: one message, no stack, unless it is a bug. */
export const reportFailure = (cause: Cause.Cause<unknown>): Effect.Effect<void> => {
  if (Cause.isInterruptedOnly(cause)) return Effect.void
  const failure = Option.getOrUndefined(Cause.failureOption(cause))
  // The command line has printed its own errors and a tool its envelope.
  if (ValidationError.isValidationError(failure) || isTagged(failure, "ToolFailed")) return Effect.void
  return Console.error(failure instanceof Error ? failure.message : Cause.pretty(cause))
}

/** Ends the process with the code that fits; stopping it from outside is no failure. */
export const endWith = <E, A>(exit: Exit.Exit<A, E>, onExit: (code: number) => void): void =>
  onExit(
    Exit.match(exit, {
      onSuccess: () => 0,
      onFailure: (cause) =>
        Cause.isInterruptedOnly(cause)
          ? 0
          : isTagged(Option.getOrUndefined(Cause.failureOption(cause)), "ToolFailed")
            ? TOOL_FAILED
            : 1
    })
  )

const isTagged = (value: unknown, tag: string): boolean =>
  typeof value === "object" && value !== null && "_tag" in value && value._tag === tag
