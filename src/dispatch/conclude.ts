import { Cause, Effect, Exit, Option, Random } from "effect"
import { CancelledError } from "../errors/ClientErrors.ts"
import type { DiscordMcpError } from "../errors/DiscordMcpError.ts"
import { type Dialect, toStructured } from "../errors/dialects/Dialect.ts"
import type { Envelope } from "../errors/Envelope.ts"
import { Defect, type Failure, envelopeOf as toEnvelope } from "../errors/Failure.ts"
import { callExitLabels, callFailureLabels, failureLabels } from "../errors/metricLabels.ts"
import { withMonotonicMs } from "../resilience/monotonic.ts"
import * as metrics from "../telemetry/metrics.ts"
import type { Attributes } from "../telemetry/span.ts"
import { tagged } from "../telemetry/tagged.ts"
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

const calls = tagged(metrics.toolCalls, "tool")
const errors = tagged(metrics.toolErrors, "tool", "error_code", "error_kind")
const cancelled = tagged(metrics.toolCancelled, "tool")
const durations = tagged(metrics.toolDuration, "tool")

/** Counts and times the calls of one tool. A cancelled call does not count as an error. */
export const withCallMetrics =
  (tool: string) =>
  (concluding: Effect.Effect<Conclusion>): Effect.Effect<Answer> =>
    withMonotonicMs((start) =>
      Effect.map(
        Effect.onExit(concluding, (exit) =>
          withMonotonicMs((end) => {
            calls({ tool }).unsafeUpdate(1, [])
            if (Exit.isInterrupted(exit)) cancelled({ tool }).unsafeUpdate(1, [])
            if (Exit.isFailure(exit)) return Effect.void
            durations({ tool }).unsafeUpdate(end - start, [])
            const { failed } = exit.value
            if (failed !== undefined) errors({ tool, ...failureLabels(failed) }).unsafeUpdate(1, [])
            return Effect.void
          })
        ),
        ({ answer }) => answer
      )
    )

/** Returns the attributes that a call's span gets at its end. Its metrics have the same labels. */
export const conclusionLabels = (exit: Exit.Exit<Conclusion>): Attributes =>
  Exit.isFailure(exit)
    ? callExitLabels(exit)
    : exit.value.failed === undefined
      ? {}
      : callFailureLabels(exit.value.failed)
