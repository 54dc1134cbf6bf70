import type { AuditLogEvent } from "discord-api-types/v10"
import type { AuditEntry, SandboxState } from "./State.ts"

/** A change for the audit log. */
export interface AuditChange {
  readonly action: AuditLogEvent
  readonly target: string | null
  /** The entity before the change. Absent for a new entity. */
  readonly before?: object
  /** The entity after the change. Absent for a deleted entity. */
  readonly after?: object
  readonly options?: Readonly<Record<string, string>>
}

/** Writes an audit log entry: the change by the bot and its reason. */
export const writeAuditEntry = (
  { reason, state }: { readonly state: SandboxState; readonly reason: string | undefined },
  guildId: string,
  { action, after, before, options, target }: AuditChange
): void => {
  const entry: AuditEntry = {
    id: state.nextId(),
    user_id: state.bot.id,
    target_id: target,
    action_type: action,
    changes: changesOf(before ?? {}, after ?? {}),
    ...(options !== undefined && { options }),
    ...(reason !== undefined && { reason })
  }
  state.auditLog.of(guildId).set(entry.id, entry)
}

const changesOf = (before: object, after: object): AuditEntry["changes"] => {
  const old = new Map<string, unknown>(Object.entries(before))
  const fresh = new Map<string, unknown>(Object.entries(after))
  return [...new Set([...old.keys(), ...fresh.keys()])]
    .filter((key) => JSON.stringify(old.get(key)) !== JSON.stringify(fresh.get(key)))
    .map((key) => ({
      key,
      ...(old.has(key) && { old_value: old.get(key) }),
      ...(fresh.has(key) && { new_value: fresh.get(key) })
    }))
}
