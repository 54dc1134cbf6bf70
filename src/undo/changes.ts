/** Entries of the audit log as changes of objects. Pure. */
import { AuditLogEvent } from "discord-api-types/v10"
import { type Action, events, type Kind, keepsId } from "./kinds.ts"
import type { LogEntry } from "./readLog.ts"
import type { ReasonName } from "./reasons.ts"
import { overwriteKey, overwriteOf, roleKey, type Values, withIds, withIdsReplaced } from "./values.ts"

/** One value that an entry changed. Null: the object had, or has, none. */
export interface ValueChange {
  readonly key: string
  readonly from: unknown
  readonly to: unknown
}

/** An entry as a change of one object. Without `kind`, nothing takes it back. */
export interface Change {
  readonly entry: LogEntry
  readonly object?: ObjectRef
  readonly action: Action
  readonly values: ReadonlyArray<ValueChange>
}

/** An object, by its kind and its present id. */
export interface ObjectRef {
  readonly kind: Kind
  readonly id: string
  readonly key: string
}

/** Why events without a row cannot be taken back. */
export const reasonOfEvent = (event: number): ReasonName =>
  event === AuditLogEvent.MessageDelete || event === AuditLogEvent.MessageBulkDelete
    ? "messages_gone"
    : event === AuditLogEvent.MemberPrune
      ? "must_be_invited"
      : "no_tool"

/** Begins the reason of each call that takes entries back. */
const REASON = "Undo of "

/** The maximum number of entries that a reason names. */
const REASON_IDS_MAX = 20

/** Returns the reason for the audit log. A new object is found by it, in place of the one that was deleted. */
export const reasonOf = (entries: ReadonlyArray<string>): string =>
  `${REASON}${entries.slice(0, REASON_IDS_MAX).join(", ")}${entries.length > REASON_IDS_MAX ? " and others" : ""}`

/** Returns the changes of the bot, in the order of the entries. Ids are those of the objects that exist now. */
export const changesOf = (entries: ReadonlyArray<LogEntry>): ReadonlyArray<Change> => {
  const recreated = recreatedIds(entries)
  const present = (id: string): string => {
    let now = id
    for (let left = recreated.size; left > 0; left--) now = recreated.get(now) ?? now
    return now
  }
  return entries.map((entry) => changeOf(entry, present))
}

/** Maps ids of deleted objects to those of the objects that an undo created in their place. */
const recreatedIds = (entries: ReadonlyArray<LogEntry>): ReadonlyMap<string, string> => {
  const byId = new Map(entries.map((entry) => [entry.id, entry]))
  return new Map(
    entries.flatMap((entry) => {
      const { action, kind } = events[entry.action_type] ?? {}
      const [, undone = ""] = entry.reason?.startsWith(REASON) ? (/^\D*(\d{17,20})/.exec(entry.reason) ?? []) : []
      const deletion = byId.get(undone)
      const of = events[deletion?.action_type ?? 0]
      if (kind === undefined || action !== "create" || deletion === undefined || keepsId(kind)) return []
      if (of?.kind !== kind || of.action !== "delete") return []
      const [from, to] = [objectId(kind, deletion), objectId(kind, entry)]
      return from === undefined || to === undefined || from === to ? [] : [[from, to] as const]
    })
  )
}

const changeOf = (entry: LogEntry, present: (id: string) => string): Change => {
  const { action = "update", kind } = events[entry.action_type] ?? {}
  const id = kind && objectId(kind, entry)
  const values = valuesOf(entry).map(({ from, key, to }) => ({
    key: key.replace(/\d{17,20}$/, present),
    from: withIdsReplaced(from, present),
    to: withIdsReplaced(to, present)
  }))
  return {
    entry,
    action,
    values,
    ...(kind !== undefined && id !== undefined && { object: refOf(kind, present(id)) })
  }
}

/** Names an object. */
export const refOf = (kind: Kind, id: string): ObjectRef => ({ kind, id, key: `${kind.name}:${id}` })

const objectId = ({ name }: Kind, { changes, options, target_id }: LogEntry): string | undefined => {
  const id =
    name === "stage"
      ? options?.channel_id
      : name === "pin"
        ? options && `${String(options.channel_id)}/${String(options.message_id)}`
        : name === "invite"
          ? changes?.flatMap(({ key, new_value, old_value }) => (key === "code" ? [new_value ?? old_value] : []))[0]
          : target_id
  return typeof id === "string" ? id : undefined
}

const OVERWRITES: ReadonlyArray<number> = [
  AuditLogEvent.ChannelOverwriteCreate,
  AuditLogEvent.ChannelOverwriteUpdate,
  AuditLogEvent.ChannelOverwriteDelete
]

const valuesOf = (entry: LogEntry): ReadonlyArray<ValueChange> => {
  const { action_type, changes, options } = entry
  const all = (changes ?? []).flatMap(({ key = "", new_value: to = null, old_value: from = null }) =>
    key === "$add" || key === "$remove"
      ? withIds(to).map(({ id }) => ({ key: roleKey(id), from: key === "$remove", to: key === "$add" }))
      : key === "permission_overwrites" && action_type !== AuditLogEvent.ChannelUpdate
        ? overwritesIn(from, to)
        : [{ key, from, to }]
  )
  return OVERWRITES.includes(action_type) && typeof options?.id === "string"
    ? [overwriteChange(action_type, options.id, options.type, all)]
    : all
}

const overwritesIn = (from: unknown, to: unknown): ReadonlyArray<ValueChange> => [
  ...withIds(from).map((one) => ({ key: overwriteKey(one.id), from: overwriteOf(one), to: null })),
  ...withIds(to).map((one) => ({ key: overwriteKey(one.id), from: null, to: overwriteOf(one) }))
]

/** An update has only what changed: the rest is the same before and after. */
const overwriteChange = (event: number, id: string, type: unknown, all: ReadonlyArray<ValueChange>): ValueChange => {
  const side = (name: "from" | "to"): Values => ({
    type: Number(type),
    ...Object.fromEntries(all.flatMap((one) => (/^(?:allow|deny)$/.test(one.key) ? [[one.key, one[name]]] : [])))
  })
  return {
    key: overwriteKey(id),
    from: event === AuditLogEvent.ChannelOverwriteCreate ? null : side("from"),
    to: event === AuditLogEvent.ChannelOverwriteDelete ? null : side("to")
  }
}
