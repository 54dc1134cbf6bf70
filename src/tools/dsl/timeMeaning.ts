/** Times in place of the ids around which a list is read. */
import type { Meaning } from "./fieldAliases.ts"
import type { ObjectShape } from "./inputShape.ts"

/** A time in place of an id around which a list is read belongs to `since` or `until`. */
export const timeMeaning = (name: string, given: unknown, { field }: ObjectShape): Meaning | undefined => {
  const to = boundFields.get(name)
  return to !== undefined && field(to) !== undefined && typeof given === "string" && TIME.test(given)
    ? { means: [to] }
    : undefined
}

const boundFields: ReadonlyMap<string, string> = new Map([
  ["before", "until"],
  ["after", "since"],
  ["min_id", "since"],
  ["max_id", "until"]
])

const TIME = /^\d{4}-\d\d-\d\d/
