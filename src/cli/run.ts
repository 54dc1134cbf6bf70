// The entry point of the command line. It provides the Node platform once.
// @effect-diagnostics strictEffectProvide:off
import { stripVTControlCharacters } from "node:util"
import { Command, ValidationError } from "@effect/cli"
import * as NodeContext from "@effect/platform-node/NodeContext"
import { Cause, Console, Data, Effect } from "effect"
import { blankWord, moveSandboxFlags, separateToolFields } from "./argv.ts"
import { command } from "./command.ts"
import { exitCodes, ReportedFailure, reportFailure } from "./exit.ts"
import { repeatable } from "./options.ts"
import { type Output, stderr, stdout, version } from "./process.ts"
import { wrapText } from "./rendering/text.ts"
import { shutdownOf, withShutdown } from "./shutdown.ts"

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

/**
 * Fits the console output of an effect to its streams. On a terminal, wide lines are wrapped. If
 * colours are off, ANSI codes are removed, because `@effect/cli` always colours its help.
 */
const fitConsole = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Console.consoleWith((console) =>
    Console.withConsole(effect, {
      ...console,
      log: (...words) => console.log(...words.map(fitTo(stdout))),
      error: (...words) => console.error(...words.map(fitTo(stderr)))
    })
  )

const fitTo =
  (output: Output) =>
  (word: unknown): unknown => {
    if (typeof word !== "string") return word
    const text = output.coloured ? word : stripVTControlCharacters(word)
    return output.onTerminal ? wrapText(text, output.columns) : text
  }
