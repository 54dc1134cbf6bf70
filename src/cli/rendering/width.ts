/** How much of a line a text takes: wide letters and emoji take two columns, marks none. */

/** The columns that a text without breaks takes. */
export const widthOf = (text: string): number =>
  NARROW_ONLY.test(text) ? text.length : characters(text).reduce((sum, one) => sum + widthOfOne(one), 0)

/** What a reader takes for one character each: a letter with its marks, an emoji made of several. */
export const characters = (text: string): ReadonlyArray<string> =>
  NARROW_ONLY.test(text) ? [...text] : Array.from(segmenter.segment(text), ({ segment }) => segment)

/** A text with spaces after it, up to so many columns. */
export const padded = (text: string, columns: number): string => text + " ".repeat(Math.max(0, columns - widthOf(text)))

const segmenter = new Intl.Segmenter(undefined, { granularity: "grapheme" })

/** What most texts are made of. */
const NARROW_ONLY = /^[\x20-\x7e]*$/

/** An emoji is as wide as one, of however many it is made; all else is the sum of its parts. */
const widthOfOne = (character: string): number =>
  EMOJI.test(character)
    ? 2
    : [...character].reduce((sum, part) => sum + (NONE.test(part) ? 0 : WIDE.test(part) ? 2 : 1), 0)

const EMOJI = /\p{Emoji_Presentation}|\uFE0F/u

/** Marks that stand on a letter, what is not seen, and the later parts of a Hangul syllable. */
const NONE = /[\p{Mn}\p{Me}\p{Cf}\p{Cc}\u1160-\u11FF\uD7B0-\uD7FF]/u

/** What is wide or full-width by Unicode's annex 11, East Asian Width, in blocks. */
const WIDE = new RegExp(
  `[${[
    "\u1100-\u115F\u2329\u232A\u2E80-\u303E\u3041-\u33FF\u3400-\u4DBF\u4E00-\uA4CF\uA960-\uA97C\uAC00-\uD7A3",
    "\uF900-\uFAFF\uFE10-\uFE19\uFE30-\uFE6B\uFF01-\uFF60\uFFE0-\uFFE6",
    "\u{16FE0}-\u{18CFF}\u{1AFF0}-\u{1B2FF}\u{1F200}-\u{1F265}\u{20000}-\u{3FFFD}"
  ].join("")}]`,
  "u"
)
