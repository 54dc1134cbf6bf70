import { truncateWithLength } from "../../errors/truncate.ts"
import { isPlain, type Redactor } from "../Redactor.ts"

/** The longest text kept of one argument, in characters: an audit shows what was done, it is no copy of it. */
const TEXT_MAX = 200

/** The most that is kept of all arguments, in characters of JSON. */
const TOTAL_MAX = 16_000

/** The arguments of a call as its record has them: without secrets and files, long texts cut, bounded in all. */
export const redactArguments = (
  given: Readonly<Record<string, unknown>>,
  redactor: Redactor
): Readonly<Record<string, unknown>> => {
  // Files first, for they are large; secrets before texts are cut, for half a secret is not known as one.
  const safe = redactor.value(withTexts(given, withoutFile))
  return fitted(Object(withTexts(safe, (text) => shortened(text))))
}

/** The beginning of a text, and how long it was. */
export const shortened = (text: string): string => truncateWithLength(text, TEXT_MAX)

const withoutFile = (text: string, name: string): string =>
  name === "base64" || DATA_ADDRESS.test(text) ? `[${text.length} characters of base64]` : text

const DATA_ADDRESS = /^data:[^,]*;base64,/i

/** The same value with each text changed, and what JSON cannot write as its text. */
const withTexts = (value: unknown, change: (text: string, name: string) => string, name = ""): unknown => {
  if (typeof value === "string") return change(value, name)
  if (typeof value === "bigint") return String(value)
  if (Array.isArray(value)) return value.map((item) => withTexts(item, change, name))
  return isPlain(value)
    ? Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withTexts(item, change, key)]))
    : value
}

/** The largest arguments give way to their size until the rest fits. */
const fitted = (given: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => {
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
