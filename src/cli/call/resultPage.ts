import { lines } from "../rendering/lines.ts"
import type { Look } from "../rendering/Style.ts"
import type { Fields } from "../rendering/table.ts"
import { marked, markLines } from "./marked.ts"

/** The result of a call for a person: all of it, and what the server says of it. */
export const resultPage = (structured: Fields, look: Look): string => {
  const { data, marks } = marked(structured)
  // A result that is no record stands under this name alone.
  const { value, ...rest } = data
  const shown = value !== undefined && Object.keys(rest).length === 0 ? value : data
  return [...lines(shown, look), ...markLines(marks, look)].join("\n")
}
