/** Validation issues: rules across fields, for `validate` of a tool definition, and the paths of issues. */

import type { DiscordFailure } from "../../errors/DiscordMcpError.ts"
import { GuildNotAllowedError, ValidationError } from "../../errors/DiscordMcpError.ts"
import type { ValidationIssue } from "../../errors/fields.ts"

/** Returns the issue as a list to spread, or an empty list if the condition is false. */
export const issueIf = (
  condition: boolean,
  path: string,
  message: string,
  code: string
): ReadonlyArray<ValidationIssue> => (condition ? [{ path, message, code }] : [])

type Check = (input: object) => ReadonlyArray<ValidationIssue>

/** Requires at least one of these fields: a change must change something. */
export const atLeastOne =
  (...names: readonly [string, ...ReadonlyArray<string>]): Check =>
  (input) =>
    issueIf(
      names.every((name) => !(name in input)),
      names[0],
      `set at least one of ${names.join(", ")}`,
      "empty_change"
    )

/** Allows at most one of these fields. */
export const atMostOne =
  (...names: ReadonlyArray<string>): Check =>
  (input) => {
    const [first, ...others] = names.filter((name) => name in input)
    return others.map((path) => ({
      path,
      message: `cannot be set together with ${first}`,
      code: "exclusive",
      fix: { omit: true }
    }))
  }

/** Prefixes the path of an argument with the field that contains the arguments: `args.channel_id`. */
export const prefixPath = (place: string, path: string): string => (path === "" ? place : `${place}.${path}`)

/** Prefixes the paths of validation issues with the field that contains the arguments. */
export const prefixIssues =
  (place: string) =>
  (error: ValidationError): ValidationError =>
    new ValidationError({
      ...error,
      validation_issues: error.validation_issues.map((issue) => ({ ...issue, path: prefixPath(place, issue.path) }))
    })

/** Prefixes the path of every error that has a path in the arguments. */
export const prefixErrorPaths =
  (place: string) =>
  <E>(refusal: E): E | ValidationError | GuildNotAllowedError => {
    if (refusal instanceof ValidationError) return prefixIssues(place)(refusal)
    return refusal instanceof GuildNotAllowedError && refusal.path !== undefined
      ? new GuildNotAllowedError({ ...refusal, path: prefixPath(place, refusal.path) })
      : refusal
  }

/** Maps paths in Discord's body to fields of the tool: `{ "message_reference": "reply_to" }`. */
export type Renames = Readonly<Record<string, string>>

/** Replaces Discord's paths in validation issues with the tool's own fields, which the caller can fix. */
export const renameIssuePaths = (renames: Renames, failure: DiscordFailure): DiscordFailure =>
  failure._tag === "ValidationError"
    ? new ValidationError({
        ...failure,
        validation_issues: failure.validation_issues.map((issue) => ({
          ...issue,
          path: renamePath(renames, issue.path)
        }))
      })
    : failure

const renamePath = (renames: Renames, path: string): string => {
  for (const [theirs, ours] of Object.entries(renames)) {
    if (path === theirs || path.startsWith(`${theirs}[`)) return ours + path.slice(theirs.length)
    // An issue inside an object that is built from one field concerns that field.
    if (path.startsWith(`${theirs}.`)) return ours
  }
  return path
}
