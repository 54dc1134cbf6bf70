/** What a person must see of a changed field to agree to it. */
import { Array as Arr, Predicate } from "effect"
import { formatName } from "../tools/shared/previewText.ts"
import { EVERYONE } from "./entries.ts"

/** Returns what is given, taken, replaced or done to members by the change of a field. */
export const consentDetails = (field: string, before: unknown, after: unknown): ReadonlyArray<string> =>
  Object.hasOwn(details, field) ? (details[field]?.(before, after) ?? []) : []

/** The maximum number of changes that a preview lists as not possible, with their reasons. */
const IMPOSSIBLE_MAX = 5

/** Returns what a plan cannot do, as a fact of its preview: a person agrees to the rest. */
export const impossibleIn = ({
  unreachable
}: {
  readonly unreachable: ReadonlyArray<{ readonly name: string; readonly reason: string }>
}): Readonly<Record<string, unknown>> => {
  const lines = unreachable.slice(0, IMPOSSIBLE_MAX).map(({ name, reason }) => `${formatName(name)}: ${reason}`)
  const left = unreachable.length - lines.length
  return lines.length === 0 ? {} : { not_possible: [...lines, ...(left > 0 ? [`${left} more`] : [])].join("; ") }
}

const details: Readonly<Record<string, (before: unknown, after: unknown) => ReadonlyArray<string>>> = {
  permissions: (before, after) => difference(textsIn(before), textsIn(after)),
  overwrites: (before, after) =>
    [...new Set([...Object.keys(Object(before)), ...Object.keys(Object(after))])].flatMap((role) => {
      const [old, now] = [ownField(before, role), ownField(after, role)]
      const allow = difference(textsIn(ownField(old, "allow")), textsIn(ownField(now, "allow")))
      const deny = difference(textsIn(ownField(old, "deny")), textsIn(ownField(now, "deny")))
      const parts = [...allow, ...(deny.length > 0 ? [`deny ${deny.join(" ")}`] : [])]
      return parts.length === 0 ? [] : [`${formatName(role, role === EVERYONE ? "" : "@")} ${parts.join(" ")}`]
    }),
  order: (before, after) => movesIn(textsIn(before), textsIn(after)),
  available_tags: (before, after) =>
    difference(namesIn(before), namesIn(after)).filter((change) => change.startsWith("-")),
  actions: (_, after) => (Array.isArray(after) ? after.map((action) => JSON.stringify(action)) : []),
  prompts: (_, after) => {
    const options = Array.isArray(after) ? after.flatMap(({ options }: OptionsOf) => options) : []
    return [...new Set(options.flatMap(({ roles = [] }) => roles))].map((role) => `gives ${formatName(role, "@")}`)
  }
}

/** Returns the fewest moves that make one order another, the highest first. */
const movesIn = (before: ReadonlyArray<string>, after: ReadonlyArray<string>): ReadonlyArray<string> => {
  const indexes = after.map((item) => before.indexOf(item))
  // Of each item, the longest list of items that stay in order, up to it.
  const stay: Array<ReadonlyArray<number>> = []
  for (const [at, index] of indexes.entries()) {
    const lists = stay.filter((_, other) => Number(indexes[other]) < index)
    const longest = Arr.reduce(lists, [] as ReadonlyArray<number>, (a, b) => (b.length > a.length ? b : a))
    stay.push([...longest, at])
  }
  const staying = new Set(Arr.reduce(stay, [] as ReadonlyArray<number>, (a, b) => (b.length > a.length ? b : a)))
  return after.flatMap((item, at) => {
    const above = after[at - 1]
    return staying.has(at)
      ? []
      : [`${formatName(item, "@")} ${above === undefined ? "to the top" : `below ${formatName(above, "@")}`}`]
  })
}

/** Returns a field that an object does not inherit: a key can be the name of anything, such as `constructor`. */
export const ownField = (object: unknown, name: string): unknown =>
  Predicate.isRecord(object) && Object.hasOwn(object, name) ? object[name] : undefined

interface OptionsOf {
  readonly options: ReadonlyArray<{ readonly roles?: ReadonlyArray<string> }>
}

/** Returns the texts of a list. */
export const textsIn = (value: unknown): ReadonlyArray<string> => (Array.isArray(value) ? value.map(String) : [])

const namesIn = (value: unknown): ReadonlyArray<string> =>
  Array.isArray(value) ? value.map((item) => formatName(String(Object(item).name))) : []

const difference = (before: ReadonlyArray<string>, after: ReadonlyArray<string>): ReadonlyArray<string> => [
  ...after.filter((item) => !before.includes(item)).map((item) => `+${item}`),
  ...before.filter((item) => !after.includes(item)).map((item) => `-${item}`)
]
