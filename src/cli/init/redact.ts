/** Redacts secrets of a config file in its diff. */

import { Either, Predicate, Redacted } from "effect"
import * as Redactor from "../../text/redact.ts"
import type { JsonObject } from "../rendering/renderValue.ts"

/** Returns a function that redacts secrets in a line. `known` holds references, which only look like secrets. */
export const makeLineRedactor = (content: JsonObject, known: ReadonlyArray<string>): ((line: string) => string) => {
  const secrets = secretsIn(content, false).filter((text) => isSecret(text) && !known.includes(text))
  // The file contains secrets in their JSON-escaped form.
  const written = secrets.flatMap((text) => [text, JSON.stringify(text).slice(1, -1)])
  const redactor = Redactor.make([...new Set(written)].map((text) => Redacted.make(text)))
  const redactOutside = (line: string, [reference, ...others]: ReadonlyArray<string>): string =>
    reference === undefined
      ? redactor.text(line)
      : line
          .split(reference)
          .map((part) => redactOutside(part, others))
          .join(reference)
  return (line) => redactOutside(line, known)
}

/** Redacting a shorter text would damage ordinary words. */
const SECRET_MIN_CHARS = 8

/** Returns whether a text may be a secret. Ids and references are not. */
const isSecret = (text: string): boolean => text.length >= SECRET_MIN_CHARS && !/^(\d+$|\$)/.test(text)

/** Matches the name of a field or a variable that holds secrets. */
export const HOLDS_SECRETS = /^(env|headers|http_headers)$|token|secret|passw|key|auth|credential/i

const secretsIn = (value: unknown, inside: boolean): ReadonlyArray<string> => {
  if (typeof value === "string") return inside ? [value] : addressParts(value)
  if (Array.isArray(value)) {
    const labelled = inside ? [] : labelledWords(value.filter(Predicate.isString)).flatMap(partsOf)
    return [...labelled, ...value.flatMap((item) => secretsIn(item, inside))]
  }
  return Predicate.isReadonlyRecord(value)
    ? Object.entries(value).flatMap(([name, item]) => secretsIn(item, inside || HOLDS_SECRETS.test(name)))
    : []
}

/** Returns the arguments that a name labels as secrets: `--token KEY`, `--token=KEY`, `Authorization: Bearer KEY`. */
export const labelledWords = (words: ReadonlyArray<string>): ReadonlyArray<string> =>
  words.filter((word, at) => {
    const before = words[at - 1] ?? ""
    const [label = "", ...rest] = word.split(/[=:]/)
    return rest.length > 0 && /^[\w-]+$/.test(label)
      ? HOLDS_SECRETS.test(label)
      : before.startsWith("-") && !before.includes("=") && !word.startsWith("-") && HOLDS_SECRETS.test(before)
  })

/** Returns a text and its parts after a label, such as `KEY` of `Authorization: Bearer KEY` and of `--token=KEY`. */
export const partsOf = (text: string): ReadonlyArray<string> => [
  text,
  ...text
    .split(/[\s=:]+/)
    .slice(1)
    .filter((part) => !SCHEMES.test(part))
]

/** Returns the user, the password and the values of the query of every address in a text. */
export const addressParts = (text: string): ReadonlyArray<string> =>
  [...text.matchAll(ADDRESS)].flatMap(([, rest = ""]) => {
    const [, user = ""] = /^([^/?#]*)@/.exec(rest) ?? []
    const [, query = ""] = /[?#](.*)$/.exec(rest) ?? []
    const values = query.split(/[&#]/).map((pair) => pair.replace(/^[^=]*=/, ""))
    return [user, ...user.split(":"), query, ...values].flatMap((part) => [
      part,
      Either.getOrElse(
        Either.try(() => decodeURIComponent(part)),
        () => part
      )
    ])
  })

const ADDRESS = /[a-z][a-z\d+.-]*:\/\/([^\s"'<>]+)/gi

/** The schemes of an Authorization header. */
const SCHEMES = /^(?:Bearer|Basic|Bot)$/i
