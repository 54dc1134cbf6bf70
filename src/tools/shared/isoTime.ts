/** ISO 8601 times, and other formats of a time that are not ambiguous. */
import { DateTime, Option } from "effect"
import type { Conversion } from "./alsoTakes.ts"

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
  const given = typeof value === "number" ? String(value) : value
  if (typeof given !== "string" || given.length > TIME_MAX) return given
  const [, marked, seconds = marked] = /^<t:(\d{1,10})(?::[tTdDfFsSR])?>$|^(\d{10})$/.exec(given) ?? []
  if (seconds !== undefined) return formatMs(Number(seconds) * 1000)
  if (/^\d{13}$/.test(given)) return formatMs(Number(given))
  const [, date, time, rest = ":00", zone = ""] = SHORT_FORM.exec(given) ?? []
  return date === undefined ? given : `${date}T${time}${rest}${formatZone(zone)}`
}

const TIME_MAX = 40

const SHORT_FORM = /^(\d{4}-\d\d-\d\d)[Tt ](\d\d:\d\d)(:\d\d(?:[.,]\d+)?)? ?([Zz]|UTC|[+-]\d\d(?::?\d\d)?)$/

const formatZone = (zone: string): string => {
  const [, hours, minutes = "00"] = /^([+-]\d\d):?(\d\d)?$/.exec(zone) ?? []
  return hours === undefined ? "Z" : `${hours}:${minutes}`
}

const formatMs = (ms: number): string => DateTime.formatIso(DateTime.unsafeMake(ms))
