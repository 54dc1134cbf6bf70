/** Decodes the arguments of a call, and reports all of their problems at once. */
import { Either, ParseResult, Predicate, Schema, type SchemaAST } from "effect"
import { ValidationError } from "../../errors/ClientErrors.ts"
import type { ValidationIssue } from "../../errors/fields.ts"
import { childOf, formatPath, limitIssues, MAX_ISSUES, type PathNode, pathOf } from "../../errors/validationIssues.ts"
import { nearestName } from "../../text/nearestName.ts"
import { namesSecret } from "../../text/redact.ts"
import { firstChars, truncate } from "../../text/words.ts"
import { OR_NULL, tooManyItems } from "../shared/fields.ts"
import type { Renamed } from "./inputLimits.ts"
import { type Shape, shapeOf } from "./inputShape.ts"
import { normalizeInput } from "./normalizeInput.ts"
import { withNulls } from "./repairFields.ts"

/** Decoded arguments, and a notice for the caller. */
export interface Decoded<A> {
  readonly value: A
  readonly renamed: ReadonlyArray<Renamed>
  readonly notice: string | undefined
}

/** Returns the values of fields that the caller omits, by the others. */
type Defaults = (given: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>

/**
 * Decodes arguments: lenient in the format of a value (`normalizeInput`), strict in its meaning. Unknown fields are
 * errors. The error lists up to 25 issues and counts the rest. For more than 1,000 values, only the beginning of each
 * list is checked for all issues.
 */
export const decodeArguments = <A, I>(schema: Schema.Schema<A, I>) => {
  const decode = Schema.decodeUnknownEither(schema, { errors: "first", onExcessProperty: "error" })
  const decodeAll = Schema.decodeUnknownEither(schema, { errors: "all", onExcessProperty: "error" })
  return (input: unknown, absent?: Defaults): Either.Either<Decoded<A>, ValidationError> => {
    const { clears, isTooLarge, issues, renamed, unchanged, value, values } = normalizeInput(schema.ast, input)
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
    const excerpt = excerptOf(schema.ast, complete, values)
    const all = decodeAll(clears ? withNulls(excerpt.value, shapeOf(schema.ast)) : excerpt.value)
    const others = Either.isLeft(all)
      ? issuesOf(all.left.issue)
      : excerpt.issues.length > 0
        ? []
        : issuesOf(decoded.left.issue)
    return failWith([...issues, ...excerpt.issues, ...others].map(asSent(renamed)), excerpt.more)
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

const issuesOf = (issue: ParseResult.ParseIssue): ReadonlyArray<ValidationIssue> =>
  ParseResult.ArrayFormatter.formatIssueSync(issue)
    .filter(({ message }) => message !== OR_NULL)
    .map((issue) => ({ path: formatPath(issue.path), ...describeIssue(issue) }))

const describeIssue = ({ _tag, message, path }: ParseResult.ArrayFormatterIssue): Omit<ValidationIssue, "path"> => {
  switch (_tag) {
    case "Missing":
      return { message: "is required", code: "required" }
    case "Unexpected":
      return { ...unknownField(String(path.at(-1)), message), code: "unknown_field" }
    case "Pointer":
    case "Refinement":
    case "Transformation":
    case "Type":
    case "Composite":
    case "Forbidden":
      return {
        message: truncateActual(
          message.replace(/^Expected .*?(?=, actual |$)/s, expectedOf),
          path.some((key) => namesSecret(String(key)))
        ),
        code: "invalid"
      }
  }
}

/** Says what is expected in the words of JSON. The formatter describes objects by their schemas. */
const expectedOf = (formatted: string): string => {
  if (formatted.includes("{")) return "expected an object"
  return formatted.startsWith("Expected ReadonlyArray<") ? "expected a list" : formatted.replace("Expected", "expected")
}

/** Truncates the actual value in a message, because the caller knows the value. Removes a secret. */
const truncateActual = (message: string, isSecret: boolean): string => {
  const at = message.startsWith("expected ") ? message.indexOf(ACTUAL) + ACTUAL.length : 0
  if (isSecret && at >= ACTUAL.length) return message.slice(0, at - ACTUAL.length)
  return at < ACTUAL.length
    ? truncate(message, MESSAGE_MAX)
    : message.slice(0, at) + truncate(message.slice(at), ACTUAL_MAX)
}

const ACTUAL = ", actual "
const ACTUAL_MAX = 100
const MESSAGE_MAX = 500

/** Suggests a known field for an unknown one. The formatter's message lists the known fields in quotes. */
const unknownField = (field: string, message: string): Pick<ValidationIssue, "message" | "fix"> => {
  const known = [...message.matchAll(/"([^"]+)"/g)].flatMap((match) => match[1] ?? [])
  const near = nearestName(field, known)
  const hint =
    near !== undefined ? `; did you mean ${near}?` : known.length > 0 ? `; known are ${known.join(", ")}` : ""
  return { message: `is not a field of this tool${hint}`, fix: near === undefined ? { omit: true } : { rename: near } }
}

/** A shortened input, and the issues of what it lacks. */
interface Excerpt {
  readonly value: unknown
  readonly issues: ReadonlyArray<ValidationIssue>
  /** The number of further issues. */
  readonly more: number
}

/**
 * Returns the part of an input that shows its first issues, because a schema would report each of ten thousand wrong
 * items. `values` is the number of values in the input.
 */
const excerptOf = (ast: SchemaAST.AST, input: unknown, values: number): Excerpt => {
  const pass: ExcerptPass = {
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

interface ExcerptPass {
  readonly issues: Array<ValidationIssue>
  more: number
  /** The number of unknown fields that are kept, so that the schema reports them in order. */
  unknown: number
  /** The number of values that the excerpt may still take. */
  left: number
}

const excerpt = (value: unknown, shape: Shape, place: PathNode | undefined, pass: ExcerptPass): unknown => {
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
  pass: ExcerptPass
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
  pass: ExcerptPass
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

const addIssue = (pass: ExcerptPass, place: PathNode | undefined, message: string): void => {
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
