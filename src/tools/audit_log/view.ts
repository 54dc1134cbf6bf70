import { AuditLogEvent } from "discord-api-types/v10"
import { Schema } from "effect"
import { namesOf } from "../../errors/PermissionName.ts"
import { constantTable, enumName } from "../../objects/schema/enums.ts"
import { AnyObject, expected, Id, nullish } from "../../objects/schema/reply.ts"
import { createdAtMs } from "../../objects/schema/snowflake.ts"
import { isoTime } from "../../text/words.ts"
import { compact, viewOf } from "../dsl/view.ts"

/** Events of Discord's OpenAPI description that discord-api-types lacks. */
const newerEvents = {
  GUILD_HOME_FEATURE_ITEM: 171,
  GUILD_HOME_REMOVE_ITEM: 172,
  HARMFUL_LINKS_BLOCKED_MESSAGE: 180,
  GUILD_SCHEDULED_EVENT_EXCEPTION_CREATE: 200,
  GUILD_SCHEDULED_EVENT_EXCEPTION_UPDATE: 201,
  GUILD_SCHEDULED_EVENT_EXCEPTION_DELETE: 202,
  GUILD_PROFILE_UPDATE: 211
}

/** Maps the documented name of each audit log event to its number. */
export const auditEvents: Readonly<Record<string, number>> = { ...constantTable(AuditLogEvent), ...newerEvents }

const Change = Schema.Struct({
  key: expected(Schema.String),
  new_value: Schema.optional(Schema.Unknown),
  old_value: Schema.optional(Schema.Unknown)
})

const Entry = Schema.Struct({
  id: expected(Id),
  user_id: nullish(Schema.String),
  target_id: nullish(Schema.String),
  action_type: expected(Schema.Number),
  reason: nullish(Schema.String),
  changes: nullish(Schema.Array(Change)),
  options: nullish(AnyObject)
})

/** Objects that entries refer to. Discord sends null for a deleted rule. */
const namedObjects = nullish(
  Schema.Array(Schema.NullOr(Schema.Struct({ id: nullish(Schema.String), name: nullish(Schema.String) })))
)

/** A page of the audit log: the entries and the objects they refer to. */
export const AuditLog = Schema.Struct({
  audit_log_entries: expected(Schema.Array(Entry)),
  users: nullish(
    Schema.Array(
      Schema.Struct({ id: expected(Id), username: expected(Schema.String), global_name: nullish(Schema.String) })
    )
  ),
  webhooks: namedObjects,
  integrations: namedObjects,
  threads: namedObjects,
  guild_scheduled_events: namedObjects,
  auto_moderation_rules: namedObjects,
  application_commands: namedObjects
})

/** An entry with its user's and target's names, which Discord sends separately. */
const NamedEntry = Schema.Struct({
  ...Entry.fields,
  user_name: Schema.optional(Schema.String),
  target_name: Schema.optional(Schema.String)
})

/** Returns the entries of a page, with the names of users and targets. */
export const entriesOf = (log: typeof AuditLog.Type): ReadonlyArray<typeof NamedEntry.Type> => {
  const names = namesOfAll(log)
  const nameOf = (id: string | null | undefined) => (id == null ? undefined : names.get(id))
  return (log.audit_log_entries ?? []).map((entry) => {
    const user_name = nameOf(entry.user_id)
    const target_name = nameOf(entry.target_id)
    return {
      ...entry,
      ...(user_name !== undefined && { user_name }),
      ...(target_name !== undefined && { target_name })
    }
  })
}

/** Compact view of an entry: actor, action, target, reason, changes. */
export const auditEntry = viewOf(NamedEntry, (entry) =>
  compact({
    id: entry.id,
    time: entry.id && isoTime(createdAtMs(entry.id)),
    action: enumName(auditEvents, entry.action_type),
    by: entry.user_id == null ? undefined : compact({ id: entry.user_id, name: entry.user_name }),
    target:
      entry.target_id == null
        ? undefined
        : compact({ id: entry.target_id, name: entry.target_name ?? nameInChanges(entry) }),
    reason: entry.reason,
    changes: entry.changes?.map(changeView),
    details: entry.options && compact(entry.options)
  })
)

/** Maps the ids of a page's users, webhooks, rules and other objects to their names. */
const namesOfAll = (log: typeof AuditLog.Type): ReadonlyMap<string, string> =>
  new Map([
    ...namesById((log.users ?? []).map(({ global_name, id, username }) => ({ id, name: global_name ?? username }))),
    ...[
      log.webhooks,
      log.integrations,
      log.threads,
      log.guild_scheduled_events,
      log.auto_moderation_rules,
      log.application_commands
    ].flatMap((named) => namesById(named ?? []))
  ])

const namesById = (
  named: ReadonlyArray<{ readonly id?: string | null | undefined; readonly name?: string | null | undefined } | null>
): ReadonlyArray<readonly [id: string, name: string]> =>
  named.flatMap((it) => (it?.id && it.name ? [[it.id, it.name]] : []))

/** Returns the name from the changes. Created and deleted objects have their name only in the changes. */
const nameInChanges = ({ changes }: typeof Entry.Type): string | undefined => {
  const change = changes?.find(({ key }) => key === "name")
  const name = change?.new_value ?? change?.old_value
  return typeof name === "string" ? name : undefined
}

const changeView = ({ key, new_value: to, old_value: from }: typeof Change.Type): object => {
  if (key === "$add") return { added: to }
  if (key === "$remove") return { removed: to }
  if (key !== undefined && PERMISSION_KEYS.has(key)) return { what: key, ...bitsChanged(from, to) }
  return {
    ...(key !== undefined && { what: key }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to })
  }
}

/** Keys whose values are permission bits. The view shows only added and removed permissions. */
const PERMISSION_KEYS: ReadonlySet<string> = new Set(["permissions", "allow", "deny"])

const bitsChanged = (from: unknown, to: unknown) => {
  const [before, after] = [bitsOf(from), bitsOf(to)]
  return compact({ added: namesOf(after & ~before), removed: namesOf(before & ~after) })
}

const bitsOf = (value: unknown): bigint => (typeof value === "string" && /^\d{1,40}$/.test(value) ? BigInt(value) : 0n)
