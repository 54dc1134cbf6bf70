/** What a diff must not show: the secrets of a file stand beside what changes. */
import { Predicate, Redacted } from "effect"
import * as Redactor from "../../telemetry/Redactor.ts"
import type { Fields } from "./Entry.ts"

/** Masks the secrets of a content in lines about it; `known` are references, which look like secrets and are none. */
export const concealer = (content: Fields, known: ReadonlyArray<string>): ((line: string) => string) => {
  const secrets = secretsIn(content, false).filter((text) => isSecret(text) && !known.includes(text))
  // Some stand in the text as they are written in JSON, with escapes.
  const written = secrets.flatMap((text) => [text, JSON.stringify(text).slice(1, -1)])
  const redactor = Redactor.make([...new Set(written)].map((text) => Redacted.make(text)))
  const masked = (line: string, [reference, ...others]: ReadonlyArray<string>): string =>
    reference === undefined
      ? redactor.text(line)
      : line
          .split(reference)
          .map((part) => masked(part, others))
          .join(reference)
  return (line) => masked(line, known)
}

/** A shorter one, masked wherever it stands, would tear common words. */
const SHORTEST = 8

/** Ids and references are for everybody to see. */
const isSecret = (text: string): boolean => text.length >= SHORTEST && !/^(\d+$|\$)/.test(text)

const HOLDS_SECRETS = /^(env|headers|http_headers)$|token|secret|passw|key|auth|credential/i

const secretsIn = (value: unknown, inside: boolean): ReadonlyArray<string> => {
  if (typeof value === "string") return inside ? [value] : []
  if (Array.isArray(value)) return value.flatMap((item) => secretsIn(item, inside))
  return Predicate.isReadonlyRecord(value)
    ? Object.entries(value).flatMap(([name, item]) => secretsIn(item, inside || HOLDS_SECRETS.test(name)))
    : []
}
