/** The issues of an input that its schema rejects. */
import { Either, ParseResult, Schema, type SchemaAST } from "effect"
import type { ValidationIssue } from "../../errors/fields.ts"
import { formatPath, MAX_ISSUES } from "../../errors/validationIssues.ts"
import { OR_NULL, tooManyItems } from "../../objects/schema/fields.ts"
import { nearestName } from "../../text/nearestName.ts"
import { namesSecret } from "../../text/secrets.ts"
import { firstChars, truncate } from "../../text/words.ts"
import type { InputPass } from "./inputLimits.ts"
import { childOf, type PathNode, pathOf, type Shape, shapeOf } from "./inputShape.ts"
import { withNulls } from "./repairFields.ts"

/** The issues of a rejected input, and the number of further ones. */
interface Rejected {
  readonly issues: ReadonlyArray<ValidationIssue>
  readonly more: number
}

/**
 * Returns the issues of an input that its schema rejects. `clears` and `values` are of the pass that normalized it, and
 * `first` is the first problem.
 */
export const issuesOf = <A, I>(
  schema: Schema.Schema<A, I>,
  input: unknown,
  { clears, values }: Pick<InputPass, "clears" | "values">,
  first: ParseResult.ParseError
): Rejected => {
  const { issues, more, value } = excerptOf(schema.ast, input, values)
  const decodeAll = Schema.decodeUnknownEither(schema, { errors: "all", onExcessProperty: "error" })
  const all = decodeAll(clears ? withNulls(value, shapeOf(schema.ast)) : value)
  const shape = shapeOf(schema.ast)
  if (Either.isLeft(all)) return { issues: [...issues, ...formatted(all.left, shape)], more }
  return { issues: issues.length > 0 ? issues : formatted(first, shape), more }
}

const formatted = ({ issue }: ParseResult.ParseError, shape: Shape): ReadonlyArray<ValidationIssue> =>
  ParseResult.ArrayFormatter.formatIssueSync(issue)
    .filter(({ message }) => message !== OR_NULL)
    .map((issue) => ({ path: formatPath(issue.path), ...describeIssue(issue, shape) }))

const describeIssue = (
  { _tag, message, path }: ParseResult.ArrayFormatterIssue,
  shape: Shape
): Omit<ValidationIssue, "path"> => {
  switch (_tag) {
    case "Missing":
      return { message: `is required${choicesAt(shape, path)}`, code: "required" }
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

/** The words that a field accepts, if they are few. */
const choicesAt = (whole: Shape, path: ReadonlyArray<PropertyKey>): string => {
  let shape: Shape | undefined = whole
  for (const key of path) shape = typeof key === "number" ? shape?.list?.item() : shape?.object?.field(String(key))
  const words = [...new Set(shape?.words)]
  return words.length > 0 && words.length <= CHOICES_MAX ? `: one of ${words.join(", ")}` : ""
}

const CHOICES_MAX = 12

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
  const choices = [...message.matchAll(/"([^"]+)"/g)].flatMap((match) => match[1] ?? [])
  const near = nearestName(field, choices)
  const hint =
    near !== undefined ? `; did you mean ${near}?` : choices.length > 0 ? `; known are ${choices.join(", ")}` : ""
  return { message: `is not a field of this tool${hint}`, fix: near === undefined ? { omit: true } : { rename: near } }
}

/** A shortened input, and the issues of what it lacks. */
interface Excerpt extends Rejected {
  readonly value: unknown
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
