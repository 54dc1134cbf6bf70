/** Finds the objects of a guild that the entries of a blueprint mean. */

import { Array as Arr } from "effect"
import type { ChannelKind } from "../objects/channel.ts"
import { channelChanges } from "./channelArguments.ts"
import { allChannels } from "./checkDocument.ts"
import type { ChannelEntry } from "./entries.ts"
import type { ChannelState } from "./GuildState.ts"
import { canBecome, discordName, kindOfType } from "./kinds.ts"
import type { PlanDraft } from "./PlanDraft.ts"

/** An entry of a blueprint. `group`: what must be equal beside the name, such as the kind. */
export interface Wanted<Entry> {
  readonly key: string
  readonly name: string
  readonly entry: Entry
  /** The id that the blueprint has for the key. */
  readonly id: string | undefined
  /** What has to be equal for a match by name. The first group is tried first. */
  readonly groups: ReadonlyArray<string>
}

/** An object of a guild. */
export interface Existing<Entry> {
  readonly id: string
  readonly name: string
  readonly entry: Entry
  readonly groups: ReadonlyArray<string>
}

/** What the entries mean: objects by key, new entries, and entries that could mean several objects. */
export interface Matches<Entry> {
  readonly objects: ReadonlyMap<string, Existing<Entry>>
  readonly created: ReadonlyArray<Wanted<Entry>>
  readonly ambiguous: ReadonlyArray<Wanted<Entry>>
  /** Objects that no entry means. Those that an ambiguous entry could mean are not among them. */
  readonly unmentioned: ReadonlyArray<Existing<Entry>>
}

/**
 * Matches by id, then by name within the first group, then within the next. Entries that have equal names match only
 * objects that are as they describe: which of them is which then makes no difference. There is never a guess.
 */
export const match = <Entry>(
  wanted: ReadonlyArray<Wanted<Entry>>,
  existing: ReadonlyArray<Existing<Entry>>,
  isAsDescribed: (entry: Entry, object: Entry) => boolean
): Matches<Entry> => {
  const objects = new Map<string, Existing<Entry>>()
  const left = new Map(existing.map((object) => [object.id, object]))
  const take = (key: string, object: Existing<Entry>) => {
    objects.set(key, object)
    left.delete(object.id)
  }
  for (const { id, key } of wanted) {
    const object = id === undefined ? undefined : left.get(id)
    if (object !== undefined) take(key, object)
  }
  const groups = Math.max(0, ...existing.map(({ groups }) => groups.length))
  for (let level = 0; level < groups; level++) {
    const nameIn = ({ groups, name }: Pick<Wanted<Entry>, "groups" | "name">) => JSON.stringify([groups[level], name])
    const candidatesByName = new Map(Object.entries(Arr.groupBy(left.values(), nameIn)))
    const open = wanted.filter(({ key }) => !objects.has(key))
    for (const [name, entries] of Object.entries(Arr.groupBy(open, nameIn))) {
      const candidates = candidatesByName.get(name) ?? []
      const [entry, ...others] = entries
      const [object] = candidates
      if (entry !== undefined && object !== undefined && others.length === 0 && candidates.length === 1) {
        take(entry.key, object)
        continue
      }
      for (const { entry, key } of entries) {
        const equal = candidates.find((it) => left.has(it.id) && isAsDescribed(entry, it.entry))
        if (equal !== undefined) take(key, equal)
      }
    }
  }
  const last = groups - 1
  const nameOf = ({ groups, name }: Pick<Wanted<Entry>, "groups" | "name">) => JSON.stringify([groups[last], name])
  const candidates = new Set([...left.values()].map(nameOf))
  const open = wanted.filter(({ key }) => !objects.has(key))
  const ambiguous = open.filter((entry) => candidates.has(nameOf(entry)))
  const possible = new Set(ambiguous.map(nameOf))
  return {
    objects,
    ambiguous,
    created: open.filter((entry) => !candidates.has(nameOf(entry))),
    unmentioned: [...left.values()].filter((object) => !possible.has(nameOf(object)))
  }
}

/** Returns whether the plan keeps the role or channel of a key. What refers to a deleted one will lose this reference. */
export const staysIn =
  (plan: PlanDraft, section: "roles" | "channels") =>
  (key: string): boolean =>
    !plan.steps.some(
      ({ args, tool }) =>
        tool === `${section}_delete` && [args.role_id, args.channel_id].includes(plan.currentId(section, key))
    )

/** A channel of the blueprint, with the key of its category. */
export interface WantedChannel extends Wanted<ChannelEntry> {
  readonly kind: ChannelKind
  readonly parent: string | undefined
}

/** A channel of the guild, with what it is matched by. */
interface ExistingChannel extends Omit<Existing<ChannelEntry>, "groups"> {
  readonly kind: ChannelKind
  readonly parent: string
}

/** Matches categories first: the category decides where a channel is looked for. */
export const matchChannels = (
  plan: PlanDraft,
  wanted: ReadonlyArray<WantedChannel>,
  channels: ReadonlyArray<ChannelState>
): Matches<ChannelEntry> & { readonly hidden: ReadonlySet<string> } => {
  const existing = existingChannels(plan, channels)
  const named = namesLike(existing)
  const isEqual = asDescribedIn(plan)
  const categories = match(
    wanted.filter(isCategory).map((entry) => ({ ...entry, name: named(entry), groups: [""] })),
    existing.filter(isCategory).map((object) => ({ ...object, groups: [""] })),
    isEqual
  )
  for (const [key, { id }] of categories.objects) plan.define("channels", key, id)
  const hidden = hiddenCategories(categories.created, wanted, existing, named)
  for (const [key, ids] of hidden) {
    const [id = "", ...others] = ids
    if (others.length === 0) plan.define("channels", key, id)
  }
  const others = match(
    wanted
      .filter((entry) => !isCategory(entry))
      .map((entry) => {
        const parent = entry.parent === undefined ? "" : (plan.resolve("channels", entry.parent) ?? "new")
        return { ...entry, name: named(entry), groups: groupsOf(plan, entry.kind, parent) }
      }),
    existing
      .filter((object) => !isCategory(object))
      .map((object) => ({ ...object, groups: groupsOf(plan, object.kind, object.parent) })),
    isEqual
  )
  return {
    objects: new Map([...categories.objects, ...others.objects]),
    created: [...categories.created.filter(({ key }) => !hidden.has(key)), ...others.created],
    ambiguous: [...categories.ambiguous, ...others.ambiguous],
    unmentioned: [...others.unmentioned, ...categories.unmentioned],
    hidden: new Set(hidden.keys())
  }
}

const isCategory = ({ kind }: Pick<WantedChannel, "kind">): boolean => kind === "category"

const existingChannels = (plan: PlanDraft, channels: ReadonlyArray<ChannelState>): ReadonlyArray<ExistingChannel> => {
  const entries = currentEntries(plan)
  return channels.map(({ id, name, parent_id, type }) => ({
    id,
    name,
    entry: entries.get(id) ?? { name },
    kind: kindOfType(type) ?? "text",
    parent: parent_id ?? ""
  }))
}

/** A name that Discord would write in another way means the channel with that name. */
const namesLike = (existing: ReadonlyArray<ExistingChannel>) => {
  const names = new Set(existing.map(({ kind, name }) => JSON.stringify([kind, name])))
  const anyKind = new Set(existing.map(({ name }) => name))
  return ({ entry, kind, name }: WantedChannel): string =>
    names.has(JSON.stringify([kind, name])) || (entry.kind === undefined && anyKind.has(name))
      ? name
      : discordName(kind, name)
}

/** Returns whether a channel is as an entry describes it, apart from the overwrites of roles that the plan deletes. */
const asDescribedIn = (plan: PlanDraft) => {
  const stays = staysIn(plan, "roles")
  return (entry: ChannelEntry, { overwrites, ...object }: ChannelEntry): boolean => {
    // `Record.filter` would lose a role named __proto__.
    const left = overwrites && Object.fromEntries(Object.entries(overwrites).filter(([role]) => stays(role)))
    return channelChanges(plan, entry, { ...object, ...(left && { overwrites: left }) }, undefined).length === 0
  }
}

/**
 * Returns the categories of the blueprint that the bot cannot view, with the ids that they can have: those of categories
 * which are not listed, and which a channel is in that the blueprint has in the category.
 */
const hiddenCategories = (
  created: ReadonlyArray<Wanted<ChannelEntry>>,
  wanted: ReadonlyArray<WantedChannel>,
  existing: ReadonlyArray<ExistingChannel>,
  named: (entry: WantedChannel) => string
): ReadonlyMap<string, ReadonlySet<string>> => {
  const listed = new Set(existing.map(({ id }) => id))
  return new Map(
    created.flatMap(({ key }) => {
      const inner = wanted.filter(({ parent }) => parent === key)
      const parents = existing.flatMap(({ id, kind, name, parent }) =>
        parent !== "" &&
        !listed.has(parent) &&
        inner.some(
          (entry) => entry.id === id || (entry.id === undefined && entry.kind === kind && named(entry) === name)
        )
          ? [parent]
          : []
      )
      return parents.length === 0 ? [] : [[key, new Set(parents)] as const]
    })
  )
}

/**
 * A channel with the same name but another kind also matches. Its kind changes, if Discord allows the change. Otherwise
 * the channel stays, and no second one is created; with prune, it is deleted.
 */
const groupsOf = ({ options }: PlanDraft, kind: ChannelKind, parent: string): ReadonlyArray<string> => {
  const family = canBecome(kind, "text") ? "convertible" : kind
  const groups = [kind, family].flatMap((one) => [JSON.stringify([one, parent]), one])
  return options.prune === true ? groups : [...groups, JSON.stringify(["any", parent]), "any"]
}

/** The entries of the guild's channels, by id. */
const currentEntries = (plan: PlanDraft): ReadonlyMap<string, ChannelEntry> => {
  const ids = plan.currentIds("channels")
  return new Map(
    allChannels(plan.current.document.channels ?? []).map(({ entry }) => [
      ids.get(entry.key ?? entry.name) ?? "",
      entry
    ])
  )
}

/**
 * Returns the order of siblings after a plan. Siblings of the blueprint take each other's positions in its order, others
 * keep theirs, and new ones follow the one before them. `undefined`: the order is right.
 */
export const orderOf = (
  current: ReadonlyArray<string>,
  wanted: ReadonlyArray<string>
): ReadonlyArray<string> | undefined => {
  const mentioned = new Set(wanted)
  const present = new Set(current)
  const kept = wanted.filter((id) => present.has(id))
  let next = 0
  const order = current.map((id) => (mentioned.has(id) ? (kept[next++] ?? id) : id))
  const isChanged = order.some((id, at) => id !== current[at])
  if (!isChanged && kept.length === wanted.length) return undefined
  for (const [at, id] of wanted.entries()) {
    if (present.has(id)) continue
    const before = wanted[at - 1]
    const after = wanted.slice(at + 1).find((it) => present.has(it))
    const index =
      before !== undefined ? order.indexOf(before) + 1 : after !== undefined ? order.indexOf(after) : order.length
    order.splice(index, 0, id)
  }
  return order
}

/**
 * Returns how many creations a limit allows with the deletions of the same plan, and how many of these deletions have to
 * run first.
 */
export const capacityFor = (
  max: number,
  { created, deletable, present }: { readonly present: number; readonly created: number; readonly deletable: number }
): { readonly possible: number; readonly first: number } => {
  const excess = Math.max(0, present + created - max)
  return { possible: Math.max(0, created - Math.max(0, excess - deletable)), first: Math.min(excess, deletable) }
}
