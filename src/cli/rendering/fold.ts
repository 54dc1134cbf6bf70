import { characters, widthOf } from "./width.ts"

/**
 * A text as lines of so many columns at most, none of its letters lost. It is
 * broken at spaces, and inside a word only where the word fits no line.
 */
export const fold = (text: string, columns: number): ReadonlyArray<string> =>
  text.split("\n").flatMap((line) => (widthOf(line) <= columns ? [line] : folded(line, columns)))

const folded = (line: string, columns: number): ReadonlyArray<string> => {
  const lines: Array<string> = []
  let [last, width] = ["", 0]
  const end = (next: string, nextWidth: number) => {
    if (last.trim() !== "") lines.push(last.trimEnd())
    ;[last, width] = [next, nextWidth]
  }
  for (const [at, word] of line.split(" ").entries()) {
    const wide = widthOf(word)
    if (at > 0 && width + 1 + wide <= columns) {
      last += ` ${word}`
      width += 1 + wide
      continue
    }
    const parts = wide <= columns ? [word] : pieces(word, columns)
    for (const part of parts) end(part, widthOf(part))
  }
  end("", 0)
  return lines.length === 0 ? [""] : lines
}

/** A text in pieces of so many columns; at least one character each. */
export const pieces = (text: string, columns: number): ReadonlyArray<string> => {
  const all = [""]
  let width = 0
  for (const character of characters(text)) {
    const wide = widthOf(character)
    if (width > 0 && width + wide > columns) {
      all.push("")
      width = 0
    }
    all.push(`${all.pop() ?? ""}${character}`)
    width += wide
  }
  return all
}
