// The entry point of the command line. It provides the Node platform once.
// @effect-diagnostics strictEffectProvide:off
import { Command, ValidationError } from "@effect/cli"
import * as NodeContext from "@effect/platform-node/NodeContext"
import { Cause, Data, Effect } from "effect"
import { command } from "./command.ts"
import { ReportedFailure, reportFailure } from "./exit.ts"
import { exitCodes } from "./exitCodes.ts"
import { fitConsole } from "./fitConsole.ts"
import { blankWord, moveSandboxFlags, separateToolFields } from "./normalizeArgv.ts"
import { repeatable } from "./options.ts"
import { shutdownOf, withShutdown } from "./shutdown.ts"
import { version } from "./version.ts"

const commandLine = Command.run(command, { name: "effect-discord-mcp", version })

/** A word of the command line is blank, or the value of an option is missing. */
class BlankWord extends Data.TaggedError("BlankWord")<{ readonly message: string }> {}

/** Runs the command line. */
export const run = (argv: ReadonlyArray<string>) => {
  const shutdown = shutdownOf(argv)
  const words = separateToolFields(moveSandboxFlags(argv))
  return Effect.suspend(() => {
    const message = blankWord(words, repeatable)
    return Effect.zipRight(message === undefined ? Effect.void : new BlankWord({ message }), commandLine(words))
  }).pipe(
    // The parser prints its own errors.
    Effect.mapError((failure) =>
      ValidationError.isValidationError(failure) ? new ReportedFailure({ exitCode: exitCodes.failed.code }) : failure
    ),
    Effect.catchAllDefect((defect) =>
      Effect.zipRight(reportFailure(Cause.die(defect)), new ReportedFailure({ exitCode: shutdown.failed }))
    ),
    withShutdown(shutdown),
    fitConsole,
    Effect.provide(NodeContext.layer)
  )
}
