import { FileSystem } from "@effect/platform"
import { assert, layer } from "@effect/vitest"
import { Effect, Fiber, TestClock } from "effect"
import { AuditLog } from "../../src/audit/AuditLog.ts"
import { Caller } from "../../src/telemetry/Caller.ts"
import { LogOutput } from "../../src/telemetry/LogOutput.ts"
import { jumps, makeJumps } from "../jumpingClock.ts"
import { auditing, called, sending, TOKEN } from "./auditing.ts"
import { findings, place, quiet, recordsIn } from "./log.ts"

/** A path that cannot be written, because its parent is a file. */
const blocked = Effect.gen(function* () {
  const fs = yield* FileSystem.FileSystem
  const file = yield* place
  const wall = file.replace("/audit.log", "")
  yield* fs.writeFileString(wall, "")
  return { file, unblock: fs.remove(wall) }
})

layer(quiet)("the audit log", (it) => {
  it.scoped("has two records of a call: its intent and its outcome", () =>
    Effect.gen(function* () {
      const file = yield* place
      yield* TestClock.setTime(1_763_632_800_000)
      const { run } = yield* auditing({ file })
      yield* run(
        Effect.gen(function* () {
          const audit = yield* AuditLog
          const ticket = yield* audit.intend({ ...sending, guild: "1248328050278400001" })
          yield* TestClock.adjust(250)
          yield* audit.end(ticket, {
            outcome: "DISCORD_TIMEOUT",
            risk: "destructive",
            outcome_unknown: true,
            attempts: 3
          })
        }).pipe(Effect.provideService(Caller, { client: `a client with ${TOKEN}`, requestId: "7" }))
      )
      const [intended, ended] = yield* recordsIn(file)
      const call = { request_id: "7", client: "a client with ***", tool: "messages_send", guild: "1248328050278400001" }
      assert.deepStrictEqual(intended, {
        kind: "intended",
        seq: 2,
        time: "2025-11-20T10:00:00.000Z",
        ...call,
        risk: "write",
        ids: sending.ids,
        arguments: { channel_id: "1248328050311954441", content: "hello ***" },
        prev: intended?.prev ?? ""
      })
      assert.match(ended?.prev ?? "", /^[1-9a-f][\da-f]+$|^0[\da-f]+$/)
      assert.deepStrictEqual(
        { ...ended, prev: "" },
        {
          kind: "ended",
          seq: 3,
          time: "2025-11-20T10:00:00.250Z",
          of: 2,
          ...call,
          risk: "destructive",
          outcome: "DISCORD_TIMEOUT",
          outcome_unknown: true,
          attempts: 3,
          duration_ms: 250,
          prev: ""
        }
      )
      assert.deepInclude(yield* findings(file), { faults: [], warnings: [], unended: 0 })
    })
  )

  for (const [how, jumpMs] of Object.entries(jumps)) {
    it.scoped(`has the duration of a call during which the wall clock jumps by an hour ${how}, and its time`, () => {
      const wall = makeJumps()
      return Effect.gen(function* () {
        const file = yield* place
        yield* TestClock.setTime(1_763_632_800_000)
        const { run } = yield* auditing({ file })
        yield* run(
          Effect.gen(function* () {
            const audit = yield* AuditLog
            const ticket = yield* audit.intend(sending)
            wall.ms = jumpMs
            yield* TestClock.adjust(250)
            yield* audit.end(ticket, { outcome: "OK", risk: "write" })
          }).pipe(wall.onWall)
        )
        const [, ended] = yield* recordsIn(file)
        assert.deepInclude(ended, {
          duration_ms: 250,
          time: `2025-11-20T${jumpMs < 0 ? "09" : "11"}:00:00.250Z`
        })
      })
    })
  }

  it.scoped("keeps the order of concurrent calls, each with its own end", () =>
    Effect.gen(function* () {
      const file = yield* place
      const { run } = yield* auditing({ file })
      yield* run(
        Effect.all(
          Array.from({ length: 60 }, () => called),
          { concurrency: "unbounded", discard: true }
        )
      )
      assert.deepStrictEqual(yield* findings(file), { records: 120, faults: [], warnings: [], unended: 0 })
      const ends = (yield* recordsIn(file)).flatMap((record) => (record.kind === "ended" ? [record.of] : []))
      assert.strictEqual(new Set(ends).size, 60)
    })
  )

  it.scoped("finishes a record that is being written when its call is interrupted", () =>
    Effect.gen(function* () {
      const file = yield* place
      const { run } = yield* auditing({ file })
      for (let turns = 0; turns < 20; turns++) {
        const fiber = yield* Effect.fork(run(called))
        for (let turn = 0; turn < turns; turn++) yield* Effect.yieldNow()
        yield* Fiber.interrupt(fiber)
      }
      const { faults, warnings } = yield* findings(file)
      assert.deepStrictEqual([faults, warnings], [[], []])
    })
  )

  it.scoped("writes to stderr, with one chain per process", () =>
    Effect.gen(function* () {
      const lines: Array<string> = []
      const output = new LogOutput({
        write: (text, done) => {
          lines.push(...text.trimEnd().split("\n"))
          done()
        },
        isFree: () => true
      })
      const { run } = yield* auditing({ audit: "stderr", output })
      yield* run(called)
      assert.deepStrictEqual(
        lines.map((line) => {
          const { kind, seq } = Object(JSON.parse(line))
          return [kind, seq]
        }),
        [
          ["intended", 1],
          ["ended", 2]
        ]
      )
      assert.notInclude(lines.join(), TOKEN)
    })
  )

  it.scoped("writes and opens nothing if it is off", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const file = yield* place
      const { run } = yield* auditing({ audit: "off", auditRequired: true, file })
      yield* run(called)
      assert.isFalse(yield* fs.exists(file.replace("/audit.log", "")))
    })
  )

  it.scoped(
    "that cannot be written lets calls continue, warns once, and later records how many records are missing",
    () =>
      Effect.gen(function* () {
        const { file, unblock } = yield* blocked
        const { run, logged } = yield* auditing({ file })
        yield* run(Effect.repeatN(called, 4))
        assert.strictEqual(logged.length, 1)
        assert.match(
          logged[0] ?? "",
          /^WARN the audit log cannot be written: .*audit\.log .*Calls continue without a record\.$/
        )
        yield* unblock
        yield* run(called)
        assert.strictEqual(logged[1], "INFO the audit log can be written again")
        assert.deepStrictEqual(yield* findings(file), {
          records: 3,
          faults: [],
          // A call whose intent is not recorded has no end record.
          warnings: ["2 says that 5 records before it could not be written"],
          unended: 0
        })
      })
  )

  it.scoped("rejects calls if it is required but cannot be written, and logs that once", () =>
    Effect.gen(function* () {
      const { file, unblock } = yield* blocked
      const { run, logged } = yield* auditing({ file, auditRequired: true })
      for (let calls = 0; calls < 3; calls++) {
        const { _tag } = yield* Effect.flip(run(called))
        assert.strictEqual(_tag, "AuditUnavailable")
      }
      assert.strictEqual(logged.length, 1)
      assert.match(logged[0] ?? "", /Calls that change Discord are rejected until it can be\.$/)
      yield* unblock
      yield* run(called)
    })
  )

  it.scoped("without a home directory names the setting for its path", () =>
    Effect.gen(function* () {
      const { run, logged } = yield* auditing({ file: undefined })
      yield* run(called)
      assert.match(logged.join(), /MCP_AUDIT_FILE/)
    })
  )
})
