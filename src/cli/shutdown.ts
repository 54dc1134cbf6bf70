/** Ends a command early: at a signal, or when the reader of its output has closed the pipe. */
import { Console, Context, Effect, Fiber, Ref } from "effect"
import { HTTP, leadingFlags, SANDBOX } from "./argv.ts"
import { exitCodes, ReportedFailure } from "./exit.ts"
import { exitCode, onStopSignal, stdoutClosed } from "./process.ts"
import { Interrupted } from "./prompts.ts"

/** How a command ends early. */
export interface Shutdown {
  /** `prints` ends at a closed pipe, `changes` finishes first, `serves` handles shutdown itself. */
  readonly kind: "prints" | "changes" | "serves"
  /** What is printed at a signal, unless the command has set another message. */
  readonly message: string
  /** The exit code if the command cannot do its work. */
  readonly failed: number
}

/** Runs a command. A signal ends it with a message and the signal's exit code. A closed pipe ends it silently. */
export const withShutdown =
  (shutdown: Shutdown) =>
  <A, E, R>(command: Effect.Effect<A, E, R>) =>
    shutdown.kind === "serves"
      ? command
      : Effect.scoped(Effect.zipRight(setExitCodeAtSignal, untilPipeCloses(shutdown, command))).pipe(
          reportInterruption(shutdown.message)
        )

const setExitCodeAtSignal = Effect.acquireRelease(
  Effect.sync(() =>
    onStopSignal((signal) => exitCode.set(signal === "SIGINT" ? exitCodes.sigint.code : exitCodes.sigterm.code))
  ),
  (remove) => Effect.sync(remove)
)

const untilPipeCloses = <A, E, R>({ failed, kind }: Shutdown, command: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const gone = yield* Effect.forkScoped(stdoutClosed(failed))
    // Installs the listeners before the command prints its first output.
    yield* Effect.yieldNow()
    return yield* kind === "prints" ? Effect.raceFirst(command, Fiber.join(gone)) : command
  })

/** Returns how a command line ends early. */
export const shutdownOf = ([, , ...argv]: ReadonlyArray<string>): Shutdown => {
  const words = leadingFlags(argv).rest
  const [name = ""] = words.filter((word) => !word.startsWith("-"))
  return {
    kind: kindOf(name, words),
    message: messages.get(name) ?? "Interrupted.",
    failed: name === "doctor" ? exitCodes.doctor.failed.code : exitCodes.failed.code
  }
}

const kindOf = (name: string, words: ReadonlyArray<string>): Shutdown["kind"] => {
  if (name === "call" || name === "init" || name === "clients" || (name === "blueprint" && words.includes("apply")))
    return "changes"
  const asksForServer =
    name === "serve" || name === "connect" || words.every((word) => word === SANDBOX || word === HTTP)
  return asksForServer && !words.some((word) => word === "--help" || word === "-h") ? "serves" : "prints"
}

const messages: ReadonlyMap<string, string> = new Map([
  ["audit", "Interrupted while the audit log was checked. Nothing was changed."],
  ["call", "Interrupted before the call. Nothing was sent."],
  ["clients", "Interrupted while the clients file was read. Nothing was written."],
  ["demo", "Interrupted while the demo ran in its own sandbox."],
  ["doctor", "Interrupted while the checks ran. Nothing was changed."],
  ["init", "Interrupted while init prepared the entry. Nothing was written."],
  ["sandbox", "Interrupted while the sandbox ran. Its content is gone."],
  ["tools", "Interrupted while the tools were listed."],
  ["wait", "Interrupted before the wait."]
])

/** What the command is doing: the message that is printed if it is interrupted. */
export class Activity extends Context.Reference<Activity>()("effect-discord-mcp/cli/Activity", {
  defaultValue: () => Ref.unsafeMake("Interrupted.")
}) {}

/**
 * Sets the message for an interruption while an effect runs. After a failure the message stays, because Ctrl-C at a
 * question is a failure (`Interrupted`).
 */
export const whileDoing =
  (message: string) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.flatMap(Activity, (activity) =>
      Effect.flatMap(Ref.getAndSet(activity, message), (before) => Effect.zipLeft(effect, Ref.set(activity, before)))
    )

/**
 * Prints what the command was doing when it was interrupted, by a signal or by Ctrl-C at a question.
 * `message` is the message until the command sets another one.
 */
export const reportInterruption =
  (message: string) =>
  <A, E, R>(command: Effect.Effect<A, E, R>): Effect.Effect<A, E | ReportedFailure, R> =>
    Effect.flatMap(Ref.make(message), (activity) => {
      const report = Effect.flatMap(Ref.get(activity), (text) => Console.error(text))
      return command.pipe(
        Effect.onInterrupt(() => report),
        Effect.catchAll(
          (error): Effect.Effect<never, E | ReportedFailure> =>
            error instanceof Interrupted
              ? Effect.zipRight(report, new ReportedFailure({ exitCode: exitCodes.sigint.code }))
              : Effect.fail(error)
        ),
        Effect.provideService(Activity, activity)
      )
    })
