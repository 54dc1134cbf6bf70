// Each test has its own directory and ends with it.
// @effect-diagnostics strictEffectProvide:off
import * as FileSystem from "@effect/platform/FileSystem"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, FastCheck, Fiber, Logger, Scope, TestClock } from "effect"
import { ValidationError } from "../../src/errors/DiscordMcpError.ts"
import * as EventLog from "../../src/live/EventLog.ts"
import type { LoggedEvent } from "../../src/live/GatewayEvent.ts"
import { type EventLogFailed, inDirectory, inMemory } from "../../src/live/SegmentFiles.ts"
import { defaultBounds } from "../../src/live/Segments.ts"
import { nodeContext } from "../nodeContext.ts"
import { runs } from "../turns.ts"
import { breakable, breakages, messageEvent, numberOf } from "./sampleEvents.ts"

const { array, constant, integer, nat, oneof, record } = FastCheck

const steps = array(
  oneof(
    { weight: 4, arbitrary: record({ do: constant("append" as const), count: integer({ min: 1, max: 8 }) }) },
    { weight: 2, arbitrary: record({ do: constant("replay" as const), back: nat(20) }) },
    {
      weight: 4,
      arbitrary: record({ do: constant("read" as const), reader: nat(2), limit: integer({ min: 1, max: 15 }) })
    },
    { weight: 1, arbitrary: record({ do: constant("restart" as const) }) },
    { weight: 2, arbitrary: record({ do: constant("break" as const), breakage: breakages }) }
  ),
  { minLength: 4, maxLength: 10 }
)

/** Bounds that no run exceeds, with segments of 20 events. */
const SMALL = { ...defaultBounds, events: 400 }

/** A log whose process can end, and start again over the same files. */
const restartable = Effect.fnUntraced(function* () {
  const files = inMemory(new Map())
  const broken = breakable(files)
  let scope = yield* Scope.make()
  let log = yield* Scope.extend(EventLog.make(broken.files, SMALL), scope)
  return {
    ...broken,
    log: () => log,
    restart: Effect.gen(function* () {
      yield* Scope.close(scope, Exit.void)
      scope = yield* Scope.make()
      log = yield* Scope.extend(EventLog.make(broken.files, SMALL), scope)
    }),
    end: Effect.suspend(() => Scope.close(scope, Exit.void))
  }
})

const readAll = Effect.fnUntraced(function* (log: EventLog.EventLog, after: string, limit = 100) {
  const events: Array<LoggedEvent> = []
  let [cursor, more] = [after, true]
  while (more) {
    const page = yield* log.read({ after: cursor, limit })
    assert.strictEqual(page.truncated, 0)
    events.push(...page.events)
    ;[cursor, more] = [page.nextCursor, page.more]
  }
  return { events, cursor }
})

describe("the event log", () => {
  it.effect.prop(
    "loses no event and delivers none twice to readers with cursors, under replays, restarts, full disks and kills",
    { steps },
    ({ steps }) =>
      Effect.gen(function* () {
        const process = yield* restartable()
        const start = (yield* process.log().stats).cursor
        const readers = [0, 1, 2].map(() => ({ cursor: start, numbers: [] as Array<number> }))
        let sent = 0
        let how: "killed" | "full" = "full"
        // As the gateway does: what was not acknowledged is sent again.
        const append = (from: number, to: number): Effect.Effect<void, EventLogFailed> =>
          Effect.gen(function* () {
            const events = Array.from({ length: to - from }, (_, index) => messageEvent(from + index))
            const exit = yield* Effect.exit(process.log().append(events))
            if (Exit.isSuccess(exit)) return
            if (how === "killed") yield* process.restart
            yield* append(from, to)
          })
        const read = Effect.fnUntraced(function* (reader: (typeof readers)[number], limit: number) {
          const page = yield* process.log().read({ after: reader.cursor, limit })
          assert.strictEqual(page.truncated, 0)
          assert.isAtMost(page.events.length, limit)
          reader.numbers.push(...page.events.map(numberOf))
          reader.cursor = page.nextCursor
          return page.more
        })
        for (const step of steps) {
          if (step.do === "append") {
            yield* append(sent, sent + step.count)
            sent += step.count
          } else if (step.do === "replay") {
            yield* append(Math.max(0, sent - step.back), sent)
          } else if (step.do === "restart") {
            yield* process.restart
          } else if (step.do === "break") {
            how = step.breakage.how
            process.breakNext(step.breakage)
          } else {
            yield* read(readers[step.reader] ?? { cursor: start, numbers: [] }, step.limit)
          }
        }
        const expected = Array.from({ length: sent }, (_, number) => number)
        for (const reader of readers) {
          while (yield* read(reader, 100)) yield* Effect.void
          assert.deepStrictEqual(reader.numbers, expected)
        }
        yield* process.restart
        const { events } = yield* readAll(process.log(), start)
        assert.deepStrictEqual(events.map(numberOf), expected)
        assert.strictEqual(new Set(events.map(({ eventId }) => eventId)).size, sent)
        yield* process.end
      }),
    { fastCheck: { numRuns: runs(1000) } }
  )

  it.effect("gives the number of events that are gone to a reader that comes too late", () =>
    Effect.gen(function* () {
      const log = yield* EventLog.make(inMemory(), { ...defaultBounds, events: 100 })
      const { cursor } = yield* log.stats
      for (let number = 0; number < 1000; number++) yield* log.append([messageEvent(number)])
      const { events } = yield* log.stats
      assert.isAtMost(events, 100)
      assert.isAtLeast(events, 95)
      const page = yield* log.read({ after: cursor, limit: 40 })
      assert.strictEqual(page.truncated, 1000 - events)
      assert.deepStrictEqual(page.events.map(numberOf), numbers(1000 - events, 1000 - events + 40))
      assert.isTrue(page.more)
      const rest = yield* readAll(log, page.nextCursor, 7)
      assert.deepStrictEqual(rest.events.map(numberOf), numbers(1000 - events + 40, 1000))
    }).pipe(Effect.scoped)
  )

  it.effect("holds at most so many bytes", () =>
    Effect.gen(function* () {
      const log = yield* EventLog.make(inMemory(), { ...defaultBounds, bytes: 200_000 })
      for (let number = 0; number < 100; number++) {
        yield* log.append([messageEvent(number, { content: "x".repeat(4000) })])
        assert.isAtMost((yield* log.stats).bytes, 200_000)
      }
      assert.isAtLeast((yield* log.stats).bytes, 180_000)
    }).pipe(Effect.scoped)
  )

  it.effect("drops events before they are seven days old, also if nothing is written or read", () =>
    Effect.gen(function* () {
      const files = new Map<string, string>()
      const log = yield* EventLog.make(inMemory(files))
      for (let hour = 0; hour < 14 * 24; hour += 4) {
        yield* log.append([messageEvent(hour)])
        yield* TestClock.adjust("4 hours")
        const { oldestAt = 0 } = yield* log.stats
        assert.isAtLeast(oldestAt, (hour + 4) * 3_600_000 - 7 * 24 * 3_600_000)
      }
      assert.isAtLeast((yield* log.stats).events, 6.5 * 6)
      yield* TestClock.adjust("8 days")
      const { cursor, events } = yield* log.stats
      assert.strictEqual(events, 0)
      assert.deepStrictEqual([...files.values()], [""])
      // The numbers go on.
      const again = yield* Effect.scoped(
        Effect.flatMap(EventLog.make(inMemory(files)), (log) => log.append([messageEvent(1)]))
      )
      assert.deepStrictEqual(
        again.map(({ eventId }) => eventId),
        [`${cursor.split("-")[0]}-${14 * 6 + 1}`]
      )
    }).pipe(Effect.scoped)
  )

  it.effect("gives the newest events in order to a reader without a cursor", () =>
    Effect.gen(function* () {
      const log = yield* EventLog.make(inMemory(), SMALL)
      yield* log.append(numbers(0, 300).map((number) => messageEvent(number)))
      const isEven = (event: LoggedEvent) => numberOf(event) % 2 === 0
      const newest = yield* log.read({ limit: 30, filter: isEven })
      assert.deepStrictEqual(
        newest.events.map(numberOf),
        numbers(120, 150).map((half) => half * 2)
      )
      assert.deepStrictEqual((yield* log.read({ after: newest.nextCursor, limit: 5 })).events, [])
      const none = yield* log.read({ limit: 30, filter: () => false })
      assert.deepStrictEqual(none, { events: [], nextCursor: newest.nextCursor, truncated: 0, more: false })
    }).pipe(Effect.scoped)
  )

  it.effect("goes on after the last event that a full page has, also with a filter", () =>
    Effect.gen(function* () {
      const log = yield* EventLog.make(inMemory(), SMALL)
      const { cursor } = yield* log.stats
      yield* log.append(numbers(0, 300).map((number) => messageEvent(number)))
      const seen: Array<number> = []
      let page = yield* log.read({ after: cursor, limit: 7, filter: (event) => numberOf(event) % 3 === 0 })
      while (page.events.length > 0) {
        seen.push(...page.events.map(numberOf))
        page = yield* log.read({ after: page.nextCursor, limit: 7, filter: (event) => numberOf(event) % 3 === 0 })
      }
      assert.deepStrictEqual(
        seen,
        numbers(0, 100).map((third) => third * 3)
      )
    }).pipe(Effect.scoped)
  )

  it.effect("wakes every waiting reader with each event, and loses none between reading and waiting", () =>
    Effect.gen(function* () {
      const log = yield* EventLog.make(inMemory())
      const { cursor: start } = yield* log.stats
      const follow = Effect.gen(function* () {
        const seen: Array<number> = []
        let cursor = start
        while (seen.length < 50) {
          yield* log.wait(cursor)
          const page = yield* log.read({ after: cursor, limit: 3 })
          seen.push(...page.events.map(numberOf))
          cursor = page.nextCursor
        }
        return seen
      })
      const readers = yield* Effect.forEach(numbers(0, 200), () => Effect.fork(follow))
      for (const number of numbers(0, 50)) {
        yield* log.append([messageEvent(number)])
        if (number % 7 === 0) yield* Effect.yieldNow()
      }
      for (const seen of yield* Effect.forEach(readers, Fiber.join)) assert.deepStrictEqual(seen, numbers(0, 50))
    }).pipe(Effect.scoped)
  )

  it.effect("reads each number once and in order from damaged files, and writes after them", () =>
    Effect.gen(function* () {
      const name = (first: number) => `0123456789ab-${String(first).padStart(15, "0")}.jsonl`
      const line = (id: number, at = 0) => `${JSON.stringify({ id, at, event: messageEvent(id).event })}\n`
      const lines = (...ids: ReadonlyArray<number>) => ids.map((id) => line(id)).join("")
      for (const [what, damaged, expected] of [
        ["repeated lines", { [name(1)]: lines(1, 1, 2) }, [1, 2]],
        ["lines of another order", { [name(1)]: lines(1, 3, 2) }, [1, 3]],
        ["segments that overlap", { [name(1)]: lines(1, 2, 3, 4), [name(3)]: lines(3, 4, 5) }, [1, 2, 3, 4, 5]],
        ["numbers before the segment's", { [name(5)]: lines(-1, 2, 5) }, [5]],
        ["the last number of a cursor", { [name(1)]: lines(1, 999_999_999_999_999) }, [1]],
        ["a number that is no safe integer", { [name(1)]: lines(1, 1e300, 2) }, [1, 2]],
        ["a time that no date holds", { [name(1)]: line(1) + line(2, 1e300) + line(3) }, [1, 3]],
        ["bytes of zero", { [name(1)]: `${line(1)}${"\0".repeat(100)}\n${line(3)}` }, [1, 3]]
      ] as const) {
        const log = yield* Effect.orDie(EventLog.make(inMemory(new Map(Object.entries<string>(damaged)))))
        const { cursor } = yield* log.stats
        const newest = yield* log.read({ limit: 100 })
        assert.deepStrictEqual(newest.events.map(numberOf), [...expected], what)
        const all = yield* log.read({ after: "0123456789ab-0", limit: 100 })
        assert.deepStrictEqual(all.events, newest.events, what)
        yield* log.append([messageEvent(100)])
        const next = yield* log.read({ after: cursor, limit: 100 })
        assert.deepStrictEqual(next.events.map(numberOf), [100], what)
        yield* log.read({ after: next.nextCursor, limit: 100 })
      }
    }).pipe(Effect.scoped)
  )

  it.effect("refuses a cursor that is none, one of another log, and one after its newest event", () =>
    Effect.gen(function* () {
      const log = yield* EventLog.make(inMemory())
      const other = yield* EventLog.make(inMemory())
      yield* other.append([messageEvent(1)])
      const { cursor } = yield* log.stats
      const codes = yield* Effect.forEach(
        ["", "12", "x".repeat(2000), `${cursor}x`, (yield* other.stats).cursor, `${cursor.split("-")[0]}-1`],
        (after) => Effect.flip(Effect.zipRight(Effect.ignore(log.wait(after)), log.read({ after, limit: 1 })))
      )
      assert.deepStrictEqual(
        codes.map((error) =>
          error instanceof ValidationError ? error.validation_issues.map(({ code }) => code) : error
        ),
        [...Array(4).fill(["cursor"]), ["other_log"], ["ahead"]]
      )
    }).pipe(Effect.scoped)
  )

  it.effect("delivers a message once that comes again by another way, and each of its edits", () =>
    Effect.gen(function* () {
      const log = yield* EventLog.make(inMemory())
      const edit = { type: "message_update", edited: "2026-11-23T12:05:00.000Z" } as const
      const again = (more: Parameters<typeof messageEvent>[1]) => ({ ...messageEvent(1, more), origin: "other:1" })
      const logged = yield* log.append([
        messageEvent(1),
        again({ recovered: true }),
        messageEvent(2, { ...edit, message_id: "5" }),
        { ...messageEvent(3, { ...edit, message_id: "5" }), origin: "other:7" },
        messageEvent(4, { ...edit, message_id: "5", edited: "2026-11-23T12:06:00.000Z" }),
        messageEvent(5, { type: "message_reaction_add", emoji: "🐚" }),
        messageEvent(6, { type: "message_reaction_add", emoji: "🐚", message_id: "5" }),
        messageEvent(5, { type: "message_reaction_add", emoji: "🐚" })
      ])
      assert.deepStrictEqual(
        logged.map(({ edited, eventId, type }) => [Number(eventId.split("-")[1]), type, edited?.slice(11, 16)]),
        [
          [1, "message_create", undefined],
          [2, "message_update", "12:05"],
          [3, "message_update", "12:06"],
          [4, "message_reaction_add", undefined],
          [5, "message_reaction_add", undefined]
        ]
      )
      assert.strictEqual((yield* log.stats).duplicates, 3)
    }).pipe(Effect.scoped)
  )

  it.effect("warns of lines that cannot be read, delivers the others, and does not warn of a torn one", () =>
    Effect.gen(function* () {
      const texts = new Map<string, string>()
      const warnings: Array<string> = []
      const logger = Logger.make(({ message }) => warnings.push(String(message)))
      const opened = <A, E>(use: (log: EventLog.EventLog) => Effect.Effect<A, E>) =>
        Effect.scoped(Effect.flatMap(EventLog.make(inMemory(texts), SMALL), use)).pipe(
          Effect.provide(Logger.replace(Logger.defaultLogger, logger))
        )
      const start = yield* opened((log) => Effect.map(log.stats, ({ cursor }) => cursor))
      yield* opened((log) => log.append(numbers(0, 5).map((number) => messageEvent(number))))
      const [[name, text] = ["", ""]] = texts
      texts.set(name, text.slice(0, -10))
      assert.lengthOf((yield* opened((log) => readAll(log, start))).events, 4)
      assert.deepStrictEqual(warnings, [])
      texts.set(name, text.replace(/^.*$/m, "not JSON"))
      const { events, truncated } = yield* opened((log) => log.read({ after: start, limit: 100 }))
      assert.deepStrictEqual([events.map(numberOf), truncated], [numbers(1, 5), 1])
      assert.deepStrictEqual(warnings, [`1 line of ${name} in the event log cannot be read: skipped`])
    })
  )

  it.effect.prop(
    "survives in files that end at any byte, and that only their owner may read",
    { cut: nat(100_000), count: integer({ min: 1, max: 60 }) },
    ({ count, cut }) =>
      Effect.gen(function* () {
        const fs = yield* FileSystem.FileSystem
        const directory = `${yield* fs.makeTempDirectoryScoped()}/events`
        const opened = <A, E>(use: (log: EventLog.EventLog) => Effect.Effect<A, E>) =>
          Effect.scoped(
            Effect.flatMap(
              Effect.flatMap(inDirectory(directory), (files) => EventLog.make(files, SMALL)),
              use
            )
          )
        const start = yield* opened((log) => Effect.map(log.stats, ({ cursor }) => cursor))
        yield* opened((log) => log.append(numbers(0, count).map((number) => messageEvent(number))))
        const names = (yield* fs.readDirectory(directory)).sort()
        const path = `${directory}/${names.at(-1)}`
        const { mode, size } = yield* fs.stat(path)
        assert.strictEqual(mode & 0o777, 0o600)
        assert.strictEqual((yield* fs.stat(directory)).mode & 0o777, 0o700)
        yield* fs.truncate(path, FileSystem.Size(cut % (Number(size) + 1)))
        const before = yield* opened((log) => readAll(log, start))
        const missing = before.events.length
        assert.deepStrictEqual(before.events.map(numberOf), numbers(0, missing))
        yield* opened((log) => log.append(numbers(0, count).map((number) => messageEvent(number))))
        const after = yield* opened((log) => readAll(log, before.cursor))
        assert.deepStrictEqual(after.events.map(numberOf), numbers(missing, count))
      }).pipe(Effect.scoped, Effect.provide(nodeContext)),
    { fastCheck: { numRuns: runs(60) } }
  )
})

const numbers = (from: number, to: number): ReadonlyArray<number> =>
  Array.from({ length: to - from }, (_, index) => from + index)
