/** Rules across the fields of an input, for the `check` of a row. */
import type { ValidationIssue } from "../../errors/fields.ts"

type Check = (input: object) => ReadonlyArray<ValidationIssue>

/** A change must change something: at least one of these fields must be there. */
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

/** Of these fields only one may be there. */
export const atMostOne =
  (...names: ReadonlyArray<string>): Check =>
  (input) => {
    const [first, ...others] = names.filter((name) => name in input)
    return others.map((path) => ({ path, message: `cannot be set together with ${first}`, code: "exclusive" }))
  }
