import { Cause, Effect, Exit, Option, Redacted } from "effect"
import type { AuditLog, Ending, Intent } from "../audit/AuditLog.ts"
import { AUDIT_RECORD, ScopeRejectedError } from "../errors/ClientErrors.ts"
import type { DiscordMcpError } from "../errors/DiscordMcpError.ts"
import { codeOf } from "../errors/ErrorCode.ts"
import type { Permit } from "../safety/Permit.ts"
import * as Redactor from "../text/redact.ts"
import type { ToolCall } from "../tools/Tool.ts"
import type { ToolResult } from "../tools/ToolResult.ts"

/**
 * Records a call that may change Discord: its intent before any request, and its outcome at the end.
 * `onPermit` receives the gate's permit, whose risk may be higher than the tool's. Reads are not
 * recorded.
 */
export const withAuditRecord = <R>(
  audit: AuditLog["Type"],
  call: ToolCall,
  attempt: (onPermit: (permit: Permit["Type"]) => void) => Effect.Effect<ToolResult, DiscordMcpError, R>
): Effect.Effect<ToolResult, DiscordMcpError, R> => {
  if (call.risk === "read") return attempt(() => undefined)
  return Effect.suspend(() => {
    let risk = call.risk
    return Effect.acquireUseRelease(
      Effect.mapError(audit.intend(intentOf(call)), () => unrecordable(call)),
      () =>
        attempt((permit) => {
          risk = permit.risk
        }),
      (ticket, exit) => audit.end(ticket, { ...endingOf(exit), risk })
    )
  })
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

/**
 * Redacts the secrets in a call's arguments that field names do not reveal. The sink redacts the
 * server's own secrets.
 */
const withoutSecrets = (given: ToolCall["arguments"], secrets: ReadonlyArray<string>): ToolCall["arguments"] =>
  Redactor.make(secrets.map((secret) => Redacted.make(secret))).value(given) as ToolCall["arguments"] // still a record

const unrecordable = ({ tool }: ToolCall) =>
  new ScopeRejectedError({
    tool: tool.name,
    required: AUDIT_RECORD,
    granted: "none: the audit log cannot be written"
  })

const endingOf = (exit: Exit.Exit<ToolResult, DiscordMcpError>): Omit<Ending, "risk"> => {
  if (Exit.isSuccess(exit)) return { outcome: "OK", ...attemptsOf(exit.value) }
  const error = Option.getOrUndefined(Cause.failureOption(exit.cause))
  if (error === undefined) return { outcome: Cause.isInterruptedOnly(exit.cause) ? "CANCELLED" : "INTERNAL_ERROR" }
  return {
    outcome: codeOf(error),
    ...("outcome_unknown" in error && error.outcome_unknown && { outcome_unknown: true }),
    ...("attempts" in error ? attemptsOf(error) : {})
  }
}

const attemptsOf = ({ attempts }: { readonly attempts?: number }): Pick<Ending, "attempts"> =>
  attempts === undefined ? {} : { attempts }
