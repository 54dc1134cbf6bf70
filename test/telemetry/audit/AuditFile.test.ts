import { FileSystem } from "@effect/platform"
import { assert, layer } from "@effect/vitest"
import { Effect, FiberRef, HashSet, Logger } from "effect"
import { hashOf } from "../../../src/telemetry/audit/chain.ts"
import { checkLogs } from "../../../src/telemetry/audit/checkLogs.ts"
import { among, entries, entry, findings, linesIn, opened, place, quiet, recordsIn, session } from "./log.ts"

const intact = { faults: [], warnings: [] }

/** Runs an effect and gives what it logged, too. */
const logged = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.suspend(() => {
    const lines: Array<string> = []
    const logger = Logger.make<unknown, void>(({ logLevel, message }) => {
      lines.push(`${logLevel.label} ${[message].flat().join(" ")}`)
    })
    return Effect.map(
      Effect.locally(effect, FiberRef.currentLoggers, HashSet.make(logger)),
      (value) => [value, lines] as const
    )
  })

layer(quiet)("an audit file", (it) => {
  it.scoped("is made with its directory, for its owner alone", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const file = yield* place
      yield* session(file, 1)
      const mode = (path: string) => Effect.map(fs.stat(path), (info) => (info.mode & 0o777).toString(8))
      assert.deepStrictEqual(
        [yield* mode(file), yield* mode(`${file}.head`), yield* mode(file.replace("/audit.log", ""))],
        ["600", "600", "700"]
      )
    })
  )

  it.scoped("is not made before the first record, and leaves no lock behind", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const file = yield* place
      const directory = file.replace("/audit.log", "")
      yield* Effect.scoped(
        Effect.gen(function* () {
          const { append } = yield* opened(file)
          assert.isFalse(yield* fs.exists(directory))
          yield* append([entry("a")])
          assert.sameMembers(yield* fs.readDirectory(directory), ["audit.log", "audit.log.head", "audit.log.lock"])
        })
      )
      assert.sameMembers(yield* fs.readDirectory(directory), ["audit.log", "audit.log.head"])
    })
  )

  it.scoped("is one chain over many processes, one after the other", () =>
    Effect.gen(function* () {
      const file = yield* place
      for (let process = 0; process < 3; process++) yield* session(file, 4)
      assert.deepStrictEqual(yield* findings(file), { ...intact, records: 12, unended: 12 })
      assert.deepStrictEqual(
        (yield* recordsIn(file)).map(({ seq }) => seq),
        Array.from({ length: 12 }, (_, at) => at + 1)
      )
    })
  )

  it.scoped("gives each record the number it has in the log, those of before included", () =>
    Effect.gen(function* () {
      const file = yield* place
      yield* session(file, 2)
      const { append } = yield* opened(file)
      assert.deepStrictEqual(yield* append(entries(3)), [3, 4, 5])
    })
  )

  it.scoped("shows a cut tail against its head record, also after a server has gone on with it", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const file = yield* place
      yield* session(file, 5)
      const lines = yield* linesIn(file)
      yield* fs.writeFileString(file, `${lines.slice(0, 3).join("\n")}\n`)
      const cut = "- the end has been cut: records 4 to 5 are missing"
      assert.deepStrictEqual((yield* findings(file)).faults, [cut])
      const [, told] = yield* logged(session(file, 1))
      assert.match(told.join(), /^WARN the audit log has lost its end: record 5 had been written/)
      assert.deepStrictEqual(yield* findings(file), {
        records: 5,
        faults: ["4 is record 6, but records 4 to 5 are missing before it"],
        warnings: ["4 tells that the records before it were gone when the server went on"],
        unended: 4
      })
    })
  )

  it.scoped("shows a changed last line, also after a server has gone on with it", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const file = yield* place
      yield* session(file, 2)
      yield* fs.writeFileString(file, (yield* fs.readFileString(file)).replace("tool_1", "tool_x"))
      const { length } = (yield* findings(file)).faults ?? []
      assert.strictEqual(length, 1)
      yield* session(file, 1)
      assert.deepStrictEqual((yield* findings(file)).faults, [
        "3 does not follow from line 2 before it: one of the two has been changed"
      ])
    })
  )

  it.scoped("notes a head record that is gone", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const file = yield* place
      yield* session(file, 2)
      yield* fs.remove(`${file}.head`)
      assert.deepStrictEqual((yield* findings(file)).faults, [
        "- there is no head record beside the log: whether its end has been cut cannot be told"
      ])
      const [, told] = yield* logged(session(file, 2))
      assert.match(told.join(), /^WARN the head record of the audit log was gone/)
      assert.deepStrictEqual(yield* findings(file), {
        records: 5,
        faults: [],
        warnings: ["3 tells that the head record was gone: whether the log was cut before it cannot be told"],
        unended: 4
      })
    })
  )

  it.scoped("goes on after a torn line: nothing is deleted, the next record notes it, and the check knows", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      for (const kept of [1, 40, 200]) {
        const file = yield* place
        yield* session(file, 2)
        const before = yield* fs.readFile(file)
        const half = Buffer.from(`{"seq":3,"time":"2026-11-20T10:00:00.000Z","tool":"${"x".repeat(300)}`).subarray(
          0,
          kept
        )
        yield* fs.writeFile(file, Buffer.concat([before, half]))
        const torn = yield* findings(file)
        assert.deepStrictEqual([torn.records, torn.faults], [2, []])
        assert.match(torn.warnings?.join() ?? "", /^3 is torn/)
        const [, told] = yield* logged(session(file, 2))
        assert.match(told.join(), new RegExp(`^WARN the audit log ends in a torn line of ${kept} characters`))
        const after = yield* findings(file)
        assert.deepStrictEqual([after.records, after.faults], [5, []])
        assert.deepStrictEqual(after.warnings, [
          "3 is torn, and record 3 after it says so: a process was killed while it wrote"
        ])
        assert.deepInclude((yield* recordsIn(file))[2], {
          kind: "resumed",
          seq: 3,
          torn: { characters: kept, sha256: hashOf(half.toString()) }
        })
        assert.deepStrictEqual(
          (yield* fs.readFile(file)).subarray(0, before.length + kept),
          Buffer.concat([before, half])
        )
      }
    })
  )

  it.scoped("goes on after a torn character", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const file = yield* place
      yield* session(file, 1)
      yield* fs.writeFile(file, Buffer.concat([yield* fs.readFile(file), Buffer.from('{"seq":2,"é').subarray(0, -1)]))
      yield* session(file, 1)
      assert.deepStrictEqual((yield* findings(file)).faults, [])
    })
  )

  it.scoped("goes on after its very first line was torn", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const file = yield* place
      yield* session(file, 1)
      yield* fs.writeFileString(`${file}.head`, JSON.stringify({ seq: 0, hash: "0".repeat(64), first: 1 }))
      yield* fs.truncate(file, 30)
      yield* session(file, 1)
      const { faults, records, warnings } = yield* findings(file)
      assert.deepStrictEqual([records, faults, warnings?.length], [2, [], 1])
    })
  )

  it.scoped("goes on after a record that lost nothing but the end of its line", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const file = yield* place
      yield* session(file, 3)
      yield* fs.truncate(file, (yield* fs.stat(file)).size - 1n)
      assert.deepStrictEqual(yield* findings(file), { ...intact, records: 3, unended: 3 })
      yield* session(file, 1)
      assert.deepStrictEqual(yield* findings(file), { ...intact, records: 4, unended: 4 })
    })
  )

  it.scoped("is rotated when it is full: the chain goes on from file to file, and the oldest go", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const file = yield* place
      const directory = file.replace("/audit.log", "")
      const small = { maxBytes: 500, keep: 2 }
      yield* session(file, 9, small)
      // Three lines to a file: a line has somewhat less than two hundred characters.
      assert.sameMembers(yield* fs.readDirectory(directory), [
        "audit.log",
        "audit.log.head",
        "audit.log.3",
        "audit.log.6"
      ])
      assert.deepStrictEqual(yield* findings(file), { ...intact, records: 9, unended: 9 })
      const last = (yield* linesIn(`${file}.3`)).at(-1) ?? ""
      assert.strictEqual((yield* recordsIn(`${file}.6`))[0]?.prev, hashOf(last))

      yield* session(file, 4, small)
      assert.sameMembers(
        yield* fs.readDirectory(directory),
        ["audit.log", "audit.log.head", "audit.log.6", "audit.log.9", "audit.log.12"].filter(
          (name) => name !== "audit.log.6"
        )
      )
      assert.deepStrictEqual(yield* findings(file), { ...intact, records: 7, unended: 7 })

      yield* fs.remove(`${file}.9`)
      assert.deepStrictEqual((yield* findings(file)).faults, [
        "1 is the first line, but records 7 to 9 are missing before it"
      ])
    })
  )

  it.scoped("is gone on with when the process was killed between rotation and the next record", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const file = yield* place
      yield* session(file, 3)
      yield* fs.rename(file, `${file}.3`)
      assert.deepStrictEqual(yield* findings(file), { ...intact, records: 3, unended: 3 })
      const [, told] = yield* logged(session(file, 1))
      assert.deepStrictEqual(told, [])
      assert.deepStrictEqual(yield* findings(file), { ...intact, records: 4, unended: 4 })
    })
  )

  it.scoped("shows that a whole file was taken away, while a server writes and after", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const file = yield* place
      const { append } = yield* opened(file)
      yield* append(entries(2))
      yield* fs.rename(file, `${file.replace("audit.log", "elsewhere")}`)
      assert.deepStrictEqual((yield* findings(file)).faults, ["- the end has been cut: records 1 to 2 are missing"])
      yield* append(entries(1))
      assert.deepStrictEqual((yield* findings(file)).faults, [
        "1 is the first line, but records 1 to 2 are missing before it"
      ])
    })
  )

  it.scoped("belongs to one process: others write beside it, and the check looks at all", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const file = yield* place
      const first = yield* opened(file, { processes: among(100, 100, 200, 300) })
      const second = yield* opened(file, { processes: among(200, 100, 200, 300) })
      yield* first.append(entries(2))
      yield* second.append(entries(3))
      yield* first.append(entries(1))
      yield* session(file, 1, { processes: among(300, 100, 200, 300) })
      yield* session(file, 1, { processes: among(300, 100, 200, 300) })
      const logs = yield* checkLogs(file)
      assert.deepStrictEqual(
        logs.map(({ faults, log, records }) => [log.replace(/^.*\//, ""), records, faults]),
        [
          ["audit.log", 3, []],
          ["audit-2.log", 3, []],
          ["audit-3.log", 2, []]
        ]
      )
      assert.isFalse(yield* fs.exists(file.replace("audit.log", "audit-3.log.lock")))
    })
  )

  it.scoped("is taken over from a process that was killed, whatever it left in the lock", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const file = yield* place
      yield* session(file, 1)
      // Another that does not run, one of the same number in a container before, one killed before it wrote its own.
      for (const left of ["4242\n", "100\n", ""]) {
        yield* fs.writeFileString(`${file}.lock`, left)
        yield* session(file, 1)
      }
      assert.deepStrictEqual(yield* findings(file), { ...intact, records: 4, unended: 4 })
      assert.isFalse(yield* fs.exists(file.replace("audit.log", "audit-2.log")))
    })
  )

  it.scoped("stays one chain when two processes have both taken it", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const file = yield* place
      const first = yield* opened(file, { processes: among(100, 100, 200) })
      yield* first.append(entries(1))
      // As when both find the lock of a dead process at once: the second one's is what stays.
      yield* fs.remove(`${file}.lock`)
      const second = yield* opened(file, { processes: among(200, 100, 200) })
      yield* second.append(entries(1))
      for (let turn = 0; turn < 3; turn++) {
        yield* first.append(entries(2))
        yield* second.append(entries(1))
      }
      const logs = yield* checkLogs(file)
      assert.deepStrictEqual(
        logs.map(({ faults, records }) => [records, faults]),
        [
          [5, []],
          [6, []]
        ]
      )
    })
  )

  it.scoped("refuses the seventeenth process, and says why", () =>
    Effect.gen(function* () {
      const file = yield* place
      const pids = Array.from({ length: 17 }, (_, at) => 100 + at)
      const sinks = yield* Effect.forEach(pids, (pid) => opened(file, { processes: among(pid, ...pids) }))
      const exits = yield* Effect.forEach(sinks, ({ append }) => Effect.either(append(entries(1))))
      assert.deepStrictEqual(
        exits.map(({ _tag }) => _tag),
        [...Array.from({ length: 16 }, () => "Right"), "Left"]
      )
      const { problem } = yield* Effect.flip(sinks[16]?.append(entries(1)) ?? Effect.die("no sink"))
      assert.strictEqual(problem, `${file}: 16 processes write logs there already`)
    })
  )

  it.scoped("that cannot be made is a failure with its reason, and is tried again with the next record", () =>
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
      assert.deepStrictEqual(yield* append(entries(1)), [1])
    })
  )
})
