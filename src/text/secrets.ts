/** Secrets: the server's own, which requests must not contain, and any that logs, records and messages must not show. */
import { Context, Redacted } from "effect"
import { isPlain } from "./sanitize.ts"

/** Replaces a secret. */
export const MASK = "***"

/**
 * The secrets that the server was started with, in any spelling. Requests that contain a secret are
 * rejected. In logs and results, the secrets are masked.
 */
export interface OwnSecretsShape {
  /**
   * Returns the path of the first field that contains a secret, such as `embeds[0].title`, within its value. `""` is
   * the path of a value itself. Bytes are searched for the plain form.
   */
  readonly find: (...values: ReadonlyArray<unknown>) => string | undefined
  /** Masks the secrets in plain data. Returns the same object if it has no secrets. */
  readonly mask: <A>(value: A) => A
  /** Returns whether a text in this JSON may contain a secret. One search is much cheaper than one search per text. */
  readonly mayBeInJson: (json: string) => boolean
}

/** Makes the issue of a field that contains a secret. It does not repeat the secret. */
export const secretIssue = (path: string) => ({
  path,
  message: "contains a secret of this server, such as the bot's token: remove it",
  code: "secret"
})

/**
 * Limits of one search for encoded spellings: characters and texts. They bound the time of a search. No request to
 * Discord exceeds them.
 */
const BUDGET = { characters: 200_000, texts: 20_000 }

/** Deeper input is rejected elsewhere. */
const DEPTH_MAX = 100

/** Makes the search for secrets. */
export const makeOwnSecrets = (secrets: ReadonlyArray<Redacted.Redacted>): OwnSecretsShape => {
  const texts = secrets.map(Redacted.value).filter((secret) => secret.length > 0)
  return texts.length === 0 ? none : new SecretSearch(texts)
}

class SecretSearch implements OwnSecretsShape {
  readonly #secrets: ReadonlyArray<string>
  /** The longest texts are first, so that a part of a secret does not prevent a match of the whole. */
  readonly #plain: ReadonlyArray<string>
  readonly #joined: ReadonlyArray<string>
  readonly #hidden: RegExp
  readonly #shortest: number
  /** Whether JSON writes a secret with escapes. In that case, its hidden spellings in JSON are unknown. */
  readonly #isEscaped: boolean

  /** There must be at least one secret. */
  constructor(secrets: ReadonlyArray<string>) {
    const spellings = secrets.map(spellingsOf)
    this.#secrets = secrets
    this.#plain = [...new Set(spellings.flatMap(({ plain }) => plain))].sort((a, b) => b.length - a.length)
    this.#joined = spellings.flatMap(({ joined }) => joined)
    this.#hidden = new RegExp(spellings.map(({ hidden }) => hidden).join("|"), "giu")
    this.#shortest = Math.min(...[...this.#plain, ...this.#joined].map(({ length }) => length))
    this.#isEscaped = secrets.some((secret) => JSON.stringify(secret).length > secret.length + 2)
  }

  readonly find = (...values: ReadonlyArray<unknown>): string | undefined => {
    const budget = { ...BUDGET }
    for (const value of values) {
      const path = this.#findBelow("", value, budget, 0)
      if (path !== undefined) return path
    }
    return undefined
  }

  // Masking changes only texts, so the type stays.
  readonly mask = <A>(value: A): A => this.#mask(value) as A

  readonly mayBeInJson = (json: string): boolean =>
    this.#isEscaped || this.#hasPlain(json) || (HIDDEN.test(json) && json.search(this.#hidden) !== -1)

  #hasPlain(text: string): boolean {
    return this.#plain.some((one) => text.includes(one))
  }

  #holds(text: string, budget: typeof BUDGET): boolean {
    if (budget.texts-- <= 0 || text.length < this.#shortest) return false
    if (this.#hasPlain(text)) return true
    budget.characters -= text.length
    if (budget.characters < 0) return false
    const normal = HIDDEN.test(text) ? normalize(text) : text
    if (normal !== text && this.#hasPlain(normal)) return true
    const dense = withoutSeparators(normal)
    return this.#joined.some((one) => dense.includes(one))
  }

  /** Returns the path of the first secret below `path`. */
  #findBelow(path: string, value: unknown, budget: typeof BUDGET, depth: number): string | undefined {
    if (typeof value === "string") return this.#holds(value, budget) ? path : undefined
    if (typeof value !== "object" || value === null || depth > DEPTH_MAX) return undefined
    if (value instanceof Uint8Array) {
      const bytes = Buffer.from(value.buffer, value.byteOffset, value.length)
      return this.#secrets.some((secret) => bytes.includes(secret)) ? path : undefined
    }
    const isList = Array.isArray(value)
    for (const [name, item] of Object.entries(value)) {
      if (!isList && this.#holds(name, budget)) return path
      const inside = isList ? `${path}[${name}]` : `${path}${path && "."}${name}`
      const secretPath = this.#findBelow(inside, item, budget, depth + 1)
      if (secretPath !== undefined) return secretPath
    }
    return undefined
  }

  #mask(input: unknown): unknown {
    if (typeof input === "string") return this.#maskText(input)
    if (typeof input !== "object" || input === null) return input
    if (Array.isArray(input)) {
      const items = input.map((item) => this.#mask(item))
      return items.every((item, at) => item === input[at]) ? input : items
    }
    const fields = Object.entries(input)
    const masked = fields.map(([name, item]) => [this.#maskText(name), this.#mask(item)] as const)
    return masked.every(([name, item], at) => name === fields[at]?.[0] && item === fields[at]?.[1])
      ? input
      : Object.fromEntries(masked)
  }

  #maskText(text: string): string {
    const masked = this.#hasPlain(text) ? this.#plain.reduce((rest, one) => rest.replaceAll(one, MASK), text) : text
    return HIDDEN.test(masked) ? masked.replaceAll(this.#hidden, MASK) : masked
  }
}

const none: OwnSecretsShape = {
  find: () => undefined,
  mask: (value) => value,
  mayBeInJson: () => false
}

/** The secrets of this server. By default, there are no secrets. */
export class OwnSecrets extends Context.Reference<OwnSecrets>()("effect-discord-mcp/text/OwnSecrets", {
  defaultValue: (): OwnSecretsShape => none
}) {}

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

/** Makes the redactor of logs, audit records, traces and error messages. */
export const makeRedactor = (secrets: ReadonlyArray<Redacted.Redacted>): Redactor => {
  const own = makeOwnSecrets(secrets)
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
          ? [item].filter(({ length }) => length >= REPEATED_MIN)
          : secretsNamedIn(item, inside)
      )
    : []
}

/** The spellings that a search for a secret matches. */
interface Spellings {
  /** The secret and its identifying parts, plain, URL-encoded, in JSON and in base64. */
  readonly plain: ReadonlyArray<string>
  /** The same texts without separators, because spaces, line breaks or other marks may split a secret. */
  readonly joined: ReadonlyArray<string>
  /** The pattern of a secret that contains invisible or percent-encoded characters. */
  readonly hidden: string
}

/** Shorter parts are not searched for, because they could be common words. */
const PART_MIN = 20

/** Returns the spellings of a secret. */
const spellingsOf = (secret: string): Spellings => {
  const whole = [secret, ...partsOf(secret)]
  const encoded = secret.length < PART_MIN ? [] : base64Of(secret)
  return {
    plain: [
      ...whole,
      ...whole.map((one) => encodeURIComponent(one)),
      ...whole.map((one) => JSON.stringify(one).slice(1, -1)),
      ...encoded
    ],
    joined: [...whole, ...encoded].map(withoutSeparators).filter((one) => one.length >= PART_MIN),
    hidden: whole.map(looselySpelled).join("|")
  }
}

/**
 * Returns the secret parts of a bot token: the last two parts together, and the last part. The
 * first part is the bot's id.
 */
const partsOf = (secret: string): ReadonlyArray<string> => {
  const [, time, last, ...more] = secret.split(".")
  if (time === undefined || last === undefined || more.length > 0) return []
  return [`${time}.${last}`, last].filter((part) => part.length >= PART_MIN)
}

/**
 * Returns the base64 digits of a secret at each of the three offsets, without digits shared with
 * neighbouring bytes.
 */
const base64Of = (secret: string): ReadonlyArray<string> =>
  [0, 1, 2].flatMap((offset) => {
    const bytes = Buffer.from(" ".repeat(offset) + secret)
    const begin = Math.ceil((offset * 8) / 6)
    const end = Math.floor((bytes.length * 8) / 6)
    return [bytes.toString("base64").slice(begin, end), bytes.toString("base64url").slice(begin, end)]
  })

const looselySpelled = (secret: string): string =>
  [...secret]
    .map((character) => {
      const code = character.codePointAt(0) ?? 0
      const own = `\\u{${code.toString(16)}}`
      return code < 128 ? `(?:${own}|%${code.toString(16).padStart(2, "0")})` : own
    })
    .join(String.raw`\p{Default_Ignorable_Code_Point}*`)

/** Matches what a hidden spelling has: escapes or non-ASCII characters. */
const HIDDEN = /%[\da-f]{2}|\\u00[\da-f]{2}|[^\0-\x7F]/i

/** Normalizes a text: removes invisible characters, decodes percent and JSON escapes, and folds full-width letters. */
const normalize = (text: string): string => {
  let seen = text.normalize("NFKC").replaceAll(/\p{Default_Ignorable_Code_Point}/gu, "")
  // Repeats the decoding, because a text may be encoded more than once.
  for (let round = 0; round < ROUNDS && ENCODED.test(seen); round++) {
    seen = seen.replaceAll(EACH_ENCODED, (_, percent: string | undefined, escape: string | undefined) =>
      String.fromCharCode(Number.parseInt(percent ?? escape ?? "", 16))
    )
  }
  return seen
}

const ROUNDS = 3
const ENCODED = /%([\da-f]{2})|\\u00([\da-f]{2})/i
const EACH_ENCODED = new RegExp(ENCODED, "gi")

/** Removes all characters that may separate the parts of a secret. */
const withoutSeparators = (text: string): string => text.replaceAll(/[^\w-]+/g, "")
