/** The spellings that a search for a secret matches. */
export interface Spellings {
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
export const spellingsOf = (secret: string): Spellings => {
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
export const hasHidden = (text: string): boolean => HIDDEN.test(text)

const HIDDEN = /%[\da-f]{2}|\\u00[\da-f]{2}|[^\0-\x7F]/i

/** Normalizes a text: removes invisible characters, decodes percent and JSON escapes, and folds full-width letters. */
export const normalize = (text: string): string => {
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
export const withoutSeparators = (text: string): string => text.replaceAll(/[^\w-]+/g, "")
