/** Text on a terminal: its style, its width, what is safe to print, and how it is wrapped. */
import { Either } from "effect"
import { stripInvisible } from "../../text/sanitize.ts"

/** Functions that add ANSI codes to a text. */
export interface Style {
  readonly bold: (text: string) => string
  readonly dim: (text: string) => string
  readonly red: (text: string) => string
  readonly green: (text: string) => string
  readonly yellow: (text: string) => string
  readonly cyan: (text: string) => string
}

/** The style of a text, and the maximum width of a line in columns. */
export interface RenderOptions {
  readonly style: Style
  readonly columns: number
}

/** Returns the ANSI styles, or functions that return their text unchanged. */
export const styleFor = (coloured: boolean): Style => {
  const as = (code: number) => (text: string) => (coloured && text !== "" ? `\u001b[${code}m${text}\u001b[0m` : text)
  return { bold: as(1), dim: as(2), red: as(31), green: as(32), yellow: as(33), cyan: as(36) }
}

/** Makes a text safe to print on a terminal: no control sequences, spaces for tabs, `\n` as the only line end. */
export const sanitize = (text: string): string =>
  stripInvisible(text.replaceAll(LINE_END, "\n").replaceAll("\t", "    "))

/** Makes a name safe to print on one line. */
export const sanitizeName = (name: string): string => sanitize(name).replaceAll("\n", " ")

/** Every line end of Unicode. */
const LINE_END = /\r\n|[\r\v\f\u0085\u2028\u2029]/g

/**
 * The width of texts on a terminal, in columns: wide letters and emoji have width 2, combining
 * marks and ANSI codes have width 0.
 */

/** The pattern of an ANSI code that sets a colour or style. */
const ansiCode = "\u001b\\[[\\d;]*m"

/** Returns the width of a text without line breaks. */
export const widthOf = (text: string): number =>
  PRINTABLE_ASCII.test(text) ? text.length : graphemes(text).reduce((sum, one) => sum + graphemeWidth(one), 0)

/** Splits a text into grapheme clusters: a letter with its marks, an emoji of several code points, or an ANSI code. */
const graphemes = (text: string): ReadonlyArray<string> =>
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

/**
 * Returns the width of the longest word in a text or in any JSON value, field names included.
 * Words wider than `columns` do not count, because they are broken anyway.
 */
export const longestWord = (value: unknown, columns: number): number => {
  if (typeof value === "string") {
    // A long text repeats many words, and measuring emoji is slow.
    const words = new Set(sanitize(value).split(/\s+/))
    const widths = [...words].map(widthOf).filter((width) => width <= columns)
    // In a list on one line, a comma follows each item.
    return Math.min(columns, Math.max(0, ...widths) + 1)
  }
  if (typeof value !== "object" || value === null) return 0
  return Object.entries(value).reduce(
    (most, [name, item]) =>
      Math.max(most, Array.isArray(value) ? 0 : longestWord(name, columns), longestWord(item, columns)),
    0
  )
}

/**
 * Wraps a text to lines of at most `columns`. It keeps every character except spaces at a break.
 * It breaks at spaces, and within a word only if the word is wider than a line.
 */
export const wrap = (text: string, columns: number): ReadonlyArray<string> =>
  text.split("\n").flatMap((line) => (widthOf(line) <= columns ? [line] : wrapLine(line, columns)))

const wrapLine = (line: string, columns: number): ReadonlyArray<string> => {
  const lines: Array<string> = []
  let [last, width] = ["", 0]
  const end = (next: string, nextWidth: number) => {
    if (last.trim() !== "") lines.push(last.trimEnd())
    ;[last, width] = [next, nextWidth]
  }
  for (const [at, word] of line.split(" ").entries()) {
    const wordWidth = widthOf(word)
    if (at > 0 && width + 1 + wordWidth <= columns) {
      last += ` ${word}`
      width += 1 + wordWidth
      continue
    }
    const parts = wordWidth <= columns ? [word] : splitByWidth(word, columns)
    for (const part of parts) end(part, widthOf(part))
  }
  end("", 0)
  return lines.length === 0 ? [""] : lines
}

/** Shortens a text to one line of at most `columns`. A truncated line ends with `…`. */
export const truncateLine = (text: string, columns: number): string => {
  if (widthOf(text) <= columns) return text
  const [first = ""] = wrapLine(text, Math.max(1, columns - ELLIPSIS.length))
  return `${first.trimEnd()}${ELLIPSIS}`
}

const ELLIPSIS = "…"

/** Splits a text into parts of at most `columns`. Each part has at least one grapheme. */
const splitByWidth = (text: string, columns: number): ReadonlyArray<string> => {
  const all = [""]
  let width = 0
  for (const grapheme of graphemes(text)) {
    const graphemeWidth = widthOf(grapheme)
    if (width > 0 && width + graphemeWidth > columns) {
      all.push("")
      width = 0
    }
    all.push(`${all.pop() ?? ""}${grapheme}`)
    width += graphemeWidth
  }
  return all
}

/**
 * Wraps the lines of a text that are wider than the terminal. Continuation lines keep the
 * indentation. JSON is not wrapped, because a line break within a string would make it invalid.
 */
export const wrapText = (text: string, columns: number): string => {
  if (text.split("\n").every((line) => widthOf(line) <= columns) || isJson(text)) return text
  return text
    .split("\n")
    .flatMap((line) => (widthOf(line) <= columns ? [line] : wrapIndented(line, columns)))
    .join("\n")
}

const isJson = (text: string): boolean => /^\s*[[{]/.test(text) && Either.isRight(Either.try(() => JSON.parse(text)))

const wrapIndented = (line: string, columns: number): ReadonlyArray<string> => {
  const [head = ""] = HEAD.exec(line) ?? []
  const [left = "", ...right] = line.slice(head.length).split(/ {2,}/)
  const available = columns - widthOf(head) - (right.length === 0 ? 0 : GAP)
  // In a narrow terminal the indentation would leave no space for the text, or break a long word.
  const isWide = widthOf(head) * 3 <= columns && longestWord(withoutStyle(line), columns) <= available
  const width = isWide ? widthOf(head) : 0
  const indented = (text: string, by: number, first: string) =>
    wrap(text, columns - by).map((part, at) => (at === 0 ? first : " ".repeat(by)) + part.trimStart())
  const body = isWide ? indented(left, width, head) : wrap(head.trimStart() + left, columns)
  const by = isWide ? width + GAP : 0
  // The next column of a row goes below the first one.
  return right.length === 0 ? body : [...body, ...indented(right.join(" "), by, " ".repeat(by))]
}

const GAP = 2

/** The indentation of a line, with the mark of a list item or of a diff: `  - `, `  2. `, `→ `, `+    `. */
const HEAD = new RegExp(`^(?:${ansiCode})*[-+]? *(?:${ansiCode})*(?:(?:[-–·!→←✗✓✖✔↻] |\\d+\\. )(?:${ansiCode})*)?`)
