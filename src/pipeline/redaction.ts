/** What a plan must not show: secrets among its list items, and the values of templates, which can be untrusted text. */
import { Either } from "effect"
import type { DiscordMcpError } from "../errors/DiscordMcpError.ts"
import { DiscordNotFoundError, ValidationError } from "../errors/DiscordMcpError.ts"
import type { ValidationIssue } from "../errors/fields.ts"
import { formatPath } from "../errors/validationIssues.ts"
import { namesSecret } from "../text/secrets.ts"
import type { Plan, PlanStep } from "./Plan.ts"
import { follow, isItemRoot, itemBindings } from "./reference.ts"
import { inspect, parseTemplate } from "./template.ts"

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

/** Returns every literal text of a list item that a template inserts into a secret field. */
export const secretsIn = ({ steps }: Pick<Plan, "steps">): ReadonlyArray<string> => {
  const found = new Set<string>()
  for (const { args, for_each } of steps) {
    const items: ReadonlyArray<unknown> = Array.isArray(for_each) ? for_each : []
    const references = items.length === 0 ? [] : secretTexts(args).flatMap(itemReferences)
    for (const reference of references) {
      for (const [index, item] of items.entries()) {
        const value = Either.getOrElse(follow(reference, itemBindings(item, index)), () => undefined)
        for (const text of textsIn(value)) if (text.length >= SHORTEST) found.add(text)
      }
    }
  }
  return [...found]
}

/** Masking shorter texts would damage common words. */
const SHORTEST = 8

/** Returns the texts of secret fields at any depth. */
const secretTexts = (value: unknown): ReadonlyArray<string> => {
  if (typeof value !== "object" || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => (namesSecret(name) ? textsIn(inner) : secretTexts(inner)))
}

const textsIn = (value: unknown): ReadonlyArray<string> => {
  if (typeof value === "string") return [value]
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : []
}

const itemReferences = (text: string) =>
  Either.getOrElse(parseTemplate(text), () => []).flatMap((piece) =>
    typeof piece === "object" && isItemRoot(piece.root) ? [piece] : []
  )
