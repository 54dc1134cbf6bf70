/** Text in columns: its width, how it is padded and wrapped, and rows of several columns. */

/** The pattern of an ANSI code that sets a colour or style. */
export const ANSI_CODE = "\u001b\\[[\\d;]*m"

/** Returns the width of a text without line breaks. */
export const widthOf = (text: string): number =>
  PRINTABLE_ASCII.test(text) ? text.length : graphemes(text).reduce((sum, one) => sum + graphemeWidth(one), 0)

/** Splits a text into grapheme clusters: a letter with its marks, an emoji of several code points, or an ANSI code. */
const graphemes = (text: string): ReadonlyArray<string> =>
  PRINTABLE_ASCII.test(text)
    ? [...text]
    : text.split(ANSI_CODES).flatMap((part) => (ANSI_CODES.test(part) ? [part] : lettersOf(part)))

/** Removes the codes that set a colour or style. Other control sequences stay. */
export const withoutStyle = (text: string): string => text.replaceAll(new RegExp(ANSI_CODE, "g"), "")

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

const ANSI_CODES = new RegExp(`(${ANSI_CODE})`)

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
 * Wraps a text to lines of at most `columns`. It keeps every character except spaces at a break. It breaks at spaces, and
 * within a word only if the word is wider than a line. An address or a path stays whole, because people copy it: its line
 * may be wider.
 */
export const wrap = (text: string, columns: number): ReadonlyArray<string> =>
  text.split("\n").flatMap((line) => (widthOf(line) <= columns ? [line] : wrapLine(line, columns)))

/** Splits a line at its spaces. A path with spaces is one word. */
export const wordsOf = (line: string): ReadonlyArray<string> =>
  line
    .replaceAll(SPACED_PATH, (path) => path.replaceAll(" ", SPACE_OF_PATH))
    .split(" ")
    .map((word) => word.replaceAll(SPACE_OF_PATH, " "))

/** No text has it: `sanitize` removes it. */
const SPACE_OF_PATH = "\u0000"

/**
 * A path in quotes, or one that goes on after a space: with a folder, `Application Support/x`, `Program Files (x86)\x`, or
 * with a file, `My Files.txt`. Its parts are bounded, so that a long text takes linear time.
 */
const SPACED_PATH =
  /(["'`])(?:~|[A-Za-z]:)?[/\\][^"'`\n]{0,300}\1|(?<![^\s"'(`=])(?:~|[A-Za-z]:)?[/\\][^\s"'`,;]{0,300}(?: (?:[A-Z(][^\s/\\,;:]{0,300} )?(?:\(x86\)|[^\s/\\~"'`(<])[^\s/\\,;:]{0,300}[/\\][^\s"'`,;]{0,300}| [A-Z][^\s/\\,;:]{0,300}\.[a-z]{2,5}\b)+/g

/** Returns whether a word is an address or a path. JSON with one is neither. */
export const isWhole = (word: string): boolean => WHOLE.test(withoutStyle(word)) && !JSON_FIELD.test(word)

const JSON_FIELD = /":/

const WHOLE = /^[\x20-\x7e]*[/\\][\x20-\x7e]*$|(?:^|["'(`=])(?:[a-z][a-z\d+.-]*:\/\/|[a-z]:[/\\]|[~.]{0,2}[/\\])/i

/** Wraps one line. */
export const wrapLine = (line: string, columns: number): ReadonlyArray<string> => {
  const lines: Array<string> = []
  let [last, width] = ["", 0]
  const end = (next: string, nextWidth: number) => {
    if (last.trim() !== "") lines.push(last.trimEnd())
    ;[last, width] = [next, nextWidth]
  }
  for (const [at, word] of wordsOf(line).entries()) {
    const wordWidth = widthOf(word)
    if (at > 0 && width + 1 + wordWidth <= columns) {
      last += ` ${word}`
      width += 1 + wordWidth
      continue
    }
    const parts = wordWidth <= columns || isWhole(word) ? [word] : splitByWidth(word, columns)
    for (const part of parts) end(part, widthOf(part))
  }
  end("", 0)
  return lines.length === 0 ? [""] : lines
}

/** Splits a text into parts of at most `columns`. Each part has at least one grapheme. */
export const splitByWidth = (text: string, columns: number): ReadonlyArray<string> => {
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

/** A column: the width of its widest line, and the width that it needs at least. */
export interface Column {
  readonly width: number
  readonly least: number
}

/** Divides the available width. Narrow columns get their full width. Wide columns share the rest equally. */
export const divideWidth = (columns: ReadonlyArray<Column>, available: number): ReadonlyArray<number> => {
  let spare = columns.reduce((left, { least }) => left - least - GAP, available + GAP)
  const widths = columns.map(({ least }) => least)
  const narrowFirst = [...columns.entries()].toSorted(([, a], [, b]) => a.width - b.width)
  for (const [done, [at, { least, width }]] of narrowFirst.entries()) {
    const more = Math.min(width - least, Math.floor(spare / (columns.length - done)))
    widths[at] = least + more
    spare -= more
  }
  return widths
}

/** The side of its column at which a cell stands. */
export type Align = "left" | "center" | "right"

/** Renders a row, with as many lines as its highest cell. Cells stand on the left if `aligns` has nothing for them. */
export const rowLines = (
  cells: ReadonlyArray<string>,
  widths: ReadonlyArray<number>,
  aligns: ReadonlyArray<Align> = []
): ReadonlyArray<string> => {
  const wrapped = cells.map((cell, at) => wrap(cell, widths[at] ?? 0))
  const height = Math.max(...wrapped.map((lines) => lines.length))
  return Array.from({ length: height }, (_, line) =>
    wrapped
      .map((lines, at) => alignText(lines[line] ?? "", widths[at] ?? 0, aligns[at] ?? "left"))
      .join(" ".repeat(GAP))
      .trimEnd()
  )
}

const alignText = (text: string, width: number, align: Align): string => {
  const spare = Math.max(0, width - widthOf(text))
  const before = align === "left" ? 0 : align === "right" ? spare : Math.floor(spare / 2)
  return " ".repeat(before) + padToWidth(text, width - before)
}

/** The spaces between two columns. */
export const GAP = 2
