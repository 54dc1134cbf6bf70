/** The errors that Discord would give for calls that must fail. Nothing is sent for them, and nobody is asked. */
import { Clock, Duration, Effect } from "effect"
import { shapeOf, templateOf } from "../../discord/DiscordRequest.ts"
import type { RequestParts } from "../../discord/permissions/requiredPermissions.ts"
import type { DiscordMcpError } from "../../errors/DiscordMcpError.ts"
import { DiscordConflictError, DiscordPermissionError, ValidationError } from "../../errors/DiscordMcpError.ts"
import type { CallPreview } from "../../errors/preview/Preview.ts"
import { createdAtMs } from "../../objects/schema/snowflake.ts"
import { adviceOf, withReason } from "../../tools/dsl/Reason.ts"
import { adviceOfCode } from "../../tools/shared/failures.ts"
import type { StepCall } from "../../tools/Tool.ts"

/** The error of a call that must fail. */
export type CertainRefusal = DiscordPermissionError | DiscordConflictError | ValidationError

/** Discord's codes for these errors (Discord docs, JSON error codes). */
const CODES = { missing_access: 50001, missing_permissions: 50013, two_factor: 60003, archived: 50083, too_old: 50034 }

/** The permissions that a call lacks, by name. */
export interface Lacking {
  readonly missing: ReadonlyArray<string>
  readonly required: ReadonlyArray<string>
  readonly deniedInChannel: ReadonlyArray<string>
  /** The bot cannot see the channel. */
  readonly hidden?: boolean
}

/** Makes the error for missing permissions. */
export const lacksPermissions = (
  request: RequestParts,
  { deniedInChannel, hidden, missing, required }: Lacking
): CertainRefusal =>
  new DiscordPermissionError({
    sent: false,
    missing_permissions: missing,
    ...(required.length > 0 && { required_permissions: required }),
    ...(deniedInChannel.length > 0 && { denied_in_channel: deniedInChannel }),
    upstream: upstreamOf(request, 403, hidden === true ? CODES.missing_access : CODES.missing_permissions)
  })

/** Makes the error for a denial that no permission lifts. */
export const deniedBecause = (request: RequestParts, why: NonNullable<CallPreview["obstacle"]>): CertainRefusal =>
  why === "archived_thread"
    ? new DiscordConflictError({ sent: false, upstream: upstreamOf(request, 400, CODES.archived) })
    : new DiscordPermissionError({
        sent: false,
        why,
        upstream: upstreamOf(request, 403, why === "two_factor_required" ? CODES.two_factor : CODES.missing_permissions)
      })

const upstreamOf = ({ method, route }: RequestParts, status: number, discord_code: number) => ({
  status,
  discord_code,
  method,
  route: templateOf(route)
})

/** Adds the reason and the next step of the tool to an error. */
export const withToolReason = (call: StepCall, error: CertainRefusal): CertainRefusal => {
  const explained = withReason(call.tool.failures, adviceOfCode)(error)
  return isCertain(explained) ? explained : error
}

const isCertain = (error: DiscordMcpError): error is CertainRefusal =>
  ["DiscordPermissionError", "DiscordConflictError", "ValidationError"].includes(error._tag)

/** Discord deletes younger messages at once (Discord docs, bulk delete messages). */
const BULK_MAX_AGE = Duration.weeks(2)

/** Returns the error of a bulk deletion with messages that are too old, whose ids have their time. */
export const tooOldForBulk = Effect.fnUntraced(function* (call: StepCall) {
  const { operation } = call.tool
  const ids: unknown = call.arguments?.message_ids
  if (operation === undefined || `${operation.method} ${shapeOf(operation.route)}` !== BULK_DELETE) return undefined
  if (!Array.isArray(ids)) return undefined
  const oldestMs = (yield* Clock.currentTimeMillis) - Duration.toMillis(BULK_MAX_AGE)
  const issues = ids.flatMap((id: unknown, index) =>
    typeof id === "string" && createdAtMs(id) < oldestMs
      ? [{ path: `message_ids[${index}]`, message: `omit ${id}: it is older than two weeks`, code: TOO_OLD }]
      : []
  )
  if (issues.length === 0) return undefined
  const reason = call.tool.failures[TOO_OLD]
  return new ValidationError({
    validation_issues: issues,
    ...(reason !== undefined && { reason: TOO_OLD, ...adviceOf(reason) })
  })
})

const BULK_DELETE = "POST /channels/:id/messages/bulk-delete"
const TOO_OLD = "message_too_old_for_bulk"
