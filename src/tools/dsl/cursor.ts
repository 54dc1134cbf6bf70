/** Where a list is read: from a cursor on, and within `since` and `until`. */
import { Either } from "effect"
import type { ValidationIssue } from "../../errors/fields.ts"
import { optional, timestamp } from "../../objects/schema/fields.ts"
import { createdAtMs, DISCORD_EPOCH_MS, firstIdAt } from "../../objects/schema/snowflake.ts"
import { isoTime } from "../../text/words.ts"
import { atMostOne, issueIf } from "./checks.ts"

/** The start of the next page: Discord's query parameter and its value. */
export interface Cursor {
  readonly by: "before" | "after" | "offset"
  readonly at: string
  /** The time at which the list ends, in milliseconds, if it is limited by time. */
  readonly end?: number
  /** In a sorted list: the number of items from `at` on that were returned. */
  readonly skip?: number
}

/** Formats a cursor as text. It is opaque to the caller. */
export const writeCursor = ({ at, by, end, skip }: Cursor): string =>
  `${by}:${at}${end === undefined ? "" : `/${end}`}${skip === undefined ? "" : `~${skip}`}`

/** The issue for a cursor that this list did not return. */
export const notACursor: ValidationIssue = {
  path: "cursor",
  message: "is not a next_cursor of this tool",
  code: "invalid_cursor"
}

/** Parses a cursor. */
export const readCursor = (value: string): Either.Either<Cursor, ValidationIssue> => {
  const [, by, at = "", end, skip] =
    /^(before|after|offset):([^/~]+)(?:\/(\d{1,15}))?(?:~(\d{1,6}))?$/.exec(value) ?? []
  return (by === "offset" && COUNT.test(at) && end === undefined && skip === undefined) ||
    ((by === "before" || by === "after") && POSITION.test(at))
    ? Either.right({
        by,
        at,
        ...(end !== undefined && { end: Number(end) }),
        ...(skip !== undefined && { skip: Number(skip) })
      })
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

/** Makes the input fields. `done` tells which time of an item is meant: `Sent`. */
export const timeFields = (done: string) => ({
  since: optional(timestamp(`${done} since: ISO 8601 time.`)),
  until: optional(timestamp(`${done} until: ISO 8601 time.`))
})

/** The decoded fields. */
export interface TimeInput {
  readonly since?: string | undefined
  readonly until?: string | undefined
}

/** Converts between positions of a list and times in milliseconds. Positions in requests are exclusive. */
export interface Timeline {
  readonly timeOf: (position: string) => number
  /** Returns the position for `before`: everything up to and including this time comes before it. */
  readonly before: (ms: number) => string
  /** Returns the position for `after`: everything from this time on comes after it. */
  readonly after: (ms: number) => string
}

/** Positions are ids. */
export const idTimes: Timeline = {
  timeOf: createdAtMs,
  before: (ms) => String(firstIdAt(ms + 1)),
  after: (ms) => String(ms <= DISCORD_EPOCH_MS ? 0n : firstIdAt(ms) - 1n)
}

/** Positions are ISO times. */
export const isoTimes: Timeline = {
  timeOf: (position) => Date.parse(position),
  before: (ms) => isoTime(ms + 1),
  after: (ms) => isoTime(ms - 1)
}

/** A time range in milliseconds, both ends included, and the positions of its list. */
export interface TimeRange {
  readonly since: number
  readonly until: number
  /** The cursor of the first request; undefined if nothing limits the beginning. */
  readonly start: Cursor | undefined
  /** The time at which the list ends, for its cursors. A list that is read backwards without `since` ends in 1970. */
  readonly end: number | undefined
}

/** Returns the time range of a call, if it has one. A cursor keeps the end of the range of its first call. */
export const timeRangeOf = (
  { since, until }: TimeInput,
  {
    cursor,
    forwards,
    times
  }: { readonly cursor: Cursor | undefined; readonly forwards: boolean; readonly times: Timeline }
): TimeRange | undefined => {
  const ends = cursor?.end === undefined ? [] : [cursor.end]
  const from = Math.max(...millis(since), ...(forwards ? [] : ends))
  const to = Math.min(...millis(until), ...(forwards ? ends : []))
  if (!Number.isFinite(from) && !Number.isFinite(to)) return undefined
  const near = forwards ? from : to
  const isInside =
    cursor !== undefined && (forwards ? times.timeOf(cursor.at) >= near : times.timeOf(cursor.at) <= near)
  const by = forwards ? "after" : "before"
  return {
    since: from,
    until: to,
    start: isInside || !Number.isFinite(near) ? cursor : { by, at: times[by](near) },
    end: !forwards ? Math.max(from, 0) : Number.isFinite(to) ? to : undefined
  }
}

/** Converts a range to the id limits of a search, both exclusive. */
export const idBounds = ({ since, until }: TimeInput): { readonly min_id?: string; readonly max_id?: string } => ({
  ...(since !== undefined && Date.parse(since) > DISCORD_EPOCH_MS && { min_id: idTimes.after(Date.parse(since)) }),
  ...(until !== undefined && { max_id: idTimes.before(Date.parse(until)) })
})

/** Validates the fields. */
export const timeIssues = ({ since, until }: TimeInput): ReadonlyArray<ValidationIssue> => [
  ...issueIf(
    since !== undefined && until !== undefined && Date.parse(since) > Date.parse(until),
    "since",
    "must not be later than until",
    "out_of_order"
  ),
  ...issueIf(
    until !== undefined && Date.parse(until) < DISCORD_EPOCH_MS,
    "until",
    "must not be before 2015: Discord has nothing older",
    "too_early"
  )
]

/** Rejects the fields beside other fields that limit the same end of the list. */
export const sameEndIssues =
  ({ newest = [], oldest = [] }: OtherEnds) =>
  (input: TimeInput): ReadonlyArray<ValidationIssue> => [
    ...oldest.flatMap((field) => atMostOne(field, "since")(input)),
    ...newest.flatMap((field) => atMostOne(field, "until")(input))
  ]

/** Other fields that limit the newest or oldest end of a list. */
interface OtherEnds {
  readonly newest?: ReadonlyArray<string>
  readonly oldest?: ReadonlyArray<string>
}

const millis = (time: string | undefined): ReadonlyArray<number> => (time === undefined ? [] : [Date.parse(time)])
