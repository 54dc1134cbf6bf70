/** A durable log of events with cursors. The oldest events are dropped beyond its bounds. */
import { Duration, Effect, Schedule } from "effect"
import { ValidationError } from "../errors/DiscordMcpError.ts"
import { CURSOR, keysOf, type Line, type LoggedEvent, type NewEvent } from "./GatewayEvent.ts"
import type { EventLogFailed, SegmentFiles } from "./SegmentFiles.ts"
import { defaultBounds, failedWith, type LogBounds, open, type Segment, type Segments, sum } from "./Segments.ts"

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
  const keys = new LogKeys()
  const segments = yield* open(files, bounds, {
    opened: (segment, lines) => keys.add(segment, lines),
    dropped: (segment) => keys.drop(segment)
  })
  const writing = yield* Effect.makeSemaphore(1)
  yield* writing
    .withPermits(1)(segments.prune)
    .pipe(
      Effect.catchAll(({ problem }) => Effect.logWarning(`old events could not be removed: ${problem}`)),
      Effect.repeat(Schedule.spaced(PRUNE_EVERY)),
      Effect.forkScoped
    )
  return new SegmentedLog(segments, keys, writing) satisfies EventLog as EventLog
})

/** The keys of the events in each segment, and its number of gaps. */
class LogKeys {
  readonly #keys = new Map<Segment, Set<string>>()
  readonly #gaps = new Map<Segment, number>()

  get gaps(): number {
    return [...this.#gaps.values()].reduce((total, count) => total + count, 0)
  }

  add(segment: Segment, added: ReadonlyArray<NewEvent>): void {
    const keys = this.#keys.get(segment) ?? new Set()
    for (const key of added.flatMap(keysOf)) keys.add(key)
    this.#keys.set(segment, keys)
    this.#gaps.set(segment, (this.#gaps.get(segment) ?? 0) + added.filter(({ event }) => event.type === "gap").length)
  }

  drop(segment: Segment): void {
    this.#keys.delete(segment)
    this.#gaps.delete(segment)
  }

  /** Returns the events that are not in the log, each once. */
  withoutDuplicates(events: ReadonlyArray<NewEvent>): ReadonlyArray<NewEvent> {
    const logged = [...this.#keys.values()]
    const added = new Set<string>()
    return events.filter((event) => {
      const own = keysOf(event)
      if (own.some((key) => added.has(key) || logged.some((keys) => keys.has(key)))) return false
      for (const key of own) added.add(key)
      return true
    })
  }
}

/** Is called with the events of each write. */
type Listener = (events: ReadonlyArray<LoggedEvent>) => void

/** A log in segments. */
class SegmentedLog implements EventLog {
  readonly #segments: Segments
  readonly #keys: LogKeys
  /** Held by a write. */
  readonly #writing: Effect.Semaphore
  readonly #waiting = new Set<Listener>()
  #duplicates = 0
  /** The newest events, without a gap up to the newest. */
  #tail: ReadonlyArray<Line> = []
  /** Readers of the newest events get the same objects, so that each event is shown once. */
  readonly #logged = new WeakMap<Line, LoggedEvent>()

  constructor(segments: Segments, keys: LogKeys, writing: Effect.Semaphore) {
    this.#segments = segments
    this.#keys = keys
    this.#writing = writing
  }

  get start(): string {
    return this.#cursorAt(0)
  }

  get stats(): Effect.Effect<EventLogStats> {
    return Effect.sync(() => {
      const list = this.#segments.list()
      const oldestAt = Math.min(...list.map((segment) => segment.oldestAt))
      return {
        events: sum(list, "lines"),
        bytes: sum(list, "bytes"),
        ...(Number.isFinite(oldestAt) && { oldestAt }),
        gaps: this.#keys.gaps,
        duplicates: this.#duplicates,
        cursor: this.#cursorAt(this.#newest)
      }
    })
  }

  append(events: ReadonlyArray<NewEvent>) {
    return this.#writing.withPermits(1)(Effect.uninterruptible(this.#write(events)))
  }

  read(options: ReadOptions) {
    return options.after === undefined
      ? this.#readNewest(options)
      : Effect.flatMap(this.#positionOf(options.after), (position) => this.#readAfter(position, options))
  }

  wait(after: string, options: WaitOptions = {}) {
    return Effect.flatMap(this.#positionOf(after), (position) => this.#waitAfter(position, options))
  }

  before(ms: number) {
    return Effect.gen(this, function* () {
      let position = this.#newest
      for (const segment of this.#segments.list().toReversed()) {
        const lines = yield* this.#linesOf(segment, segment.first - 1)
        // The clock can be set back: the first of the events since then counts.
        const since = lines.find(({ at }) => at >= ms)
        if (since !== undefined) position = since.id - 1
        if (lines.length > 0 && lines[0] !== since) break
      }
      return this.#cursorAt(position)
    })
  }

  has(cursor: string): boolean {
    const [, name, id] = CURSOR.exec(cursor) ?? []
    return name === this.#segments.log && Number(id) <= this.#newest
  }

  get #newest(): number {
    return this.#segments.next() - 1
  }

  #cursorAt(id: number): string {
    return `${this.#segments.log}-${id}`
  }

  #write(events: ReadonlyArray<NewEvent>) {
    return Effect.gen(this, function* () {
      const { writeMax } = this.#segments
      const fresh = this.#keys.withoutDuplicates(events)
      this.#duplicates += events.length - fresh.length
      const appended: Array<LoggedEvent> = []
      for (let at = 0; at < fresh.length; at += writeMax) {
        const { lines, problem } = yield* this.#segments.write(fresh.slice(at, at + writeMax))
        const segment = this.#segments.list().at(-1)
        if (segment !== undefined) this.#keys.add(segment, lines)
        this.#tail = [...this.#tail, ...lines].slice(-TAIL_EVENTS)
        const written = lines.map((line) => this.#loggedOf(line))
        appended.push(...written)
        if (written.length > 0) for (const tell of [...this.#waiting]) tell(written)
        if (problem !== undefined) return yield* failedWith(problem)
      }
      return appended
    })
  }

  #loggedOf(line: Line): LoggedEvent {
    const event = this.#logged.get(line) ?? { eventId: this.#cursorAt(line.id), ...line.event }
    this.#logged.set(line, event)
    return event
  }

  /** Returns the number of the last event before a cursor's reading. */
  #positionOf(cursor: string): Effect.Effect<number, ValidationError> {
    const [, name, id] = CURSOR.exec(cursor) ?? []
    if (name === undefined) return invalidCursor("is not a cursor of this server's events", "cursor")
    if (name !== this.#segments.log) {
      return invalidCursor("belongs to another event log: of another bot, or of before", "other_log")
    }
    return Number(id) > this.#newest
      ? invalidCursor("is after the newest event of the log", "ahead")
      : Effect.succeed(Number(id))
  }

  /** Returns the lines of a segment: those in memory, if they are all that is asked for. */
  #linesOf(segment: Segment, after: number) {
    const isInMemory = (this.#tail[0]?.id ?? Number.POSITIVE_INFINITY) <= after + 1
    return Effect.map(isInMemory ? Effect.succeed(this.#tail) : this.#segments.read(segment), (lines) =>
      lines.filter(({ id }) => id > after && id >= segment.first && id <= segment.last)
    )
  }

  #readAfter(after: number, { filter, limit }: ReadOptions): Effect.Effect<EventPage, EventLogFailed> {
    return Effect.gen(this, function* () {
      const end = this.#newest
      const events: Array<LoggedEvent> = []
      let position = after
      let truncated = 0
      for (const segment of this.#segments.list()) {
        if (segment.last <= position) continue
        for (const line of yield* this.#linesOf(segment, position)) {
          if (line.id > end || events.length === limit) break
          truncated += line.id - position - 1
          position = line.id
          const event = this.#loggedOf(line)
          if (filter?.(event) !== false) events.push(event)
        }
        if (events.length === limit) break
      }
      if (events.length < limit) {
        truncated += end - position
        position = end
      }
      return { events, nextCursor: this.#cursorAt(position), truncated, more: position < this.#newest }
    })
  }

  #readNewest({ filter, limit }: ReadOptions): Effect.Effect<EventPage, EventLogFailed> {
    return Effect.gen(this, function* () {
      const end = this.#newest
      let events: ReadonlyArray<LoggedEvent> = []
      for (const segment of this.#segments.list().toReversed()) {
        const lines = yield* this.#linesOf(segment, segment.first - 1)
        const matching = lines
          .filter(({ id }) => id <= end)
          .map((line) => this.#loggedOf(line))
          .filter((event) => filter?.(event) !== false)
        events = [...matching, ...events].slice(-limit)
        if (events.length === limit) break
      }
      return { events, nextCursor: this.#cursorAt(end), truncated: 0, more: end < this.#newest }
    })
  }

  #waitAfter(position: number, { filter = () => true, passed }: WaitOptions): Effect.Effect<void> {
    return Effect.async((resume) => {
      const tell: Listener = (events) => {
        if (!events.some(filter)) return passed?.(this.#cursorAt(this.#newest))
        this.#waiting.delete(tell)
        resume(Effect.void)
      }
      if (this.#newest > position) return resume(Effect.void)
      this.#waiting.add(tell)
      return Effect.sync(() => this.#waiting.delete(tell))
    })
  }
}

const invalidCursor = (problem: string, code: string) =>
  Effect.fail(
    new ValidationError({
      validation_issues: [
        { path: "after", message: `${problem}: omit it to read the newest events, then go on with their cursor`, code }
      ]
    })
  )
