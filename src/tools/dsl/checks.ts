/** Rules across fields, for `validate` of a tool definition. */
import type { ValidationIssue } from "../../errors/fields.ts"

type Check = (input: object) => ReadonlyArray<ValidationIssue>

/** Requires at least one of these fields: a change must change something. */
export const atLeastOne =
  (...names: readonly [string, ...ReadonlyArray<string>]): Check =>
  (input) =>
    names.some((name) => name in input)
      ? []
      : [
          {
            path: names[0],
            message: `set at least one of ${names.join(", ")}`,
            code: "empty_change"
          }
        ]

/** Allows at most one of these fields. */
export const atMostOne =
  (...names: ReadonlyArray<string>): Check =>
  (input) => {
    const [first, ...others] = names.filter((name) => name in input)
    return others.map((path) => ({ path, message: `cannot be set together with ${first}`, code: "exclusive" }))
  }
