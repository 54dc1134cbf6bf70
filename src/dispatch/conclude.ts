import { Cause, Effect, Exit, Option, Random } from "effect"
import { CancelledError } from "../errors/ClientErrors.ts"
import type { DiscordMcpError } from "../errors/DiscordMcpError.ts"
import { type Dialect, toStructured } from "../errors/dialects/Dialect.ts"
import type { Envelope } from "../errors/Envelope.ts"
import { Defect, type Failure, envelopeOf as toEnvelope } from "../errors/Failure.ts"
import { type Answer, failure } from "./Answer.ts"

/** The end of a call: its answer, and its failure for metrics. */
export interface Conclusion {
  readonly answer: Answer
  readonly failed?: Failure
}

/** Turns the exit of a call into its answer. The structured form of a failure is in the operator's dialect. */
export const conclude =
  (dialect: Dialect, tool: string) =>
  (exit: Exit.Exit<Answer, DiscordMcpError>): Effect.Effect<Conclusion> =>
    Exit.isSuccess(exit)
      ? Effect.succeed({ answer: exit.value })
      : Effect.flatMap(Effect.annotateLogs(failureOf(exit.cause), { tool }), (failed) =>
          Effect.map(failure(toEnvelope(failed), toStructured(dialect, failed)), (answer) => ({ answer, failed }))
        )

/** Returns the envelope of a failed call. */
export const envelopeOf = (cause: Cause.Cause<DiscordMcpError>): Effect.Effect<Envelope> =>
  Effect.map(failureOf(cause), toEnvelope)

/** Returns the failure that the caller sees. A defect is logged in full; the caller gets only an incident id. */
const failureOf = (cause: Cause.Cause<DiscordMcpError>): Effect.Effect<Failure> => {
  const error = Option.getOrUndefined(Cause.failureOption(cause))
  if (error !== undefined) return Effect.succeed(error)
  if (Cause.isInterruptedOnly(cause)) return Effect.succeed(new CancelledError())
  return Effect.gen(function* () {
    const incident_id = yield* incident
    yield* Effect.logError("a call failed with a defect", cause).pipe(Effect.annotateLogs({ incident_id }))
    return new Defect({ incident_id })
  })
}

/** Makes an incident id: eight hexadecimal digits, enough to find one log line. */
const incident = Effect.map(Random.nextIntBetween(0, 2 ** 31), (number) => number.toString(16).padStart(8, "0"))
