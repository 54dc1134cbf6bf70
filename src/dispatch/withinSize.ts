import type { ToolResult } from "../tools/Tool.ts"

/**
 * Makes a result fit into so many characters of JSON, never silently: a list is
 * cut at an item, with a cursor; of an object the largest fields are left out
 * and named.
 */
export const withinSize = (result: ToolResult, maxChars: number): ToolResult => {
  if (sizeOf(result.value) <= maxChars) return result
  return result.shorten !== undefined && result.size !== undefined
    ? shortened(result, result.shorten, result.size, maxChars)
    : withoutLargest(result, maxChars)
}

/** Room for the notice that something was cut. */
const NOTICE_CHARS = 200

const shortened = (
  result: ToolResult,
  shorten: NonNullable<ToolResult["shorten"]>,
  size: number,
  maxChars: number
): ToolResult => {
  const room = maxChars - NOTICE_CHARS
  let fits = 0
  let over = size
  // Halving: each step writes the list once, so a long one is written a dozen times, not a thousand.
  while (over - fits > 1) {
    const middle = Math.floor((fits + over) / 2)
    if (sizeOf(shorten(middle)) <= room) fits = middle
    else over = middle
  }
  return fits === 0
    ? withoutLargest(result, maxChars)
    : {
        ...result,
        value: shorten(fits),
        notice: `Cut after ${fits} of ${size} items to fit ${maxChars} characters: go on with next_cursor, or ask for fewer with limit.`
      }
}

const withoutLargest = (result: ToolResult, maxChars: number): ToolResult => {
  const fields = Object.entries(Object(result.value)).sort(([, a], [, b]) => sizeOf(b) - sizeOf(a))
  const left = new Map(fields)
  const gone: Array<string> = []
  for (const [name] of fields) {
    if (sizeOf(Object.fromEntries(left)) <= maxChars - NOTICE_CHARS) break
    left.delete(name)
    gone.push(name)
  }
  return {
    ...result,
    value: Object.fromEntries(Object.entries(Object(result.value)).filter(([name]) => left.has(name))),
    notice: `Left out to fit ${maxChars} characters: ${gone.join(", ")}.`
  }
}

const sizeOf = (value: unknown): number => JSON.stringify(value)?.length ?? 0
