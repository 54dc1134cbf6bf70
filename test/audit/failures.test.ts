/** Every way in which a record cannot be written, for each sink. */
import {
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
  writeSync
} from "node:fs"
import { dirname } from "node:path"
import { FileSystem } from "@effect/platform"
import { assert, layer } from "@effect/vitest"
import { Effect, Either, Fiber, TestClock } from "effect"
import { AuditLog, type AuditSettings } from "../../src/audit/AuditLog.ts"
import { LogOutput, type WriteSync } from "../../src/telemetry/LogOutput.ts"
import { makeFifo } from "../makeFifo.ts"
import { auditing, called, sending } from "./auditing.ts"
import { findings, logAt, place, quiet, session } from "./log.ts"

const failure = (code: string) => Object.assign(new Error(`${code}: the write failed`), { code })

/** A disk whose writes can fail, after a number of bytes. */
const makeDisk = () => {
  let left = Number.POSITIVE_INFINITY
  let error = failure("EIO")
  const write: WriteSync = (fd, bytes, offset) => {
    if (left <= 0) throw error
    const written = writeSync(fd, bytes, offset, Math.min(left, bytes.length - offset))
    left -= written
    return written
  }
  return {
    write,
    fail: (code: string, after = 0) => {
      left = after
      error = failure(code)
    },
    repair: () => {
      left = Number.POSITIVE_INFINITY
    }
  }
}

/** A failure of the file after its first records, and what `audit verify` finds after it. */
interface FileFailure {
  readonly what: string
  readonly fail: (log: string, disk: ReturnType<typeof makeDisk>) => void | Effect.Effect<void>
  readonly settings?: Partial<AuditSettings>
  readonly faults: ReadonlyArray<RegExp>
}

const replaced = (log: string, replace: () => void) => {
  rmSync(log)
  replace()
}

const notRegular = [/is not a regular file/, /has been cut or changed/]

const failures: ReadonlyArray<FileFailure> = [
  { what: "the disk is full", fail: (_, disk) => disk.fail("ENOSPC"), faults: [] },
  { what: "the disk is full within a line", fail: (_, disk) => disk.fail("ENOSPC", 20), faults: [] },
  { what: "the quota is used up within a line", fail: (_, disk) => disk.fail("EDQUOT", 1), faults: [] },
  { what: "the disk fails", fail: (_, disk) => disk.fail("EIO"), faults: [] },
  { what: "the disk is read-only now", fail: (_, disk) => disk.fail("EROFS"), faults: [] },
  {
    what: "the file is removed",
    fail: (log) => rmSync(log),
    faults: [/only its checkpoint is left/, /has been cut or changed/]
  },
  // A removed directory looks like a removal of the oldest logs, which is a warning.
  { what: "the directory is removed", fail: (log) => rmSync(dirname(log), { recursive: true }), faults: [] },
  {
    what: "the directory is moved",
    fail: (log) => renameSync(dirname(log), `${dirname(log)}-old`),
    faults: []
  },
  {
    what: "the file is replaced by a directory",
    fail: (log) => replaced(log, () => mkdirSync(log)),
    faults: notRegular
  },
  {
    what: "the file is replaced by a FIFO",
    fail: (log) =>
      Effect.zipRight(
        Effect.sync(() => rmSync(log)),
        makeFifo(log)
      ),
    faults: notRegular
  },
  {
    what: "the file is replaced by a copy",
    fail: (log) => {
      const bytes = readFileSync(log)
      replaced(log, () => writeFileSync(log, bytes))
    },
    // The refused record is in the removed file. The next log names it.
    faults: [/has been cut or changed: record 4/]
  },
  {
    what: "the file is replaced by a symbolic link",
    fail: (log) => {
      renameSync(log, `${log}-old`)
      symlinkSync(`${log}-old`, log)
    },
    faults: [/is a symbolic link/]
  },
  {
    what: "the file is cut",
    fail: (log) => truncateSync(log, 10),
    faults: [/is not a record/, /the end has been removed|has been cut or changed/]
  },
  {
    what: "the checkpoint is replaced by a directory",
    settings: { auditSync: "always" },
    fail: (log) => replaced(`${log}.head`, () => mkdirSync(`${log}.head`)),
    faults: [/the checkpoint has been changed/]
  },
  {
    what: "the new checkpoint cannot be written",
    settings: { auditSync: "always" },
    fail: (log) => mkdirSync(`${log}.head.new`),
    faults: []
  }
]

/** Returns whether a call may run. */
const mayRun = Effect.flatMap(AuditLog, (audit) => Effect.map(Effect.either(audit.intend(sending)), Either.isRight))

/** Returns whether calls are refused, as the readiness of a server says. */
const refuses = Effect.flatMap(AuditLog, (audit) => audit.refusesCalls)

layer(quiet)("a call whose record cannot be written to its file", (it) => {
  for (const { fail, faults, settings, what } of failures) {
    for (const auditRequired of [true, false]) {
      it.scoped(
        `${auditRequired ? "is refused if the log is required" : "runs if the log is not required"}: ${what}`,
        () =>
          Effect.gen(function* () {
            const file = yield* place
            const disk = makeDisk()
            yield* Effect.scoped(
              Effect.gen(function* () {
                const { logged, run } = yield* auditing({ file, auditRequired, write: disk.write, ...settings })
                yield* run(called)
                const failing = fail(yield* logAt(file), disk)
                if (Effect.isEffect(failing)) yield* failing
                assert.strictEqual(yield* run(mayRun), !auditRequired)
                assert.match(logged.join(), /the audit log cannot be written/)
                disk.repair()
                yield* TestClock.adjust(1)
                // The next record starts another log, which says how many records are missing.
                assert.isFalse(yield* run(refuses))
                assert.isTrue(yield* run(mayRun))
                assert.match(logged.join(), /the audit log can be written again/)
              })
            )
            const found = yield* findings(file)
            for (const fault of faults) assert.match(found.faults.join("\n"), fault)
            if (faults.length === 0) assert.deepStrictEqual(found.faults, [])
            assert.match(found.warnings.join("\n"), /says that 1 records? before it could not be written/)
          })
      )
    }
  }

  it.scoped("is refused until the disk works again, as the readiness says", () =>
    Effect.gen(function* () {
      const file = yield* place
      const disk = makeDisk()
      const { run } = yield* auditing({ file, auditRequired: true, write: disk.write })
      disk.fail("ENOSPC")
      for (let call = 0; call < 3; call++) {
        assert.isFalse(yield* run(mayRun))
        assert.isTrue(yield* run(refuses))
      }
      disk.repair()
      // The check itself writes the record about the missing ones, because an unready server gets no calls.
      assert.isFalse(yield* run(refuses))
      assert.match((yield* findings(file)).warnings.join(), /says that 3 records before it could not be written/)
    })
  )

  it.scoped("does not wait for a FIFO in the place of another log's checkpoint", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const file = yield* place
      yield* session(file, 1)
      const log = yield* logAt(file)
      yield* fs.remove(`${log}.head`)
      yield* makeFifo(`${log}.head`)
      const { run } = yield* auditing({ file, auditRequired: true })
      assert.isTrue(yield* run(mayRun))
      assert.match((yield* findings(file)).faults.join(), /the checkpoint has been changed/)
    })
  )
})

/** A stream of stderr in one state. */
const streams = {
  "is closed": () => new LogOutput({ write: (_, done) => done(failure("EPIPE")), isFree: () => true }),
  "is a file on a full disk": () => new LogOutput({ write: (_, done) => done(failure("ENOSPC")), isFree: () => true }),
  "is the null device": () =>
    new LogOutput({ write: (_, done) => done(), isFree: () => true, unread: "is the null device" }),
  "is not read": () => {
    let isFree = true
    return new LogOutput({
      write: () => {
        isFree = false
      },
      isFree: () => isFree
    })
  },
  "is not read, and lines wait": () => new LogOutput({ write: () => undefined, isFree: () => false })
}

layer(quiet)("a call whose record cannot be written to stderr", (it) => {
  for (const [what, output] of Object.entries(streams)) {
    for (const auditRequired of [true, false]) {
      it.scoped(
        `${auditRequired ? "is refused if the log is required" : "runs if the log is not required"}: stderr ${what}`,
        () =>
          Effect.gen(function* () {
            const { logged, run } = yield* auditing({ audit: "stderr", output: output(), auditRequired })
            for (let call = 0; call < 2; call++) {
              const running = yield* Effect.fork(run(mayRun))
              yield* TestClock.adjust("2 seconds")
              assert.strictEqual(yield* Fiber.join(running), !auditRequired)
              const checking = yield* Effect.fork(run(refuses))
              yield* TestClock.adjust("2 seconds")
              assert.strictEqual(yield* Fiber.join(checking), auditRequired)
            }
            assert.strictEqual(logged.length, 1)
          })
      )
    }
  }
})
