import type { APIAuditLog, APIAuditLogChange, APIAuditLogEntry } from "discord-api-types/v10"
import { DateTime } from "effect"
import { namesOf } from "../../discord/permissions/PermissionName.ts"
import { auditEvents } from "../parts/auditEvents.ts"
import { wordFor } from "../parts/words.ts"
import { compact } from "./compact.ts"

/** An entry with the names of those it speaks of, which Discord sends beside the entries. */
export interface NamedEntry extends APIAuditLogEntry {
  readonly user_name?: string
  readonly target_name?: string
}

/** The entries of a page. */
export const entriesOf = (body: unknown): ReadonlyArray<NamedEntry> => {
  const log = body as APIAuditLog // Discord's promise for the audit log
  const names = namesOfAll(log)
  const nameOf = (id: string | null) => (id === null ? undefined : names.get(id))
  return log.audit_log_entries.map((entry) => {
    const user_name = nameOf(entry.user_id)
    const target_name = nameOf(entry.target_id)
    return {
      ...entry,
      ...(user_name !== undefined && { user_name }),
      ...(target_name !== undefined && { target_name })
    }
  })
}

/** What an agent needs of an entry: who did what to whom or what, why, and what changed. */
export const auditEntry = (it: NamedEntry) =>
  compact({
    id: it.id,
    time: timeOf(it.id),
    action: wordFor(auditEvents, it.action_type),
    by: it.user_id === null ? undefined : compact({ id: it.user_id, name: it.user_name }),
    target: it.target_id === null ? undefined : compact({ id: it.target_id, name: it.target_name ?? nameIn(it) }),
    reason: it.reason,
    changes: it.changes?.map(change),
    details: it.options && compact(it.options)
  })

/** Users, webhooks, rules and whatever else a page speaks of, by id. */
const namesOfAll = (log: APIAuditLog): ReadonlyMap<string, string> =>
  new Map([
    ...log.users.map(({ global_name, id, username }) => [id, global_name ?? username] as const),
    ...[
      log.webhooks,
      log.integrations,
      log.threads,
      log.guild_scheduled_events,
      log.auto_moderation_rules,
      log.application_commands
    ].flatMap((named) =>
      // A rule that is gone stands as null in its list.
      named.flatMap((it) => (it?.name ? [[it.id, it.name] as const] : []))
    )
  ])

/** What was created or deleted has its name in the changes alone. */
const nameIn = ({ changes = [] }: APIAuditLogEntry): string | undefined => {
  const found = changes.find(({ key }) => key === "name")
  const name: unknown = found?.new_value ?? found?.old_value
  return typeof name === "string" ? name : undefined
}

const change = (it: APIAuditLogChange): object => {
  const { key, new_value: to, old_value: from }: { key: string; new_value?: unknown; old_value?: unknown } = it
  if (key === "$add") return { added: to }
  if (key === "$remove") return { removed: to }
  if (BITS.has(key)) return { what: key, ...bitsChanged(from, to) }
  return { what: key, ...(from !== undefined && { from }), ...(to !== undefined && { to }) }
}

/** Changes that are sets of permissions: only what came and went tells something. */
const BITS: ReadonlySet<string> = new Set(["permissions", "allow", "deny"])

const bitsChanged = (from: unknown, to: unknown) => {
  const [before, after] = [bitsOf(from), bitsOf(to)]
  return compact({ added: namesOf(after & ~before), removed: namesOf(before & ~after) })
}

const bitsOf = (value: unknown): bigint => (typeof value === "string" && /^\d+$/.test(value) ? BigInt(value) : 0n)

/** When something with this id came to be (Discord docs, reference, snowflakes). */
const timeOf = (id: string): string => DateTime.formatIso(DateTime.unsafeMake(Number(BigInt(id) >> 22n) + EPOCH_MS))

const EPOCH_MS = 1_420_070_400_000
