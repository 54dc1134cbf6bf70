/** Text on a terminal: its style, its width, what is safe to print, and how it is wrapped. */
import { Either } from "effect"
import { ANSI_CODE, isWhole, splitByWidth, widthOf, withoutStyle, wordsOf, wrap, wrapLine } from "../../text/columns.ts"
import { stripInvisible } from "../../text/sanitize.ts"

export { padToWidth, widthOf, withoutStyle, wrap } from "../../text/columns.ts"

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
 * Returns the width of the longest word in a text or in any JSON value, field names included. Words wider than `columns`
 * do not count, because they are broken anyway. Addresses and paths are never broken.
 */
export const longestWord = (value: unknown, columns: number): number => {
  if (typeof value === "string") {
    // A long text repeats many words, and measuring emoji is slow.
    const words = [...new Set(sanitize(value).split("\n").flatMap(wordsOf))]
    const widths = words.filter((word) => isWhole(word) || widthOf(word) <= columns).map(widthOf)
    const width = Math.max(0, ...widths)
    // In a list on one line, a comma follows each item.
    return width > columns ? width : Math.min(columns, width + 1)
  }
  if (typeof value !== "object" || value === null) return 0
  return Object.entries(value).reduce(
    (most, [name, item]) =>
      Math.max(most, Array.isArray(value) ? 0 : longestWord(name, columns), longestWord(item, columns)),
    0
  )
}

/** Shortens a text to one line of at most `columns`. A truncated line ends with `…`. */
export const truncateLine = (text: string, columns: number): string => {
  if (widthOf(text) <= columns) return text
  const [first = ""] = wrapLine(text, Math.max(1, columns - ELLIPSIS.length))
  const [cut = ""] = splitByWidth(first, Math.max(1, columns - ELLIPSIS.length))
  return `${cut.trimEnd()}${ELLIPSIS}`
}

const ELLIPSIS = "…"

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
const HEAD = new RegExp(`^(?:${ANSI_CODE})*[-+]? *(?:${ANSI_CODE})*(?:(?:[-–·!→←✗✓✖✔↻] |\\d+\\. )(?:${ANSI_CODE})*)?`)
