/**
 * A task: a seed of the sandbox, a sentence that a person says, and what must be true afterwards. The verifier compares
 * two snapshots: every object that changed must be one that the task names.
 */
import { DateTime, Predicate } from "effect"
import type { PermissionName } from "../../src/errors/PermissionName.ts"
import type { SeedIds } from "../../src/sandbox/Seed.ts"
import type { Snapshot, SnapshotPatch } from "../../src/sandbox/Snapshot.ts"
import { snowflakeAt } from "../../src/sandbox/Snowflakes.ts"
import type { Solution } from "./agent.ts"

export interface Task {
  /** A few words, unique. */
  readonly name: string
  /** What the person says: no names of tools, and only the ids and links that people paste. */
  readonly says: (guild: SeededGuild) => string
  /** What the sandbox has besides its own seed. */
  readonly seed?: (guild: SeededGuild) => SnapshotPatch
  /** Permissions that the bot does not have in this task. */
  readonly without?: ReadonlyArray<PermissionName>
  /** The person answers no when asked to confirm. By default yes. */
  readonly declines?: true
  /** The calls of an agent that knows only the sentence, the tool list and the results. Returns its final text. */
  readonly solve: Solution
  /** Every change of the state. By default none. */
  readonly changes?: (guild: SeededGuild) => ReadonlyArray<Change>
  /** What the final text must say. */
  readonly answer?: ReadonlyArray<RegExp>
  /** What the final text must not say. */
  readonly notInAnswer?: ReadonlyArray<RegExp>
}

/** The guild of a task before an agent begins. */
export interface SeededGuild {
  readonly ids: SeedIds
  readonly nowMs: number
  /** The state of the sandbox's own seed. */
  readonly state: Snapshot
}

/** Returns the link that Discord's client copies for a channel or a message. */
export const linkTo = ({ ids }: SeededGuild, channel: string, message?: string): string =>
  `https://discord.com/channels/${[ids.guild, channel, message].filter(Predicate.isNotUndefined).join("/")}`

export const MINUTE_MS = 60_000
export const DAY_MS = 24 * 60 * MINUTE_MS

/** Formats a time in ISO 8601, in UTC. */
export const isoTime = (ms: number): string => DateTime.formatIso(DateTime.unsafeMake(ms))

/** A message that a task adds: its author, its age and its text. */
export type Line = readonly [author: string, minutesAgo: number, content: string]

/** Returns a patch that adds messages to a channel, oldest first, and the ids of the messages in the same order. */
export const messagesIn = ({ ids, nowMs, state }: SeededGuild, channel: string, lines: ReadonlyArray<Line>) => {
  const added = lines.map(([author, minutesAgo, content], at) => {
    const member: Partial<{ user: object }> = state[`/guilds/${ids.guild}/members/${author}`] ?? {}
    return { id: snowflakeAt(nowMs - minutesAgo * MINUTE_MS, at + 1), author: member.user, content }
  })
  const patch: SnapshotPatch = Object.fromEntries(
    added.map(({ id, ...message }) => [`/channels/${channel}/messages/${id}`, message])
  )
  return { patch, ids: added.map(({ id }) => id) }
}

/** A change of one object: its path, and the fields that it then has. */
export interface Change {
  readonly path: RegExp
  readonly fields: Readonly<Record<string, Pattern>>
  readonly kind: "added" | "modified" | "removed"
}

/**
 * What a value must be: an equal value, a text that matches, or a value that passes a function of it and of the
 * state afterwards. Objects match by field.
 */
export type Pattern = unknown

/** An object with these fields is new. In the path, `*` is any id. */
export const added = (path: string, fields: Change["fields"]): Change => ({
  path: pathFormat(path),
  fields,
  kind: "added"
})

/** An object has these fields now, and no other field of it changed. */
export const modified = (path: string, fields: Change["fields"]): Change => ({
  path: pathFormat(path),
  fields,
  kind: "modified"
})

/** An object is gone. */
export const removed = (path: string): Change => ({ path: pathFormat(path), fields: {}, kind: "removed" })

const pathFormat = (path: string): RegExp => new RegExp(`^${path.replaceAll("*", "[^/]+")}$`)

/** Returns what is wrong after a task, none if it is done. */
export const problemsOf = (
  task: Task,
  guild: SeededGuild,
  { after, before, text }: { readonly before: Snapshot; readonly after: Snapshot; readonly text: string }
): ReadonlyArray<string> => {
  const missing = new Set(task.changes?.(guild))
  const unexpected = differences(before, after).flatMap((difference) => {
    const expected = [...missing].find((change) => isExpected(difference, change, after))
    return expected !== undefined && missing.delete(expected) ? [] : [`unexpected: ${shown(difference)}`]
  })
  const undone = [...missing].map(({ fields, kind, path }) => `missing: ${kind} ${path.source} ${printed(fields)}`)
  const unsaid = (task.answer ?? []).filter((fact) => !fact.test(text)).map((fact) => `the answer lacks ${fact}`)
  const said = (task.notInAnswer ?? []).filter((fact) => fact.test(text)).map((fact) => `the answer has ${fact}`)
  return [...unexpected, ...undone, ...unsaid, ...said]
}

/** An object that differs between two snapshots. */
interface Difference {
  readonly path: string
  readonly before: Readonly<Record<string, unknown>> | undefined
  readonly after: Readonly<Record<string, unknown>> | undefined
}

/** What Discord writes by itself: not a change that an agent makes. */
const volatilePath = /\/audit-logs\/|\/thread-members\//
const volatileFields = new Set([
  "edited_timestamp",
  "last_message_id",
  "last_pin_timestamp",
  "member_count",
  "message_count",
  "position",
  "referenced_message",
  "total_message_sent",
  "updated_at"
])
/** The system message "pinned a message to this channel". */
const PIN_NOTICE = 6

const differences = (before: Snapshot, after: Snapshot): ReadonlyArray<Difference> =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .map((path) => ({ path, before: lasting(before[path]), after: lasting(after[path]) }))
    .filter(
      (it) => !volatilePath.test(it.path) && it.after?.type !== PIN_NOTICE && printed(it.before) !== printed(it.after)
    )

const lasting = (value: object | undefined) =>
  value && Object.fromEntries(Object.entries(value).filter(([field]) => !volatileFields.has(field)))

const isExpected = (difference: Difference, { fields, kind, path }: Change, state: Snapshot): boolean => {
  const { after, before } = difference
  if (!path.test(difference.path)) return false
  switch (kind) {
    case "added":
      return before === undefined && matches(after, fields, state)
    case "removed":
      return after === undefined
    case "modified":
      return matches(after, fields, state) && changedFields(difference).every((field) => Object.hasOwn(fields, field))
  }
}

/** Returns the fields of an object that differ. */
const changedFields = ({ after, before }: Difference): ReadonlyArray<string> =>
  Object.keys({ ...before, ...after }).filter((field) => printed(before?.[field]) !== printed(after?.[field]))

const matches = (value: unknown, pattern: Pattern, state: Snapshot): boolean => {
  if (typeof pattern === "function") return pattern(value, state) === true
  if (pattern instanceof RegExp) return typeof value === "string" && pattern.test(value)
  if (Array.isArray(pattern))
    return (
      Array.isArray(value) &&
      value.length === pattern.length &&
      pattern.every((one, at) => matches(value[at], one, state))
    )
  if (Predicate.isRecord(pattern))
    return (
      Predicate.isRecord(value) && Object.entries(pattern).every(([field, one]) => matches(value[field], one, state))
    )
  return value === pattern
}

const printed = (value: unknown): string =>
  JSON.stringify(value, (_, inner) =>
    inner instanceof RegExp || typeof inner === "function" ? String(inner) : inner
  ) ?? "none"

const shown = (difference: Difference): string => {
  const { after, before, path } = difference
  if (after === undefined) return `removed ${path}`
  const fields = changedFields(difference).map((field) => `${field}: ${printed(after[field])}`)
  return `${before === undefined ? "added" : "modified"} ${path} ${fields.join(", ").slice(0, SHOWN_CHARS)}`
}

/** The number of characters that a problem shows of an object. */
const SHOWN_CHARS = 300
