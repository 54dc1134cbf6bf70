/** The state of a pass over an input: its issues, and its size with the limits of it. */
import type { Fix, ValidationIssue } from "../../errors/fields.ts"
import { MAX_ISSUES } from "../../errors/validationIssues.ts"
import { childOf, type PathNode, pathOf } from "./inputShape.ts"

/** The maximum nesting of objects and lists. */
export const MAX_NESTING = 64

/** The maximum number of values (fields and items, at any depth) of one input. */
export const MAX_VALUES = 10_000

/** What a pass over an input has counted and found out. */
export interface InputPass {
  /** Issues of ambiguous fields, of `clear`, and of the size. */
  readonly issues: Array<ValidationIssue>
  /** Paths of clearable fields that were null in an object with other fields. These fields stay unchanged. */
  readonly unchanged: Array<string>
  /** Fields under another name than that of the caller. */
  readonly renamed: Array<Renamed>
  /** The number of values in the input. */
  values: number
  /** Whether the input is too large to be decoded. */
  isTooLarge: boolean
  /** Whether an object names fields to clear. */
  clears: boolean
}

/** A field, the path that the caller sent it at, and how to send its value. */
export interface Renamed {
  readonly to: string
  readonly path: string
  readonly sent: string
  readonly fix: Fix
}

/** Ends a pass over an input with too many values. */
export const tooManyValues = (pass: InputPass): void =>
  stop(pass, undefined, `must have at most ${MAX_VALUES} values in all`, "too_many_values")

/** Ends a pass at a value that is nested too deeply. */
export const tooDeep = (pass: InputPass, place: PathNode | undefined): void =>
  stop(pass, place, `is nested more than ${MAX_NESTING} levels deep`, "too_deep")

/** Ends the pass with one more issue. */
const stop = (pass: InputPass, place: PathNode | undefined, message: string, code: string): void => {
  if (!pass.isTooLarge) pass.issues.unshift({ path: pathOf(place), message, code })
  pass.isTooLarge = true
}

/** Limits the size and the names of a value without a schema. `named`: whether users chose the names inside. */
export const measure = (
  value: unknown,
  place: PathNode | undefined,
  pass: InputPass,
  named = isNamedByUsers(place)
): void => {
  if (typeof value !== "object" || value === null) return
  if ((place?.depth ?? 0) >= MAX_NESTING) {
    tooDeep(pass, place)
    return
  }
  // The names of a large list would be a second list of that size.
  for (const name in value) {
    if (!Object.hasOwn(value, name)) continue
    if (++pass.values > MAX_VALUES) tooManyValues(pass)
    if (pass.isTooLarge) return
    const inner = childOf(place, Array.isArray(value) ? Number(name) : name)
    if (!named && RESERVED.has(name)) {
      addIssue(pass, inner, "is not a field of this tool", "unknown_field", { omit: true })
    } else measure(Reflect.get(value, name), inner, pass, named || isNamedByUsers(inner))
  }
}

/** The keys of a blueprint are names of roles and channels. Its reader never assigns them to an object. */
const isNamedByUsers = (place: PathNode | undefined): boolean => place?.key === "blueprint"

/** Names with a special meaning in JavaScript. No field has them. */
export const RESERVED: ReadonlySet<string> = new Set(["__proto__", "constructor", "prototype"])

/** Adds an issue, unless there are more than an answer lists. */
export const addIssue = (
  pass: Pick<InputPass, "issues">,
  place: PathNode,
  message: string,
  code = "ambiguous",
  fix?: Fix
): void => {
  if (pass.issues.length < MAX_ISSUES)
    pass.issues.push({ path: pathOf(place), message, code, ...(fix !== undefined && { fix }) })
}
