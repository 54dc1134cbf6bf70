import { Array as Arr } from "effect"
import { escapeDelimiters } from "./delimiters.ts"
import { stripInvisible } from "./stripInvisible.ts"

/** A value that is safe to show, and what was changed. */
export interface Sanitized<A> {
  readonly value: A
  /** One notice per kind of change. Empty if the value is unchanged. */
  readonly notices: ReadonlyArray<string>
}

/** The notice about invisible characters. */
export const HIDDEN_NOTICE = "Invisible characters were removed."

/** The notice about imitated delimiters. */
export const DELIMITER_NOTICE = "Text that imitates the delimiters of this server was removed."

/** Matches a character that is not printable ASCII, or that can start a delimiter. Most texts contain none. */
const UNUSUAL = /[^\t\n\x20-\x25\x27-\x3B\x3D-\x5B\x5D-\x7E]/

/** Removes invisible characters and imitated delimiters from every text in a value. */
export const sanitize = <A>(value: A): Sanitized<A> => {
  const notices = new Set<string>()
  const noteChange = (notice: string, before: string, after: string): string => {
    if (after !== before) notices.add(notice)
    return after
  }
  const sanitizeText = (text: string): string => {
    if (!UNUSUAL.test(text)) return text
    const visible = noteChange(HIDDEN_NOTICE, text, stripInvisible(text))
    const escaped = noteChange(DELIMITER_NOTICE, visible, escapeDelimiters(visible))
    // An invisible character can be legitimate only because of the delimiter next to it.
    return escaped === visible ? escaped : stripInvisible(escaped)
  }
  // mapTexts replaces texts by texts, so the type stays A.
  return { value: mapTexts(value, sanitizeText) as A, notices: [...notices].toSorted() }
}

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
