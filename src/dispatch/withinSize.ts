import { joinNotices, type ToolResult } from "../tools/ToolResult.ts"
import { charsOf, type Shown, shownOf, sizeOf } from "./Answer.ts"

/**
 * Truncates a result to `maxChars` characters of JSON and adds a notice. A list is cut after an item
 * and gets a cursor. An object loses its largest fields. Plan reports truncate their own steps.
 */
export const withinSize = (result: ToolResult, maxChars: number): ToolResult =>
  result.fitted === true || fits(shownOf(result), maxChars) ? result : truncate(result, maxChars)

/** Truncates a result like `withinSize`, and returns it as `Shown`. */
export const shownWithin = (result: ToolResult, maxChars: number): Shown => {
  const shown = shownOf(result)
  return result.fitted === true || fits(shown, maxChars) ? shown : shownOf(truncate(result, maxChars))
}

const fits = (shown: Shown, maxChars: number): boolean =>
  shown.json.length <= maxChars - MARKS_CHARS || charsOf(shown) <= maxChars

const truncate = (result: ToolResult, maxChars: number): ToolResult =>
  result.shorten !== undefined && result.size !== undefined
    ? truncateList(result, result.shorten, result.size, maxChars)
    : withoutLargest(result, maxChars)

/**
 * An upper bound of the characters of an answer's notices. A result that is this much below the limit
 * needs no exact measurement.
 */
const MARKS_CHARS = 1500

/** The maximum length of the truncation notice in characters. */
const NOTICE_CHARS = 200
const NAMES_CHARS = 100

const truncateList = (
  result: ToolResult,
  shorten: NonNullable<ToolResult["shorten"]>,
  size: number,
  maxChars: number
): ToolResult => {
  const available = maxChars - NOTICE_CHARS
  let fits = 0
  let over = size
  // Binary search, because each step serializes the list.
  while (over - fits > 1) {
    const middle = Math.floor((fits + over) / 2)
    if (sizeOf({ ...result, value: shorten(middle) }) <= available) fits = middle
    else over = middle
  }
  return fits === 0
    ? withoutLargest(result, maxChars)
    : {
        ...result,
        value: shorten(fits),
        notice: joinNotices(
          result.notice,
          `Cut after ${fits} of ${size} items to fit ${maxChars} characters: continue with next_cursor, or set a smaller limit.`
        )
      }
}

const withoutLargest = (result: ToolResult, maxChars: number): ToolResult => {
  const fields = Object.entries(Object(result.value)).sort(([, a], [, b]) => jsonLength(b) - jsonLength(a))
  const left = new Map(fields)
  const omitted: Array<string> = []
  for (const [name] of fields) {
    if (sizeOf({ ...result, value: Object.fromEntries(left) }) <= maxChars - NOTICE_CHARS) break
    left.delete(name)
    omitted.push(name)
  }
  return {
    ...result,
    value: Object.fromEntries(Object.entries(Object(result.value)).filter(([name]) => left.has(name))),
    notice: joinNotices(result.notice, `Left out to fit ${maxChars} characters: ${nameList(omitted)}.`)
  }
}

/** Lists names up to a length, then counts the rest. */
const nameList = (names: ReadonlyArray<string>): string => {
  const listed = names.filter((_, at) => names.slice(0, at + 1).join(", ").length <= NAMES_CHARS)
  return listed.length === names.length
    ? names.join(", ")
    : `${[...listed, `and ${names.length - listed.length} more`].join(", ")}`
}

const jsonLength = (value: unknown): number => JSON.stringify(value)?.length ?? 0
