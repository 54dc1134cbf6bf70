import { pieces } from "./fold.ts"
import { widthOf } from "./width.ts"

/** A text on one line of so many columns at most; a sign tells that something was cut off. */
export const cut = (text: string, columns: number): string => {
  if (widthOf(text) <= columns) return text
  const [first = ""] = pieces(text, columns - 1)
  return `${first.trimEnd()}…`
}
