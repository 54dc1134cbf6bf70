/** Conversions of names, enums, bit sets and times from Discord's format and other formats to ours. */
import { DateTime, Option, Predicate } from "effect"
import { isoTime } from "../../text/words.ts"
import type { Conversion } from "./alsoTakes.ts"

/**
 * Converts a name in another case (`GUILD_TEXT`, `guild text`), another name or Discord's number to one of the names.
 * `meanings` maps Discord's numbers and other names to names.
 */
export const toEnumName = (
  words: ReadonlyArray<string>,
  meanings: () => Iterable<readonly [string | number, string]> = () => []
): Conversion => {
  let cached: ReadonlyMap<string, string> | undefined
  return (value) => {
    if (typeof value !== "string" && typeof value !== "number") return value
    if (typeof value === "string" && (value.length > NAME_MAX || words.includes(value))) return value
    cached ??= foldNames([...words.map((word) => [word, word] as const), ...meanings()])
    const name = foldName(String(value))
    // `Text Channel` is the kind `text`.
    return cached.get(name) ?? cached.get(name.replace(/channel$/, "")) ?? value
  }
}

/** Converts a name of Discord's documentation to one of the numbers. */
export const toNumber = (numbers: ReadonlyArray<unknown>, names: Readonly<Record<string, unknown>>): Conversion => {
  let cached: ReadonlyMap<string, unknown> | undefined
  return (value) => {
    if (typeof value !== "string" || value.length > NAME_MAX) return value
    cached ??= foldNames(documentedNames(names).filter(([, number]) => numbers.includes(number)))
    return cached.get(foldName(value)) ?? value
  }
}

/** Converts a sum of bits, as a number or text, alone or in a list, to the names of the bits. */
export const toBitNames = (bits: Readonly<Record<string, bigint | number>>): Conversion => {
  const namesOf = (sum: bigint): ReadonlyArray<unknown> => {
    const names = Object.keys(bits).filter((name) => (sum & BigInt(bits[name] ?? 0)) !== 0n)
    const rest = names.reduce((left, name) => left & ~BigInt(bits[name] ?? 0), sum)
    // The schema rejects a bit without a name.
    return rest === 0n ? names : [...names, String(rest)]
  }
  const expandBits = (value: unknown): ReadonlyArray<unknown> | undefined => {
    if (typeof value === "number" && Number.isSafeInteger(value) && value >= 0) return namesOf(BigInt(value))
    return typeof value === "string" && BITS.test(value) ? namesOf(BigInt(value)) : undefined
  }
  return (value) => {
    if (typeof value === "string" && NAMES.test(value)) return value.split(/[,|]/).map((name) => name.trim())
    if (!Array.isArray(value)) return expandBits(value) ?? value
    return value.length <= BITS_MAX && value.some((item) => expandBits(item) !== undefined)
      ? [...new Set(value.flatMap((item) => expandBits(item) ?? [item]))]
      : value
  }
}

/** Converts a text to an object with one field: a footer to `{ text }`. */
export const wrapText =
  (field: string): Conversion =>
  (value) =>
    typeof value === "string" && value !== "" && !JSON_TEXT.test(value) ? { [field]: value } : value

/** Converts an object to the text in one of its fields: a poll's `{ text }` to its text. */
export const unwrapField =
  (field: string): Conversion =>
  (value) =>
    Predicate.isRecord(value) && typeof value[field] === "string" ? value[field] : value

/** Parses the JSON text of an object or list, up to `JSON_MAX` characters. */
export const toObject: Conversion = (value) => {
  if (typeof value !== "string" || value.length > JSON_MAX || !JSON_TEXT.test(value)) return value
  const parsed: unknown = Option.getOrUndefined(Option.liftThrowable(JSON.parse)(value))
  return typeof parsed === "object" && parsed !== null ? parsed : value
}

const JSON_MAX = 262_144

/** A text that looks like JSON of an object or list. */
const JSON_TEXT = /^\s*[[{]/

/** Discord's sums have at most 64 bits. */
const BITS = /^(?:\d{1,20}|0x[\da-f]{1,16})$/i
const BITS_MAX = 100

/** Several names in one text. */
const NAMES = /^[\w ]{1,64}(?:[,|][\w ]{1,64}){1,64}$/
const NAME_MAX = 64

/** Returns Discord's names of an enum, also without the prefix `Guild` of channel types. */
export const documentedNames = <Value>(
  names: Readonly<Record<string, Value>>
): ReadonlyArray<readonly [string, Value]> =>
  Object.entries(names).flatMap(([name, value]) => [
    [name, value] as const,
    ...(/^guild/i.test(name) ? [[name.slice("guild".length), value] as const] : [])
  ])

const LIBRARY = /^[a-z]{4,32}\.(?=[a-z])/

/** Folds a name to lower case without separators. A leading `-` stays: it excludes. */
const foldName = (name: string): string => {
  // `PermissionFlagsBits.ViewChannel` and `ChannelType.GuildText` are names of libraries.
  const plain = name.trim().toLowerCase().replace(LIBRARY, "")
  return (plain.startsWith("-") ? "-" : "") + plain.replaceAll(/[\s_-]/g, "")
}

/** Maps folded names to values. The first value of a name wins. */
const foldNames = <Value>(names: ReadonlyArray<readonly [string | number, Value]>): ReadonlyMap<string, Value> => {
  const known = new Map<string, Value>()
  for (const [name, value] of names) if (!known.has(foldName(String(name)))) known.set(foldName(String(name)), value)
  return known
}

/** Returns whether a text is an ISO 8601 time with date, seconds and time zone, and its date exists. */
export const isIsoTime = (value: string): boolean => {
  const [, date] = /^(\d{4}-\d\d-\d\d)T\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/.exec(value) ?? []
  return date !== undefined && !Number.isNaN(Date.parse(value)) && isDate(date)
}

/** `Date.parse` takes February 30 for March 2. */
const isDate = (date: string): boolean =>
  Option.exists(DateTime.make(`${date}T00:00:00Z`), (day) => DateTime.formatIso(day).startsWith(date))

/**
 * Converts Discord's timestamp markup, unix seconds of 10 digits, unix milliseconds of 13 digits, and shorter forms of
 * ISO 8601 with a time zone. A number of another size becomes a text, so that the error names the format.
 */
export const toIsoTime: Conversion = (value) => {
  const text = typeof value === "number" ? String(value) : value
  if (typeof text !== "string" || text.length > TIME_MAX) return text
  const [, marked, seconds = marked] = /^<t:(\d{1,10})(?::[tTdDfFsSR])?>$|^(\d{10})$/.exec(text) ?? []
  if (seconds !== undefined) return isoTime(Number(seconds) * 1000)
  if (/^\d{13}$/.test(text)) return isoTime(Number(text))
  const [, date, time, rest = ":00", zone = ""] = SHORT_FORM.exec(text) ?? []
  return date === undefined ? text : `${date}T${time}${rest}${formatZone(zone)}`
}

const TIME_MAX = 40

const SHORT_FORM = /^(\d{4}-\d\d-\d\d)[Tt ](\d\d:\d\d)(:\d\d(?:[.,]\d+)?)? ?([Zz]|UTC|[+-]\d\d(?::?\d\d)?)$/

const formatZone = (zone: string): string => {
  const [, hours, minutes = "00"] = /^([+-]\d\d):?(\d\d)?$/.exec(zone) ?? []
  return hours === undefined ? "Z" : `${hours}:${minutes}`
}
