/** Limits of an input's size, counted in the pass that normalizes the input. */

import type { ValidationIssue } from "../../errors/fields.ts"
import { childOf, MAX_ISSUES, type PathNode, pathOf } from "../../errors/validationIssues.ts"

/** The maximum nesting of objects and lists. */
export const MAX_NESTING = 64

/** The maximum number of values (fields and items, at any depth) of one input. */
export const MAX_VALUES = 10_000

/** What a pass over an input has counted. */
export interface Size {
  readonly issues: Array<ValidationIssue>
  values: number
  /** Whether the input is too large to be decoded. */
  isTooLarge: boolean
}

/** Counts one more value. */
export const count = (size: Size): void => {
  if (++size.values > MAX_VALUES) {
    stop(size, undefined, `must have at most ${MAX_VALUES} values in all`, "too_many_values")
  }
}

/** Returns whether an object or list is nested too deeply. */
export const isTooDeep = (value: unknown, place: PathNode | undefined, size: Size): boolean => {
  if ((place?.depth ?? 0) < MAX_NESTING || typeof value !== "object" || value === null) return false
  stop(size, place, `is nested more than ${MAX_NESTING} levels deep`, "too_deep")
  return true
}

/** Ends the pass with one more issue. */
const stop = (size: Size, place: PathNode | undefined, message: string, code: string): void => {
  if (!size.isTooLarge) size.issues.unshift({ path: pathOf(place), message, code })
  size.isTooLarge = true
}

/** Limits the size and the names of a value without a schema. */
export const measure = (value: unknown, place: PathNode | undefined, size: Size): void => {
  if (typeof value !== "object" || value === null || isTooDeep(value, place, size)) return
  // The names of a large list would be a second list of that size.
  for (const name in value) {
    if (!Object.hasOwn(value, name)) continue
    count(size)
    if (size.isTooLarge) return
    const inner = childOf(place, Array.isArray(value) ? Number(name) : name)
    if (RESERVED.has(name)) addIssue(size, inner, "is not a field of this tool", "unknown_field")
    else measure(Reflect.get(value, name), inner, size)
  }
}

/** Names with a special meaning in JavaScript. No field has them. */
export const RESERVED: ReadonlySet<string> = new Set(["__proto__", "constructor", "prototype"])

/** Adds an issue, unless there are more than an answer lists. */
export const addIssue = (size: Pick<Size, "issues">, place: PathNode, message: string, code = "ambiguous"): void => {
  if (size.issues.length < MAX_ISSUES) size.issues.push({ path: pathOf(place), message, code })
}
