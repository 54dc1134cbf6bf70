import { Cause, Effect, Exit, Option, Random } from "effect"
import { CancelledError } from "../errors/ClientErrors.ts"
import type { DiscordMcpError } from "../errors/DiscordMcpError.ts"
import { defectEnvelope, toEnvelope } from "../errors/toEnvelope.ts"
import { type Answer, failure } from "./Answer.ts"

/** From how a call ended to its answer. A defect goes to the log whole, and to the caller only as an incident. */
export const conclude = (exit: Exit.Exit<Answer, DiscordMcpError>): Effect.Effect<Answer> => {
  if (Exit.isSuccess(exit)) return Effect.succeed(exit.value)
  const error = Option.getOrUndefined(Cause.failureOption(exit.cause))
  if (error !== undefined) return Effect.succeed(failure(toEnvelope(error)))
  if (Cause.isInterruptedOnly(exit.cause)) return Effect.succeed(failure(toEnvelope(new CancelledError())))
  return Effect.gen(function* () {
    const incident_id = yield* incident
    yield* Effect.logError("a call died of a bug", exit.cause).pipe(Effect.annotateLogs({ incident_id }))
    return failure(defectEnvelope(incident_id))
  })
}

/** Eight hexadecimal digits: enough to find one line of a log. */
const incident = Effect.map(Random.nextIntBetween(0, 2 ** 31), (number) => number.toString(16).padStart(8, "0"))
