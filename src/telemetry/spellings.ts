/** How a secret is searched for. */
export interface Spellings {
  /** The secret, its telling parts, and how addresses, JSON and base64 write it. */
  readonly plain: ReadonlyArray<string>
  /** The same without separators: it may be split by spaces, newlines or marks. */
  readonly joined: ReadonlyArray<string>
  /** With what nobody sees between its characters, and characters percent-encoded. */
  readonly hidden: RegExp
}

/** A shorter part is no secret of its own, and without its separators it could be a common word. */
const PART_MIN = 20

/** The spellings of a secret. */
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

/** Of a bot's token: its last two parts, and the last. The first is the bot's id, which is no secret. */
const partsOf = (secret: string): ReadonlyArray<string> => {
  const [, time, last, ...more] = secret.split(".")
  if (time === undefined || last === undefined || more.length > 0) return []
  return [`${time}.${last}`, last].filter((part) => part.length >= PART_MIN)
}

/** How the secret reads inside any base64: by where it begins, without the digits that its neighbours share. */
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

/** Whether a text may spell something otherwise than it is read. */
export const hasHidden = (text: string): boolean => HIDDEN.test(text)

const HIDDEN = /%[\da-f]{2}|\\u00[\da-f]{2}|[^\0-\x7F]/i

/** A text as it is read: nothing invisible, no percent signs and escapes, letters of full width as common ones. */
export const unhidden = (text: string): string => {
  let seen = text.normalize("NFKC").replaceAll(/\p{Default_Ignorable_Code_Point}/gu, "")
  // Encoded twice is encoded, too.
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

/** A text without all that may stand between the parts of a secret. */
export const withoutSeparators = (text: string): string => text.replaceAll(/[^\w-]+/g, "")
