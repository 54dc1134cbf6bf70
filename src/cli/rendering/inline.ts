import { harmless } from "./harmless.ts"

/** A value that can stand beside its name: a text, a number, a list of such. Nothing for one that needs room of its own. */
export const inline = (value: unknown): string | undefined => {
  if (typeof value === "string") return unmistakable(harmless(value))
  if (typeof value !== "object" || value === null) return String(value)
  if (Object.keys(value).length === 0) return Array.isArray(value) ? "[]" : "{}"
  if (!Array.isArray(value)) return undefined
  const items = value.map((item) => (typeof item === "object" && item !== null ? undefined : inline(item)))
  return items.every((item) => item !== undefined && !APART.test(item)) ? items.join(", ") : undefined
}

/** A text that could be taken for something else, or for nothing, in quotes. */
const unmistakable = (text: string): string => (MISTAKABLE.test(text) ? JSON.stringify(text) : text)

const MISTAKABLE = /^(?:null|true|false|\[\]|\{\}| .*|.* |)$/

/** What would fall apart in a list on one line. */
const APART = /[,\n]/
