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
  const within = (input: unknown, around: ReadonlyArray<object>): unknown => {
    if (typeof input === "string") return text(input)
    if (typeof input !== "object" || input === null) return input
    if (around.includes(input)) return "[circular]"
    const inside = [...around, input]
    if (Array.isArray(input)) return input.map((item) => within(item, inside))
    return isPlain(input)
      ? Object.fromEntries(Object.entries(input).map(([key, item]) => [text(key), within(item, inside)]))
      : text(String(input))
  }
  return { text, value: (input) => within(input, []) }
}

const isPlain = (input: object): boolean => {
  const prototype: unknown = Object.getPrototypeOf(input)
  return prototype === Object.prototype || prototype === null
}
