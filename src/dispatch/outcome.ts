/** How a call ended: its failure for the caller, its audit record, its metrics. */
import { Cause, Effect, Exit, Metric, Option, Random, Redacted } from "effect"
import { type AuditLog, type Intent, recorded } from "../audit/AuditLog.ts"
import { CancelledError } from "../errors/ClientErrors.ts"
import type { DiscordMcpError } from "../errors/DiscordMcpError.ts"
import type { Envelope } from "../errors/Envelope.ts"
import { Defect, type Failure, envelopeOf as toEnvelope } from "../errors/Failure.ts"
import { callExitLabels, callFailureLabels, failureLabels } from "../errors/metricLabels.ts"
import { monotonicMs } from "../resilience/monotonic.ts"
import type { Permit } from "../safety/Permit.ts"
import * as metrics from "../telemetry/metrics.ts"
import type { Attributes } from "../telemetry/span.ts"
import * as Redactor from "../text/redact.ts"
import type { ToolCall } from "../tools/Tool.ts"
import type { ToolResult } from "../tools/ToolResult.ts"
import type { Answer } from "./Answer.ts"

/** The end of a call: its answer, and its failure for metrics. */
export interface Conclusion {
  readonly answer: Answer
  readonly failed?: Failure
}

/** Returns the envelope of a failed call. */
export const envelopeOf = (cause: Cause.Cause<DiscordMcpError>): Effect.Effect<Envelope> =>
  Effect.map(failureOf(cause), toEnvelope)

/** Returns the failure that the caller sees. A defect is logged in full; the caller gets only an incident id. */
export const failureOf = Effect.fnUntraced(function* (cause: Cause.Cause<DiscordMcpError>): Effect.fn.Return<Failure> {
  const error = Cause.failureOption(cause)
  if (Option.isSome(error)) return error.value
  if (Cause.isInterruptedOnly(cause)) return new CancelledError()
  // Eight hexadecimal digits are enough to find one log line.
  const incident_id = (yield* Random.nextIntBetween(0, 2 ** 31)).toString(16).padStart(8, "0")
  yield* Effect.logError("a call failed with a defect", cause).pipe(Effect.annotateLogs({ incident_id }))
  return new Defect({ incident_id })
})

/** Counts and times a call of a tool at its end. A cancelled call does not count as an error. */
export const measure = Effect.fnUntraced(function* (tool: string, startMs: number, exit: Exit.Exit<Conclusion>) {
  yield* Metric.increment(callsOf(tool))
  if (Exit.isInterrupted(exit)) yield* Metric.increment(Metric.tagged(metrics.toolCancelled, "tool", tool))
  if (Exit.isFailure(exit)) return
  const durationMs = (yield* monotonicMs) - startMs
  yield* Metric.update(durationOf(tool), durationMs)
  const { failed } = exit.value
  if (failed === undefined) return
  const { error_code, error_kind } = failureLabels(failed)
  const ofTool = Metric.tagged(metrics.toolErrors, "tool", tool)
  yield* Metric.increment(Metric.tagged(Metric.tagged(ofTool, "error_code", error_code), "error_kind", error_kind))
})

/** Returns a metric for each tool. It is kept, because making a tagged metric costs more than updating it. */
const byTool = <Type, In, Out>(metric: Metric.Metric<Type, In, Out>) => {
  const kept = new Map<string, Metric.Metric<Type, In, Out>>()
  return (tool: string): Metric.Metric<Type, In, Out> => {
    const tagged = kept.get(tool) ?? Metric.tagged(metric, "tool", tool)
    kept.set(tool, tagged)
    return tagged
  }
}

const callsOf = byTool(metrics.toolCalls)
const durationOf = byTool(metrics.toolDuration)

/** Returns the attributes that a call's span gets at its end. Its metrics have the same labels. */
export const conclusionLabels = (exit: Exit.Exit<Conclusion>): Attributes => {
  if (Exit.isFailure(exit)) return callExitLabels(exit)
  return exit.value.failed === undefined ? {} : callFailureLabels(exit.value.failed)
}

/**
 * Records a call that may change Discord: its intent before any request, and its outcome at the end. `permitOf` returns
 * the gate's permit, whose risk may be higher than the tool's. Reads are not recorded.
 */
export const withAuditRecord = <R>(
  audit: AuditLog["Type"],
  call: ToolCall,
  run: Effect.Effect<ToolResult, DiscordMcpError, R>,
  permitOf: () => Permit["Type"] | undefined
): Effect.Effect<ToolResult, DiscordMcpError, R> => {
  if (call.risk === "read") return run
  return recorded(audit, intentOf(call), run, () => {
    const { approval, risk = call.risk } = permitOf() ?? {}
    return { ...(approval && { ask_id: approval.ask_id, approved_by: approval.by }), risk }
  }).pipe(Effect.ensuring(Effect.suspend(() => permitOf()?.approval?.ended ?? Effect.void)))
}

const intentOf = ({ arguments: given, risk, secrets = [], tool, referencedIds }: ToolCall): Intent => {
  const guild = referencedIds.find(({ kind }) => kind === "guild")?.id
  return {
    tool: tool.name,
    risk,
    ...(guild !== undefined && { guild }),
    ids: referencedIds.map(({ id, kind }) => ({ kind, id })),
    arguments: secrets.length === 0 ? given : withoutSecrets(given, secrets)
  }
}

/** Redacts the secrets in a call's arguments that field names do not reveal. The log redacts the server's own. */
const withoutSecrets = (given: ToolCall["arguments"], secrets: ReadonlyArray<string>): ToolCall["arguments"] =>
  Redactor.make(secrets.map((secret) => Redacted.make(secret))).value(given) as ToolCall["arguments"] // still a record
