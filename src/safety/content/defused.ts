import { WORD } from "./fence.ts"

/** What stands in the place of the mark of a fence that is none. */
export const FAKE_FENCE = "[fake fence]"

/**
 * Takes marks of fences out of a text: no text inside a fence may look like one,
 * with any nonce or none. What looks like it is told by what it looks like: in
 * any case, with spaces or signs between its letters, with accents, in wide or
 * ornamental letters, or in those of other scripts. The same text when there is
 * none; linear in the length of the text.
 */
export const defused = (text: string): string => {
  if (!OPENING.test(text)) return text
  let safe = ""
  let from = 0
  for (const { 0: bracket, index } of text.matchAll(BRACKETS)) {
    const end = index < from ? undefined : endOfWord(text, index + bracket.length)
    if (end === undefined) continue
    safe += text.slice(from, index) + FAKE_FENCE
    from = end
  }
  return from === 0 ? text : safe + text.slice(from)
}

/** What opens a mark or could be taken for it; and the same written as an entity or escaped. */
const bracket = "[<＜﹤‹«\\u2329\\u3008《⟨⟪❬❮❰˂ᐸᚲ≪⋖≺⧼⪡𝈶]"
const BRACKETS = new RegExp(String.raw`${bracket}|&lt;|&#0*60;|&#x0*3c;|\\u003c|\\x3c`, "giu")
const OPENING = new RegExp(String.raw`${bracket}|[&\\]`, "u")

/** So many signs that are no letters may stand before a letter of the word; so a bracket never costs much. */
const GAP = 8

/** Where the word of the fence ends, if it stands here, a slash or whatever else before it. */
const endOfWord = (text: string, start: number): number | undefined => {
  let [at, met, gap] = [start, 0, 0]
  while (at < text.length) {
    const character = String.fromCodePoint(text.codePointAt(at) ?? 0)
    const letters = lettersOf(character)
    at += character.length
    if (letters === "") {
      if (++gap > GAP) return undefined
      continue
    }
    if (!word.startsWith(letters, met)) return undefined
    met += letters.length
    gap = 0
    if (met === word.length) return at
  }
  return undefined
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
