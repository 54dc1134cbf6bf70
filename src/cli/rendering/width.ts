/**
 * The width of texts on a terminal, in columns: wide letters and emoji have width 2, combining
 * marks and ANSI codes have width 0.
 */

/** The pattern of an ANSI code that sets a colour or style. */
export const ansiCode = "\u001b\\[[\\d;]*m"

/** Returns the width of a text without line breaks. */
export const widthOf = (text: string): number =>
  PRINTABLE_ASCII.test(text) ? text.length : graphemes(text).reduce((sum, one) => sum + graphemeWidth(one), 0)

/** Splits a text into grapheme clusters: a letter with its marks, an emoji of several code points, or an ANSI code. */
export const graphemes = (text: string): ReadonlyArray<string> =>
  PRINTABLE_ASCII.test(text)
    ? [...text]
    : text.split(ANSI_CODES).flatMap((part) => (ANSI_CODES.test(part) ? [part] : lettersOf(part)))

/** Removes the codes that set a colour or style. Other control sequences stay. */
export const withoutStyle = (text: string): string => text.replaceAll(new RegExp(ansiCode, "g"), "")

/** Pads a text with spaces to the given width. */
export const padToWidth = (text: string, columns: number): string =>
  text + " ".repeat(Math.max(0, columns - widthOf(text)))

const lettersOf = (text: string): ReadonlyArray<string> =>
  PRINTABLE_ASCII.test(text) ? [...text] : Array.from(segmenter().segment(text), ({ segment }) => segment)

let made: Intl.Segmenter | undefined

/** Made at the first use, because most processes print ASCII only. */
const segmenter = (): Intl.Segmenter => {
  made ??= new Intl.Segmenter(undefined, { granularity: "grapheme" })
  return made
}

const ANSI_CODES = new RegExp(`(${ansiCode})`)

/** Printable ASCII: one column for each character. */
const PRINTABLE_ASCII = /^[\x20-\x7e]*$/

/** Returns 2 for an emoji of any number of code points, else the sum of its code points' widths. */
const graphemeWidth = (grapheme: string): number =>
  ANSI_CODES.test(grapheme)
    ? 0
    : EMOJI.test(grapheme)
      ? 2
      : [...grapheme].reduce((sum, part) => sum + (ZERO_WIDTH.test(part) ? 0 : WIDE.test(part) ? 2 : 1), 0)

const EMOJI = /\p{Emoji_Presentation}|\uFE0F/u

/** Width 0: combining marks, format and control characters, and the later parts of a Hangul syllable. */
const ZERO_WIDTH = /[\p{Mn}\p{Me}\p{Cf}\p{Cc}\u1160-\u11FF\uD7B0-\uD7FF]/u

/** Blocks of wide and full-width characters (Unicode Standard Annex 11, East Asian Width). */
const WIDE = new RegExp(
  `[${[
    "\u1100-\u115F\u2329\u232A\u2E80-\u303E\u3041-\u33FF\u3400-\u4DBF\u4E00-\uA4CF\uA960-\uA97C\uAC00-\uD7A3",
    "\uF900-\uFAFF\uFE10-\uFE19\uFE30-\uFE6B\uFF01-\uFF60\uFFE0-\uFFE6",
    "\u{16FE0}-\u{18CFF}\u{1AFF0}-\u{1B2FF}\u{1F200}-\u{1F265}\u{20000}-\u{3FFFD}"
  ].join("")}]`,
  "u"
)
