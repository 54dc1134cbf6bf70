import type { APIAuditLogEntry } from "discord-api-types/v10"

/** An entry of the audit log; its changes can be of any kind. */
export type AuditEntry = Omit<APIAuditLogEntry, "changes" | "options"> & {
  readonly changes: ReadonlyArray<{ readonly key: string; readonly old_value?: unknown; readonly new_value?: unknown }>
  readonly options?: Readonly<Record<string, string>>
}
