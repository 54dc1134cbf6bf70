import { Redacted } from "effect"

/** Removes secrets from text: the bot's own token wherever it stands, and anything shaped like a Discord credential. */
export interface Redactor {
  readonly text: (text: string) => string
  /** The same for any value, depth first; what is not plain data becomes its text. */
  readonly value: (value: unknown) => unknown
}

/** What stands in the place of a secret. */
export const MASK = "***"

/** Credentials by shape: `/webhooks/ID/TOKEN`, `/interactions/ID/TOKEN`, and bot tokens. */
const shapes: ReadonlyArray<readonly [RegExp, string]> = [
  [/(\/webhooks\/\d{17,20}\/)[\w-]{20,}/g, `$1${MASK}`],
  [/(\/interactions\/\d{17,20}\/)[\w-]{20,}/g, `$1${MASK}`],
  [/\b[\w-]{23,28}\.[\w-]{6,7}\.[\w-]{27,}\b/g, MASK]
]

/** Makes the redactor that every sink goes through. */
export const make = (secrets: ReadonlyArray<Redacted.Redacted>): Redactor => {
  const known = secrets.map(Redacted.value).filter((secret) => secret.length > 0)
  const text = (input: string): string => {
    const named = known.reduce((result, secret) => result.replaceAll(secret, MASK), input)
    return shapes.reduce((result, [shape, mask]) => result.replaceAll(shape, mask), named)
  }
  const value = (input: unknown): unknown => {
    if (typeof input === "string") return text(input)
    if (Array.isArray(input)) return input.map(value)
    if (typeof input === "object" && input !== null) {
      return Object.getPrototypeOf(input) === Object.prototype
        ? Object.fromEntries(Object.entries(input).map(([key, item]) => [key, value(item)]))
        : text(String(input))
    }
    return input
  }
  return { text, value }
}
