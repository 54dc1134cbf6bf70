import { FileSystem } from "@effect/platform"
import { assert, layer } from "@effect/vitest"
import { Effect, Fiber, TestClock } from "effect"
import { SYNC_DELAY } from "../../src/audit/AuditFile.ts"
import { checkpointText, hashOf } from "../../src/audit/AuditSink.ts"
import { checkLogs } from "../../src/audit/checkLogs.ts"
import { turn } from "../turns.ts"
import { entries, entry, findings, linesIn, logAt, namesOf, opened, place, quiet, recordsIn, session } from "./log.ts"

const intact = { faults: [], warnings: [] }

/** Waits for the background sync and its checkpoint. */
const settled = Effect.fnUntraced(function* (log: string, seq: number) {
  const fs = yield* FileSystem.FileSystem
  yield* TestClock.adjust(SYNC_DELAY)
  while (!(yield* fs.readFileString(`${log}.head`)).includes(`"seq":${seq},`)) yield* Effect.yieldNow()
})

layer(quiet)("an audit file", (it) => {
  it.scoped(
    "is created with its directory, readable only by its owner, and named by time, process id and random digits",
    () =>
      Effect.gen(function* () {
        const fs = yield* FileSystem.FileSystem
        const file = yield* place
        const directory = file.replace("/audit.log", "")
        yield* Effect.scoped(
          Effect.gen(function* () {
            const { append } = yield* opened(file)
            assert.isFalse(yield* fs.exists(directory))
            yield* append([entry("a")])
          })
        )
        const log = yield* logAt(file)
        assert.match(log, /\/audit-19700101T000000000Z-100-[\da-f]{12}\.log$/)
        const mode = (path: string) => Effect.map(fs.stat(path), (info) => (info.mode & 0o777).toString(8))
        assert.deepStrictEqual(
          [yield* mode(log), yield* mode(`${log}.head`), yield* mode(directory)],
          ["600", "600", "700"]
        )
        assert.sameMembers(
          yield* fs.readDirectory(directory),
          [`${log}`, `${log}.head`].map((it) => it.replace(/^.*\//, ""))
        )
      })
  )

  it.scoped("belongs to one process: a later one with the same process id creates its own", () =>
    Effect.gen(function* () {
      const file = yield* place
      for (let process = 0; process < 3; process++) yield* session(file, 4)
      assert.strictEqual((yield* namesOf(file)).length, 3)
      assert.deepStrictEqual(yield* findings(file), { ...intact, records: 12, unended: 12 })
    })
  )

  it.scoped("has no limit on concurrent processes", () =>
    Effect.gen(function* () {
      const file = yield* place
      const sinks = yield* Effect.replicateEffect(opened(file), 60)
      yield* Effect.forEach([1, 2, 3], () =>
        Effect.forEach(sinks, ({ append }) => append(entries(2)), { concurrency: "unbounded" })
      )
      assert.deepStrictEqual(yield* findings(file), { ...intact, records: 360, unended: 360 })
    })
  )

  it.scoped("returns the log and number of the first record", () =>
    Effect.gen(function* () {
      const file = yield* place
      const { append } = yield* opened(file)
      yield* append(entries(1))
      const log = (yield* logAt(file)).replace(/^.*\//, "")
      assert.deepStrictEqual(yield* append(entries(3)), { seq: 3, log })
      assert.deepStrictEqual(yield* append(entries(1)), { seq: 6, log })
    })
  )

  it.scoped("is synced with its checkpoint soon after a write, and when the process ends", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const file = yield* place
      yield* Effect.scoped(
        Effect.gen(function* () {
          const { append } = yield* opened(file)
          yield* append(entries(1))
          const log = yield* logAt(file)
          assert.include(yield* fs.readFileString(`${log}.head`), '"seq":0,')
          yield* settled(log, 2)
          yield* append(entries(2))
          yield* settled(log, 4)
          yield* append(entries(1))
        })
      )
      assert.include(yield* fs.readFileString(`${yield* logAt(file)}.head`), '"seq":5,')
    })
  )

  it.scoped("has its checkpoint before a record counts as written with MCP_AUDIT_SYNC=always", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const file = yield* place
      const { append } = yield* opened(file, { auditSync: "always" })
      for (const seq of [2, 3, 4]) {
        yield* append(entries(1))
        assert.include(yield* fs.readFileString(`${yield* logAt(file)}.head`), `"seq":${seq},`)
      }
    })
  )

  it.scoped("shows a truncated end and a changed last line by its checkpoint", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const file = yield* place
      yield* session(file, 5)
      const log = yield* logAt(file)
      const lines = yield* linesIn(log)
      yield* fs.writeFileString(log, `${lines.slice(0, 3).join("\n")}\n`)
      const cut = "- the end has been removed: records 4 to 6 are missing"
      assert.deepStrictEqual((yield* findings(file)).faults, [cut])
      yield* session(file, 1)
      assert.deepStrictEqual((yield* findings(file)).faults[0], cut)
      yield* fs.writeFileString(log, `${lines.join("\n").replace("tool_4", "tool_x")}\n`)
      assert.deepStrictEqual(
        (yield* findings(file)).faults[0],
        "6 has been changed: the checkpoint has another hash for this record"
      )
      yield* fs.remove(`${log}.head`)
      assert.include(
        (yield* findings(file)).faults,
        "- there is no checkpoint for the log: records may have been removed from its end"
      )
    })
  )

  it.scoped("shows a truncated end with a forged checkpoint by the record of a later log", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const file = yield* place
      yield* session(file, 5)
      const log = yield* logAt(file)
      yield* TestClock.adjust(1)
      yield* session(file, 1)
      const kept = (yield* linesIn(log)).slice(0, 3)
      yield* fs.writeFileString(log, `${kept.join("\n")}\n`)
      yield* fs.writeFileString(`${log}.head`, checkpointText({ seq: 3, hash: hashOf(kept[2] ?? "") }))
      const [, later] = yield* namesOf(file)
      assert.deepStrictEqual((yield* findings(file)).faults, [
        `- has been cut or changed: record 6 is not the one it had when ${later} was opened`
      ])
    })
  )

  it.scoped("is reported as missing by later logs if it is removed with its checkpoint", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const file = yield* place
      const take = (log: string) => Effect.zip(fs.remove(log), fs.remove(`${log}.head`))
      for (let process = 0; process < 4; process++) {
        yield* session(file, process + 1)
        yield* TestClock.adjust(1000)
      }
      const [first = "", second = "", third = ""] = (yield* namesOf(file)).map((name) =>
        file.replace("audit.log", name)
      )
      yield* take(second)
      const [, , , missing] = yield* checkLogs(file)
      assert.deepStrictEqual(missing, {
        log: second,
        files: [],
        records: 0,
        faults: [{ problem: `is gone: it had 3 records when ${third.replace(/^.*\//, "")} was opened` }],
        unreadable: [],
        warnings: [],
        unended: []
      })
      // As an operator removes old logs: the oldest first.
      yield* take(first)
      assert.deepStrictEqual(yield* findings(file), {
        records: 7,
        faults: [],
        warnings: ["- 2 logs that began before this one are gone: removed by the operator, or taken away"],
        unended: 7
      })
    })
  )

  it.scoped("accepts a torn last line with a warning", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      for (const half of ['{"seq":4,"ti', '{"seq":4,"time":"é']) {
        const file = yield* place
        yield* session(file, 2)
        const log = yield* logAt(file)
        const torn = Buffer.from(half).subarray(0, half.endsWith("é") ? -1 : undefined)
        yield* fs.writeFile(log, Buffer.concat([yield* fs.readFile(log), torn]))
        assert.deepStrictEqual(yield* findings(file), {
          records: 2,
          faults: [],
          warnings: [
            "4 is torn: a process was killed, or the disk was full, while it wrote. All lines before are intact"
          ],
          unended: 2
        })
      }
    })
  )

  it.scoped("is rotated when it is full: the chain continues in a new file, and none is removed", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const file = yield* place
      yield* session(file, 9, { maxBytes: 500 })
      const log = yield* logAt(file)
      const parts = (yield* checkLogs(file))[0]?.files ?? []
      assert.isAtLeast(parts.length, 4)
      assert.strictEqual(parts.at(-1), log)
      assert.deepStrictEqual(yield* findings(file), { ...intact, records: 9, unended: 9 })

      // The operator may remove the oldest files, but none in between.
      yield* fs.remove(parts[0] ?? "")
      const { faults, warnings } = yield* findings(file)
      assert.deepStrictEqual(faults, [])
      assert.match(warnings.join(), /^1 is record \d+: the files of this log before it were removed$/)
      yield* fs.remove(parts[2] ?? "")
      assert.match(
        (yield* findings(file)).faults.join(),
        /^1 is record \d+, but records \d+ to \d+ are missing before it$/
      )
    })
  )

  it.scoped("may lose its oldest files, also if a later log has the end of one of them, and no changed record", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const file = yield* place
      const first = yield* opened(file, { maxBytes: 500, pid: 100 })
      yield* first.append(entries(1))
      // With the sync, the checkpoint has the record. The second log begins with the checkpoint of the first.
      yield* TestClock.adjust("1 second")
      const second = yield* opened(file, { pid: 200 })
      yield* second.append(entries(1))
      for (let count = 0; count < 8; count++) yield* first.append(entries(1))
      const [oldest = "", next = ""] = (yield* checkLogs(file)).flatMap(({ files }) => (files.length > 1 ? files : []))
      const kept = yield* fs.readFileString(oldest)
      yield* fs.writeFileString(oldest, kept.replace("tool_0", "tool_1"))
      assert.isNotEmpty((yield* findings(file)).faults)
      yield* fs.writeFileString(oldest, kept)
      yield* fs.remove(oldest)
      assert.deepStrictEqual((yield* findings(file)).faults, [])
      yield* fs.remove(next)
      assert.deepStrictEqual((yield* findings(file)).faults, [])
    })
  )

  it.scoped("shows lines removed from its start", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const file = yield* place
      yield* session(file, 3)
      const log = yield* logAt(file)
      yield* fs.writeFileString(log, `${(yield* linesIn(log)).slice(1).join("\n")}\n`)
      assert.deepStrictEqual((yield* findings(file)).faults, [
        "1 is the first line of a file but does not name the process that opened it",
        "1 is the first line, but record 1 is missing before it"
      ])
    })
  )

  it.scoped("is checked while it is written and rotated", () =>
    Effect.gen(function* () {
      const file = yield* place
      const { append } = yield* opened(file, { maxBytes: 20_000 })
      yield* append(entries(1))
      const writing = yield* Effect.fork(Effect.forever(Effect.zipRight(append(entries(1)), turn)))
      for (let check = 0; check < 3; check++) assert.deepStrictEqual((yield* findings(file)).faults, [])
      yield* Fiber.interrupt(writing)
    })
  )

  it.scoped("is abandoned if it is removed during writes, and the next log has its end", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const file = yield* place
      const { append } = yield* opened(file)
      yield* append(entries(2))
      const log = yield* logAt(file)
      yield* fs.rename(log, file.replace("audit.log", "elsewhere"))
      yield* settled(log, 3)
      while ((yield* namesOf(file)).length === 1) yield* append(entries(1))
      assert.strictEqual((yield* namesOf(file)).length, 2)
      assert.include((yield* findings(file)).faults, "- the end has been removed: records 1 to 3 are missing")
    })
  )

  it.scoped("follows no symbolic link for log, checkpoint or temporary file", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const file = yield* place
      const victim = file.replace("/state/audit.log", "/victim")
      yield* fs.writeFileString(victim, "precious")
      yield* fs.makeDirectory(file.replace("/audit.log", ""), { recursive: true })
      for (const end of ["", ".head", ".head.new", ".lock"]) yield* fs.symlink(victim, `${file}${end}`)
      const { append } = yield* opened(file, { auditSync: "always" })
      yield* append(entries(1))
      const log = file.replace("audit.log", (yield* namesOf(file)).find((name) => name !== "audit.log") ?? "")
      yield* fs.symlink(victim, `${log}.head.new`)
      const { problem } = yield* Effect.flip(append(entries(1)))
      assert.strictEqual(problem, `${log}.head.new is a symbolic link, which the audit log does not follow: remove it`)
      assert.strictEqual(yield* fs.readFileString(victim), "precious")
      yield* append(entries(1))
      assert.strictEqual(yield* fs.readFileString(victim), "precious")
    })
  )

  it.scoped("replaced by a symbolic link is a fault", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const file = yield* place
      yield* session(file, 2)
      const log = yield* logAt(file)
      const copy = file.replace("/state/audit.log", "/copy")
      yield* fs.rename(log, copy)
      yield* fs.symlink(copy, log)
      assert.deepStrictEqual((yield* findings(file)).faults, [
        `- ${log} is a symbolic link: the server never creates one`
      ])
    })
  )

  it.scoped("fails with the reason if it cannot be created, and is retried with the next record", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const file = yield* place
      const directory = file.replace("/audit.log", "")
      yield* fs.writeFileString(directory, "in the way")
      const { append } = yield* opened(file)
      const { problem } = yield* Effect.flip(append(entries(1)))
      assert.include(problem, file)
      assert.match(problem, /EEXIST|ENOTDIR/)
      yield* fs.remove(directory)
      assert.strictEqual((yield* append(entries(1))).seq, 2)
      yield* fs.makeDirectory(file)
      assert.strictEqual(
        (yield* Effect.flip((yield* opened(file)).append(entries(1)))).problem,
        `${file} is a directory: set MCP_AUDIT_FILE to a file in it`
      )
    })
  )

  it.scoped("has the end of a call whose intent is in an abandoned log", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const file = yield* place
      const { append } = yield* opened(file, { auditSync: "always" })
      const intent = yield* append(entries(1))
      const log = yield* logAt(file)
      yield* fs.symlink("nowhere", `${log}.head.new`)
      yield* Effect.flip(append(entries(1)))
      yield* append([
        {
          kind: "ended",
          time: "2026-11-20T10:00:00.000Z",
          of: intent.seq,
          ...(intent.log !== undefined && { log: intent.log }),
          tool: "tool_0",
          risk: "write",
          outcome: "OK",
          duration_ms: 1
        }
      ])
      assert.strictEqual((yield* recordsIn(file)).length, 3)
      // The failed record was written, but its sync was not confirmed.
      assert.strictEqual((yield* findings(file)).unended, 1)
    })
  )
})
