import { Either } from "effect"
import { longestWord } from "./longestWord.ts"
import { ansiCode, widthOf, withoutStyle } from "./width.ts"
import { wrap } from "./wrap.ts"

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
