import { Either } from "effect"
import type { ValidationIssue } from "../../errors/fields.ts"

/** The start of the next page: Discord's query parameter and its value. */
export interface Cursor {
  readonly by: "before" | "after" | "offset"
  readonly at: string
}

/** The cursor as it is given out: opaque to the caller, readable to us. */
export const writeCursor = ({ at, by }: Cursor): string => `${by}:${at}`

/** The issue for a cursor that this list did not return. */
export const notACursor: ValidationIssue = {
  path: "cursor",
  message: "is not a next_cursor of this tool",
  code: "invalid_cursor"
}

/** Parses a cursor. */
export const readCursor = (value: string): Either.Either<Cursor, ValidationIssue> => {
  const [, by, at = ""] = /^(before|after|offset):(.+)$/.exec(value) ?? []
  return (by === "offset" && COUNT.test(at)) || ((by === "before" || by === "after") && PLACE.test(at))
    ? Either.right({ by, at })
    : Either.left(notACursor)
}

const COUNT = /^\d{1,6}$/

/** Lists go on after an id, or after a time. */
const PLACE = /^(\d{17,20}|\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d))$/
