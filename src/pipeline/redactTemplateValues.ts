/** Removes the values of templates from errors of a step, because the values can be untrusted text. */
import { DiscordNotFoundError, ValidationError } from "../errors/ClientErrors.ts"
import type { DiscordMcpError } from "../errors/DiscordMcpError.ts"
import type { ValidationIssue } from "../errors/fields.ts"
import { formatPath } from "../errors/validationIssues.ts"
import type { PlanStep } from "./Plan.ts"
import { inspect } from "./template.ts"

/** Returns a function that removes template values from the messages of an error. */
export const redactTemplateValues = (step: PlanStep): ((error: DiscordMcpError) => DiscordMcpError) => {
  const templatePaths = inspect(step.args, []).references.map(({ path }) => formatPath(path))
  if (templatePaths.length === 0) return (error) => error
  return (error) => {
    if (error._tag === "ValidationError") {
      const issues = error.validation_issues.map((issue) =>
        withoutValue(issue, templatePaths, error.upstream !== undefined)
      )
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

const withoutValue = (
  issue: ValidationIssue,
  templatePaths: ReadonlyArray<string>,
  isOfDiscord: boolean
): ValidationIssue => {
  // Everything below the template is part of its value, including field names.
  const templatePath = templatePaths.find((one) => isWithin(issue.path, one))
  const isTemplateValue =
    templatePath !== undefined || isOfDiscord || templatePaths.some((one) => isWithin(one, issue.path))
  return isTemplateValue
    ? {
        path: templatePath ?? issue.path,
        message: messageFor(issue, isOfDiscord),
        code: CODE.test(issue.code) ? issue.code : "invalid"
      }
    : issue
}

/** Matches codes of this server, and Discord's codes in capitals. */
const CODE = /^(?:[a-z]+(?:_[a-z\d]+)*|[A-Z][A-Z\d_]*)$/

const isWithin = (path: string, parent: string): boolean =>
  parent === "" || path === parent || path.startsWith(`${parent}.`) || path.startsWith(`${parent}[`)

/** Keeps the expected type from the schema, and drops the actual value. */
const messageFor = ({ message }: ValidationIssue, isOfDiscord: boolean): string => {
  if (isOfDiscord) return "is not accepted by Discord with the value of its template"
  const expected = /^expected ([^"]{1,200}?), actual /.exec(message)?.[1]
  return `does not fit with the value of its template${expected === undefined ? "" : `: expected ${expected}`}`
}

const distinct = (issues: ReadonlyArray<ValidationIssue>): ReadonlyArray<ValidationIssue> => [
  ...new Map(issues.map((issue) => [`${issue.path} ${issue.message} ${issue.code}`, issue])).values()
]
