import { graphemes, widthOf } from "./width.ts"

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
