/** Reads lists from Discord: one page, all pages, or a time range. */
import { Effect, Either } from "effect"
import type { Reply } from "../../discord/DiscordRequest.ts"
import type { Reader } from "../../objects/schema/reply.ts"
import type { ToolResult } from "../ToolResult.ts"
import { type Cursor, readCursor, type TimeInput, type Timeline, timeRangeOf, writeCursor } from "./cursor.ts"
import { Progress } from "./Progress.ts"
import { type Locate, withOmissions } from "./view.ts"

/** How a tool reads pages. */
export interface Pages<Answer = unknown> {
  /** Reads the body of a page. */
  readonly reader: Reader<unknown>
  readonly locate?: Locate
  /** Converts between positions and times, for a list with `since` and `until`. */
  readonly times?: Timeline
  /** Returns the items of a page, and whether there is another page. `skipped`: the number of unreadable items. */
  readonly read: (
    body: unknown,
    input: object,
    skipped: number
  ) => { readonly items: ReadonlyArray<Item>; readonly more: boolean }
  readonly answer: (shown: ReadonlyArray<unknown>, rest: ListExtras, input: object) => Answer & object
  readonly empty: string
  readonly min: number
  /** The largest page size. `all` uses this size. */
  readonly max: number
}

/** An item of a result, with the cursor that continues after it. */
export interface Item {
  readonly shown: unknown
  readonly after: Cursor | undefined
}

/** The fields of a list result in addition to its items. */
export interface ListExtras {
  readonly next_cursor?: string
  readonly notice?: string
}

/** Maximum number of items that `all` reads. A cursor continues the list. */
export const ALL_MAX = 1000

/**
 * Reads one page. With `all`, or a limit above that of a page, reads pages until the list ends or `ALL_MAX` or the limit is
 * reached, and reports progress.
 * In a time range, reads one item more than the limit, to determine whether the range continues.
 * `send` reads one page from Discord. The result has the highest number of attempts that one page took.
 */
export const readPages = <Answer, E, R>(
  pages: Pages<Answer>,
  input: ListInput,
  send: (query: Readonly<Record<string, string | number>>) => Effect.Effect<Reply, E, R>
): Effect.Effect<ToolResult<Answer>, E, R> =>
  Effect.gen(function* () {
    const { report } = yield* Progress
    const everything = input.all === true
    const range = rangeOf(pages, input)
    const wanted = everything ? ALL_MAX : Number(input.limit ?? pages.max)
    const several = everything || wanted > pages.max
    const items: Array<Item> = []
    const omitted: Array<string> = []
    let next = range === undefined ? cursorOf(input) : range.start
    let more = true
    let attempts = 0
    do {
      const limit = range !== undefined ? pageSize(pages, wanted + 1 - items.length) : several && pages.max
      const asked = { ...(limit !== false && { limit }), ...(next !== undefined && queryOf(next)) }
      const reply = yield* send(asked)
      attempts = Math.max(attempts, reply.attempts)
      omitted.push(...(reply.omitted ?? []))
      const skipped = (reply.omitted ?? []).filter((path) => path.endsWith("]")).length
      const page = pages.read(reply.body, { ...input, ...asked }, skipped)
      items.push(...(range === undefined ? page.items : page.items.flatMap(range.inside)))
      next = cursorAfter(page.items)
      more = page.more && next !== undefined && range?.isPast(next) !== true
      if (several) yield* report({ done: items.length, message: `${items.length} read` })
    } while (more && (range === undefined ? several && items.length < wanted : items.length <= wanted))
    const kept = range === undefined && everything ? items : items.slice(0, wanted)
    const result = listResult(kept, {
      more: items.length > kept.length || (range === undefined && more),
      // An unreadable list is not an empty one.
      empty: omitted.length > 0 ? undefined : range === undefined ? pages.empty : EMPTY_RANGE,
      answer: (shown, rest) => pages.answer(shown, rest, input)
    })
    return { ...(omitted.length === 0 ? result : withOmissions(result, omitted, input)), attempts }
  })

const pageSize = ({ max, min }: Pick<Pages, "max" | "min">, wanted: number): number =>
  Math.min(max, Math.max(min, wanted))

/** The input fields that determine how much is read. */
interface ListInput extends TimeInput {
  readonly limit?: number
  readonly all?: boolean
  readonly cursor?: string
}

const EMPTY_RANGE = "The bot can see nothing here in this range of time."

/** Returns the time range of a call, if it has one. */
const rangeOf = ({ times }: Pick<Pages, "times">, input: ListInput) => {
  const cursor = cursorOf(input)
  const forwards = "after" in input || cursor?.by === "after"
  const range = times && timeRangeOf(input, { cursor, forwards, times })
  if (times === undefined || range === undefined) return undefined
  const { end, since, start, until } = range
  return {
    start,
    /** Whether a position is past the end of the range. */
    isPast: ({ at }: Cursor) => (forwards ? times.timeOf(at) > until : times.timeOf(at) < since),
    /** Returns the item if it is in the range, or if its position is unknown. Its cursor keeps the end of the range. */
    inside: ({ after, shown }: Item): ReadonlyArray<Item> => {
      if (after === undefined) return [{ after, shown }]
      const time = times.timeOf(after.at)
      return time < since || time > until ? [] : [{ shown, after: { ...after, ...(end !== undefined && { end }) } }]
    }
  }
}

/** Returns the position of a cursor in the arguments. */
export const cursorOf = ({ cursor }: Pick<ListInput, "cursor">): Cursor | undefined =>
  cursor === undefined ? undefined : Either.getOrUndefined(readCursor(cursor))

/** Returns the cursor after the last item that has one. An item without id has none, and is read again. */
const cursorAfter = (items: ReadonlyArray<Item>): Cursor | undefined =>
  items.findLast(({ after }) => after !== undefined)?.after

/** Converts a cursor to Discord's query. */
const queryOf = ({ at, by }: Cursor): Readonly<Record<string, string | number>> => ({
  [by]: by === "offset" ? Number(at) : at
})

/** Makes the result of a list. It can be shortened at any item; the cursor continues after that item. */
export const listResult = <Answer extends object>(
  items: ReadonlyArray<Item>,
  {
    answer,
    empty,
    end,
    more
  }: {
    readonly empty: string | undefined
    readonly more: boolean
    /** The cursor after all items, if it is not that of the last item. */
    readonly end?: Cursor | undefined
    readonly answer: (shown: ReadonlyArray<unknown>, rest: ListExtras) => Answer
  }
): ToolResult<Answer> => {
  const first = (count: number) => {
    const isWhole = count === items.length
    const next = isWhole && end !== undefined ? end : !isWhole || more ? cursorAfter(items.slice(0, count)) : undefined
    const shown = items.slice(0, count).map((item) => item.shown)
    return answer(shown, {
      ...(next !== undefined && { next_cursor: writeCursor(next) }),
      ...(items.length === 0 && empty !== undefined && { notice: empty })
    })
  }
  return { value: first(items.length), shorten: first, size: items.length }
}
