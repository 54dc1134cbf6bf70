// The entry point of the command line. It provides the Node platform once.
// @effect-diagnostics strictEffectProvide:off
import { Command, ValidationError } from "@effect/cli"
import * as NodeContext from "@effect/platform-node/NodeContext"
import { Cause, Effect } from "effect"
import { command } from "./command.ts"
import { ReportedFailure, reportFailure } from "./exit.ts"
import { exitCodes } from "./exitCodes.ts"
import { fitConsole } from "./fitConsole.ts"
import { moveSandboxFlags, separateToolFields } from "./normalizeArgv.ts"
import { shutdownOf, withShutdown } from "./shutdown.ts"
import { version } from "./version.ts"

const commandLine = Command.run(command, { name: "effect-discord-mcp", version })

/** Runs the command line. */
export const run = (argv: ReadonlyArray<string>) => {
  const shutdown = shutdownOf(argv)
  return commandLine(separateToolFields(moveSandboxFlags(argv))).pipe(
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
