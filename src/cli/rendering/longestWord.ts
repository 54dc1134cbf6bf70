import { sanitize } from "./sanitize.ts"
import { widthOf } from "./width.ts"

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
