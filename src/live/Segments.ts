/**
 * Numbered lines in segments. A process that is killed during a write leaves at most one torn line: no reader returns it,
 * and the next write starts on a new line. Numbers are never used again.
 */
import { Clock, Duration, Effect, Option, Random } from "effect"
import { counted } from "../text/words.ts"
import { formatLine, type Line, type NewEvent, parseLine } from "./GatewayEvent.ts"
import { EventLogFailed, type SegmentFiles } from "./SegmentFiles.ts"

/** The bounds of a log: a number of events, of bytes, and an age. */
export interface LogBounds {
  readonly events: number
  readonly bytes: number
  readonly age: Duration.Duration
}

/** At most 10,000 events, 64 MB, and events of seven days. */
export const defaultBounds: LogBounds = { events: 10_000, bytes: 64 * 1024 * 1024, age: Duration.days(7) }

/** A segment is a twentieth of a log, and a write is at most a fifth of a segment. */
const SEGMENTS = 20
const WRITES = 5

/** A file of lines. */
export interface Segment {
  readonly name: string
  /** The number of its first line. */
  readonly first: number
  /** The number of the last line of the segment before. */
  readonly before: number
  /** The number of its last line. Less than `first` if it has none. */
  last: number
  lines: number
  bytes: number
  /** The time of its oldest line. Infinite if it has none. */
  oldestAt: number
}

/** Numbered lines in segments, oldest first. */
export interface Segments {
  /** The name of the log, which is in the name of each file. */
  readonly log: string
  /** The maximum number of lines of one write. */
  readonly writeMax: number
  readonly list: () => ReadonlyArray<Segment>
  /** The number of the next line. */
  readonly next: () => number
  /** Writes lines, after it has dropped what does not fit. On a full disk it writes a part of them. */
  readonly write: (events: ReadonlyArray<NewEvent>) => Effect.Effect<WrittenLines, EventLogFailed>
  readonly read: (segment: Segment) => Effect.Effect<ReadonlyArray<Line>, EventLogFailed>
  /** Drops the segments with a line that is too old. */
  readonly prune: Effect.Effect<void, EventLogFailed>
}

/** The lines that were written, and why not all. */
export interface WrittenLines {
  readonly lines: ReadonlyArray<Line>
  readonly problem?: string
}

/** Receives the lines of each segment, and each dropped segment. */
interface SegmentListener {
  readonly opened: (segment: Segment, lines: ReadonlyArray<Line>) => void
  readonly dropped: (segment: Segment) => void
}

/** Opens the log in `files`, or creates it. Calls back with the lines of each segment, and with each dropped segment. */
export const open = Effect.fnUntraced(function* (files: SegmentFiles, bounds: LogBounds, on: SegmentListener) {
  const names = segmentNames(yield* files.names)
  const log = names.at(-1)?.log ?? (yield* newName)
  const segments = new SegmentList({ files, bounds, on, log })
  yield* segments.load(names.filter((one) => one.log === log))
  return segments satisfies Segments as Segments
})

/** What a list of segments uses. */
interface SegmentListParts {
  readonly files: SegmentFiles
  readonly bounds: LogBounds
  readonly on: SegmentListener
  readonly log: string
}

/** The segments of a log, oldest first. */
class SegmentList {
  readonly log: string
  readonly writeMax: number
  readonly #files: SegmentFiles
  readonly #bounds: LogBounds
  readonly #on: SegmentListener
  readonly #ageMs: number
  readonly #segmentLines: number
  #segments: ReadonlyArray<Segment> = []
  #next = 1
  /** Whether the newest segment ends with a torn line. */
  #torn = false

  constructor({ bounds, files, log, on }: SegmentListParts) {
    this.log = log
    this.#files = files
    this.#bounds = bounds
    this.#on = on
    this.#ageMs = Duration.toMillis(bounds.age)
    this.#segmentLines = bounds.events / SEGMENTS
    this.writeMax = Math.max(1, Math.floor(this.#segmentLines / WRITES))
  }

  list(): ReadonlyArray<Segment> {
    return this.#segments
  }

  next(): number {
    return this.#next
  }

  get prune(): Effect.Effect<void, EventLogFailed> {
    return Effect.flatMap(Clock.currentTimeMillis, (nowMs) => this.#drop(nowMs, 0, 0))
  }

  /** Reads the files of the log. Without a file, it creates one. */
  load(names: ReadonlyArray<SegmentName>) {
    return Effect.gen(this, function* () {
      for (const { first, name } of names) {
        const text = yield* this.#files.read(name)
        const before = this.#next - 1
        const lines = numbered(text, first, before)
        const segment = { ...emptySegment(name, first), before, bytes: Buffer.byteLength(text) }
        addTo(segment, lines)
        this.#segments = [...this.#segments, segment]
        this.#torn = text !== "" && !text.endsWith("\n")
        yield* warnOfDamage(name, text, lines.length, this.#torn)
        this.#next = Math.max(this.#next, first, segment.last + 1)
        this.#on.opened(segment, lines)
      }
      if (this.#segments.length === 0) yield* this.#start()
    })
  }

  read({ before, first, name }: Segment) {
    return Effect.map(this.#files.read(name), (text) => numbered(text, first, before))
  }

  write(events: ReadonlyArray<NewEvent>): Effect.Effect<WrittenLines, EventLogFailed> {
    return Effect.gen(this, function* () {
      const at = yield* Clock.currentTimeMillis
      const lines = events.map((event, index): Line => ({ id: this.#next + index, at, ...event }))
      const text = lines.map((line) => `${formatLine(line)}\n`).join("")
      const size = Buffer.byteLength(text)
      yield* this.#drop(at, lines.length, size)
      const newest = this.#segments.at(-1)
      const segment = newest === undefined || this.#isFull(newest, at) ? yield* this.#start() : newest
      const bytes = Buffer.from(`${this.#torn ? "\n" : ""}${text}`)
      const { problem, written } = yield* this.#files.append(segment.name, bytes)
      if (written > 0) this.#torn = bytes[written - 1] !== LINE_BREAK
      const complete = lines.slice(0, completeIn(bytes, written))
      addTo(segment, complete)
      segment.bytes += written
      this.#next += complete.length
      return { lines: complete, ...(problem !== undefined && { problem }) }
    })
  }

  #isFull({ bytes, lines, oldestAt }: Segment, nowMs: number): boolean {
    return (
      lines + this.writeMax > this.#segmentLines ||
      bytes >= this.#bounds.bytes / SEGMENTS ||
      oldestAt <= nowMs - this.#ageMs / SEGMENTS
    )
  }

  #start() {
    return Effect.gen(this, function* () {
      const segment = emptySegment(fileName(this.log, this.#next), this.#next)
      // The file of an empty segment keeps the name of the log and the next number.
      yield* this.#files.append(segment.name, new Uint8Array())
      this.#segments = [...this.#segments, segment]
      this.#torn = false
      return segment
    })
  }

  /** Drops the oldest segments until more lines fit, and those that are too old. */
  #drop(nowMs: number, lines: number, bytes: number) {
    return Effect.gen(this, function* () {
      for (;;) {
        const [oldest] = this.#segments
        if (oldest === undefined || !this.#mustGo(oldest, nowMs, lines, bytes)) return
        if (this.#segments.length === 1) yield* this.#start()
        yield* this.#files.remove(oldest.name)
        this.#segments = this.#segments.slice(1)
        this.#on.dropped(oldest)
      }
    })
  }

  #mustGo({ oldestAt }: Segment, nowMs: number, lines: number, bytes: number): boolean {
    return (
      oldestAt <= nowMs - this.#ageMs ||
      (this.#segments.length > 1 &&
        (sum(this.#segments, "lines") + lines > this.#bounds.events ||
          sum(this.#segments, "bytes") + bytes > this.#bounds.bytes))
    )
  }
}

/** Returns the lines whose numbers follow each other: a damaged file can have any. */
const numbered = (text: string, first: number, before: number): ReadonlyArray<Line> => {
  let last = Math.max(first - 1, before)
  return linesOf(text).filter(({ id }) => {
    const follows = id > last && id < first + NUMBERS_MAX
    if (follows) last = id
    return follows
  })
}

const LINE_BREAK = 10

/** The numbers of a segment are fewer. */
const NUMBERS_MAX = 100_000

const emptySegment = (name: string, first: number): Segment => ({
  name,
  first,
  before: first - 1,
  last: first - 1,
  lines: 0,
  bytes: 0,
  oldestAt: Number.POSITIVE_INFINITY
})

const addTo = (segment: Segment, lines: ReadonlyArray<Line>): void => {
  segment.lines += lines.length
  for (const { at, id } of lines) {
    segment.last = id
    segment.oldestAt = Math.min(segment.oldestAt, at)
  }
}

/** Returns the sum of the lines or of the bytes of segments. */
export const sum = (segments: ReadonlyArray<Segment>, of: "lines" | "bytes"): number =>
  segments.reduce((total, segment) => total + segment[of], 0)

const linesOf = (text: string): ReadonlyArray<Line> =>
  text.split("\n").flatMap((line) => (line === "" ? [] : Option.toArray(parseLine(line))))

/** Warns of the lines of a file that no reader returns. The last one may only be torn: its write was interrupted. */
const warnOfDamage = (name: string, text: string, lines: number, torn: boolean) => {
  const written = text.split("\n").filter((line) => line !== "").length - (torn ? 1 : 0)
  return written > lines
    ? Effect.logWarning(`${counted(written - lines, "line")} of ${name} in the event log cannot be read: skipped`)
    : Effect.void
}

/** Returns how many lines a reader finds in the first bytes. The line break of the last one may be missing. */
const completeIn = (bytes: Uint8Array, written: number): number =>
  bytes.reduce((count, byte, at) => (byte === LINE_BREAK && at > 0 && at <= written ? count + 1 : count), 0)

const fileName = (log: string, first: number): string => `${log}-${String(first).padStart(ID_DIGITS, "0")}.jsonl`

const ID_DIGITS = 15
const FILE_NAME = /^([\da-f]{12})-(\d{15})\.jsonl$/

/** The name of a file, the log that it belongs to, and the number of its first line. */
interface SegmentName {
  readonly name: string
  readonly log: string
  readonly first: number
}

/** Returns the segments among the names of files, in the order of their numbers. */
const segmentNames = (names: ReadonlyArray<string>): ReadonlyArray<SegmentName> =>
  names
    .flatMap((name) => {
      const [, log, first] = FILE_NAME.exec(name) ?? []
      return log === undefined ? [] : [{ name, log, first: Number(first) }]
    })
    .sort((a, b) => a.first - b.first)

const newName = Effect.map(Effect.replicateEffect(Random.nextIntBetween(0, 2 ** 24), 2), (numbers) =>
  numbers.map((number) => number.toString(16).padStart(6, "0")).join("")
)

/** Returns the failure of a write. */
export const failedWith = (problem: string): EventLogFailed => new EventLogFailed({ problem })
