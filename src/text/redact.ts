import type { Redacted } from "effect"
import * as OwnSecrets from "./secrets.ts"

/**
 * Masks secrets: the server's secrets, texts in the format of a Discord credential, and values
 * labelled as a token or secret.
 */
export interface Redactor {
  readonly text: (text: string) => string
  /**
   * Masks secrets at any depth of a value. Values other than plain data are converted to text. The
   * value of a field with the name of a secret is masked completely, even where it is repeated
   * elsewhere. `change` may change each text before or after it is redacted.
   */
  readonly value: (value: unknown, change?: TextChange) => unknown
}

/** Changes a text of a value. `name` is the field that has the text, or the list with the text. */
export type TextChange = (text: string, name: string, redact: Redactor["text"]) => string

const { MASK } = OwnSecrets

export { MASK }

/** Makes the redactor of logs, audit records, traces and error messages. */
export const make = (secrets: ReadonlyArray<Redacted.Redacted>): Redactor => {
  const own = OwnSecrets.make(secrets)
  const redact = (input: string, named: ReadonlyArray<string>): string => {
    let text = own.mask(input)
    for (const secret of named) text = text.replaceAll(secret, MASK)
    for (const [shape, mask] of shapes) text = text.replaceAll(shape, mask)
    return text
  }
  return {
    text: (input) => redact(input, []),
    value: (input, change = (text, _, redactText) => redactText(text)) => {
      const named = secretsNamedIn(input, [])
      const redactText = (text: string) => redact(text, named)
      const within = (value: unknown, name: string, around: ReadonlyArray<object>): unknown => {
        if (typeof value === "string") return change(value, name, redactText)
        if (typeof value === "bigint") return String(value)
        if (typeof value !== "object" || value === null) return value
        if (around.includes(value)) return "[circular]"
        const inside = [...around, value]
        if (Array.isArray(value)) return value.map((item) => within(item, name, inside))
        if (!isPlain(value)) return redactText(String(value))
        const fields = Object.entries(value).map(([key, item]) => [
          redactText(key),
          holdsSecret(key, item) ? MASK : within(item, key, inside)
        ])
        return Object.fromEntries(fields)
      }
      return within(input, "", [])
    }
  }
}

/** Returns whether a value is a plain object. */
const isPlain = (input: unknown): input is Readonly<Record<string, unknown>> => {
  if (typeof input !== "object" || input === null) return false
  const prototype: unknown = Object.getPrototypeOf(input)
  return prototype === Object.prototype || prototype === null
}

/**
 * Credentials by format: `/webhooks/ID/TOKEN`, `/interactions/ID/TOKEN`, bot tokens, OAuth2 access
 * tokens. Then values that a header, URL or JSON labels as a credential. The secret of a lobby can
 * be any text, so only its field name identifies it.
 */
const shapes: ReadonlyArray<readonly [RegExp, string]> = [
  [/(\/webhooks\/\d{17,20}\/)[^\s/?#"'\\]+/g, `$1${MASK}`],
  [/(\/interactions\/\d{17,20}\/)[^\s/?#"'\\]+/g, `$1${MASK}`],
  [/\b[\w-]{23,28}\.[\w-]{6,7}\.[\w-]{27,}\b/g, MASK],
  // Requires upper case, lower case and a digit. A text without them is a word, a number or a hash.
  [/(?<![\w-])(?=[a-zA-Z]*\d)(?=[a-z\d]*[A-Z])(?=[A-Z\d]*[a-z])[a-zA-Z\d]{30,32}(?![\w-])/g, MASK],
  [/\b(Bearer\s+)[\w.~+/-]{8,}=*/gi, `$1${MASK}`],
  [/((?:token|secret)=)[^\s&"'#]+/gi, `$1${MASK}`],
  [/((?:token|secret)\\?"\s*:\s*\\?")[^"\\]+/gi, `$1${MASK}`]
]

/** Returns whether a field with this name contains a secret. */
export const namesSecret = (name: string): boolean => /^[\w.-]*(?:token|secret)$/i.test(name)

/** Flags such as `reveal_token` and missing values are not secrets. */
const holdsSecret = (name: string, value: unknown): boolean =>
  namesSecret(name) && value !== undefined && value !== null && typeof value !== "boolean"

/** Shorter secrets are not masked elsewhere in the value, because they may be common words. */
const REPEATED_MIN = 8

/** Returns the secrets in the fields of a value. */
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
