/** Parses the variables of OpenTelemetry, as its specification of environment variables defines them. */
import { Either, Encoding, Option, Redacted } from "effect"
import type { Parser } from "./Setting.ts"

/** HTTP headers of every export. */
export type ExportHeaders = Readonly<Record<string, string>>

/** Parses the collector's address. Rejects credentials, because messages and logs show the address. */
export const collectorAddress: Parser<string> = {
  accepts: "an http:// or https:// address, without credentials and query",
  secret: true,
  parse: (text) => {
    const trimmed = text.trim()
    if (!/^https?:\/\//i.test(trimmed) || !URL.canParse(trimmed)) return undefined
    const { hash, password, search, username } = new URL(trimmed)
    return [hash, password, search, username].every((part) => part === "") ? trimmed.replace(/\/+$/, "") : undefined
  }
}

/** Parses comma-separated `name=value` pairs with percent-encoded values. */
export const collectorHeaders: Parser<Redacted.Redacted<ExportHeaders>> = {
  accepts: "name=value pairs, separated by commas, values percent-encoded",
  secret: true,
  parse: (text) =>
    Option.all(
      text
        .split(",")
        .filter((part) => part.trim() !== "")
        .map(pairOf)
    ).pipe(
      Option.filter((pairs) => pairs.length > 0),
      Option.map((pairs) => Redacted.make(Object.fromEntries(pairs))),
      Option.getOrUndefined
    )
}

const pairOf = (part: string): Option.Option<readonly [name: string, value: string]> => {
  const [name = "", ...rest] = part.split("=")
  return Option.map(
    Option.filter(Either.getRight(Encoding.decodeUriComponent(rest.join("=").trim())), (value) => VALUE.test(value)),
    (value) => [name.trim(), value] as const
  ).pipe(Option.filter(([name]) => NAME.test(name)))
}

/** RFC 9110: a name is a token, a value has no control characters. */
const NAME = /^[\w!#$%&'*+.^`|~-]+$/
const VALUE = /^[\x20-\x7E]+$/
