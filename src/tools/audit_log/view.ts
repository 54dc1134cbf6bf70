import { DateTime, Schema } from "effect"
import { namesOf } from "../../discord/permissions/PermissionName.ts"
import { AnyObject, Id, may } from "../dsl/reply.ts"
import { viewOf } from "../dsl/view.ts"
import { compact } from "../shared/compact.ts"
import { wordFor } from "../shared/enums.ts"
import { auditEvents } from "./events.ts"

const Change = Schema.Struct({
  key: Schema.String,
  new_value: Schema.optional(Schema.Unknown),
  old_value: Schema.optional(Schema.Unknown)
})

const Entry = Schema.Struct({
  id: Id,
  user_id: may(Schema.String),
  target_id: may(Schema.String),
  action_type: Schema.Number,
  reason: may(Schema.String),
  changes: may(Schema.Array(Change)),
  options: may(AnyObject)
})

/** Things an entry can be about. A rule that is gone stands as null in its list. */
const named = may(Schema.Array(Schema.NullOr(Schema.Struct({ id: may(Schema.String), name: may(Schema.String) }))))

/** What is read of a page of the log: the entries, and who and what they speak of. */
export const AuditLog = Schema.Struct({
  audit_log_entries: Schema.Array(Entry),
  users: may(Schema.Array(Schema.Struct({ id: Id, username: Schema.String, global_name: may(Schema.String) }))),
  webhooks: named,
  integrations: named,
  threads: named,
  guild_scheduled_events: named,
  auto_moderation_rules: named,
  application_commands: named
})

/** An entry with the names of those it speaks of, which Discord sends beside the entries. */
const NamedEntry = Schema.Struct({
  ...Entry.fields,
  user_name: Schema.optional(Schema.String),
  target_name: Schema.optional(Schema.String)
})

/** The entries of a page. */
export const entriesOf = (log: typeof AuditLog.Type): ReadonlyArray<typeof NamedEntry.Type> => {
  const names = namesOfAll(log)
  const nameOf = (id: string | null | undefined) => (id == null ? undefined : names.get(id))
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
export const auditEntry = viewOf(NamedEntry, (it) =>
  compact({
    id: it.id,
    time: timeOf(it.id),
    action: wordFor(auditEvents, it.action_type),
    by: it.user_id == null ? undefined : compact({ id: it.user_id, name: it.user_name }),
    target: it.target_id == null ? undefined : compact({ id: it.target_id, name: it.target_name ?? nameIn(it) }),
    reason: it.reason,
    changes: it.changes?.map(change),
    details: it.options && compact(it.options)
  })
)

/** Users, webhooks, rules and whatever else a page speaks of, by id. */
const namesOfAll = (log: typeof AuditLog.Type): ReadonlyMap<string, string> =>
  new Map([
    ...(log.users ?? []).map(({ global_name, id, username }) => [id, global_name ?? username] as const),
    ...[
      log.webhooks,
      log.integrations,
      log.threads,
      log.guild_scheduled_events,
      log.auto_moderation_rules,
      log.application_commands
    ].flatMap((named) => (named ?? []).flatMap((it) => (it?.id && it.name ? [[it.id, it.name] as const] : [])))
  ])

/** What was created or deleted has its name in the changes alone. */
const nameIn = ({ changes }: typeof Entry.Type): string | undefined => {
  const found = changes?.find(({ key }) => key === "name")
  const name = found?.new_value ?? found?.old_value
  return typeof name === "string" ? name : undefined
}

const change = ({ key, new_value: to, old_value: from }: typeof Change.Type): object => {
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

const bitsOf = (value: unknown): bigint => (typeof value === "string" && /^\d{1,40}$/.test(value) ? BigInt(value) : 0n)

/** When something with this id came to be (Discord docs, reference, snowflakes). */
const timeOf = (id: string): string => DateTime.formatIso(DateTime.unsafeMake(Number(BigInt(id) >> 22n) + EPOCH_MS))

const EPOCH_MS = 1_420_070_400_000
