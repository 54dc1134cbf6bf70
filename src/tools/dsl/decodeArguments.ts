import { Either, ParseResult, Schema } from "effect"
import { ValidationError } from "../../errors/ClientErrors.ts"
import type { ValidationIssue } from "../../errors/fields.ts"
import { didYouMean } from "../../errors/nearestName.ts"
import { truncate } from "../../errors/truncate.ts"
import { formatPath, limitIssues } from "../../errors/validationIssues.ts"
import { namesSecret } from "../../telemetry/Redactor.ts"
import { OR_NULL } from "../shared/fields.ts"
import { boundInput } from "./boundInput.ts"
import { firstProblems } from "./firstProblems.ts"
import { SEARCHED_MAX, shortLists } from "./shortLists.ts"

/**
 * Decodes arguments strictly: an unknown field is an error, and all problems are
 * told at once, 25 of them in words and the rest as a count; of an input with more
 * than 1,000 values, the problems in the beginning of its lists. The input is
 * bounded before the schema looks at it.
 */
export const decodeArguments = <A, I>(schema: Schema.Schema<A, I>) => {
  const decode = Schema.decodeUnknownEither(schema, { errors: "first", onExcessProperty: "error" })
  const decodeAll = Schema.decodeUnknownEither(schema, { errors: "all", onExcessProperty: "error" })
  return (input: unknown): Either.Either<A, ValidationError> => {
    const { hopeless, issues, more, value, values } = boundInput(schema.ast, input)
    if (hopeless) return refused(issues, more)
    const decoded = decode(value)
    if (Either.isLeft(decoded)) {
      // To look for all problems costs much for each: of a large input it is done for the beginning of its lists.
      const all = decodeAll(values > SEARCHED_MAX ? shortLists(value) : value)
      const problems = firstProblems((Either.isLeft(all) ? all : decoded).left.issue)
      return refused([...issues, ...issuesOf(problems.issue)], more + problems.more)
    }
    return issues.length > 0 || more > 0 ? refused(issues, more) : Either.right(decoded.right)
  }
}

const refused = (issues: ReadonlyArray<ValidationIssue>, more: number) =>
  Either.left(new ValidationError({ validation_issues: limitIssues(issues, more) }))

const issuesOf = (issue: ParseResult.ParseIssue): ReadonlyArray<ValidationIssue> =>
  ParseResult.ArrayFormatter.formatIssueSync(issue)
    .filter(({ message }) => message !== OR_NULL)
    .map((issue) => ({ path: formatPath(issue.path), ...worded(issue) }))

const worded = ({
  _tag,
  message,
  path
}: ParseResult.ArrayFormatterIssue): Pick<ValidationIssue, "message" | "code"> => {
  switch (_tag) {
    case "Missing":
      return { message: "is required", code: "required" }
    case "Unexpected":
      return { message: `is not a field of this tool${nearest(String(path.at(-1)), message)}`, code: "unknown_field" }
    case "Pointer":
    case "Refinement":
    case "Transformation":
    case "Type":
    case "Composite":
    case "Forbidden":
      return {
        message: withoutRest(
          message.replace(/^Expected/, "expected"),
          path.some((key) => namesSecret(String(key)))
        ),
        code: "invalid"
      }
  }
}

/** What the formatter says was given: the caller has it, so its beginning is enough. */
const withoutRest = (message: string, isSecret: boolean): string => {
  const at = message.startsWith("expected ") ? message.indexOf(ACTUAL) + ACTUAL.length : 0
  if (isSecret && at >= ACTUAL.length) return message.slice(0, at - ACTUAL.length)
  return at < ACTUAL.length
    ? truncate(message, MESSAGE_MAX)
    : message.slice(0, at) + truncate(message.slice(at), ACTUAL_MAX)
}

const ACTUAL = ", actual "
const ACTUAL_MAX = 100
const MESSAGE_MAX = 500

/** The formatter lists the known fields in its message, in quotes; one of them is often meant. */
const nearest = (field: string, message: string): string => {
  const known = [...message.matchAll(/"([^"]+)"/g)].flatMap((match) => match[1] ?? [])
  if (known.length === 0) return ""
  return didYouMean(field, known) || `; known are ${known.join(", ")}`
}
