import { Array as Arr } from "effect"

/**
 * Applies a function to every text in a value at any depth, field names included.
 * Returns the same reference for every part that does not change.
 */
export const mapTexts = (value: unknown, change: (text: string) => string): unknown => {
  if (typeof value === "string") return change(value)
  if (Array.isArray(value)) return inList(value, change)
  return isPlain(value) ? inRecord(value, change) : value
}

const inList = (list: ReadonlyArray<unknown>, change: (text: string) => string): ReadonlyArray<unknown> => {
  let changed: Array<unknown> | undefined
  for (const [at, item] of list.entries()) {
    const other = mapTexts(item, change)
    if (Object.is(other, item)) continue
    changed ??= [...list]
    changed[at] = other
  }
  return changed ?? list
}

const inRecord = (record: Readonly<Record<string, unknown>>, change: (text: string) => string): object => {
  let changed: Map<string, unknown> | undefined
  for (const name of Object.keys(record)) {
    const item = record[name]
    const other = mapTexts(item, change)
    const named = change(name)
    if (changed === undefined && named === name && Object.is(other, item)) continue
    changed ??= new Map(Arr.takeWhile(Object.entries(record), ([before]) => before !== name))
    changed.set(uniqueName(named, changed), other)
  }
  return changed === undefined ? record : Object.fromEntries(changed)
}

/** Numbers field names that became equal, so that no field is lost. */
const uniqueName = (name: string, taken: ReadonlyMap<string, unknown>): string => {
  let count = 1
  let numbered = name
  while (taken.has(numbered)) numbered = `${name} (${++count})`
  return numbered
}

/** Returns whether a value is plain data. Instances of classes stay unchanged. */
const isPlain = (value: unknown): value is Readonly<Record<string, unknown>> => {
  if (typeof value !== "object" || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
