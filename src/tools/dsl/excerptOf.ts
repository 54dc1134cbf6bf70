/**
 * Shortens arguments that do not fit their schema, before all of their issues are collected: a schema would report each
 * of ten thousand wrong items. The excerpt has the same first issues.
 */
import type { SchemaAST } from "effect"
import type { ValidationIssue } from "../../errors/fields.ts"
import { childOf, MAX_ISSUES, type PathNode, pathOf } from "../../errors/validationIssues.ts"
import { firstChars } from "../../text/words.ts"
import { tooManyItems } from "../shared/fields.ts"
import { type Shape, shapeOf } from "./inputShape.ts"

/** A shortened input, and the issues of what it lacks. */
export interface Excerpt {
  readonly value: unknown
  readonly issues: ReadonlyArray<ValidationIssue>
  /** The number of further issues. */
  readonly more: number
}

/** Returns the part of an input that shows its first issues. `values` is the number of values in the input. */
export const excerptOf = (ast: SchemaAST.AST, input: unknown, values: number): Excerpt => {
  const pass: Pass = {
    issues: [],
    more: 0,
    unknown: 0,
    left: values > VALUES_MAX ? VALUES_MAX : Number.POSITIVE_INFINITY
  }
  return { value: excerpt(input, shapeOf(ast), undefined, pass), issues: pass.issues, more: pass.more }
}

/** The maximum number of values that are checked for all issues. Above it, only the beginning of each list is. */
const VALUES_MAX = 1000

/** The minimum number of items that each list keeps, so that no list becomes too short for its schema. */
const KEPT_MIN = 2

interface Pass {
  readonly issues: Array<ValidationIssue>
  more: number
  /** The number of unknown fields that are kept, so that the schema reports them in order. */
  unknown: number
  /** The number of values that the excerpt may still take. */
  left: number
}

const excerpt = (value: unknown, shape: Shape, place: PathNode | undefined, pass: Pass): unknown => {
  if (typeof value === "string") return shape.text || shape.anything ? value : firstChars(value, SAMPLE_CHARS)
  if (typeof value !== "object" || value === null || shape.anything) return value
  if (Array.isArray(value))
    return shape.list === undefined ? sampleOf(value) : listExcerpt(value, shape.list, place, pass)
  return shape.object === undefined ? sampleOf(value) : objectExcerpt(value, shape.object, place, pass)
}

const listExcerpt = (
  list: ReadonlyArray<unknown>,
  { item, max }: NonNullable<Shape["list"]>,
  place: PathNode | undefined,
  pass: Pass
): unknown => {
  if (list.length > max) addIssue(pass, place, tooManyItems(max, list.length))
  const kept: Array<unknown> = []
  for (const value of list.slice(0, max)) {
    if (pass.left <= 0 && kept.length >= KEPT_MIN) break
    pass.left--
    kept.push(excerpt(value, item(), childOf(place, kept.length), pass))
  }
  return kept
}

const objectExcerpt = (
  object: object,
  { field, other }: NonNullable<Shape["object"]>,
  place: PathNode | undefined,
  pass: Pass
): unknown => {
  const kept: Array<readonly [string, unknown]> = []
  for (const [name, value] of Object.entries(object)) {
    const inner = field(name) ?? other?.()
    pass.left--
    if (inner !== undefined) kept.push([name, excerpt(value, inner, childOf(place, name), pass)])
    else if (++pass.unknown <= MAX_ISSUES) kept.push([name, null])
    else pass.more++
  }
  // An assignment to `__proto__` would set the prototype.
  return Object.fromEntries(kept)
}

const addIssue = (pass: Pass, place: PathNode | undefined, message: string): void => {
  if (pass.issues.length < MAX_ISSUES) pass.issues.push({ path: pathOf(place), message, code: "invalid" })
  else pass.more++
}

/** Shortens a value of the wrong type to the part that the error message needs. */
const sampleOf = (value: object): unknown =>
  Array.isArray(value)
    ? value.slice(0, SAMPLE_ITEMS).map(emptied)
    : Object.fromEntries(
        Object.entries(value)
          .slice(0, SAMPLE_ITEMS)
          .map(([name, item]) => [firstChars(name, SAMPLE_CHARS), emptied(item)])
      )

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
