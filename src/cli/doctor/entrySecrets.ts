/** Decides which texts of a client's entry may be printed. */
import { Either, Predicate, Redacted } from "effect"
import { variables as settings } from "../../config/Settings.ts"
import { addressParts, HOLDS_SECRETS, labelledWords, partsOf } from "../init/redact.ts"
import { PACKAGE } from "../init/ServerEntry.ts"
import type { JsonObject } from "../rendering/renderValue.ts"
import { parsePermissions } from "../sandboxPermissions.ts"

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
    .filter((text) => text.length >= SECRET_MIN_CHARS && !REFERENCE.test(text) && !KNOWN_WORDS.has(text))
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

/** Redacting a shorter text would damage ordinary words. */
const SECRET_MIN_CHARS = 4

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
