/** Redacts secrets of a config file in its diff. */
import { Predicate, Redacted } from "effect"
import * as Redactor from "../../telemetry/Redactor.ts"
import type { JsonObject } from "../JsonObject.ts"

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
  if (typeof value === "string") return inside ? [value] : []
  if (Array.isArray(value)) return value.flatMap((item) => secretsIn(item, inside))
  return Predicate.isReadonlyRecord(value)
    ? Object.entries(value).flatMap(([name, item]) => secretsIn(item, inside || HOLDS_SECRETS.test(name)))
    : []
}
