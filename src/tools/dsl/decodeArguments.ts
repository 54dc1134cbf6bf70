import { Either, ParseResult, Predicate, Schema } from "effect"
import { ValidationError } from "../../errors/ClientErrors.ts"
import type { ValidationIssue } from "../../errors/fields.ts"
import { formatPath, limitIssues } from "../../errors/validationIssues.ts"
import { didYouMean } from "../../text/nearestName.ts"
import { namesSecret } from "../../text/redact.ts"
import { truncate } from "../../text/words.ts"
import { OR_NULL } from "../shared/fields.ts"
import { noticeOf, withNulls } from "./clearFields.ts"
import { excerptOf } from "./excerptOf.ts"
import { shapeOf } from "./inputShape.ts"
import { normalizeInput } from "./normalizeInput.ts"

/** Decoded arguments, and a notice for the caller. */
export interface Decoded<A> {
  readonly value: A
  readonly notice: string | undefined
}

/** Values of fields that the caller omits. */
type Defaults = Readonly<Record<string, unknown>>

/**
 * Decodes arguments: lenient in the format of a value (`normalizeInput`), strict in its meaning. Unknown fields are
 * errors. The error lists up to 25 issues and counts the rest. For more than 1,000 values, only the beginning of each
 * list is checked for all issues.
 */
export const decodeArguments = <A, I>(schema: Schema.Schema<A, I>) => {
  const decode = Schema.decodeUnknownEither(schema, { errors: "first", onExcessProperty: "error" })
  const decodeAll = Schema.decodeUnknownEither(schema, { errors: "all", onExcessProperty: "error" })
  return (input: unknown, absent: Defaults = {}): Either.Either<Decoded<A>, ValidationError> => {
    const { clears, isTooLarge, issues, unchanged, value, values } = normalizeInput(schema.ast, input)
    if (isTooLarge) return failWith(issues)
    const cleared = (value: unknown) => (clears ? withNulls(value, shapeOf(schema.ast)) : value)
    const complete = withDefaults(value, absent)
    const decoded = decode(cleared(complete))
    if (Either.isLeft(decoded)) {
      const excerpt = excerptOf(schema.ast, complete, values)
      const all = decodeAll(cleared(excerpt.value))
      const others = Either.isLeft(all)
        ? issuesOf(all.left.issue)
        : excerpt.issues.length > 0
          ? []
          : issuesOf(decoded.left.issue)
      return failWith([...issues, ...excerpt.issues, ...others], excerpt.more)
    }
    return issues.length > 0 ? failWith(issues) : Either.right({ value: decoded.right, notice: noticeOf(unchanged) })
  }
}

const withDefaults = (value: unknown, absent: Defaults): unknown => {
  if (!Predicate.isRecord(value)) return value
  const missing = Object.entries(absent).filter(([name]) => value[name] === undefined || value[name] === "")
  return missing.length === 0 ? value : { ...value, ...Object.fromEntries(missing) }
}

const failWith = (issues: ReadonlyArray<ValidationIssue>, more = 0) =>
  Either.left(new ValidationError({ validation_issues: limitIssues(issues, more) }))

const issuesOf = (issue: ParseResult.ParseIssue): ReadonlyArray<ValidationIssue> =>
  ParseResult.ArrayFormatter.formatIssueSync(issue)
    .filter(({ message }) => message !== OR_NULL)
    .map((issue) => ({ path: formatPath(issue.path), ...describeIssue(issue) }))

const describeIssue = ({
  _tag,
  message,
  path
}: ParseResult.ArrayFormatterIssue): Pick<ValidationIssue, "message" | "code"> => {
  switch (_tag) {
    case "Missing":
      return { message: "is required", code: "required" }
    case "Unexpected":
      return {
        message: `is not a field of this tool${suggestField(String(path.at(-1)), message)}`,
        code: "unknown_field"
      }
    case "Pointer":
    case "Refinement":
    case "Transformation":
    case "Type":
    case "Composite":
    case "Forbidden":
      return {
        message: truncateActual(
          message.replace(/^Expected/, "expected"),
          path.some((key) => namesSecret(String(key)))
        ),
        code: "invalid"
      }
  }
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
const suggestField = (field: string, message: string): string => {
  const known = [...message.matchAll(/"([^"]+)"/g)].flatMap((match) => match[1] ?? [])
  if (known.length === 0) return ""
  return didYouMean(field, known) || `; known are ${known.join(", ")}`
}
