import type { Redacted } from "effect"
import * as OwnSecrets from "./OwnSecrets.ts"

/**
 * Removes secrets from text: the bot's own token wherever it stands, anything
 * shaped like a Discord credential, and what a text itself calls a token or secret.
 */
export interface Redactor {
  readonly text: (text: string) => string
  /**
   * The same for any value, depth first; what is not plain data becomes its text.
   * What stands under the name of a secret is masked whole, and wherever else in
   * the value it is repeated.
   */
  readonly value: (value: unknown) => unknown
}

const { MASK } = OwnSecrets

export { MASK }

/** Makes the redactor that every sink goes through. */
export const make = (secrets: ReadonlyArray<Redacted.Redacted>): Redactor => {
  const own = OwnSecrets.make(secrets)
  const textWithout =
    (named: ReadonlyArray<string>) =>
    (input: string): string => {
      const without = named.reduce((result, secret) => result.replaceAll(secret, MASK), own.text(input))
      return shapes.reduce((result, [shape, mask]) => result.replaceAll(shape, mask), without)
    }
  return {
    text: textWithout([]),
    value: (input) => {
      const text = textWithout(secretsNamedIn(input, []))
      const within = (input: unknown, around: ReadonlyArray<object>): unknown => {
        if (typeof input === "string") return text(input)
        if (typeof input !== "object" || input === null) return input
        if (around.includes(input)) return "[circular]"
        const inside = [...around, input]
        if (Array.isArray(input)) return input.map((item) => within(item, inside))
        return isPlain(input)
          ? Object.fromEntries(
              Object.entries(input).map(([name, item]) => [
                text(name),
                holdsSecret(name, item) ? MASK : within(item, inside)
              ])
            )
          : text(String(input))
      }
      return within(input, [])
    }
  }
}

/** Whether a value is plain data: an object with fields and nothing else. */
export const isPlain = (input: unknown): input is Readonly<Record<string, unknown>> => {
  if (typeof input !== "object" || input === null) return false
  const prototype: unknown = Object.getPrototypeOf(input)
  return prototype === Object.prototype || prototype === null
}

/**
 * Credentials by shape: `/webhooks/ID/TOKEN`, `/interactions/ID/TOKEN`, bot tokens,
 * OAuth2 access tokens; then what a header, an address or JSON calls one. A lobby's
 * secret is any text: it has no shape, only a name.
 */
const shapes: ReadonlyArray<readonly [RegExp, string]> = [
  [/(\/webhooks\/\d{17,20}\/)[^\s/?#"'\\]+/g, `$1${MASK}`],
  [/(\/interactions\/\d{17,20}\/)[^\s/?#"'\\]+/g, `$1${MASK}`],
  [/\b[\w-]{23,28}\.[\w-]{6,7}\.[\w-]{27,}\b/g, MASK],
  // Small and capital letters and digits, or it is a word, a number or a hash.
  [/(?<![\w-])(?=[a-zA-Z]*\d)(?=[a-z\d]*[A-Z])(?=[A-Z\d]*[a-z])[a-zA-Z\d]{30,32}(?![\w-])/g, MASK],
  [/\b(Bearer\s+)[\w.~+/-]{8,}=*/gi, `$1${MASK}`],
  [/((?:token|secret)=)[^\s&"'#]+/gi, `$1${MASK}`],
  [/((?:token|secret)\\?"\s*:\s*\\?")[^"\\]+/gi, `$1${MASK}`]
]

/** Whether a field of this name holds a secret. */
export const namesSecret = (name: string): boolean => /^[\w.-]*(?:token|secret)$/i.test(name)

/** Flags such as `reveal_token` are no secrets, nor is what is not there. */
const holdsSecret = (name: string, value: unknown): boolean =>
  namesSecret(name) && value !== undefined && value !== null && typeof value !== "boolean"

/** A shorter one, masked wherever it stands, would tear common words. */
const REPEATED_MIN = 8

/** The secrets among the fields of a value. */
const secretsNamedIn = (input: unknown, around: ReadonlyArray<object>): ReadonlyArray<string> => {
  if (typeof input !== "object" || input === null || around.includes(input)) return []
  const inside = [...around, input]
  if (Array.isArray(input)) return input.flatMap((item) => secretsNamedIn(item, inside))
  return isPlain(input)
    ? Object.entries(input).flatMap(([name, item]) =>
        holdsSecret(name, item) && typeof item === "string"
          ? item.length >= REPEATED_MIN
            ? [item]
            : []
          : secretsNamedIn(item, inside)
      )
    : []
}
