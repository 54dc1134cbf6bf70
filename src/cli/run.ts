// The edge: the platform is provided here, and nowhere else.
// @effect-diagnostics strictEffectProvide:off
import { Command, ValidationError } from "@effect/cli"
import * as NodeContext from "@effect/platform-node/NodeContext"
import { Effect } from "effect"
import { command } from "./command.ts"
import { exitCodes, Told } from "./ending.ts"
import { protectFields, sandboxFlagLast } from "./protectFields.ts"
import { purposeOf, stoppable } from "./stopping.ts"
import { plainly } from "./stripAnsi.ts"
import { version } from "./version.ts"

const commandLine = Command.run(command, { name: "effect-discord-mcp", version })

/** Runs the command line. */
export const run = (argv: ReadonlyArray<string>) =>
  commandLine(protectFields(sandboxFlagLast(argv))).pipe(
    // The command line prints its own errors.
    Effect.mapError((failure) =>
      ValidationError.isValidationError(failure) ? new Told({ exitCode: exitCodes.failed }) : failure
    ),
    plainly,
    stoppable(purposeOf(argv)),
    Effect.provide(NodeContext.layer)
  )
