import { Console, Context, Effect, Ref } from "effect"
import { ReportedFailure } from "./exit.ts"
import { exitCodes } from "./exitCodes.ts"
import { Interrupted } from "./prompts.ts"

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
