import { Either } from "effect"
import type { ValidationIssue } from "../../errors/fields.ts"

/** The start of the next page: Discord's query parameter and its value. */
export interface Cursor {
  readonly by: "before" | "after" | "offset"
  readonly at: string
  /** The time at which the list ends, in milliseconds, if it is limited by time. */
  readonly end?: number
}

/** Formats a cursor as text. It is opaque to the caller. */
export const writeCursor = ({ at, by, end }: Cursor): string => `${by}:${at}${end === undefined ? "" : `/${end}`}`

/** The issue for a cursor that this list did not return. */
export const notACursor: ValidationIssue = {
  path: "cursor",
  message: "is not a next_cursor of this tool",
  code: "invalid_cursor"
}

/** Parses a cursor. */
export const readCursor = (value: string): Either.Either<Cursor, ValidationIssue> => {
  const [, by, at = "", end] = /^(before|after|offset):([^/]+)(?:\/(\d{1,15}))?$/.exec(value) ?? []
  return (by === "offset" && COUNT.test(at) && end === undefined) ||
    ((by === "before" || by === "after") && POSITION.test(at))
    ? Either.right({ by, at, ...(end !== undefined && { end: Number(end) }) })
    : Either.left(notACursor)
}

const COUNT = /^\d{1,6}$/

/** A position in a list: an id or a time. */
const POSITION = /^(\d{17,20}|\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d))$/

/** The value of `after` for the first page of a list by id. */
export const OLDEST = "0"

/** Sorts a page by id, because Discord's order varies. Items without id come first: no page starts after them. */
export const oldestFirst = <Item extends { readonly id?: string | undefined }>(
  items: ReadonlyArray<Item>
): ReadonlyArray<Item> => items.toSorted((a, b) => (BigInt(a.id ?? 0) < BigInt(b.id ?? 0) ? -1 : 1))
