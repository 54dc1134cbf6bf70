/**
 * Limits on arguments, checked before the schema: a schema would
 * describe each of a million wrong items. One pass, linear in the size of the
 * input; it stops at the first bound that leaves nothing to describe.
 */
import type { SchemaAST } from "effect"
import type { ValidationIssue } from "../../errors/fields.ts"
import { firstChars } from "../../errors/truncate.ts"
import { formatPath, MAX_ISSUES } from "../../errors/validationIssues.ts"
import { tooManyItems } from "../shared/fields.ts"
import { type Shape, shapeOf } from "./inputShape.ts"

/** The most levels of objects and lists inside each other. */
export const MAX_NESTING = 64

/** The most values (fields and items, at any depth) of one input. */
export const MAX_VALUES = 10_000

/** An input that a schema can look at, and what has been left out of it. */
export interface Bounded {
  readonly value: unknown
  /** What is wrong already; what has been left out is told here. */
  readonly issues: ReadonlyArray<ValidationIssue>
  /** How many more problems there are than are worth telling. */
  readonly more: number
  /** Whether there is no use in looking further. */
  readonly hopeless: boolean
  /** How many values the input has. */
  readonly values: number
}

/** Bounds an input by what its schema takes. An input within all bounds comes back as it is. */
export const boundInput = (ast: SchemaAST.AST, input: unknown): Bounded => {
  const seen: Seen = { issues: [], unknown: 0, more: 0, values: 0, hopeless: false }
  const value = bounded(input, shapeOf(ast), undefined, 0, seen)
  return { value, issues: seen.issues, more: seen.more, hopeless: seen.hopeless, values: seen.values }
}

/** Names that mean something else to JavaScript than to the caller: no field has them. */
const RESERVED: ReadonlySet<string> = new Set(["__proto__", "constructor", "prototype"])

/** What a pass has found so far. */
interface Seen {
  readonly issues: Array<ValidationIssue>
  /** Unknown fields left in for the schema to report, in their order. */
  unknown: number
  more: number
  values: number
  hopeless: boolean
}

/** Where the pass is: the last step of a path, and the path before it. */
interface Place {
  readonly key: string | number
  readonly before: Place | undefined
}

const bounded = (value: unknown, shape: Shape, place: Place | undefined, depth: number, seen: Seen): unknown => {
  if (typeof value === "string") {
    return shape.text || shape.anything || value.length <= SAMPLE_CHARS ? value : firstChars(value, SAMPLE_CHARS)
  }
  if (typeof value !== "object" || value === null || seen.hopeless) return value
  if (depth >= MAX_NESTING) {
    return stopped(seen, place, `is nested more than ${MAX_NESTING} levels deep`, "too_deep")
  }
  return Array.isArray(value) ? inList(value, shape, place, depth, seen) : inObject(value, shape, place, depth, seen)
}

const inList = (
  list: ReadonlyArray<unknown>,
  shape: Shape,
  place: Place | undefined,
  depth: number,
  seen: Seen
): unknown => {
  if (shape.list === undefined && !shape.anything) return sampleOf(list)
  const max = shape.anything ? Number.POSITIVE_INFINITY : (shape.list?.max ?? Number.POSITIVE_INFINITY)
  if (list.length > max) tell(seen, place, tooManyItems(max, list.length), "invalid")
  const item = shape.list?.item() ?? ANYTHING
  let changed = list.length > max ? list.slice(0, max) : undefined
  const count = Math.min(list.length, max)
  for (let at = 0; at < count && !seen.hopeless; at++) {
    if (overfull(seen)) break
    const other = bounded(list[at], item, { key: at, before: place }, depth + 1, seen)
    if (Object.is(other, list[at])) continue
    changed ??= [...list]
    changed[at] = other
  }
  return changed ?? list
}

const inObject = (object: object, shape: Shape, place: Place | undefined, depth: number, seen: Seen): unknown => {
  if (shape.object === undefined && !shape.anything) return sampleOf(object)
  const { field, other } = shape.object ?? OPEN
  // Fields are made, not assigned: to assign `__proto__` would change what the object is.
  let changed: Array<readonly [string, unknown]> | undefined
  const kept: Array<readonly [string, unknown]> = []
  for (const name in object) {
    if (seen.hopeless) break
    if (!Object.hasOwn(object, name)) continue
    if (overfull(seen)) break
    const item: unknown = Reflect.get(object, name)
    const inner = field(name) ?? (RESERVED.has(name) ? undefined : other?.())
    if (inner !== undefined) {
      const next = bounded(item, inner, { key: name, before: place }, depth + 1, seen)
      if (!Object.is(next, item)) changed = kept
      kept.push([name, next])
      continue
    }
    changed = kept
    if (other !== undefined) tell(seen, { key: name, before: place }, "is not a field of this tool", "unknown_field")
    else if (++seen.unknown <= MAX_ISSUES) kept.push([name, null])
    else seen.more++
  }
  return changed === undefined ? object : Object.fromEntries(changed)
}

/** Counts one more value; with too many there is nothing to be told but that. */
const overfull = (seen: Seen): boolean => {
  if (++seen.values <= MAX_VALUES) return false
  stopped(seen, undefined, `must have at most ${MAX_VALUES} values in all`, "too_many_values")
  return true
}

const tell = (seen: Seen, place: Place | undefined, message: string, code: string): void => {
  if (seen.issues.length < MAX_ISSUES) seen.issues.push({ path: pathTo(place), message, code })
  else seen.more++
}

const stopped = (seen: Seen, place: Place | undefined, message: string, code: string): undefined => {
  seen.hopeless = true
  seen.issues.unshift({ path: pathTo(place), message, code })
}

/** The path of a place; of a very deep one its beginning. */
const pathTo = (place: Place | undefined): string => {
  const keys: Array<string | number> = []
  for (let at = place; at !== undefined; at = at.before) keys.push(at.key)
  return formatPath(keys.reverse().slice(0, PATH_MAX))
}

const PATH_MAX = 8

/** The beginning of a value in a place that takes none of its kind: enough for a message about it. */
const sampleOf = (value: object): unknown => {
  if (Array.isArray(value)) return value.slice(0, SAMPLE_ITEMS).map(flat)
  const sample: Array<readonly [string, unknown]> = []
  for (const name in value) {
    if (sample.length === SAMPLE_ITEMS) break
    if (Object.hasOwn(value, name)) sample.push([firstChars(name, SAMPLE_CHARS), flat(Reflect.get(value, name))])
  }
  return Object.fromEntries(sample)
}

const flat = (value: unknown): unknown =>
  typeof value === "string"
    ? firstChars(value, SAMPLE_CHARS)
    : typeof value === "object" && value !== null
      ? Array.isArray(value)
        ? []
        : {}
      : value

const SAMPLE_ITEMS = 20
const SAMPLE_CHARS = 200

const ANYTHING: Shape = { anything: true, text: true }

/** Inside what has no schema there is none either. */
const OPEN: NonNullable<Shape["object"]> = { field: () => undefined, other: () => ANYTHING }
