/** A plan in the making: its changes, and the calls that make them. */
import { Predicate } from "effect"
import type { Risk } from "../discord/Permit.ts"
import { isNamed, NAMED, permissionBits, permissionsIn } from "../errors/PermissionName.ts"
import { counted } from "../text/words.ts"
import { isDangerousOne } from "../tools/permissions/dangerous.ts"
import { formatName } from "../tools/shared/previewText.ts"
import type { PlannedCall } from "../tools/Tool.ts"
import { consentDetails } from "./consentDetails.ts"
import type { Document } from "./document.ts"
import { documentOf, type ExportedGuild } from "./documentOf.ts"
import { EVERYONE } from "./entries.ts"
import type { GuildState } from "./GuildState.ts"
import { OwnAccess } from "./OwnAccess.ts"
import { takenAway } from "./takenAway.ts"

/** A changed field. */
export interface FieldChange {
  readonly field: string
  readonly before?: unknown
  readonly after?: unknown
}

/** A change of a field that says what it replaces: without it, nobody sees what a call takes away. */
export interface Replacement extends FieldChange {
  readonly before: unknown
}

/** A change of an object. */
export interface Change {
  readonly action: "create" | "update" | "move" | "delete"
  readonly object: string
  readonly name: string
  readonly risk: Exclude<Risk, "read">
  readonly fields?: ReadonlyArray<FieldChange>
}

/** What a plan cannot do, and why. */
export interface Unreachable {
  readonly object: string
  readonly name: string
  readonly reason: string
  readonly field?: string
}

/**
 * The order of the calls. `clearing`: deletions without which a creation would exceed a limit. What a role may do changes
 * after its place: a move of roles is as risky as what they may do. `leaving`: what keeps a channel from changing together
 * with its category.
 */
const phases = [
  "clearing",
  "roles",
  "order",
  "permissions",
  "leaving",
  "categories",
  "channels",
  "positions",
  "settings",
  "onboarding",
  "closing",
  "deletions"
] as const
export type Phase = (typeof phases)[number]

/** What may be deleted. */
export interface PlanOptions {
  readonly prune?: boolean
  /** Ids of channels that the list lacks and that may exist. */
  readonly hidden?: ReadonlySet<string>
}

/** The sections whose objects have ids. */
type IdSection = "roles" | "channels" | "automod" | "emojis" | "stickers"

/** A reference to an object: its id, or the template of the id that a call will return. */
export type Resolved = string

export class PlanDraft {
  readonly state: GuildState
  document: Document
  readonly options: PlanOptions
  readonly own: OwnAccess
  /** The guild as a blueprint. Its keys are not those of the document. */
  readonly current: ExportedGuild
  readonly changes: Array<Change> = []
  readonly unreachable: Array<Unreachable> = []
  readonly notices: Array<string> = []
  /** The keys of roles that could mean several roles of the guild. */
  readonly ambiguousRoles = new Set<string>()
  readonly #steps: Array<PlannedCall & { readonly phase: Phase }> = []
  readonly #ids: Record<"roles" | "channels", Map<string, Resolved>>
  readonly #kept = new Set<string>()
  readonly #currentIds: Readonly<Record<IdSection, ReadonlyMap<string, string>>>

  constructor(state: GuildState, document: Document, options: PlanOptions) {
    this.state = state
    this.document = document
    this.options = options
    this.own = new OwnAccess(state)
    this.current = documentOf(state, { name: document.guild?.name !== undefined })
    const currentIds = (section: IdSection) => new Map(Object.entries(this.current.document.ids?.[section] ?? {}))
    this.#currentIds = {
      roles: currentIds("roles").set(EVERYONE, state.guild.id),
      channels: currentIds("channels"),
      automod: currentIds("automod"),
      emojis: currentIds("emojis"),
      stickers: currentIds("stickers")
    }
    const entriesOf = (section: "roles" | "channels") => {
      const present = this.currentIds(section)
      const ids = new Set(present.values())
      // A section that the document does not have is referred to by the guild's own keys.
      return new Map<string, Resolved>(
        document[section] !== undefined ? [] : [...present, ...[...this.ids(section)].filter(([, id]) => ids.has(id))]
      )
    }
    this.#ids = { roles: entriesOf("roles").set(EVERYONE, state.guild.id), channels: entriesOf("channels") }
  }

  /** Returns the ids of the document by key; none if they are of another guild. */
  ids(section: IdSection): ReadonlyMap<string, string> {
    const { guild = this.state.guild.id, ...ids } = this.document.ids ?? {}
    return new Map(guild === this.state.guild.id ? Object.entries(ids[section] ?? {}) : [])
  }

  /** Returns the ids of the guild as it is, by its own keys. */
  currentIds(section: IdSection): ReadonlyMap<string, string> {
    return this.#currentIds[section]
  }

  /** Returns the key of an object of the guild; its id if no document can name it. */
  keyOf(section: "roles" | "channels"): (id: string) => string {
    const keyOf = section === "roles" ? this.current.roleKey : this.current.channelKey
    return (id) => keyOf(id) ?? id
  }

  /** Returns the id of a key of the guild. */
  currentId(section: "roles" | "channels", key: string): string {
    return this.#currentIds[section].get(key) ?? key
  }

  /**
   * Returns a list of the document with the entries that it cannot name, at their positions: those of channels that the bot
   * cannot view, and of roles that the guild does not list. `live`: the list of the guild, with ids where keys are
   * unknown.
   */
  keeping<Entry>(
    section: "roles" | "channels",
    wanted: ReadonlyArray<Entry>,
    live: ReadonlyArray<Entry> | undefined,
    refOf: (entry: Entry) => string | undefined
  ): ReadonlyArray<Entry> {
    const ids = new Set(wanted.map((entry) => this.resolve(section, refOf(entry) ?? "")))
    const list = [...wanted]
    for (const [at, entry] of (live ?? []).entries()) {
      const id = refOf(entry)
      if (id === undefined || this.#currentIds[section].has(id) || ids.has(id)) continue
      this.#kept.add(id)
      list.splice(at, 0, entry)
    }
    return list
  }

  /**
   * Says in a notice what a changed list keeps. Returns whether the list can be sent: one that is too long with what it
   * keeps is left as it is.
   */
  canKeep(
    of: { readonly object: string; readonly name: string },
    field: string,
    refs: ReadonlyArray<string>,
    max: number
  ) {
    const kept = refs.filter((id) => this.#kept.has(id)).length
    if (kept > 0 && refs.length > max) {
      this.cannot(of.object, of.name, `has more than ${max} entries with those that it keeps`, field)
      return false
    }
    if (kept > 0)
      this.notices.push(`${field} keeps ${counted(kept, "id")} that no blueprint can name, such as of hidden channels.`)
    return true
  }

  define(section: "roles" | "channels", key: string, id: Resolved): void {
    this.#ids[section].set(key, id)
  }

  /** Returns the id of a key, or its template; an id that is kept; `undefined` for an object that cannot be reached. */
  resolve(section: "roles" | "channels", key: string): Resolved | undefined {
    return this.#ids[section].get(key) ?? (this.#kept.has(key) ? key : undefined)
  }

  /** Returns a role as the guild names it: the key of a document can be any text, such as the name of another role. */
  roleName(key: string): string {
    const id = this.resolve("roles", key)
    if (id?.startsWith("{{") !== true) return this.keyOf("roles")(id ?? key)
    const name = this.document.roles?.find((entry) => (entry.key ?? entry.name) === key)?.name ?? key
    return this.#currentIds.roles.has(name) ? `${name} (new)` : name
  }

  /** Adds a call for the object with this name. Returns the template of the id of what it makes. */
  step(
    phase: Phase,
    tool: string,
    name: string,
    args: PlannedCall["args"],
    fields: ReadonlyArray<Replacement> = [],
    risk?: Risk
  ): Resolved {
    const id = `${tool}_${this.#steps.length + 1}`
    // What is created takes nothing away.
    const lostBy = tool.includes("_create_") || tool.endsWith("_create") ? () => [] : takenAway
    const details = fields.flatMap((change) => {
      const { after, before, field } = change
      const detail = consentDetails(field, before, after)
      const all = detail.length === 0 ? lostBy(change) : detail
      return all.length === 0 ? [] : [[field, all] as const]
    })
    const atLeast = fields.some((change) => lostBy(change).length > 0) ? "destructive" : risk
    const facts = { ...Object.fromEntries(details), name: formatName(name) }
    this.#steps.push({
      phase,
      id,
      tool,
      args,
      facts,
      showsLosses: true,
      ...(atLeast !== undefined && { risk: atLeast })
    })
    return `{{${id}.id}}`
  }

  /** Returns the calls in order. */
  get steps(): ReadonlyArray<PlannedCall> {
    return phases.flatMap((phase) => this.#steps.flatMap(({ phase: own, ...step }) => (own === phase ? [step] : [])))
  }

  cannot(object: string, name: string, reason: string, field?: string): void {
    this.unreachable.push({ object, name, reason, ...(field !== undefined && { field }) })
  }
}

/** Escapes a text that is no template. */
export const literal = <A>(value: A): A => {
  if (typeof value === "string") return value.replaceAll("{{", "\\{{") as A & string // a text stays one
  if (Array.isArray(value)) return value.map((item) => literal(item)) as A & ReadonlyArray<unknown> // a list stays one
  return typeof value === "object" && value !== null
    ? (Object.fromEntries(Object.entries(value).map(([name, item]) => [name, literal(item)])) as A) // an object stays one
    : value
}

/** Returns the bits of permissions. */
export const bitsIn = (names: ReadonlyArray<string>): bigint =>
  names.reduce((bits, name) => bits | (isNamed(name) ? permissionBits[name] : BigInt(name)), 0n)

/**
 * Returns the permissions of an entry with the bits without a name that are set now: no change removes them.
 * `unless`: what the entry says of the opposite.
 */
export const withUnnamed = (
  wanted: ReadonlyArray<string>,
  present: ReadonlyArray<string>,
  unless: ReadonlyArray<string> = []
): ReadonlyArray<string> => {
  const kept = bitsIn(present) & ~NAMED & ~bitsIn(unless)
  return kept === 0n ? wanted : permissionsIn(bitsIn(wanted) | kept)
}

/** Whether permissions that are added put other members at risk. */
export const addsDanger = (before: ReadonlyArray<string>, after: ReadonlyArray<string>): boolean =>
  after.some((name) => !before.includes(name) && isDangerousOne(name))

/** Why the bot cannot give or take permissions; `undefined` if it can. */
export const permissionDenial = (
  { own: { permissions } }: PlanDraft,
  before: ReadonlyArray<string>,
  after: ReadonlyArray<string>
): string | undefined => {
  const changed = bitsIn(before) ^ bitsIn(after)
  const isAdministrator = (permissions & permissionBits.ADMINISTRATOR) !== 0n
  return isAdministrator || (changed & ~permissions) === 0n ? undefined : "has permissions that the bot lacks itself"
}

/** Whether two values are equal as JSON. */
export const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** Compares the fields that an entry has. Lists without an order are compared sorted. */
export const fieldChanges = (
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>
): ReadonlyArray<Replacement> =>
  Object.entries(after).flatMap(([field, value]) =>
    value === undefined || isSame(before[field], value) || isSame(before[field], trimmed(value))
      ? []
      : [{ field, before: before[field], after: value }]
  )

/** Returns a value as Discord stores it: without spaces at both ends of its texts. */
const trimmed = (value: unknown): unknown =>
  typeof value === "string"
    ? value.trim()
    : Array.isArray(value)
      ? value.map(trimmed)
      : Predicate.isReadonlyRecord(value)
        ? Object.fromEntries(Object.entries(value).map(([name, item]) => [name, trimmed(item)]))
        : value
