import { truncateWithLength } from "../../errors/truncate.ts"
import { isPlain, type Redactor } from "../Redactor.ts"

/** The maximum length of one text in characters. The audit log shows each action. It is not a copy. */
const TEXT_MAX = 200

/** The maximum size of all arguments in characters of JSON. */
const TOTAL_MAX = 16_000

/** Prepares the arguments of a call for its record: redacts secrets, replaces files, truncates texts, and bounds the total. */
export const redactArguments = (
  given: Readonly<Record<string, unknown>>,
  redactor: Redactor
): Readonly<Record<string, unknown>> => {
  // Files are replaced first, because they are large. Secrets are redacted before truncation, because truncation
  // could hide them.
  const safe = redactor.value(mapTexts(given, withoutFile))
  return boundTotal(Object(mapTexts(safe, (text) => truncateArgument(text))))
}

/** Truncates a text and adds its full length. */
export const truncateArgument = (text: string): string => truncateWithLength(text, TEXT_MAX)

const withoutFile = (text: string, name: string): string =>
  name === "base64" || DATA_ADDRESS.test(text) ? `[${text.length} characters of base64]` : text

const DATA_ADDRESS = /^data:[^,]*;base64,/i

/** Maps every text of a value. Values without a JSON form become text. */
const mapTexts = (value: unknown, change: (text: string, name: string) => string, name = ""): unknown => {
  if (typeof value === "string") return change(value, name)
  if (typeof value === "bigint") return String(value)
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change, name))
  return isPlain(value)
    ? Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mapTexts(item, change, key)]))
    : value
}

/** Replaces the largest arguments with their size until the rest fits. */
const boundTotal = (given: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => {
  const kept = new Map(Object.entries(given))
  const largestFirst = [...kept]
    .map(([name, value]) => [name, JSON.stringify(value)?.length ?? 0] as const)
    .sort(([, a], [, b]) => b - a)
  let total = largestFirst.reduce((sum, [name, size]) => sum + name.length + size, 0)
  for (const [name, size] of largestFirst) {
    if (total <= TOTAL_MAX) break
    kept.set(name, `[${size} characters of JSON]`)
    total -= size
  }
  return Object.fromEntries(kept)
}
