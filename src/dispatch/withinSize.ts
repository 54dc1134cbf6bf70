import type { ToolResult } from "../tools/ToolResult.ts"
import { sizeOf } from "./Answer.ts"

/**
 * Makes a result fit into so many characters of JSON, never silently: a list is
 * cut at an item, with a cursor; of an object the largest fields are left out
 * and named. The report of a plan has done the like for its steps.
 */
export const withinSize = (result: ToolResult, maxChars: number): ToolResult => {
  if (result.fitted || written([result.value, result.notice]) <= maxChars - MARKS_CHARS) return result
  if (sizeOf(result) <= maxChars) return result
  return result.shorten !== undefined && result.size !== undefined
    ? shortened(result, result.shorten, result.size, maxChars)
    : withoutLargest(result, maxChars)
}

/** More than all that an answer can say beside a value: what is below the cap by so much need not be measured with it. */
const MARKS_CHARS = 1500

/** Room for the notice that something was cut. */
const NOTICE_CHARS = 200
const NAMES_CHARS = 100

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
    if (sizeOf({ ...result, value: shorten(middle) }) <= room) fits = middle
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
  const fields = Object.entries(Object(result.value)).sort(([, a], [, b]) => written(b) - written(a))
  const left = new Map(fields)
  const gone: Array<string> = []
  for (const [name] of fields) {
    if (sizeOf({ ...result, value: Object.fromEntries(left) }) <= maxChars - NOTICE_CHARS) break
    left.delete(name)
    gone.push(name)
  }
  return {
    ...result,
    value: Object.fromEntries(Object.entries(Object(result.value)).filter(([name]) => left.has(name))),
    notice: `Left out to fit ${maxChars} characters: ${someOf(gone)}.`
  }
}

/** Names for a sentence: of many, the first, and how many more. */
const someOf = (names: ReadonlyArray<string>): string => {
  const told = names.filter((_, at) => names.slice(0, at + 1).join(", ").length <= NAMES_CHARS)
  return told.length === names.length
    ? names.join(", ")
    : `${[...told, `and ${names.length - told.length} more`].join(", ")}`
}

const written = (value: unknown): number => JSON.stringify(value)?.length ?? 0
