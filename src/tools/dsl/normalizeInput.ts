/**
 * Normalizes arguments before they are decoded: limits their size, drops nulls, and converts Discord's formats and
 * field names to ours. One pass, linear in the size of the input. A normal input is returned unchanged.
 */
import { Predicate, type SchemaAST } from "effect"
import type { ValidationIssue } from "../../errors/fields.ts"
import { childOf, type PathNode } from "../../errors/validationIssues.ts"
import { didYouMean } from "../../text/nearestName.ts"
import { CLEAR } from "../shared/clearable.ts"
import { toObject } from "../shared/conversions.ts"
import { ARGUMENTS } from "../shared/openObject.ts"
import { clearFields, type Findings } from "./clearFields.ts"
import { isConstant, type Meaning, replacementOf, resolveAlias, timeMeaning } from "./fieldAliases.ts"
import { addIssue, count, isTooDeep, measure, RESERVED, type Size } from "./inputLimits.ts"
import { type ObjectShape, type Shape, shapeOf } from "./inputShape.ts"
import { addLinkedIds, isLink } from "./linkedIds.ts"

/** A normalized input. */
export interface Normalized {
  readonly value: unknown
  /** Issues of ambiguous fields, of `clear`, and of the size. */
  readonly issues: ReadonlyArray<ValidationIssue>
  /** Whether the input is too large to be decoded. */
  readonly isTooLarge: boolean
  /** The number of values in the input. */
  readonly values: number
  /** Paths of clearable fields that were null in an object with other fields. These fields stay unchanged. */
  readonly unchanged: ReadonlyArray<string>
  /** Whether an object has fields to clear. */
  readonly clears: boolean
}

/** Normalizes an input for its schema. */
export const normalizeInput = (ast: SchemaAST.AST, input: unknown): Normalized => {
  const pass: Pass = { values: 0, isTooLarge: false, issues: [], unchanged: [], clears: false }
  const value = normalizeValue(input, shapeOf(ast), undefined, pass)
  return { ...pass, value }
}

/** The state of a pass. */
type Pass = Findings & Size

const normalizeValue = (given: unknown, shape: Shape, place: PathNode | undefined, pass: Pass): unknown => {
  if (pass.isTooLarge) return given
  let value = given
  for (const convert of shape.conversions) value = convert(value)
  if (shape.anything) {
    measure(value, place, pass)
    return value
  }
  if (isTooDeep(value, place, pass)) return value
  if (isTextOfNumber(value, shape)) return String(value)
  if (typeof value === "string") return normalizeText(value, shape, place, pass)
  if (Array.isArray(value))
    return shape.list === undefined ? value : normalizeList(value, shape.list.item(), place, pass)
  if (Predicate.isRecord(value) && shape.object !== undefined) return normalizeObject(value, shape.object, place, pass)
  return wrapInList(value, shape, place, pass)
}

/** A number where only a text belongs is that text. An id as a number has lost digits, so a long number stays. */
const isTextOfNumber = (value: unknown, { boolean, id, number, text }: Shape): boolean =>
  text && !boolean && !number && !id && Number.isSafeInteger(value) && Math.abs(Number(value)) < LONG_NUMBER

/** Above any count or code, below any id. */
const LONG_NUMBER = 1e15

const normalizeText = (text: string, shape: Shape, place: PathNode | undefined, pass: Pass): unknown => {
  if (shape.boolean && /^(true|false)$/i.test(text)) return text.toLowerCase() === "true"
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
const wrapInList = (value: unknown, { list }: Shape, place: PathNode | undefined, pass: Pass): unknown => {
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
      return Predicate.isRecord(value) && shape.object !== undefined
  }
}

const normalizeList = (
  list: ReadonlyArray<unknown>,
  item: Shape,
  place: PathNode | undefined,
  pass: Pass
): ReadonlyArray<unknown> => {
  let changed: Array<unknown> | undefined
  for (let at = 0; at < list.length && !pass.isTooLarge; at++) {
    count(pass)
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
  pass: Pass
): object => {
  const changed = new Map<string, unknown>()
  const unknown: Array<string> = []
  const nulls: Array<string> = []
  let isLinked = false
  for (const name in object) {
    if (!Object.hasOwn(object, name)) continue
    count(pass)
    if (pass.isTooLarge) return object
    const given = object[name]
    const known = shape.field(name)
    const field = known ?? (RESERVED.has(name) ? undefined : shape.other?.())
    isLinked ||= isLink(name, given)
    if (field === undefined || (field.id && timeMeaning(name, given, shape) !== undefined)) {
      if (given === null && place === undefined && SAMPLE_FIELDS.has(name)) nulls.push(name)
      else unknown.push(name)
    } else if (
      known === undefined ? given === null && !field.anything : isAbsent(given, known, shape.isOptional(name))
    ) {
      nulls.push(name)
    } else if (isNone(given) && shape.clearable.has(name) && !field.accepts("none")) {
      addIssue(pass, childOf(place, name), `to clear it, send clear: ["${name}"]`, "null")
      changed.set(name, undefined)
    } else {
      const value = normalizeValue(given, field, childOf(place, name), pass)
      if (!Object.is(value, given)) changed.set(name, value)
    }
  }
  const isPlain = changed.size + nulls.length + unknown.length === 0 && !isLinked && !Object.hasOwn(object, CLEAR)
  if (isPlain || unknown.length > RENAMED_MAX) return object
  const fields = new Map(Object.entries(object).filter(([name]) => !nulls.includes(name)))
  for (const [name, value] of changed)
    if (value === undefined) fields.delete(name)
    else fields.set(name, value)
  if (shape.other !== undefined) {
    for (const name of unknown) addIssue(pass, childOf(place, name), "is not a field of this tool", "unknown_field")
  }
  const isRenamed = unknown.map((name) => renameField(name, fields, nulls, shape, place, pass)).includes(true)
  const isCleared = clearFields(fields, nulls, shape, place, pass)
  const report = (key: string, message: string) => addIssue(pass, childOf(place, key), message)
  const isCompleted = addLinkedIds(fields, shape, report)
  return isRenamed || isCleared || isCompleted || changed.size + nulls.length > 0 ? Object.fromEntries(fields) : object
}

/** Maximum number of unknown fields that count as other spellings of known fields. */
const RENAMED_MAX = 100

/** The field that the schema of other tools' arguments shows. Clients in strict mode send it to every tool. */
const SAMPLE_FIELDS: ReadonlySet<string> = new Set(Object.keys(ARGUMENTS))

/**
 * Null means that a field is absent. In an optional field, so does an empty text that is not a value of the field, and
 * the id 0, which Discord documents as the default of `after`.
 */
const isAbsent = (value: unknown, shape: Shape, isOptional: boolean): boolean =>
  value === null ||
  (isOptional &&
    ((value === "" && !shape.accepts("")) || (shape.id && (value === 0 || value === "0") && !shape.accepts("0"))))

/**
 * Moves the value of an unknown field to the field that it means, if that field is unambiguous.
 * Returns whether the fields changed.
 */
const renameField = (
  name: string,
  fields: Map<string, unknown>,
  nulls: Array<string>,
  shape: ObjectShape,
  place: PathNode | undefined,
  pass: Pass
): boolean => {
  const given = fields.get(name)
  const { convert, means }: Meaning = timeMeaning(name, given, shape) ?? resolveAlias(name, shape)
  const free = means.filter((one) => !fields.has(one))
  const [to = means[0]] = free
  const field = to === undefined ? undefined : shape.field(to)
  if (isConstant(name, given, shape)) return fields.delete(name)
  if (to === undefined || field === undefined) {
    const says = insteadOf(name, shape)
    if (says === undefined) return moveInside(name, fields, shape, place, pass)
    addIssue(pass, childOf(place, name), `is not a field of this tool: ${says}`, "unknown_field")
    return fields.delete(name)
  }
  // Several values cannot be one.
  if (Array.isArray(given) && field.list === undefined && !field.anything) return false
  fields.delete(name)
  if (isAbsent(given, field, shape.isOptional(to))) {
    nulls.push(to)
  } else if (free.length > 1) {
    addIssue(pass, childOf(place, name), `can mean ${free.join(" or ")}: send the one that you mean`)
  } else {
    const converted = convert === undefined ? given : convert(given, field.unit)
    const value = normalizeValue(converted, field, childOf(place, to), pass)
    if (converted === undefined) addIssue(pass, childOf(place, name), `has no unit here: send ${to}`)
    else if (free.length > 0) fields.set(to, value)
    else if (!isSame(fields.get(to), value)) {
      addIssue(pass, childOf(place, name), `means ${to}, which has another value: send the right one as ${to}`)
    }
  }
  return true
}

/** A word in place of a value. */
const isNone = (value: unknown): boolean => typeof value === "string" && /^(none|null)$/i.test(value)

/** Says what the caller should send in place of an unknown field, if that is known. */
const insteadOf = (name: string, shape: ObjectShape): string | undefined =>
  replacementOf(name, shape) ??
  (shape.names.includes(ARGS) && didYouMean(name, shape.names) === ""
    ? "fields of the called tool belong in args"
    : undefined)

/** The field of dispatchers and steps with the arguments of another tool. */
const ARGS = "args"

/** `users` of a message can mean more than whom it pings. */
const MENTIONS = "allowed_mentions"

/**
 * Moves an unknown field into the only object field that has a field of that name: `keyword_filter` belongs in
 * `trigger_metadata`. Returns whether the fields changed.
 */
const moveInside = (
  name: string,
  fields: Map<string, unknown>,
  shape: ObjectShape,
  place: PathNode | undefined,
  pass: Pass
): boolean => {
  const [to, ...others] = shape.names.filter(
    (one) => one !== MENTIONS && shape.field(one)?.object?.field(name) !== undefined
  )
  const inner = to === undefined ? undefined : shape.field(to)?.object?.field(name)
  const object = to === undefined ? undefined : (fields.get(to) ?? {})
  if (to === undefined || inner === undefined || others.length > 0 || !Predicate.isRecord(object)) return false
  const value = normalizeValue(fields.get(name), inner, childOf(place, name), pass)
  if (Object.hasOwn(object, name) && !isSame(object[name], value)) return false
  fields.delete(name)
  if (value !== null) fields.set(to, { ...object, [name]: value })
  return true
}

const isSame = (one: unknown, other: unknown): boolean =>
  typeof one === "object" ? JSON.stringify(one) === JSON.stringify(other) : one === other
