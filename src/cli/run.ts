// The entry point of the command line. It provides the Node platform once.
// @effect-diagnostics strictEffectProvide:off
import { stripVTControlCharacters } from "node:util"
import { Command, ValidationError } from "@effect/cli"
import * as NodeContext from "@effect/platform-node/NodeContext"
import { Cause, Console, Data, Effect, Match } from "effect"
import { expandHelpCommand, moveSandboxFlags, separateToolFields } from "./argv.ts"
import { command } from "./command.ts"
import { exitCodes, ReportedFailure, reportFailure } from "./exit.ts"
import { type CommandNode, treeOf } from "./help/CommandTree.ts"
import { readRequest } from "./help/readRequest.ts"
import { type Output, stderr, stdout, version } from "./process.ts"
import { styleFor, wrapText } from "./rendering/text.ts"
import { shutdownOf, withShutdown } from "./shutdown.ts"

const commandLine = Command.run(command, { name: "effect-discord-mcp", version })

/** The command line names an unknown command or option, or a word of it is blank or missing. */
class WrongUsage extends Data.TaggedError("WrongUsage")<{ readonly message: string }> {}

/** Runs the command line. */
export const run = (argv: ReadonlyArray<string>) => {
  const shutdown = shutdownOf(argv)
  const words = separateToolFields(moveSandboxFlags(expandHelpCommand(argv)))
  return Effect.gen(function* () {
    const tree = treeOf(command.descriptor)
    yield* Match.valueTags(readRequest(tree, words.slice(2)), {
      Run: () => commandLine(words),
      ShowHelp: ({ command }) => showHelp(command),
      PrintCompletions: ({ shell }) => printCompletions(tree, shell),
      Reject: ({ problem }) => new WrongUsage({ message: problem })
    })
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

const showHelp = (command: CommandNode) =>
  Effect.flatMap(
    Effect.promise(() => import("./help/renderHelp.ts")),
    ({ renderHelp }) => {
      const columns = Math.min(stdout.columns, HELP_COLUMNS_MAX)
      return Console.log(renderHelp(command, { style: styleFor(stdout.coloured), columns }))
    }
  )

/** A longer line is hard to read. */
const HELP_COLUMNS_MAX = 100

const printCompletions = (tree: CommandNode, shell: string) =>
  Effect.flatMap(
    Effect.promise(() => import("./help/completions.ts")),
    ({ completionScript }) => Console.log(completionScript(tree, shell))
  )

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
