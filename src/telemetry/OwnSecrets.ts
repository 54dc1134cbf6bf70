import { Context, Redacted } from "effect"

/** Replaces a secret. */
export const MASK = "***"

/**
 * The secrets that the server was started with, in any spelling. Requests that contain a secret are
 * rejected. In logs and results, the secrets are masked.
 */
export interface OwnSecretsShape {
  /**
   * Returns the path of the field that contains a secret, such as `embeds[0].title`. `""` is the
   * path of the value itself.
   */
  readonly find: (value: unknown) => string | undefined
  /** Returns whether bytes contain a secret in plain form. */
  readonly isIn: (bytes: Uint8Array) => boolean
  /** Masks the secrets in a text. */
  readonly text: (text: string) => string
  /** Masks the secrets in plain data. Returns the same object if it has no secrets. */
  readonly value: <A>(value: A) => A
  /** Returns whether `value` may mask a text in this JSON. One search is much cheaper than one search per text. */
  readonly mayBeInJson: (json: string) => boolean
}

/**
 * Limits of the search for encoded spellings in one value: characters and texts. They bound the
 * time of a search. No request to Discord exceeds them.
 */
const NORMALIZED_MAX = 200_000
const TEXTS_MAX = 20_000

/** Makes the search for secrets. */
export const make = (secrets: ReadonlyArray<Redacted.Redacted>): OwnSecretsShape => {
  const known = secrets.map(Redacted.value).filter((secret) => secret.length > 0)
  const spellings = known.map(spellingsOf)
  // The longest texts are first, so that a part of a secret does not prevent a match of the whole.
  const plain = [...new Set(spellings.flatMap(({ plain }) => plain))].sort((a, b) => b.length - a.length)
  const joined = spellings.flatMap(({ joined }) => joined)
  const hidden = spellings.map(({ hidden }) => hidden)
  const shortest = Math.min(...[...plain, ...joined].map(({ length }) => length))
  /** Whether JSON writes a secret with escapes. In that case, its hidden spellings in JSON are unknown. */
  const isEscaped = known.some((secret) => JSON.stringify(secret).length > secret.length + 2)

  const holds = (text: string, budget: Budget): boolean => {
    if (budget.texts-- <= 0 || text.length < shortest) return false
    if (plain.some((one) => text.includes(one))) return true
    budget.characters -= text.length
    if (budget.characters < 0) return false
    const seen = hasHidden(text) ? normalize(text) : text
    if (seen !== text && plain.some((one) => seen.includes(one))) return true
    if (joined.every((one) => seen.length < one.length)) return false
    const dense = withoutSeparators(seen)
    return joined.some((one) => dense.includes(one))
  }

  /** Returns the path to the first secret. */
  const find = (value: unknown, depth: number, budget: Budget): Path | undefined => {
    if (typeof value === "string") return holds(value, budget) ? [] : undefined
    if (typeof value !== "object" || value === null || depth > DEPTH_MAX) return undefined
    if (Array.isArray(value)) {
      for (const [at, item] of value.entries()) {
        const inside = find(item, depth + 1, budget)
        if (inside !== undefined) return [at, ...inside]
      }
      return undefined
    }
    for (const [name, item] of Object.entries(value)) {
      if (holds(name, budget)) return []
      const inside = find(item, depth + 1, budget)
      if (inside !== undefined) return [name, ...inside]
    }
    return undefined
  }

  const text = (input: string): string => {
    const without = plain.reduce((rest, one) => (rest.includes(one) ? rest.replaceAll(one, MASK) : rest), input)
    return hasHidden(without) ? hidden.reduce((rest, shape) => rest.replaceAll(shape, MASK), without) : without
  }

  const value = (input: unknown): unknown => {
    if (typeof input === "string") return text(input)
    if (typeof input !== "object" || input === null) return input
    if (Array.isArray(input)) {
      const items = input.map(value)
      return items.every((item, at) => item === input[at]) ? input : items
    }
    const fields = Object.entries(input).map(([name, item]) => [text(name), value(item), name, item] as const)
    return fields.every(([name, now, was, item]) => name === was && now === item)
      ? input
      : Object.fromEntries(fields.map(([name, item]) => [name, item]))
  }

  if (known.length === 0) return none
  return {
    find: (input) => {
      const path = find(input, 0, { characters: NORMALIZED_MAX, texts: TEXTS_MAX })
      return path && renderPath(path)
    },
    isIn: (bytes) => known.some((secret) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes(secret)),
    text,
    // Masking changes only texts, so the type stays.
    value: <A>(input: A) => value(input) as A,
    mayBeInJson: (json) =>
      isEscaped ||
      plain.some((one) => json.includes(one)) ||
      (hasHidden(json) && hidden.some((shape) => json.search(shape) !== -1))
  }
}

const none: OwnSecretsShape = {
  find: () => undefined,
  isIn: () => false,
  text: (text) => text,
  value: (value) => value,
  mayBeInJson: () => false
}

/** The remaining budget of a search. */
interface Budget {
  characters: number
  texts: number
}

/** Deeper input is rejected elsewhere. */
const DEPTH_MAX = 100

type Path = ReadonlyArray<string | number>

const renderPath = (path: Path): string =>
  path
    .map((step) => (typeof step === "number" ? `[${step}]` : `.${step}`))
    .join("")
    .replace(/^\./, "")

/** The secrets of this server. By default, there are no secrets. */
export class OwnSecrets extends Context.Reference<OwnSecrets>()("effect-discord-mcp/telemetry/OwnSecrets", {
  defaultValue: (): OwnSecretsShape => none
}) {}

/** The spellings that a search for a secret matches. */
interface Spellings {
  /** The secret and its identifying parts, plain, URL-encoded, in JSON and in base64. */
  readonly plain: ReadonlyArray<string>
  /** The same texts without separators, because spaces, line breaks or other marks may split a secret. */
  readonly joined: ReadonlyArray<string>
  /** Matches a secret that contains invisible or percent-encoded characters. */
  readonly hidden: RegExp
}

/** Shorter parts are not searched for, because they could be common words. */
const PART_MIN = 20

/** Returns the spellings of a secret. */
const spellingsOf = (secret: string): Spellings => {
  const whole = [secret, ...partsOf(secret)]
  const encoded = whole.length === 0 || secret.length < PART_MIN ? [] : base64Of(secret)
  return {
    plain: [
      ...whole,
      ...whole.map((one) => encodeURIComponent(one)),
      ...whole.map((one) => JSON.stringify(one).slice(1, -1)),
      ...encoded
    ],
    joined: [...whole, ...encoded].map(withoutSeparators).filter((one) => one.length >= PART_MIN),
    hidden: new RegExp(whole.map(looselySpelled).join("|"), "giu")
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

/** Returns whether a text may contain a hidden spelling: escapes or non-ASCII characters. */
const hasHidden = (text: string): boolean => HIDDEN.test(text)

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
