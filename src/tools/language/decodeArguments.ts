import { Either, ParseResult, Schema } from "effect"
import { closest, distance } from "fastest-levenshtein"
import { ValidationError } from "../../errors/ClientErrors.ts"
import { clip } from "../../errors/clip.ts"
import type { ValidationIssue } from "../../errors/fields.ts"
import { formatPath } from "../../errors/validationIssues.ts"
import { OR_NULL } from "../parts/fields.ts"

/** Decodes arguments strictly: an unknown field is an error, and every problem is told at once. */
export const decodeArguments = <A, I>(schema: Schema.Schema<A, I>) => {
  const decode = Schema.decodeUnknownEither(schema, { errors: "all", onExcessProperty: "error" })
  return (input: unknown): Either.Either<A, ValidationError> =>
    Either.mapLeft(decode(input), (error) => new ValidationError({ validation_issues: issuesOf(error) }))
}

const issuesOf = (error: ParseResult.ParseError): ReadonlyArray<ValidationIssue> =>
  ParseResult.ArrayFormatter.formatErrorSync(error)
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
    default:
      return {
        message: message.replace(/^Expected/, "expected").replace(ACTUAL, (it) => clip(it, ACTUAL_MAX)),
        code: "invalid"
      }
  }
}

/** What the formatter says was given: the caller has it, so its beginning is enough. */
const ACTUAL = /(?<=^expected .*, actual )[\s\S]+/
const ACTUAL_MAX = 100

/** The formatter lists the known fields in its message, in quotes; one of them is often meant. */
const nearest = (field: string, message: string): string => {
  const known = [...message.matchAll(/"([^"]+)"/g)].flatMap((match) => match[1] ?? [])
  if (known.length === 0) return ""
  const near = closest(field, known)
  return distance(field, near) <= Math.max(2, field.length / 2)
    ? `; did you mean ${near}?`
    : `; known are ${known.join(", ")}`
}
