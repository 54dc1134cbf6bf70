/** Ends a command early: at a signal, or when the reader of its output has closed the pipe. */
import { Effect, Fiber } from "effect"
import { exitCodes } from "./exitCodes.ts"
import { HTTP, SANDBOX } from "./flagNames.ts"
import { leadingFlags } from "./normalizeArgv.ts"
import { exitCode, onStopSignal, stdoutClosed } from "./process.ts"

/** The kind of a command: `prints` ends at a closed pipe, `changes` finishes first, `serves` handles shutdown itself. */
export type CommandKind = "prints" | "changes" | "serves"

/** Runs a command. A signal ends it with the signal's exit code. A closed pipe ends it silently. */
export const withShutdown =
  (kind: CommandKind) =>
  <A, E, R>(command: Effect.Effect<A, E, R>): Effect.Effect<unknown, E, R> =>
    kind === "serves" ? command : Effect.scoped(Effect.zipRight(setExitCodeAtSignal, untilPipeCloses(kind, command)))

const setExitCodeAtSignal = Effect.acquireRelease(
  Effect.sync(() =>
    onStopSignal((signal) => exitCode.set(signal === "SIGINT" ? exitCodes.sigint.code : exitCodes.sigterm.code))
  ),
  (remove) => Effect.sync(remove)
)

const untilPipeCloses = <A, E, R>(kind: CommandKind, command: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const gone = yield* Effect.forkScoped(stdoutClosed)
    // Installs the listeners before the command prints its first output.
    yield* Effect.yieldNow()
    return yield* kind === "prints" ? Effect.raceFirst(command, Fiber.join(gone)) : command
  })

/** Returns the kind of a command line. */
export const commandKind = ([, , ...argv]: ReadonlyArray<string>): CommandKind => {
  const words = leadingFlags(argv).rest
  const [name] = words.filter((word) => !word.startsWith("-"))
  if (name === "call" || name === "init" || name === "clients") return "changes"
  const asksForServer =
    name === "serve" || name === "connect" || words.every((word) => word === SANDBOX || word === HTTP)
  return asksForServer && !words.some((word) => word === "--help" || word === "-h") ? "serves" : "prints"
}
