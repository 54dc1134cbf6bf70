/**
 * Decodes the arguments of a call in two steps. The first limits their size, drops nulls, and converts Discord's formats
 * and field names to ours, in one pass, linear in the size of the input. The second applies the tool's schema. All
 * issues of both are reported at once.
 */
import { Either, Predicate, Schema, type SchemaAST } from "effect"
import { ValidationError } from "../../errors/DiscordMcpError.ts"
import type { ValidationIssue } from "../../errors/fields.ts"
import { limitIssues } from "../../errors/validationIssues.ts"
import { CLEAR } from "../../objects/schema/clearable.ts"
import { toObject } from "../../objects/schema/conversions.ts"
import { ARGUMENTS } from "../shared/openObject.ts"
import { isTimeOfBound, TIME } from "./fieldAliases.ts"
import { issuesOf } from "./inputIssues.ts"
import {
  addIssue,
  type InputPass,
  MAX_NESTING,
  MAX_VALUES,
  measure,
  RESERVED,
  type Renamed,
  tooDeep,
  tooManyValues
} from "./inputLimits.ts"
import { childOf, isAbsent, type ObjectShape, type PathNode, type Shape, shapeOf } from "./inputShape.ts"
import { clearFix, LINK, LINKED, repairFields, withNulls } from "./repairFields.ts"

/** Decoded arguments, and a notice for the caller. */
export interface Decoded<A> {
  readonly value: A
  readonly renamed: ReadonlyArray<Renamed>
  readonly notice: string | undefined
}

/** Returns the values of fields that the caller omits, by the others. */
export type Defaults = (given: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>

/**
 * Decodes arguments: lenient in the format of a value (`normalizeInput`), strict in its meaning. Unknown fields are
 * errors. The error lists up to 25 issues and counts the rest. For more than 1,000 values, only the beginning of each
 * list is checked for all issues.
 */
export const decodeArguments = <A, I>(schema: Schema.Schema<A, I>) => {
  const decode = Schema.decodeUnknownEither(schema, { errors: "first", onExcessProperty: "error" })
  return (input: unknown, absent?: Defaults): Either.Either<Decoded<A>, ValidationError> => {
    const normalized = normalizeInput(schema.ast, input)
    const { clears, isTooLarge, issues, renamed, unchanged, value } = normalized
    if (isTooLarge) return failWith(issues)
    const complete = absent === undefined ? value : withDefaults(value, absent)
    const decoded = decode(clears ? withNulls(complete, shapeOf(schema.ast)) : complete)
    if (Either.isRight(decoded)) {
      return issues.length > 0
        ? failWith(issues.map(asSent(renamed)))
        : Either.right({
            value: decoded.right,
            renamed,
            notice: unchanged.length === 0 ? undefined : noticeOf(unchanged)
          })
    }
    const rejected = issuesOf(schema, complete, normalized, decoded.left)
    return failWith([...issues, ...rejected.issues].map(asSent(renamed)), rejected.more)
  }
}

const withDefaults = (value: unknown, absent: Defaults): unknown => {
  if (!Predicate.isRecord(value)) return value
  const missing = Object.entries(absent(value)).filter(([name]) => value[name] === undefined || value[name] === "")
  return missing.length === 0 ? value : { ...value, ...Object.fromEntries(missing) }
}

/** Returns a notice about nulls that changed nothing, with the way to clear a field. */
const noticeOf = (unchanged: ReadonlyArray<string>): string | undefined => {
  const [first] = unchanged
  if (first === undefined) return undefined
  const shown = unchanged.slice(0, SHOWN_MAX).join(", ")
  const more = unchanged.length > SHOWN_MAX ? ` and ${unchanged.length - SHOWN_MAX} more` : ""
  const name = first.slice(first.lastIndexOf(".") + 1)
  return unchanged.length === 1
    ? `${first} was null and is unchanged. To clear it, send clear: ["${name}"].`
    : `${shown}${more} were null and are unchanged. To clear a field, name it: clear: ["${name}"].`
}

const SHOWN_MAX = 10

const failWith = (issues: ReadonlyArray<ValidationIssue>, more = 0) =>
  Either.left(new ValidationError({ validation_issues: limitIssues(issues, more) }))

/** Reports an issue of a field that the caller sent under another name at that name. */
export const asSent =
  (renamed: ReadonlyArray<Renamed>) =>
  (issue: ValidationIssue): ValidationIssue => {
    const field = renamed.find(
      ({ path }) => issue.path.startsWith(path) && /^([.[]|$)/.test(issue.path.slice(path.length))
    )
    if (field === undefined) return issue
    const { fix, path, sent, to } = field
    const message = `means ${to}${issue.path.slice(path.length)}: ${issue.message}`
    return { ...issue, path: sent, message, fix: issue.fix ?? fix }
  }

/** A normalized input, and what the pass found out about it. */
export interface Normalized extends Readonly<InputPass> {
  readonly value: unknown
}

/** Normalizes an input for its schema. */
export const normalizeInput = (ast: SchemaAST.AST, input: unknown): Normalized => {
  const pass: InputPass = { values: 0, isTooLarge: false, issues: [], unchanged: [], renamed: [], clears: false }
  const value = normalizeValue(input, shapeOf(ast), undefined, pass)
  return { ...pass, value }
}

const normalizeValue = (given: unknown, shape: Shape, place: PathNode | undefined, pass: InputPass): unknown => {
  if (pass.isTooLarge) return given
  let value = given
  for (const convert of shape.conversions) value = convert(value)
  if (shape.anything) {
    measure(value, place, pass)
    return value
  }
  if (typeof value === "string") return normalizeText(value, shape, place, pass)
  if (typeof value === "number" && isTextOfNumber(value, shape)) return String(value)
  if (typeof value === "object" && value !== null && (place?.depth ?? 0) >= MAX_NESTING) {
    tooDeep(pass, place)
    return value
  }
  if (Array.isArray(value)) {
    if (shape.list !== undefined) return normalizeList(value, shape.list.item(), place, pass)
    // A list of one where one belongs is that one.
    return place !== undefined && value.length === 1 && !Predicate.isObject(value[0])
      ? normalizeValue(value[0], shape, place, pass)
      : value
  }
  if (Predicate.isRecord(value) && shape.object !== undefined) return normalizeObject(value, shape.object, place, pass)
  return wrapInList(value, shape, place, pass)
}

/** A number where only a text belongs is that text. An id as a number has lost digits, so a long number stays. */
const isTextOfNumber = (value: number, { boolean, id, number, text }: Shape): boolean =>
  text && !boolean && !number && !id && Number.isSafeInteger(value) && Math.abs(value) < LONG_NUMBER

/** Above any count or code, below any id. */
const LONG_NUMBER = 1e15

const normalizeText = (text: string, shape: Shape, place: PathNode | undefined, pass: InputPass): unknown => {
  if (shape.boolean && /^(true|false)$/i.test(text)) return text.toLowerCase() === "true"
  if (shape.boolean && !shape.text && /^(yes|no|on|off)$/i.test(text)) return /^(yes|on)$/i.test(text)
  if (shape.text) return text
  if (shape.number && text.length <= NUMBER_MAX && NUMBER.test(text)) return Number(text)
  const parsed = shape.object === undefined && shape.list === undefined ? text : toObject(text)
  if (parsed !== text) return normalizeValue(parsed, shape, place, pass)
  const item = shape.list?.item()
  return item !== undefined && (item.id || (item.word && !item.text)) && SEVERAL.test(text)
    ? normalizeValue(text.split(","), shape, place, pass)
    : wrapInList(text, shape, place, pass)
}

/** Several ids, mentions or words in one text. */
const SEVERAL = /^[\w\s<>@#&!:-]+(?:,[\w\s<>@#&!:-]+)+$/

const NUMBER = /^\s*(-?\d+(\.\d+)?(e[+-]?\d{1,3})?|0x[\da-f]+)\s*$/i
const NUMBER_MAX = 40

/** Wraps a single value in a list. A text with a comma can be several values, so it stays, unless it is a URL. */
const wrapInList = (value: unknown, { list }: Shape, place: PathNode | undefined, pass: InputPass): unknown => {
  if (list === undefined) return value
  const shape = list.item()
  if (typeof value === "string" && value.includes(",") && !URL_TEXT.test(value)) return value
  const item = normalizeValue(value, shape, childOf(place, 0), pass)
  return fitsShape(item, shape) ? [item] : value
}

const URL_TEXT = /^\s*(https?|data):/i

const fitsShape = (value: unknown, shape: Shape): boolean => {
  switch (typeof value) {
    case "string":
      return shape.text || shape.word
    case "number":
      // An id as a number has its own error message.
      return shape.number || shape.id
    case "boolean":
      return shape.boolean
    default:
      // Of the other kinds of values, JSON has only objects, lists and null.
      return Predicate.isRecord(value) && shape.object !== undefined
  }
}

const normalizeList = (
  list: ReadonlyArray<unknown>,
  item: Shape,
  place: PathNode | undefined,
  pass: InputPass
): ReadonlyArray<unknown> => {
  let changed: Array<unknown> | undefined
  for (let at = 0; at < list.length && !pass.isTooLarge; at++) {
    if (++pass.values > MAX_VALUES) tooManyValues(pass)
    const next = normalizeValue(list[at], item, childOf(place, at), pass)
    if (Object.is(next, list[at])) continue
    changed ??= [...list]
    changed[at] = next
  }
  return changed ?? list
}

const normalizeObject = (
  object: Readonly<Record<string, unknown>>,
  shape: ObjectShape,
  place: PathNode | undefined,
  pass: InputPass
): object => {
  const changed = new Map<string, unknown>()
  const unknown: Array<string> = []
  const nulls: Array<string> = []
  let hasLink = false
  for (const name in object) {
    if (!Object.hasOwn(object, name)) continue
    if (++pass.values > MAX_VALUES) tooManyValues(pass)
    if (pass.isTooLarge) return object
    const given = object[name]
    const known = shape.field(name)
    const field = known ?? (RESERVED.has(name) ? undefined : shape.other?.())
    const text = typeof given === "string" ? given : ""
    hasLink ||= LINKED.has(name) && LINK.test(text)
    if (field === undefined || (field.id && TIME.test(text) && isTimeOfBound(name, shape))) {
      if (given === null && place === undefined && SAMPLE_FIELDS.has(name)) nulls.push(name)
      else unknown.push(name)
    } else if (
      known === undefined ? given === null && !field.anything : isAbsent(given, known, shape.isOptional(name))
    ) {
      nulls.push(name)
    } else if (shape.clearable.has(name) && NONE.test(text) && !field.accepts("none")) {
      addIssue(pass, childOf(place, name), `to clear it, send clear: ["${name}"]`, "null", clearFix(object, name))
      changed.set(name, undefined)
    } else {
      const value = normalizeValue(given, field, childOf(place, name), pass)
      if (!Object.is(value, given)) changed.set(name, value)
    }
  }
  const isPlain = changed.size + nulls.length + unknown.length === 0 && !hasLink && !Object.hasOwn(object, CLEAR)
  return isPlain
    ? object
    : repairFields(object, { changed, nulls, unknown }, { shape, place, pass, normalize: normalizeValue })
}

/** The field that the schema of other tools' arguments shows. Clients in strict mode send it to every tool. */
const SAMPLE_FIELDS: ReadonlySet<string> = new Set(Object.keys(ARGUMENTS))

/** A word in place of a value. */
const NONE = /^(none|null)$/i
