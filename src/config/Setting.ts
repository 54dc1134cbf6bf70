import { Config, ConfigError, Either, Redacted } from "effect"

/** One variable: its name, what it accepts, its default and what it does. A value and its documentation in one. */
export interface Setting<A> {
  readonly name: string
  readonly accepts: string
  readonly fallback: string
  readonly doc: string
  readonly config: Config.Config<A>
}

/** How the text of a variable becomes a value. `accepts` finishes the sentence "expected …". */
export interface Kind<A> {
  readonly accepts: string
  readonly parse: (text: string) => A | undefined
  readonly secret?: boolean
  /** Says what is wrong with a text where that is more than that it is not what was expected. */
  readonly fault?: (text: string) => string | undefined
}

/** A variable with a default. */
export const setting = <A>(name: string, kind: Kind<A>, fallback: A, doc: string): Setting<A> => ({
  name,
  accepts: kind.accepts,
  fallback: Array.isArray(fallback) ? fallback.join(",") : String(fallback),
  doc,
  config: Config.withDefault(required(name, kind), fallback)
})

/** A variable that may be absent. */
export const optionalSetting = <A>(name: string, kind: Kind<A>, doc: string): Setting<A | undefined> => ({
  name,
  accepts: kind.accepts,
  fallback: "",
  doc,
  config: Config.withDefault<A, undefined>(required(name, kind), undefined)
})

/** A whole number between two bounds, both included. */
export const integer = (min: number, max: number): Kind<number> => ({
  accepts: `a whole number from ${min} to ${max}`,
  parse: (text) => {
    const value = /^-?\d+$/.test(text.trim()) ? Number(text) : Number.NaN
    return value >= min && value <= max ? value : undefined
  }
})

/** Yes or no, as every setting spells it. */
export const boolean: Kind<boolean> = {
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

/** One of a few words, any case. */
export const oneOf = <const Word extends string>(...words: ReadonlyArray<Word>): Kind<Word> => ({
  accepts: `one of ${words.join(", ")}`,
  parse: (text) => words.find((word) => word.toLowerCase() === text.trim().toLowerCase())
})

/** Names separated by commas, at least one, each matching `item`. */
export const list = <Item extends string = string>(
  what: string,
  item: (text: string) => text is Item
): Kind<ReadonlyArray<Item>> => ({
  accepts: `${what}, separated by commas, at least one`,
  parse: (text) => {
    const items = text
      .split(",")
      .map((part) => part.trim())
      .filter((part) => part !== "")
    return items.length > 0 && items.every(item) ? items : undefined
  }
})

/** An http or https address; a trailing slash is dropped. */
export const address: Kind<string> = {
  accepts: "an http:// or https:// address",
  parse: (text) => {
    const given = text.trim()
    if (!/^https?:\/\/[^\s/]+\S*$/i.test(given) || !URL.canParse(given)) return undefined
    const { hash, search } = new URL(given)
    return hash === "" && search === "" ? given.replace(/\/+$/, "") : undefined
  }
}

/** A Discord id. */
export const snowflake: Kind<string> = {
  accepts: "a Discord id (17 to 20 digits)",
  parse: (text) => (/^\d{17,20}$/.test(text.trim()) ? text.trim() : undefined)
}

/** Any text. */
export const text: Kind<string> = { accepts: "text", parse: (value) => value }

/** A secret: never shown, not even in the message that says it is wrong. */
export const secret = (
  accepts: string,
  clean: (value: string) => string | undefined,
  fault?: (value: string) => string | undefined
): Kind<Redacted.Redacted> => ({
  accepts,
  secret: true,
  ...(fault !== undefined && { fault }),
  parse: (value) => {
    const cleaned = clean(value)
    return cleaned === undefined ? undefined : Redacted.make(cleaned)
  }
})

/** Reads a text, or says what is wrong with it. The message never holds the value of a secret. */
export const readText = <A>(kind: Kind<A>, value: string): Either.Either<A, string> => {
  const shown = kind.secret === true ? "" : `, got "${value}"`
  if (UNEXPANDED.test(value)) {
    return Either.left(`holds a reference to a variable that was not replaced by its value${shown}`)
  }
  const parsed = kind.parse(value)
  return parsed === undefined
    ? Either.left(kind.fault?.(value) ?? `expected ${kind.accepts}${shown}`)
    : Either.right(parsed)
}

/** `${NAME}` anywhere, or `$NAME`, `%NAME%`, `{env:NAME}` alone: what a client or shell should have replaced. */
const UNEXPANDED = /\$\{[^}]*\}|^\s*(?:\$[A-Za-z_]\w*|%[A-Za-z_]\w*%|\{env:[^}]*\})\s*$/

const required = <A>(name: string, kind: Kind<A>): Config.Config<A> =>
  Config.mapOrFail(Config.string(name), (value) =>
    Either.mapLeft(readText(kind, value), (problem) => ConfigError.InvalidData([name], problem))
  )
