import { FileSystem, Path } from "@effect/platform"
import type { PlatformError } from "@effect/platform/Error"
import { Effect, Either, Option } from "effect"
import { counted } from "../text/words.ts"
import type { LogPosition } from "./AuditRecord.ts"
import { filesBeside, isLink, type LogFiles, logSet, readCheckpoint } from "./LogFiles.ts"
import { begin, type Check, type Checked, type Finding, type ReadCheckpoint, type Verdict } from "./verify.ts"

/** A log with all its files and the result of its check. */
export interface CheckedLog extends Verdict {
  readonly log: string
  /** Oldest first. */
  readonly files: ReadonlyArray<string>
}

/** A checked log before it is compared with other logs. */
interface ReadLog extends Checked {
  readonly name: string
  readonly log: string
  readonly files: ReadonlyArray<string>
}

/** Checks all logs of a setting `MCP_AUDIT_FILE`. Checks each log individually and against the other logs. */
export const checkLogs = Effect.fn("audit.checkLogs")(function* (setting: string) {
  const fs = yield* FileSystem.FileSystem
  const set = logSet(yield* Path.Path, setting)
  const names = (yield* fs.exists(set.directory)) ? yield* fs.readDirectory(set.directory) : []
  const logs = set.logsAmong(names)
  const read = yield* Effect.forEach(logs, (name) => readLog(set.filesOf(name)), { concurrency: 4 })
  const compared = yield* compareLogs(
    read.filter((log) => log !== undefined),
    {
      // A log that is being written is read again before a fault is reported.
      again: (name) => readLog(set.filesOf(name)),
      isOlderThanAll: (name) => set.logsAmong([name, ...logs])[0] === name,
      pathOf: (name) => set.filesOf(name).log
    }
  )
  return compared
})

/** Bounds the check of a log that is rotated continuously. */
const ROUNDS_MAX = 1000

/** Reads a log that may be written meanwhile. Rotated files do not change. */
const readLog = Effect.fnUntraced(function* (log: LogFiles) {
  const fs = yield* FileSystem.FileSystem
  const paths = yield* Path.Path
  // Reads the checkpoint before the files, because a running server only makes the files longer.
  const read = yield* Effect.either(readCheckpoint(log.checkpoint))
  const checkpoint = Either.getOrElse(read, (): ReadCheckpoint => "unreadable")
  const check = begin(log.name, checkpoint)
  if (Either.isLeft(read)) check.unreadable({ file: log.checkpoint, problem: reasonOf(read.left) })
  const list = Effect.map(fs.readDirectory(paths.dirname(log.log)), (names) => filesBeside(log.name, names))
  const files: Array<string> = []
  for (let round = 0; round < ROUNDS_MAX; round++) {
    for (const lastSeq of (yield* list).rotated) {
      const file = log.rotated(lastSeq)
      if (!files.includes(file) && (yield* readFile(check, file, lastSeq))) files.push(file)
    }
    // The opened file is the current one, unless a file was rotated before the directory is listed again.
    const isCurrent = Effect.map(list, ({ rotated }) => rotated.every((seq) => files.includes(log.rotated(seq))))
    const isRead = yield* readFile(check, log.log, undefined, isCurrent)
    if (isRead) files.push(log.log)
    if (isRead || (yield* isCurrent)) break
  }
  const { others } = yield* list
  if (files.length === 0 && others.length === 0 && checkpoint === "missing") return undefined
  for (const end of others) {
    const finding = { file: `${log.log}.${end}`, problem: "is not a file that the server creates" }
    // A number looks like a file of the log. Other files, such as copies, are not part of the log.
    if (/^\d+$/.test(end)) check.fault(finding)
    else check.warning(finding)
  }
  if (yield* isLink(fs, log.checkpoint)) check.fault(linkFault(log.checkpoint))
  return { name: log.name, log: log.log, files, ...check.end() } satisfies ReadLog as ReadLog
})

/** The size in bytes above which a line is not read. The server's records are much smaller. */
const LINE_MAX = 16 * 1024 * 1024

/** The number of bytes of one read. */
const CHUNK = 256 * 1024

/**
 * Passes the lines of a file to a check. Returns false if the file does not exist, or if `isWanted` is false after it
 * was opened. A file that cannot be read is reported to the check.
 */
const readFile = (
  check: Check,
  path: string,
  lastSeq: number | undefined,
  isWanted: Effect.Effect<boolean, PlatformError> = Effect.succeed(true)
) =>
  Effect.suspend(() => {
    let started = false
    const start = () => {
      if (!started) check.file(path, lastSeq)
      started = true
    }
    return Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      if (yield* isLink(fs, path)) {
        start()
        check.fault(linkFault(path))
      }
      // A special file is not opened, because it could block.
      const { type } = yield* fs.stat(path)
      if (type !== "File") {
        start()
        check.fault({ problem: `${path} is not a regular file: the server never creates another one` })
        return true
      }
      const file = yield* fs.open(path, { flag: "r" })
      if (!(yield* isWanted)) return false
      start()
      const lines = splitLines(path, check)
      yield* file
        .readAlloc(CHUNK)
        .pipe(
          Effect.tap(Option.match({ onNone: lines.end, onSome: lines.chunk })),
          Effect.repeat({ while: Option.isSome })
        )
      return true
    }).pipe(
      Effect.scoped,
      Effect.catchAll((error) => {
        if (error._tag === "SystemError" && error.reason === "NotFound") return Effect.succeed(started)
        start()
        check.unreadable({ file: path, problem: reasonOf(error) })
        return Effect.succeed(true)
      })
    )
  })

const linkFault = (path: string): Finding => ({
  problem: `${path} is a symbolic link: the server never creates one`
})

const LINE_BREAK = 10

/** Splits the bytes of a file into lines. Keeps at most one line in memory. */
const splitLines = (file: string, check: Check) => {
  let number = 0
  let parts: Array<Uint8Array> = []
  let size = 0
  const keep = (part: Uint8Array) => {
    size += part.length
    if (size <= LINE_MAX) parts.push(part)
    else parts = []
  }
  const finish = (ended: boolean) => {
    number++
    if (size > LINE_MAX)
      check.fault({ file, line: number, problem: `has ${counted(size, "byte")}, more than any record` })
    else check.line({ file, number, bytes: Buffer.concat(parts), ended })
    parts = []
    size = 0
  }
  return {
    chunk: (bytes: Uint8Array) =>
      Effect.sync(() => {
        let from = 0
        for (let end = bytes.indexOf(LINE_BREAK); end !== -1; end = bytes.indexOf(LINE_BREAK, from)) {
          keep(bytes.subarray(from, end))
          finish(true)
          from = end + 1
        }
        // The next read may use the same memory.
        keep(bytes.slice(from))
      }),
    end: () =>
      Effect.sync(() => {
        if (size > 0) finish(false)
      })
  }
}

const reasonOf = (error: PlatformError): string => error.description ?? error.message

/** Access to the logs of a directory. */
interface Directory<E, R> {
  /** Reads a log again. */
  readonly again: (name: string) => Effect.Effect<ReadLog | undefined, E, R>
  /** Returns whether a log started before all existing ones. */
  readonly isOlderThanAll: (name: string) => boolean
  readonly pathOf: (name: string) => string
}

/**
 * Compares logs with each other. When a log is opened, it names the newest other logs and their
 * last records. A removed log is missing later. A truncated or rewritten log lacks its named
 * record.
 */
const compareLogs = Effect.fnUntraced(function* <E, R>(
  logs: ReadonlyArray<ReadLog>,
  directory: Directory<E, R>
): Effect.fn.Return<ReadonlyArray<CheckedLog>, E, R> {
  const byName = new Map(logs.map((log) => [log.name, log]))
  const faults = new Map<string, Finding>()
  const warnings = new Map<string, Array<Finding>>()
  const warn = (name: string, finding: Finding) => warnings.set(name, [...(warnings.get(name) ?? []), finding])
  const removed = new Set<string>()
  /** Reports each log once, even if several logs name it. */
  const fault = (name: string, problem: string) => void (faults.has(name) || faults.set(name, { problem }))

  for (const { name, others } of logs) {
    for (const { end, line } of others) {
      const named = byName.get(end.log)
      if (named !== undefined && (end.seq === 0 || hasRecord(named, end))) continue
      const now = yield* directory.again(end.log)
      if (now === undefined) {
        if (directory.isOlderThanAll(end.log)) removed.add(end.log)
        else if (end.seq === 0) {
          const problem = `names ${end.log}, which had no records yet and is gone`
          warn(name, { file: line.file, line: line.number, problem })
        } else fault(end.log, `is gone: it had ${counted(end.seq, "record")} when ${name} was opened`)
      } else if (!hasRecord(now, end)) {
        fault(end.log, `has been cut or changed: record ${end.seq} is not the one it had when ${name} was opened`)
      }
    }
  }

  const [oldest] = logs
  if (oldest !== undefined && removed.size > 0) warn(oldest.name, { problem: older(removed.size) })
  const ends = new Set(logs.flatMap(({ ended }) => ended.map(({ log, of }) => `${of} ${log}`)))
  const checked = logs.map(
    ({ files, log, name, verdict }): CheckedLog => ({
      log,
      files,
      ...verdict,
      faults: [...verdict.faults, ...[faults.get(name) ?? []].flat()],
      warnings: [...verdict.warnings, ...(warnings.get(name) ?? [])],
      unended: verdict.unended.filter((seq) => !ends.has(`${seq} ${name}`))
    })
  )
  const missing = [...faults].filter(([name]) => !byName.has(name))
  return [
    ...checked,
    ...missing.map(
      ([name, finding]): CheckedLog => ({
        log: directory.pathOf(name),
        files: [],
        records: 0,
        faults: [finding],
        unreadable: [],
        warnings: [],
        unended: []
      })
    )
  ]
})

/** Returns whether a log has a record, or whether the file that had it was removed from its start or cannot be read. */
const hasRecord = ({ hashes, verdict }: ReadLog, { hash, seq }: LogPosition): boolean => {
  const [first] = hashes.keys()
  return hashes.get(seq) === hash || (first !== undefined && first > seq) || verdict.unreadable.length > 0
}

const older = (count: number) =>
  `${count === 1 ? "a log that began before this one is" : `${count} logs that began before this one are`} gone: removed by the operator, or taken away`
