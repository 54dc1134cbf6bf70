/** Errors of a step without the values that its templates stood for: these may be anybody's words. */
import { DiscordNotFoundError, ValidationError } from "../errors/ClientErrors.ts"
import type { DiscordMcpError } from "../errors/DiscordMcpError.ts"
import type { ValidationIssue } from "../errors/fields.ts"
import { formatPath } from "../errors/validationIssues.ts"
import type { PlanStep } from "./Plan.ts"
import { inspect } from "./template.ts"

/** Takes the values of templates out of an error's own sentences; of a step without templates nothing. */
export const withoutValues = (step: PlanStep): ((error: DiscordMcpError) => DiscordMcpError) => {
  const places = inspect(step.args, []).references.map(({ path }) => formatPath(path))
  if (places.length === 0) return (error) => error
  return (error) => {
    if (error._tag === "ValidationError") {
      const issues = error.validation_issues.map((issue) => withoutValue(issue, places, error.upstream !== undefined))
      return new ValidationError({ ...error, validation_issues: distinct(issues) })
    }
    if (error._tag === "DiscordNotFoundError" && error.id !== undefined && !SNOWFLAKE.test(error.id)) {
      const { id: _, ...rest } = error
      return new DiscordNotFoundError(rest)
    }
    return error
  }
}

const SNOWFLAKE = /^\d{17,20}$/

const withoutValue = (issue: ValidationIssue, places: ReadonlyArray<string>, isOfDiscord: boolean): ValidationIssue => {
  // What stands deeper than the template came with its value, names of fields included.
  const place = places.find((one) => isWithin(issue.path, one))
  const isTouched = place !== undefined || isOfDiscord || places.some((one) => isWithin(one, issue.path))
  return isTouched
    ? {
        path: place ?? issue.path,
        message: wordsFor(issue, isOfDiscord),
        code: CODE.test(issue.code) ? issue.code : "invalid"
      }
    : issue
}

/** Codes are words of ours, or of Discord in capitals. */
const CODE = /^(?:[a-z]+(?:_[a-z\d]+)*|[A-Z][A-Z\d_]*)$/

const isWithin = (path: string, place: string): boolean =>
  place === "" || path === place || path.startsWith(`${place}.`) || path.startsWith(`${place}[`)

/** What the schema says it takes is ours; what was given instead is not. */
const wordsFor = ({ message }: ValidationIssue, isOfDiscord: boolean): string => {
  if (isOfDiscord) return "is not accepted by Discord with the value that its template stands for"
  const expected = /^expected ([^"]{1,200}?), actual /.exec(message)?.[1]
  return `does not fit with the value that its template stands for${expected === undefined ? "" : `: expected ${expected}`}`
}

const distinct = (issues: ReadonlyArray<ValidationIssue>): ReadonlyArray<ValidationIssue> => [
  ...new Map(issues.map((issue) => [`${issue.path} ${issue.message} ${issue.code}`, issue])).values()
]
