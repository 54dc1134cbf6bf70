/** A durable log of events with cursors. The oldest events are dropped beyond its bounds. */
import { Duration, Effect, Schedule } from "effect"
import { ValidationError } from "../errors/ClientErrors.ts"
import { CURSOR, keysOf, type Line, type LoggedEvent, type NewEvent } from "./GatewayEvent.ts"
import type { EventLogFailed, SegmentFiles } from "./SegmentFiles.ts"
import { defaultBounds, failedWith, type LogBounds, open, type Segment, sum } from "./Segments.ts"

/** What a reader asks for. */
export interface ReadOptions {
  /** The cursor of an earlier reading, or the id of an event. Unset: the newest events. */
  readonly after?: string | undefined
  /** The maximum number of events, at least 1. */
  readonly limit: number
  readonly filter?: (event: LoggedEvent) => boolean
}

/** Events in the order in which they were logged. */
export interface EventPage {
  readonly events: ReadonlyArray<LoggedEvent>
  /** The cursor for the next reading. It is after all events that were looked at. */
  readonly nextCursor: string
  /** The number of events after the cursor that are gone. */
  readonly truncated: number
  /** Whether the log has events after `nextCursor`. */
  readonly more: boolean
}

/** What a reader waits for. */
export interface WaitOptions {
  /** Selects the events that end the wait. By default every event does. */
  readonly filter?: (event: LoggedEvent) => boolean
  /** Is called with the cursor after events that the filter did not select. */
  readonly passed?: (cursor: string) => void
}

/** The size of a log. */
export interface EventLogStats {
  readonly events: number
  readonly bytes: number
  /** When the oldest event was written, in milliseconds since 1970. */
  readonly oldestAt?: number
  /** The number of gaps among the events. */
  readonly gaps: number
  /** The number of events that were not written since the start, because the log has them. */
  readonly duplicates: number
  /** The cursor after the newest event. */
  readonly cursor: string
}

/** A durable log of events with cursors. One process writes and reads it. */
export interface EventLog {
  /** Writes the events that the log does not have, and returns them. */
  readonly append: (events: ReadonlyArray<NewEvent>) => Effect.Effect<ReadonlyArray<LoggedEvent>, EventLogFailed>
  readonly read: (options: ReadOptions) => Effect.Effect<EventPage, EventLogFailed | ValidationError>
  /**
   * Completes when the log has an event after the cursor, or gets one that the filter selects. No event is lost between a
   * reading and a wait. A reader that waits holds no event in memory, and costs one call of its filter for each event.
   */
  readonly wait: (after: string, options?: WaitOptions) => Effect.Effect<void, ValidationError>
  /** Returns the cursor before the first event that was written at or after a time, in milliseconds since 1970. */
  readonly before: (ms: number) => Effect.Effect<string, EventLogFailed>
  /** Returns whether a cursor is of this log, and not after its newest event. */
  readonly has: (cursor: string) => boolean
  /** The cursor before all events that the log has had. */
  readonly start: string
  readonly stats: Effect.Effect<EventLogStats>
}

/** The newest events, which are kept in memory. Readers that wait need no file. */
const TAIL_EVENTS = 200

const PRUNE_EVERY = Duration.hours(1)

/** Opens the log in `files`, or creates it. */
export const make = Effect.fn("EventLog.make")(function* (files: SegmentFiles, bounds: LogBounds = defaultBounds) {
  const keys = new Map<Segment, Set<string>>()
  const gaps = new Map<Segment, number>()
  const remember = (segment: Segment, added: ReadonlyArray<NewEvent>) => {
    const known = keys.get(segment) ?? new Set()
    for (const key of added.flatMap(keysOf)) known.add(key)
    keys.set(segment, known)
    gaps.set(segment, (gaps.get(segment) ?? 0) + added.filter(({ event }) => event.type === "gap").length)
  }
  const segments = yield* open(files, bounds, {
    opened: remember,
    dropped: (segment) => {
      keys.delete(segment)
      gaps.delete(segment)
    }
  })
  const { log, writeMax } = segments
  const writing = yield* Effect.makeSemaphore(1)
  const waiting = new Set<(events: ReadonlyArray<LoggedEvent>) => void>()
  let duplicates = 0
  /** The newest events, without a gap up to the newest. */
  let tail: ReadonlyArray<Line> = []
  const newest = () => segments.next() - 1
  const cursorAt = (id: number) => `${log}-${id}`

  const append = Effect.fnUntraced(function* (events: ReadonlyArray<NewEvent>) {
    const fresh = withoutDuplicates(events, [...keys.values()])
    duplicates += events.length - fresh.length
    const appended: Array<LoggedEvent> = []
    for (let at = 0; at < fresh.length; at += writeMax) {
      const { lines, problem } = yield* segments.write(fresh.slice(at, at + writeMax))
      const segment = segments.list().at(-1)
      if (segment !== undefined) remember(segment, lines)
      tail = [...tail, ...lines].slice(-TAIL_EVENTS)
      const events = lines.map(loggedOf)
      appended.push(...events)
      if (events.length > 0) for (const tell of [...waiting]) tell(events)
      if (problem !== undefined) return yield* failedWith(problem)
    }
    return appended
  })

  /** Readers of the newest events get the same objects, so that each event is shown once. */
  const logged = new WeakMap<Line, LoggedEvent>()
  const loggedOf = (line: Line): LoggedEvent => {
    const known = logged.get(line) ?? { eventId: cursorAt(line.id), ...line.event }
    logged.set(line, known)
    return known
  }

  /** Returns the number of the last event before a cursor's reading. */
  const positionOf = (cursor: string): Effect.Effect<number, ValidationError> => {
    const [, name, id] = CURSOR.exec(cursor) ?? []
    if (name === undefined) return invalidCursor("is not a cursor of this server's events", "cursor")
    if (name !== log) return invalidCursor("belongs to another event log: of another bot, or of before", "other_log")
    return Number(id) > newest()
      ? invalidCursor("is after the newest event of the log", "ahead")
      : Effect.succeed(Number(id))
  }

  const before = Effect.fnUntraced(function* (ms: number) {
    let position = newest()
    for (const segment of segments.list().toReversed()) {
      const lines = yield* linesOf(segment, segment.first - 1)
      // The clock can be set back: the first of the events since then counts.
      const since = lines.find(({ at }) => at >= ms)
      if (since !== undefined) position = since.id - 1
      if (lines.length > 0 && lines[0] !== since) break
    }
    return cursorAt(position)
  })

  /** Returns the lines of a segment: those in memory, if they are all that is asked for. */
  const linesOf = (segment: Segment, after: number) =>
    Effect.map(
      (tail[0]?.id ?? Number.POSITIVE_INFINITY) <= after + 1 ? Effect.succeed(tail) : segments.read(segment),
      (lines) => lines.filter(({ id }) => id > after && id >= segment.first && id <= segment.last)
    )

  const readAfter = Effect.fnUntraced(function* (after: number, { filter, limit }: ReadOptions) {
    const end = newest()
    const events: Array<LoggedEvent> = []
    let position = after
    let truncated = 0
    for (const segment of segments.list()) {
      if (segment.last <= position) continue
      for (const line of yield* linesOf(segment, position)) {
        if (line.id > end || events.length === limit) break
        truncated += line.id - position - 1
        position = line.id
        const event = loggedOf(line)
        if (filter?.(event) !== false) events.push(event)
      }
      if (events.length === limit) break
    }
    if (events.length < limit) {
      truncated += end - position
      position = end
    }
    return {
      events,
      nextCursor: cursorAt(position),
      truncated,
      more: position < newest()
    } satisfies EventPage as EventPage
  })

  const readNewest = Effect.fnUntraced(function* ({ filter, limit }: ReadOptions) {
    const end = newest()
    let events: ReadonlyArray<LoggedEvent> = []
    for (const segment of segments.list().toReversed()) {
      const lines = yield* linesOf(segment, segment.first - 1)
      const matching = lines
        .filter(({ id }) => id <= end)
        .map(loggedOf)
        .filter((event) => filter?.(event) !== false)
      events = [...matching, ...events].slice(-limit)
      if (events.length === limit) break
    }
    return { events, nextCursor: cursorAt(end), truncated: 0, more: end < newest() } satisfies EventPage as EventPage
  })

  const waitAfter = (position: number, { filter = () => true, passed }: WaitOptions): Effect.Effect<void> =>
    Effect.async((resume) => {
      const tell = (events: ReadonlyArray<LoggedEvent>) => {
        if (!events.some(filter)) return passed?.(cursorAt(newest()))
        waiting.delete(tell)
        resume(Effect.void)
      }
      if (newest() > position) return resume(Effect.void)
      waiting.add(tell)
      return Effect.sync(() => waiting.delete(tell))
    })

  yield* writing
    .withPermits(1)(segments.prune)
    .pipe(
      Effect.catchAll(({ problem }) => Effect.logWarning(`old events could not be removed: ${problem}`)),
      Effect.repeat(Schedule.spaced(PRUNE_EVERY)),
      Effect.forkScoped
    )
  return {
    append: (events) => writing.withPermits(1)(Effect.uninterruptible(append(events))),
    read: (options) =>
      options.after === undefined
        ? readNewest(options)
        : Effect.flatMap(positionOf(options.after), (position) => readAfter(position, options)),
    wait: (after, options = {}) => Effect.flatMap(positionOf(after), (position) => waitAfter(position, options)),
    before,
    has: (cursor) => {
      const [, name, id] = CURSOR.exec(cursor) ?? []
      return name === log && Number(id) <= newest()
    },
    start: cursorAt(0),
    stats: Effect.sync(() => {
      const list = segments.list()
      const oldestAt = Math.min(...list.map((segment) => segment.oldestAt))
      return {
        events: sum(list, "lines"),
        bytes: sum(list, "bytes"),
        ...(Number.isFinite(oldestAt) && { oldestAt }),
        gaps: [...gaps.values()].reduce((total, count) => total + count, 0),
        duplicates,
        cursor: cursorAt(newest())
      }
    })
  } satisfies EventLog as EventLog
})

const invalidCursor = (problem: string, code: string) =>
  Effect.fail(
    new ValidationError({
      validation_issues: [
        { path: "after", message: `${problem}: omit it to read the newest events, then go on with their cursor`, code }
      ]
    })
  )

/** Returns the events that are not in the log, each once. */
const withoutDuplicates = (events: ReadonlyArray<NewEvent>, known: ReadonlyArray<ReadonlySet<string>>) => {
  const added = new Set<string>()
  return events.filter((event) => {
    const own = keysOf(event)
    if (own.some((key) => added.has(key) || known.some((keys) => keys.has(key)))) return false
    for (const key of own) added.add(key)
    return true
  })
}
