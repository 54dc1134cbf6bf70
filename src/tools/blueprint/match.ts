/** Finds the objects of a guild that the entries of a blueprint mean. */
import { Array as Arr } from "effect"

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
  readonly found: ReadonlyMap<string, Existing<Entry>>
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
  const found = new Map<string, Existing<Entry>>()
  const left = new Map(existing.map((object) => [object.id, object]))
  const take = (key: string, object: Existing<Entry>) => {
    found.set(key, object)
    left.delete(object.id)
  }
  for (const { id, key } of wanted) {
    const object = id === undefined ? undefined : left.get(id)
    if (object !== undefined) take(key, object)
  }
  const groups = Math.max(0, ...existing.map(({ groups }) => groups.length))
  for (let level = 0; level < groups; level++) {
    const nameIn = ({ groups, name }: Pick<Wanted<Entry>, "groups" | "name">) => JSON.stringify([groups[level], name])
    const objects = new Map(Object.entries(Arr.groupBy(left.values(), nameIn)))
    const open = wanted.filter(({ key }) => !found.has(key))
    for (const [name, entries] of Object.entries(Arr.groupBy(open, nameIn))) {
      const candidates = objects.get(name) ?? []
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
  const open = wanted.filter(({ key }) => !found.has(key))
  const ambiguous = open.filter((entry) => candidates.has(nameOf(entry)))
  const possible = new Set(ambiguous.map(nameOf))
  return {
    found,
    ambiguous,
    created: open.filter((entry) => !candidates.has(nameOf(entry))),
    unmentioned: [...left.values()].filter((object) => !possible.has(nameOf(object)))
  }
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
