import { Config, ConfigError, ConfigProvider, Effect, Either, Option, Redacted } from "effect"
import { plainValue, readPath } from "./plainValue.ts"
import type { Risk } from "./Risk.ts"

/** A setting: its variable, accepted values, default, description, and parser. */
export interface Setting<A> {
  readonly name: string
  readonly accepts: string
  readonly fallback: string
  readonly doc: string
  readonly config: Config.Config<A>
  /** Whether it restricts what is allowed, or protects something. */
  readonly restricts: boolean
}

/** Parses the text of a setting. `accepts` completes the sentence "expected …". */
export interface Parser<A> {
  readonly accepts: string
  readonly parse: (text: string) => A | undefined
  readonly secret?: boolean
  /** Returns a specific problem of a text, if there is a better message than "expected …". */
  readonly fault?: (text: string) => string | undefined
}

/** Makes a setting with a default. */
export const setting = <A>(name: string, kind: Parser<A>, fallback: A, doc: string): Setting<A> => ({
  name,
  accepts: kind.accepts,
  fallback: Array.isArray(fallback) ? fallback.join(",") : String(fallback),
  doc,
  config: Config.withDefault(required(name, kind), fallback),
  restricts: false
})

/** Makes a setting without a default. */
export const optionalSetting = <A>(name: string, kind: Parser<A>, doc: string): Setting<A | undefined> => ({
  name,
  accepts: kind.accepts,
  fallback: "",
  doc,
  config: Config.withDefault<A, undefined>(required(name, kind), undefined),
  restricts: false
})

/**
 * Marks a setting that restricts what is allowed, or protects something. A blank value of it is an error, because an
 * empty variable must not remove a restriction. A blank value of any other setting counts as unset.
 */
export const restriction = <A>(one: Setting<A>): Setting<A> => ({ ...one, restricts: true })

/** Parses a whole number between two inclusive bounds. */
export const integer = (min: number, max: number): Parser<number> => ({
  accepts: `a whole number from ${min} to ${max}`,
  parse: (text) => {
    const value = /^-?\d+$/.test(text.trim()) ? Number(text) : Number.NaN
    return value >= min && value <= max ? value : undefined
  }
})

/** Parses a boolean. */
export const boolean: Parser<boolean> = {
  accepts: "true, false, 1, 0, yes, no, on or off",
  parse: (text) => booleans.get(text.trim().toLowerCase())
}

const booleans: ReadonlyMap<string, boolean> = new Map([
  ["true", true],
  ["1", true],
  ["yes", true],
  ["on", true],
  ["false", false],
  ["0", false],
  ["no", false],
  ["off", false]
])

/** Parses one of the given words, case-insensitively. */
export const oneOf = <const Word extends string>(...words: ReadonlyArray<Word>): Parser<Word> => ({
  accepts: `one of ${words.join(", ")}`,
  parse: (text) => words.find((word) => word.toLowerCase() === text.trim().toLowerCase())
})

/**
 * Parses a comma-separated list with at least one item. Every item must match `item`. A blank item is invalid: it is
 * likely an empty variable, whose tool would not be excluded.
 */
export const list = <Item extends string = string>(
  what: string,
  item: (text: string) => text is Item
): Parser<ReadonlyArray<Item>> => ({
  accepts: `${what}, separated by commas, at least one`,
  fault: (text) => (isBlank(text.replaceAll(",", "")) || isWhole(text.split(",")) ? undefined : "has a blank item"),
  parse: (text) => {
    const items = text.split(",").map((part) => part.trim())
    return isWhole(items) && items.every(item) ? items : undefined
  }
})

const isWhole = (items: ReadonlyArray<string>): boolean => items.every((part) => !isBlank(part) && !MISSING.test(part))

/** Makes a setting that is a list, or the word `all` for no restriction. */
export const listOrAll = (
  name: string,
  items: Parser<ReadonlyArray<string>>,
  doc: string
): Setting<ReadonlyArray<string> | undefined> => {
  const kind: Parser<ReadonlyArray<string> | typeof ALL> = {
    ...items,
    accepts: `${items.accepts}, or ${ALL}`,
    parse: (text) => (text.trim().toLowerCase() === ALL ? ALL : items.parse(text))
  }
  const { config, ...rest } = optionalSetting(name, kind, doc)
  return { ...rest, config: Config.map(config, (value) => (value === ALL ? undefined : value)) }
}

const ALL = "all"

/** Parses an HTTP address without query and fragment. Removes trailing slashes. */
export const address: Parser<string> = {
  accepts: "an http:// or https:// address",
  parse: (text) => {
    const trimmed = text.trim()
    if (!/^https?:\/\/[^\s/]+\S*$/i.test(trimmed) || !URL.canParse(trimmed)) return undefined
    const { hash, search } = new URL(trimmed)
    return hash === "" && search === "" ? trimmed.replace(/\/+$/, "") : undefined
  }
}

/** An address on which a server listens. */
export interface HostPort {
  readonly host: string
  readonly port: number
}

/** Parses a host and a port. An IPv6 address has brackets, and the result has none. */
export const hostPort: Parser<HostPort> = {
  accepts: "an address and a port, such as 127.0.0.1:9464",
  parse: (text) => {
    const [, address, name = address, port = ""] =
      /^(?:\[([\da-f:.]+)\]|([a-z\d.-]+)):(\d{1,5})$/i.exec(text.trim()) ?? []
    return name === undefined || Number(port) > PORT_MAX ? undefined : { host: name, port: Number(port) }
  }
}

const PORT_MAX = 65_535

/** Parses a Discord id. */
export const snowflake: Parser<string> = {
  accepts: "a Discord id (17 to 20 digits)",
  parse: (text) => (/^\d{17,20}$/.test(text.trim()) ? text.trim() : undefined)
}

/** Accepts any text that is not blank. */
export const text: Parser<string> = { accepts: "text", parse: (value) => (isBlank(value) ? undefined : value) }

/**
 * Makes a setting that is a path. `fault`: a problem of the path of a secret's file, which is not shown, because people
 * write the secret in its place.
 */
export const pathSetting = (
  name: string,
  doc: string,
  fault?: (text: string) => string | undefined
): Setting<string | undefined> => {
  const isSecretFile = fault !== undefined
  const kindOf = (home: string | undefined): Parser<string> => ({
    accepts: PATH,
    secret: isSecretFile,
    fault: (text) => fault?.(text) ?? Option.getOrUndefined(Either.getLeft(readPath(text, home))),
    parse: (text) =>
      isBlank(text) || fault?.(text) !== undefined
        ? undefined
        : Option.getOrUndefined(Either.getRight(readPath(text, home)))
  })
  const config = Config.mapOrFail(Config.all([Config.string(name), homeDirectory]), ([value, home]) =>
    readValue(name, kindOf(home), value)
  )
  return { ...optionalSetting(name, kindOf(undefined), doc), config: Config.withDefault(config, undefined) }
}

const PATH = "a path"

const homeDirectory = Config.withDefault(
  Config.orElse(Config.string("HOME"), () => Config.string("USERPROFILE")),
  undefined
)

/** Parses a secret. Error messages never contain its value. */
export const secret = (
  accepts: string,
  clean: (value: string) => string | undefined,
  fault?: (value: string) => string | undefined
): Parser<Redacted.Redacted> => ({
  accepts,
  secret: true,
  ...(fault !== undefined && { fault }),
  parse: (value) => {
    const cleaned = clean(value)
    return cleaned === undefined ? undefined : Redacted.make(cleaned)
  }
})

/** Parses a text, or returns the problem. The message never contains the value of a secret. */
export const readText = <A>(kind: Parser<A>, value: string): Either.Either<A, string> => {
  const quotedValue = kind.secret === true ? "" : `, got "${withoutUser(value)}"`
  if (UNEXPANDED.test(value)) {
    return Either.left(`contains an unresolved reference to a variable${quotedValue}`)
  }
  if (MISSING.test(value)) return Either.left(`is "${value.trim()}", which means a missing value`)
  const parsed = kind.parse(value)
  return parsed === undefined
    ? Either.left(`${kind.fault?.(value) ?? `expected ${kind.accepts}`}${quotedValue}`)
    : Either.right(parsed)
}

/** Returns whether a text has no visible character. */
export const isBlank = (text: string): boolean => !/[^\s\p{Cc}\p{Cf}]/u.test(text)

/** The words that scripts and templates write for a missing value. */
const MISSING = /^\s*(?:null|undefined)\s*$/i

/** Reads one setting from environment variables. Fails with the problem, which starts with the name. */
export const readSetting = <A>(
  { config, name, restricts }: Setting<A>,
  environment: Readonly<Record<string, string | undefined>>
): Effect.Effect<A, string> => {
  const { HOME, USERPROFILE } = environment
  const given = valuesOf({ HOME, USERPROFILE, [name]: environment[name] }, (one) => restricts && one === name)
  return Effect.mapError(providerOf(given).load(config), (error) => problemsOf(error).join("; "))
}

/** Returns the values of variables as `plainValue` reads them. A blank value counts as unset, except for restrictions. */
export const valuesOf = (
  environment: Readonly<Record<string, string | undefined>>,
  restricts: (name: string) => boolean
): Map<string, string> =>
  new Map(
    Object.entries(environment).flatMap(([name, value]) => {
      const plain = plainValue(name, value ?? "")
      return value === undefined || (isBlank(plain) && !restricts(name)) ? [] : [[name, plain] as const]
    })
  )

/** Provides the values of settings by name. */
export const providerOf = (values: Iterable<readonly [string, string]>): ConfigProvider.ConfigProvider =>
  ConfigProvider.fromMap(new Map(values), { pathDelim: "\u0000" })

/** Returns every problem of an error, each with the name of its setting. */
export const problemsOf = (error: ConfigError.ConfigError): ReadonlyArray<string> => {
  switch (error._op) {
    case "And":
    case "Or":
      return [...problemsOf(error.left), ...problemsOf(error.right)]
    case "InvalidData":
    case "MissingData":
    case "SourceUnavailable":
    case "Unsupported":
      return [`${error.path.at(-1)}: ${error.message}`]
  }
}

/** Masks the user name and the password of an address. */
const withoutUser = (value: string): string => value.replaceAll(/:\/\/[^/?#]*@/g, "://***@")

/** References that the client or shell did not expand: `${NAME}` anywhere, or `$NAME`, `%NAME%`, `{env:NAME}` alone. */
const UNEXPANDED = /\$\{[^}]*\}|^\s*(?:\$[A-Za-z_]\w*|%[A-Za-z_]\w*%|\{env:[^}]*\})\s*$/

const required = <A>(name: string, kind: Parser<A>): Config.Config<A> =>
  Config.mapOrFail(Config.string(name), (value) => readValue(name, kind, value))

const readValue = <A>(name: string, kind: Parser<A>, value: string) =>
  Either.mapLeft(readText(kind, value), (problem) => ConfigError.InvalidData([name], problem))

/** Limits of one client that no variable sets. Unset: none. */
export interface ClientLimits {
  /** The risks that the scopes of an access token allow. */
  readonly risks?: ReadonlyArray<Risk>
  /** The channels whose live events the client sees. */
  readonly eventChannels?: ReadonlyArray<string>
  /** The limits on destructive calls that the client's policy sets, and no variable. */
  readonly byPolicy?: ReadonlyArray<"dry_run" | "confirm">
  /** Whether the client sees only live events that mention the bot. */
  readonly mentionOnly?: boolean
  /** The guilds that the server allows, one of which has the approval channel. */
  readonly serverGuilds?: { readonly allowed: ReadonlyArray<string> | undefined }
}
