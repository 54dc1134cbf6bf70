/** Takes changes back in the values of objects, newest first. Pure. */
import { AuditLogEvent } from "discord-api-types/v10"
import { type Change, type ObjectRef, reasonOfEvent, type ValueChange } from "./changes.ts"
import type { Kind } from "./kinds.ts"
import type { LogEntry } from "./readLog.ts"
import type { Present, State } from "./readState.ts"
import type { ReasonName } from "./reasons.ts"
import { isSame, keyParts, overwriteOf, type Values } from "./values.ts"

/** How much of an entry is taken back, and why not the rest. */
export interface Outcome {
  readonly change: Change
  readonly undo: "whole" | "part" | "no"
  readonly reasons: ReadonlyArray<ReasonName>
  /** The keys that are not set back. */
  readonly keys: ReadonlyArray<string>
  /** Who changed it since, if the log says so. */
  readonly by?: LogEntry
}

/** The values of an object now, and after the undo. Null: the object does not exist. */
export interface Reverted {
  readonly ref: ObjectRef
  readonly now: Present
  target: Present
  /** The entries that are taken back, the one that deleted the object first. */
  entries: ReadonlyArray<string>
}

/** What is taken back: changes of the bot, newest first, and what else the log has. */
export interface UndoRequest {
  readonly selected: ReadonlyArray<Change>
  /** All changes of the bot that were read, newest first. */
  readonly all: ReadonlyArray<Change>
  readonly others: ReadonlyArray<LogEntry>
  readonly state: State
  /** Entries with a value that no tool takes. */
  readonly invalid?: ReadonlySet<string>
}

/** Takes changes back. Values that differ from what the bot had set stay. */
export const revert = (request: UndoRequest) => new Reverting(request).run()

/** Returns the ids of roles and channels that were deleted, as far as the log says. */
export const deletedIds = ({ all, others }: UndoRequest): ReadonlySet<string> =>
  new Set(
    [...all.map(({ entry }) => entry), ...others].flatMap(({ action_type, target_id }) =>
      (action_type === AuditLogEvent.ChannelDelete || action_type === AuditLogEvent.RoleDelete) && target_id != null
        ? [target_id]
        : []
    )
  )

/** A part of a change that stays, with its reason. */
interface Left {
  readonly reason: ReasonName
  readonly key?: string
}

class Reverting {
  readonly #objects = new Map<string, Reverted>()
  readonly #selected: ReadonlySet<string>
  readonly #gone: ReadonlySet<string>
  readonly #request: UndoRequest

  constructor(request: UndoRequest) {
    this.#request = request
    this.#gone = deletedIds(request)
    this.#selected = new Set(
      request.selected.flatMap(({ entry }) => (request.invalid?.has(entry.id) ? [] : [entry.id]))
    )
  }

  run(): { readonly objects: ReadonlyArray<Reverted>; readonly outcomes: ReadonlyArray<Outcome> } {
    const outcomes = this.#request.selected.map((change) => this.#revert(change))
    return { objects: [...this.#objects.values()], outcomes }
  }

  #revert(change: Change): Outcome {
    if (this.#request.invalid?.has(change.entry.id)) return refused(change, "not_valid")
    if (change.object === undefined) return refused(change, reasonOfEvent(change.entry.action_type))
    const object = this.#find(change.object)
    if (object.target === undefined) return refused(change, "not_readable")
    switch (change.action) {
      case "create":
        return this.#revertCreation(change, object, object.target)
      case "delete":
        return this.#revertDeletion(change, object)
      case "update":
        return object.target === null
          ? refused(change, "object_gone")
          : this.#revertUpdate(change, object, object.target)
    }
  }

  #find(ref: ObjectRef): Reverted {
    const present = this.#request.state.objects.get(ref.key)
    const object = this.#objects.get(ref.key) ?? { ref, now: present, target: present, entries: [] }
    this.#objects.set(ref.key, object)
    return object
  }

  #revertCreation(change: Change, object: Reverted, target: Values | null): Outcome {
    const { kind } = object.ref
    if (target === null) return refused(change, "already")
    if (kind.remove === undefined) return refused(change, "no_tool")
    const other = this.#otherSince(change)
    const differs = change.values.some(
      ({ key, to }) =>
        key in kind.fields && key !== "flags" && !isSame(kind, key, target[key], this.#laterValue(change, key) ?? to)
    )
    if (differs || other !== undefined) return refused(change, "changed_since", other)
    object.target = null
    return this.#taken(change, object, kind.remains === undefined ? [] : [{ reason: kind.remains }])
  }

  #revertDeletion(change: Change, object: Reverted): Outcome {
    const { create, lost, together } = object.ref.kind
    if (object.target !== null) return refused(change, "already")
    if (create === undefined) return refused(change, lost ?? "no_tool")
    const values = Object.fromEntries(change.values.map(({ from, key }) => [key, from]))
    const needs = [...create.needs, ...(together?.(values) ?? [])]
    if (needs.some((key) => values[key] == null || this.#isGone(values[key]))) return refused(change, "not_logged")
    object.target = values
    object.entries = [change.entry.id, ...object.entries]
    return outcomeOf(change, lost === undefined ? [] : [{ reason: lost }], false)
  }

  #revertUpdate(change: Change, object: Reverted, target: Values): Outcome {
    const left: Array<Left> = []
    const restored: Record<string, unknown> = {}
    for (const value of change.values) {
      const reason = this.#reasonAgainst(change, object, target, value)
      if (reason === undefined) restored[value.key] = earlierValue(target, value)
      else left.push({ reason, key: value.key })
    }
    if (Object.keys(restored).length === 0) {
      const other = left.some(({ reason }) => reason === "changed_since") ? this.#otherSince(change) : undefined
      return outcomeOf(change, left.length === 0 ? [{ reason: "no_tool" }] : left, true, other)
    }
    object.target = { ...target, ...restored }
    return this.#taken(change, object, left)
  }

  /** Returns why a value stays as it is. */
  #reasonAgainst(change: Change, { ref }: Reverted, target: Values, value: ValueChange): ReasonName | undefined {
    const { kind } = ref
    const { id, part } = keyParts(value.key)
    if (id === undefined) {
      const field = kind.fields[value.key]
      if (field === undefined || kind.modify === undefined) return "no_tool"
      if (value.from === null && field.clears === undefined && field.empty === undefined) return "no_tool"
      if (field.picture && value.from !== null) return "files_gone"
    }
    // A timeout that has ended counts as no timeout.
    const isOver =
      value.key === "communication_disabled_until" && Date.parse(String(value.from)) <= this.#request.state.nowMs
    if (isSame(kind, value.key, target[value.key], isOver ? null : value.from)) return "already"
    // An overwrite goes with its role.
    if (part === "overwrite" && value.to !== null && target[value.key] == null) return "object_gone"
    if (!isAsSet(kind, target, value)) {
      return this.#laterValue(change, value.key) === undefined ? "changed_since" : "changed_again"
    }
    const needsRole =
      part === "role"
        ? value.from === true
        : id !== undefined && value.from !== null && overwriteOf(value.from).type === 0
    return (needsRole && this.#isGone(id, !this.#request.state.roles.has(id ?? ""))) || this.#isGone(value.from)
      ? "object_gone"
      : undefined
  }

  /** Returns whether a role or channel was deleted, and is not created again. */
  #isGone(id: unknown, isDeleted = typeof id === "string" && this.#gone.has(id)): boolean {
    return isDeleted && ["role", "channel"].every((kind) => this.#objects.get(`${kind}:${String(id)}`)?.target == null)
  }

  /** Returns the value that a later change of the bot has set, which is not taken back. */
  #laterValue({ entry, object }: Change, key: string): unknown {
    const later = this.#request.all.find(
      (one) =>
        BigInt(one.entry.id) > BigInt(entry.id) &&
        one.object?.key === object?.key &&
        !this.#selected.has(one.entry.id) &&
        one.values.some((value) => value.key === key)
    )
    return later?.values.find((value) => value.key === key)?.to
  }

  #otherSince({ entry, object }: Change): LogEntry | undefined {
    return this.#request.others.find(({ id, target_id }) => target_id === object?.id && BigInt(id) > BigInt(entry.id))
  }

  #taken(change: Change, object: Reverted, left: ReadonlyArray<Left>): Outcome {
    object.entries = [...object.entries, change.entry.id]
    const other = left.some(({ reason }) => reason === "changed_since") ? this.#otherSince(change) : undefined
    return outcomeOf(change, left, false, other)
  }
}

/** Returns whether an object has the value that the bot set. An update of an overwrite has only what changed. */
const isAsSet = (kind: Kind, target: Values, { key, to }: ValueChange): boolean => {
  const now = target[key]
  if (keyParts(key).part !== "overwrite" || to === null || now == null) return isSame(kind, key, now, to)
  return Object.entries(Object(to)).every(([name, value]) => String(Object(now)[name]) === String(value))
}

const earlierValue = (target: Values, { from, key }: ValueChange): unknown => {
  if (keyParts(key).part !== "overwrite" || from === null) return from
  return overwriteOf({ ...Object(target[key]), ...Object(from) })
}

const refused = (change: Change, reason: ReasonName, other?: LogEntry): Outcome =>
  outcomeOf(change, [{ reason }], true, other)

const outcomeOf = (change: Change, left: ReadonlyArray<Left>, isNothing: boolean, by?: LogEntry): Outcome => ({
  change,
  undo: isNothing ? "no" : left.length === 0 ? "whole" : "part",
  reasons: [...new Set(left.map(({ reason }) => reason))],
  keys: left.flatMap(({ key }) => key ?? []),
  ...(by !== undefined && { by })
})
