/** Functions that shorten, quote, count and list texts, and format times, for messages and results. */
import { DateTime } from "effect"

/** Returns the first `max` characters of a text, or one fewer if that would split a surrogate pair. */
export const firstChars = (text: string, max: number): string =>
  text.length <= max ? text : text.slice(0, max).replace(/[\uD800-\uDBFF]$/, "")

/** Truncates a text to `max` characters, the last of which is `…`. */
export const truncate = (text: string, max: number): string =>
  text.length <= max ? text : `${firstChars(text, max - 1)}…`

/** Truncates a text to `max` characters and appends its original length. */
export const truncateWithLength = (text: string, max: number): string =>
  text.length <= max ? text : `${firstChars(text, max)}… [${text.length} characters]`

/** Replaces line breaks by spaces, so that untrusted text cannot imitate a line of the message. */
export const toOneLine = (text: string): string =>
  text.replaceAll(/\s+/g, (space) => (/[\n\r\u2028\u2029]/.test(space) ? " " : space))

/** The maximum length of an untrusted name in a message, in characters. */
const NAME_MAX = 100

/** Quotes an untrusted name for a message: one line, bounded length. */
export const quoted = (name: string): string => JSON.stringify(truncate(name, NAME_MAX))

/** Quotes an untrusted name unless it is one plain word. */
export const named = (name: string): string => (PLAIN.test(name) ? name : quoted(name))

const PLAIN = new RegExp(String.raw`^[\w.:/[\]-]{1,${NAME_MAX}}$`)

/** Returns a count with its noun: `1 tool`, `2 tools`. */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`

/** Returns the verb of a count: `1 call is`, `2 calls are`. */
export const areOrIs = (count: number): "is" | "are" => (count === 1 ? "is" : "are")

/** Joins names into a list. The list has at most `max` names, then the number of further names. */
export const shortList = (names: ReadonlyArray<string>, max: number): string =>
  names.length <= max ? names.join(", ") : `${names.slice(0, max).join(", ")} and ${names.length - max} more`

/** Formats a time in ISO 8601, in UTC. `ms` counts from 1970, and is before the year 275760. */
export const isoTime = (ms: number): string => DateTime.formatIso(DateTime.unsafeMake(ms))
