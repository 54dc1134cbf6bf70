import { WORD } from "./delimiters.ts"

/** What stands in the place of the mark of a fence that is none. */
export const FAKE_FENCE = "[fake fence]"

/**
 * Takes marks of fences out of a text: no text inside a fence may look like one,
 * with any nonce or none. What looks like it is told by what it looks like: in
 * any case, with spaces or signs between its letters, with accents, in wide or
 * ornamental letters, or in those of other scripts. The same text when there is
 * none. One pass, linear in the length of the text: the word of the fence begins
 * with a letter that it has only once, so no letter is looked at for two brackets.
 */
export const defused = (text: string): string => {
  if (!OPENING.test(text)) return text
  let safe = ""
  let from = 0
  // The signs since the last letter: where they begin, whether a bracket is among them, and an escaped one before them.
  let signs = 0
  let open = false
  let escaped = NONE
  let at = 0
  while (at < text.length) {
    const unit = text.charCodeAt(at)
    const look = unit < 128 ? (ascii[unit] ?? "") : lookOf(text.codePointAt(at) ?? unit)
    const length = look === ESCAPE ? escapedAt(text, at) : 0
    if (length > 0) {
      escaped = at
      at += length
      signs = at
      open = false
      continue
    }
    if (look === BRACKET) open = true
    else if (look !== "" && look !== ESCAPE) {
      const bracket =
        (open || escaped !== NONE) && word.startsWith(look) ? bracketBefore(text, at, signs, escaped) : NONE
      const end = bracket === NONE ? NONE : endOfWord(text, at)
      if (end !== NONE) {
        safe += text.slice(from, bracket) + FAKE_FENCE
        from = end
      }
      at = end === NONE ? at + sizeAt(text, at) : end
      signs = at
      open = false
      escaped = NONE
      continue
    }
    at += sizeAt(text, at)
  }
  return from === 0 ? text : safe + text.slice(from)
}

/** The first bracket in reach of the letter that stands here; the signs between them begin at `signs`. */
const bracketBefore = (text: string, letter: number, signs: number, escaped: number): number => {
  let found = NONE
  let at = letter
  for (let gap = 0; gap <= GAP && at > signs; gap++) {
    at--
    if (at > signs && isLow(text.charCodeAt(at)) && sizeAt(text, at - 1) === 2) at--
    if (lookOf(text.codePointAt(at) ?? 0) === BRACKET) found = at
    if (at === signs && gap < GAP && escaped !== NONE) found = escaped
  }
  return letter === signs && escaped !== NONE ? escaped : found
}

const isLow = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff

const sizeAt = (text: string, at: number): number => ((text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1)

/** What opens a mark or could be taken for it. */
const brackets = "<＜﹤‹«\u2329\u3008《⟨⟪❬❮❰˂ᐸᚲ≪⋖≺⧼⪡𝈶"
/** The same written as an entity or escaped. */
const ESCAPED = /&lt;|&#0*60;|&#x0*3c;|\\u003c|\\x3c/iy
/** Any of them, by code units: the half of one is enough to look closer. */
const OPENING = new RegExp(`[&\\\\${brackets}]`)

/** So many signs that are no letters may stand before a letter of the word; so a bracket never costs much. */
const GAP = 8

const NONE = -1
/** Kinds of characters beside letters: none looks like a letter. */
const BRACKET = "<"
const ESCAPE = "&"

/** How long an escaped bracket is that stands here; 0 where there is none. */
const escapedAt = (text: string, at: number): number => {
  ESCAPED.lastIndex = at
  return ESCAPED.test(text) ? ESCAPED.lastIndex - at : 0
}

/** Where the word of the fence ends that begins here. */
const endOfWord = (text: string, start: number): number => {
  let [at, met, gap] = [start, 0, 0]
  while (at < text.length) {
    const point = text.codePointAt(at) ?? 0
    const look = point < 128 ? (ascii[point] ?? "") : lookOf(point)
    at += point > 0xffff ? 2 : 1
    if (look === "" || look === BRACKET || look === ESCAPE) {
      if (++gap > GAP) return NONE
      continue
    }
    if (!word.startsWith(look, met)) return NONE
    met += look.length
    gap = 0
    if (met === word.length) return at
  }
  return NONE
}

/** The letters that a character looks like; none for spaces, signs and marks. */
const lettersOf = (character: string): string =>
  [...character.normalize("NFKD").toLowerCase()]
    .map((one) => lookalikes.get(one) ?? (/[\p{L}\p{N}]/u.test(one) ? one : ""))
    .join("")

const word = WORD.replaceAll("-", "")

/** Letters of other scripts, and digits, that look like those of the word. Wide and ornamental ones are told by Unicode itself. */
const lookalikes: ReadonlyMap<string, string> = new Map(
  Object.entries({
    w: "ԝѡωᴡꮃ",
    r: "гᴦʀꭇꮁ",
    i: "іıιɪӏɩꭵl1",
    t: "тτᴛꭲ",
    e: "еєεɛҽᴇꭼ3",
    n: "пոռνηɴ",
    o: "оοσօᴏ0",
    d: "ԁɗᴅꭰ",
    s: "ѕꜱꮪ5",
    c: "сϲᴄꮯ"
  }).flatMap(([letter, others]) => [...others].map((other) => [other, letter] as const))
)

const openers: ReadonlySet<number> = new Set([...brackets].map((bracket) => bracket.codePointAt(0) ?? 0))

const looked = (point: number): string =>
  openers.has(point) ? BRACKET : point === 0x26 || point === 0x5c ? ESCAPE : lettersOf(String.fromCodePoint(point))

const ascii: ReadonlyArray<string> = Array.from({ length: 128 }, (_, point) => looked(point))

/** What other characters look like, as far as it is remembered: enough for the scripts of a conversation. */
const looks = new Map<number, string>()
const LOOKS_MAX = 4096

const lookOf = (point: number): string => {
  const known = looks.get(point)
  if (known !== undefined) return known
  const look = looked(point)
  if (looks.size >= LOOKS_MAX) looks.clear()
  looks.set(point, look)
  return look
}
