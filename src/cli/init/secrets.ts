/** The texts of a client's config that may be secrets: in the diff of `init`, and in the report of `doctor`. */
import { Either, Predicate, Redacted } from "effect"
import { variables as settings } from "../../config/Settings.ts"
import { makeRedactor } from "../../text/secrets.ts"
import type { JsonObject } from "../rendering/renderValue.ts"
import { parsePermissions } from "../sandboxPermissions.ts"
import { PACKAGE } from "./ServerEntry.ts"

/** Returns a function that redacts secrets in a line. `known` holds references, which only look like secrets. */
export const makeLineRedactor = (
  content: JsonObject,
  publicTexts: ReadonlyArray<string>
): ((line: string) => string) => {
  const secrets = secretsIn(content, false).filter((text) => isSecret(text) && !publicTexts.includes(text))
  // The file contains secrets in their JSON-escaped form.
  const written = secrets.flatMap((text) => [text, JSON.stringify(text).slice(1, -1)])
  const redactor = makeRedactor([...new Set(written)].map((text) => Redacted.make(text)))
  const redactOutside = (line: string, [reference, ...others]: ReadonlyArray<string>): string =>
    reference === undefined
      ? redactor.text(line)
      : line
          .split(reference)
          .map((part) => redactOutside(part, others))
          .join(reference)
  return (line) => redactOutside(line, publicTexts)
}

/** Redacting a shorter text would damage ordinary words of the diff. */
const SECRET_MIN_CHARS = 8

/** Returns whether a text may be a secret. Ids, lists of ids and references are not. */
const isSecret = (text: string): boolean => text.length >= SECRET_MIN_CHARS && !/^([\d, ]+$|\$)/.test(text)

/** Matches the name of a field or a variable that holds secrets. */
const HOLDS_SECRETS = /^(env|headers|http_headers)$|token|secret|passw|key|auth|credential/i

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
const labelledWords = (words: ReadonlyArray<string>): ReadonlyArray<string> =>
  words.filter((word, at) => {
    const before = words[at - 1] ?? ""
    const [label = "", ...rest] = word.split(/[=:]/)
    return rest.length > 0 && /^[\w-]+$/.test(label)
      ? HOLDS_SECRETS.test(label)
      : before.startsWith("-") && !before.includes("=") && !word.startsWith("-") && HOLDS_SECRETS.test(before)
  })

/** Returns a text and its parts after a label, such as `KEY` of `Authorization: Bearer KEY` and of `--token=KEY`. */
const partsOf = (text: string): ReadonlyArray<string> => [
  text,
  ...text
    .split(/[\s=:]+/)
    .slice(1)
    .filter((part) => !SCHEMES.test(part))
]

/** Returns the user, the password and the values of the query of every address in a text. */
const addressParts = (text: string): ReadonlyArray<string> =>
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

/**
 * Returns the texts of an entry that may be secrets: unknown arguments, headers, variables that are
 * no settings of this server, and the credentials and queries of addresses.
 */
export const secretsOfEntry = (
  { args, env, headers }: JsonObject,
  resolved: Readonly<Record<string, string>>
): ReadonlyArray<Redacted.Redacted> => {
  const words = textsIn(args)
  const variables = [...Object.entries(Object(env)), ...Object.entries(resolved)].flatMap(([name, value]) =>
    Predicate.isString(value) ? [{ name, value }] : []
  )
  const unlabelled = [
    ...words.filter((word) => shownWord(word) !== word),
    ...variables.filter(({ name, value }) => !SETTINGS.has(name) && !PATH.test(value)).map(({ value }) => value)
  ]
  const labelled = [
    ...labelledWords(words),
    ...variables.filter(({ name }) => !SETTINGS.has(name) && HOLDS_SECRETS.test(name)).map(({ value }) => value),
    ...textsIn(headers)
  ]
  const all = [
    ...[...words, ...variables.map(({ value }) => value)].flatMap(addressParts),
    ...labelled.flatMap(partsOf),
    ...unlabelled.flatMap(partsOf).filter((text) => !COMMON.test(text))
  ]
  return [...new Set(all)]
    .filter((text) => text.length >= ENTRY_SECRET_MIN_CHARS && !REFERENCE.test(text) && !KNOWN_WORDS.has(text))
    .map((text) => Redacted.make(text))
}

/** Returns a command, or `…` if it is more than a path. */
export const shownCommand = (command: string): string => (/^[\w .\\/:~()-]+$/.test(command) ? command : "…")

/** Returns an argument, or the name of its flag, or `…`. A text of unknown meaning may be a secret. */
export const shownWord = (word: string): string => {
  if (KNOWN_WORDS.has(word) || FLAG.test(word) || OWN_PACKAGE.test(word) || SCRIPT.test(word)) return word
  if (/^[A-Z_,]+$/.test(word) && Either.isRight(parsePermissions(word))) return word
  const [, flag] = FLAG_WITH_VALUE.exec(word) ?? []
  return flag === undefined ? "…" : `${flag}=…`
}

const textsIn = (value: unknown): ReadonlyArray<string> => Object.values(Object(value)).filter(Predicate.isString)

/** Redacting a shorter text would damage ordinary words of the report. */
const ENTRY_SECRET_MIN_CHARS = 4

/** Plain words without a label are usually commands, such as `start`. */
const COMMON = /^[a-z]{1,10}$/

const SETTINGS: ReadonlySet<string> = new Set(Object.values(settings).map(({ name }) => name))
const KNOWN_WORDS: ReadonlySet<string> = new Set([
  "/c",
  "npx",
  "node",
  "serve",
  "run",
  "exec",
  "dlx",
  "Bearer",
  ...SETTINGS
])
const OWN_PACKAGE = new RegExp(`^(?:[\\w.-]+/)*${PACKAGE}(?:[@:][\\w.^~-]{1,20})?$`)
const FLAG = /^(?:-[A-Za-z]|--[a-z][a-z-]*)$/
const FLAG_WITH_VALUE = /^(--[a-z][a-z-]*)=/
const SCRIPT = /^(?:[A-Za-z]:)?[\w .\\/~-]*[\\/][\w.-]+\.[cm]?[jt]s$/
const PATH = /^(?:\/|[A-Za-z]:[\\/])[\w .\\/~:-]*$/
const REFERENCE = /^\$\{[\w:.-]+\}$/
