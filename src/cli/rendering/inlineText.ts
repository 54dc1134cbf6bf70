import { sanitize } from "./sanitize.ts"

/** Renders a scalar or a list of scalars on one line. Returns `undefined` for a value that needs its own lines. */
export const inlineText = (value: unknown): string | undefined => {
  if (typeof value === "string") return quoteIfAmbiguous(sanitize(value))
  if (typeof value !== "object" || value === null) return String(value)
  if (Object.keys(value).length === 0) return Array.isArray(value) ? "[]" : "{}"
  if (!Array.isArray(value)) return undefined
  const items = value.map((item) => (typeof item === "object" && item !== null ? undefined : inlineText(item)))
  return items.every((item) => item !== undefined && !SEPARATOR.test(item)) ? items.join(", ") : undefined
}

/** Quotes a text that looks like another JSON value, or that is blank or padded with spaces. */
const quoteIfAmbiguous = (text: string): string => (AMBIGUOUS.test(text) ? JSON.stringify(text) : text)

const AMBIGUOUS = /^(?:null|true|false|\[\]|\{\}| .*|.* |)$/

/** A list with such an item cannot be joined on one line. */
const SEPARATOR = /[,\n]/
