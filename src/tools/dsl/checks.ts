/** Rules across fields, for `validate` of a tool definition. */
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
    return others.map((path) => ({ path, message: `cannot be set together with ${first}`, code: "exclusive" }))
  }
