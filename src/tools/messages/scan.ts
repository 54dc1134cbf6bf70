/** Reads the latest messages of a channel in bounded pages, newest first. */
import { Effect, Either, Schema } from "effect"
import * as Limits from "../../objects/schema/limits.ts"
import { originalOf } from "../../objects/schema/reply.ts"
import { counted } from "../../text/words.ts"
import { type Cursor, idTimes, readCursor, type TimeInput, timeRangeOf } from "../dsl/cursor.ts"
import { getReadable } from "../dsl/getJson.ts"
import { Progress } from "../dsl/Progress.ts"
import { Message } from "./view.ts"

/** What is read: at most `limit` messages of a channel. */
export interface ScanRange extends TimeInput {
  readonly channel_id: string
  readonly limit: number
  readonly before?: string
  readonly after?: string
  readonly cursor?: string
  /** Asks once more whether there are older messages if the limit ends the reading. */
  readonly isExact?: true
}

/** A message with a position in the channel. */
type Positioned = typeof Message.Type & { readonly id: string }

/** Returns whether a message has an id, after which the reading can continue. */
export const hasPosition = (message: typeof Message.Type): message is Positioned => message.id !== undefined

/** The messages that were read. */
export interface Scanned {
  readonly read: ReadonlyArray<typeof Message.Type>
  /** The oldest message. */
  readonly last: Positioned | undefined
  /** Whether the channel or the range has older messages. */
  readonly more: boolean
  /** The time at which the range ends, in milliseconds. */
  readonly end: number | undefined
}

/** Reads pages until the range, the channel or the limit ends, and reports progress. */
export const readLatest = Effect.fnUntraced(function* (input: ScanRange) {
  const { report } = yield* Progress
  const read: Array<typeof Message.Type> = []
  const cursor = cursorOf(input.cursor, "before")
  const range = timeRangeOf(input, { cursor, forwards: false, times: idTimes })
  const start = input.before ?? (range === undefined ? cursor : range.start)?.at
  const lowest = BigInt(input.after ?? (range === undefined ? 0 : idTimes.after(range.since)))
  const pageOf = (limit: number, before: string | undefined) =>
    Effect.map(getReadable(PAGE, ROUTE, { channel_id: input.channel_id }, { limit, before }), (page) => {
      const within = page.filter(({ id }) => id === undefined || BigInt(id) > lowest)
      return { within, isFull: originalOf(page).length === limit && within.length === page.length }
    })
  let last: Positioned | undefined
  let more = true
  while (more && read.length < input.limit) {
    const limit = Math.min(Limits.MESSAGES_PAGE_MAX, input.limit - read.length)
    const { isFull, within } = yield* pageOf(limit, last?.id ?? start)
    read.push(...within)
    const end = within.findLast(hasPosition)
    last = end ?? last
    // Without the position of a message, the reading cannot continue.
    more = isFull && end !== undefined
    yield* report({ done: read.length, total: input.limit, message: `${counted(read.length, "message")} scanned` })
  }
  // With a time range, only the next message shows whether the range has more.
  if (more && (range !== undefined || input.isExact === true)) more = (yield* pageOf(1, last?.id)).within.length > 0
  return { read, last, more, end: range?.end } satisfies Scanned as Scanned
})

const PAGE = Schema.Array(Message)
const ROUTE = "/channels/{channel_id}/messages"

/** Returns a cursor of this kind; `undefined` for another text. */
export const cursorOf = (cursor: string | undefined, by: Cursor["by"]): Cursor | undefined => {
  const parsed = cursor === undefined ? undefined : Either.getOrUndefined(readCursor(cursor))
  return parsed?.by === by ? parsed : undefined
}
