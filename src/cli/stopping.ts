/** How a command ends before its own end: by a signal, or because nobody reads what it prints. */
import { Effect, Fiber } from "effect"
import { exitCodes } from "./ending.ts"
import { exitCode, onStopSignal, stdoutGone } from "./environment.ts"

/** What a command is for: `prints` stops when nobody reads it, `changes` finishes what it does, `serves` has its own ways to end. */
export type Purpose = "prints" | "changes" | "serves"

/** Runs a command so that a signal ends it with that signal's exit code, and a closed pipe without a word. */
export const stoppable =
  (purpose: Purpose) =>
  <A, E, R>(command: Effect.Effect<A, E, R>): Effect.Effect<unknown, E, R> =>
    purpose === "serves" ? command : Effect.scoped(Effect.zipRight(codeOfSignal, readBy(purpose, command)))

const codeOfSignal = Effect.acquireRelease(
  Effect.sync(() => onStopSignal((signal) => exitCode.set(signal === "SIGINT" ? exitCodes.sigint : exitCodes.sigterm))),
  (forget) => Effect.sync(forget)
)

const readBy = <A, E, R>(purpose: Purpose, command: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const gone = yield* Effect.forkScoped(stdoutGone)
    // The listeners stand before the command prints anything.
    yield* Effect.yieldNow()
    return yield* purpose === "prints" ? Effect.raceFirst(command, Fiber.join(gone)) : command
  })

/** The purpose of a command line. */
export const purposeOf = ([, , ...words]: ReadonlyArray<string>): Purpose => {
  const [name] = words.filter((word) => !word.startsWith("-"))
  if (name === "call" || name === "init") return "changes"
  const asksForServer = name === "serve" || words.every((word) => word === "--sandbox")
  return asksForServer && !words.some((word) => word === "--help" || word === "-h") ? "serves" : "prints"
}
