/**
 * Changes every text in a value, the names of fields included, at any depth. What
 * has nothing to change is not copied: the very same value comes back.
 */
export const everyText = (value: unknown, change: (text: string) => string): unknown => {
  if (typeof value === "string") return change(value)
  if (Array.isArray(value)) return inList(value, change)
  return isPlain(value) ? inRecord(value, change) : value
}

const inList = (list: ReadonlyArray<unknown>, change: (text: string) => string): ReadonlyArray<unknown> => {
  let changed: Array<unknown> | undefined
  for (const [at, item] of list.entries()) {
    const other = everyText(item, change)
    if (Object.is(other, item)) continue
    changed ??= [...list]
    changed[at] = other
  }
  return changed ?? list
}

const inRecord = (record: Readonly<Record<string, unknown>>, change: (text: string) => string): object => {
  let changed: Map<string, unknown> | undefined
  for (const [at, name] of Object.keys(record).entries()) {
    const item = record[name]
    const other = everyText(item, change)
    const named = change(name)
    if (changed === undefined && named === name && Object.is(other, item)) continue
    changed ??= new Map(Object.entries(record).slice(0, at))
    changed.set(free(named, changed), other)
  }
  return changed === undefined ? record : Object.fromEntries(changed)
}

/** Names that were told apart only by what has been taken out of them get a number: nothing is lost. */
const free = (name: string, taken: ReadonlyMap<string, unknown>): string => {
  let count = 1
  let numbered = name
  while (taken.has(numbered)) numbered = `${name} (${++count})`
  return numbered
}

/** Plain data: an instance of a class is its class's own matter. */
const isPlain = (value: unknown): value is Readonly<Record<string, unknown>> => {
  if (typeof value !== "object" || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
