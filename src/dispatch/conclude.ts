import { Cause, Effect, Exit, Option, Random } from "effect"
import { CancelledError } from "../errors/ClientErrors.ts"
import type { DiscordMcpError } from "../errors/DiscordMcpError.ts"
import { type Dialect, toStructured } from "../errors/dialects/Dialect.ts"
import type { Envelope } from "../errors/Envelope.ts"
import { Defect, type Failure, envelopeOf as told } from "../errors/Failure.ts"
import { type Answer, failure } from "./Answer.ts"

/** How a call ended, for its caller and, if it failed, for those who count. */
export interface Conclusion {
  readonly answer: Answer
  readonly failed?: Failure
}

/** From how a call of a tool ended to its answer. Of a failure the structured half is in the operator's dialect. */
export const conclude =
  (dialect: Dialect, tool: string) =>
  (exit: Exit.Exit<Answer, DiscordMcpError>): Effect.Effect<Conclusion> =>
    Exit.isSuccess(exit)
      ? Effect.succeed({ answer: exit.value })
      : Effect.flatMap(Effect.annotateLogs(failureOf(exit.cause), { tool }), (failed) =>
          Effect.map(failure(told(failed), toStructured(dialect, failed)), (answer) => ({ answer, failed }))
        )

/** The envelope of a call that failed. */
export const envelopeOf = (cause: Cause.Cause<DiscordMcpError>): Effect.Effect<Envelope> =>
  Effect.map(failureOf(cause), told)

/** What a caller is told of. A defect goes to the log whole, and to the caller only as an incident. */
const failureOf = (cause: Cause.Cause<DiscordMcpError>): Effect.Effect<Failure> => {
  const error = Option.getOrUndefined(Cause.failureOption(cause))
  if (error !== undefined) return Effect.succeed(error)
  if (Cause.isInterruptedOnly(cause)) return Effect.succeed(new CancelledError())
  return Effect.gen(function* () {
    const incident_id = yield* incident
    yield* Effect.logError("a call died of a bug", cause).pipe(Effect.annotateLogs({ incident_id }))
    return new Defect({ incident_id })
  })
}

/** Eight hexadecimal digits: enough to find one line of a log. */
const incident = Effect.map(Random.nextIntBetween(0, 2 ** 31), (number) => number.toString(16).padStart(8, "0"))
