/**
 * Limits the size of arguments before they are decoded, because a schema would report each of a million
 * wrong items. The pass is linear in the size of the input. It stops at the first fatal issue.
 */
import type { SchemaAST } from "effect"
import type { ValidationIssue } from "../../errors/fields.ts"
import { firstChars } from "../../errors/truncate.ts"
import { MAX_ISSUES } from "../../errors/validationIssues.ts"
import { tooManyItems } from "../shared/fields.ts"
import { type PathNode, pathOf } from "./inputPath.ts"
import { ANYTHING, type ObjectShape, type Shape, shapeOf } from "./inputShape.ts"

/** Maximum nesting of objects and lists. */
export const MAX_NESTING = 64

/** Maximum number of values (fields and items, at any depth) of one input. */
export const MAX_VALUES = 10_000

/** An input within the limits, and the issues of the dropped values. */
export interface Bounded {
  readonly value: unknown
  /** Issues of dropped values. */
  readonly issues: ReadonlyArray<ValidationIssue>
  /** The number of further issues. */
  readonly more: number
  /** Whether a fatal issue prevents decoding. */
  readonly isFatal: boolean
  /** The number of values in the input. */
  readonly values: number
}

/** Limits an input to what its schema accepts. An input within all limits is returned unchanged. */
export const boundInput = (ast: SchemaAST.AST, input: unknown): Bounded => {
  const seen: Pass = { issues: [], unknown: 0, more: 0, values: 0, hopeless: false }
  const value = boundValue(input, shapeOf(ast), undefined, 0, seen)
  return { value, issues: seen.issues, more: seen.more, isFatal: seen.hopeless, values: seen.values }
}

/** Names with a special meaning in JavaScript. No field has them. */
const RESERVED: ReadonlySet<string> = new Set(["__proto__", "constructor", "prototype"])

/** The state of a pass. */
interface Pass {
  readonly issues: Array<ValidationIssue>
  /** The number of unknown fields that are kept, so that the schema reports them in order. */
  unknown: number
  more: number
  values: number
  hopeless: boolean
}

const boundValue = (value: unknown, shape: Shape, place: PathNode | undefined, depth: number, seen: Pass): unknown => {
  if (typeof value === "string") {
    return shape.text || shape.anything || value.length <= SAMPLE_CHARS ? value : firstChars(value, SAMPLE_CHARS)
  }
  if (typeof value !== "object" || value === null || seen.hopeless) return value
  if (depth >= MAX_NESTING) {
    return stop(seen, place, `is nested more than ${MAX_NESTING} levels deep`, "too_deep")
  }
  return Array.isArray(value)
    ? boundList(value, shape, place, depth, seen)
    : boundObject(value, shape, place, depth, seen)
}

const boundList = (
  list: ReadonlyArray<unknown>,
  shape: Shape,
  place: PathNode | undefined,
  depth: number,
  seen: Pass
): unknown => {
  if (shape.list === undefined && !shape.anything) return sampleOf(list)
  const max = shape.anything ? Number.POSITIVE_INFINITY : (shape.list?.max ?? Number.POSITIVE_INFINITY)
  if (list.length > max) addIssue(seen, place, tooManyItems(max, list.length), "invalid")
  const item = shape.list?.item() ?? ANYTHING
  let changed = list.length > max ? list.slice(0, max) : undefined
  const count = Math.min(list.length, max)
  for (let at = 0; at < count && !seen.hopeless; at++) {
    if (exceedsMaxValues(seen)) break
    const other = boundValue(list[at], item, { key: at, parent: place }, depth + 1, seen)
    if (Object.is(other, list[at])) continue
    changed ??= [...list]
    changed[at] = other
  }
  return changed ?? list
}

const boundObject = (object: object, shape: Shape, place: PathNode | undefined, depth: number, seen: Pass): unknown => {
  if (shape.object === undefined && !shape.anything) return sampleOf(object)
  const { field, other } = shape.object ?? OPEN
  // Fields are created with Object.fromEntries: an assignment to `__proto__` would set the prototype.
  let changed: Array<readonly [string, unknown]> | undefined
  const kept: Array<readonly [string, unknown]> = []
  for (const name in object) {
    if (seen.hopeless) break
    if (!Object.hasOwn(object, name)) continue
    if (exceedsMaxValues(seen)) break
    const item: unknown = Reflect.get(object, name)
    const inner = field(name) ?? (RESERVED.has(name) ? undefined : other?.())
    if (inner !== undefined) {
      const next = boundValue(item, inner, { key: name, parent: place }, depth + 1, seen)
      if (!Object.is(next, item)) changed = kept
      kept.push([name, next])
      continue
    }
    changed = kept
    if (other !== undefined)
      addIssue(seen, { key: name, parent: place }, "is not a field of this tool", "unknown_field")
    else if (++seen.unknown <= MAX_ISSUES) kept.push([name, null])
    else seen.more++
  }
  return changed === undefined ? object : Object.fromEntries(changed)
}

/** Counts one more value. Too many values are the only issue of the input. */
const exceedsMaxValues = (seen: Pass): boolean => {
  if (++seen.values <= MAX_VALUES) return false
  stop(seen, undefined, `must have at most ${MAX_VALUES} values in all`, "too_many_values")
  return true
}

const addIssue = (seen: Pass, place: PathNode | undefined, message: string, code: string): void => {
  if (seen.issues.length < MAX_ISSUES) seen.issues.push({ path: pathOf(place), message, code })
  else seen.more++
}

const stop = (seen: Pass, place: PathNode | undefined, message: string, code: string): undefined => {
  seen.hopeless = true
  seen.issues.unshift({ path: pathOf(place), message, code })
}

/** Shortens a value of the wrong type to the part that the error message needs. */
const sampleOf = (value: object): unknown => {
  if (Array.isArray(value)) return value.slice(0, SAMPLE_ITEMS).map(emptied)
  const sample: Array<readonly [string, unknown]> = []
  for (const name in value) {
    if (sample.length === SAMPLE_ITEMS) break
    if (Object.hasOwn(value, name)) sample.push([firstChars(name, SAMPLE_CHARS), emptied(Reflect.get(value, name))])
  }
  return Object.fromEntries(sample)
}

const emptied = (value: unknown): unknown =>
  typeof value === "string"
    ? firstChars(value, SAMPLE_CHARS)
    : typeof value === "object" && value !== null
      ? Array.isArray(value)
        ? []
        : {}
      : value

const SAMPLE_ITEMS = 20
const SAMPLE_CHARS = 200

/** The fields of a value without a schema. */
const OPEN: Pick<ObjectShape, "field" | "other"> = { field: () => undefined, other: () => ANYTHING }
