import { FileSystem, Path } from "@effect/platform"
import type { PlatformError } from "@effect/platform/Error"
import { DateTime, Duration, Effect, Random } from "effect"
import type { Entry, Reached } from "./AuditRecord.ts"
import { type AuditSink, AuditUnavailable } from "./AuditSink.ts"
import { origin } from "./chain.ts"
import { writeCheckpoint } from "./checkpoint.ts"
import { type LogSet, logSet } from "./LogFiles.ts"
import { type OpenLog, open } from "./OpenLog.ts"
import { othersAmong } from "./others.ts"

/** The directory of the logs, and the write options. */
export interface AuditFileOptions {
  /** The path whose directory and name pattern the logs use. `undefined` if no directory is known. */
  readonly file: string | undefined
  readonly pid: number
  /** `always`: each record is synced before it counts as written. `background`: each record is synced soon after. */
  readonly auditSync?: "background" | "always"
  /** The size in bytes at which a file is rotated. */
  readonly maxBytes?: number
}

const MAX_BYTES = 10 * 1024 * 1024

/** The delay from a write to its sync. The docs state 200 ms, including the sync itself. */
export const SYNC_DELAY = Duration.millis(50)

/** The log that is being written. */
interface Current {
  readonly log: OpenLog
  /** The first record of the file, until it is written. */
  opening: Entry | undefined
  /** True if the log cannot be trusted any more. No further record is written to this log. */
  abandoned: boolean
}

/**
 * Writes records to a log of this process. No other process writes this log, and no later process
 * continues it, so no lock is needed. A log that fails stays unchanged, and the next record starts
 * a new log.
 */
export const make = Effect.fnUntraced(function* (options: AuditFileOptions) {
  const { auditSync = "background", file, maxBytes = MAX_BYTES, pid } = options
  const fs = yield* FileSystem.FileSystem
  const paths = yield* Path.Path
  const scope = yield* Effect.scope
  let current: Current | undefined
  /** The end of this process's previous log, if there was one. */
  let previous: Reached | undefined
  let settling = false
  /** True after a failed sync. Until a sync succeeds, each record is synced before it counts as written. */
  let syncFailed = false

  /** Creates the log and its checkpoint, before its first record. */
  const start = Effect.fnUntraced(function* (path: string) {
    const set = logSet(paths, path)
    yield* refuseDirectory(path)
    yield* fs.makeDirectory(set.directory, { recursive: true, mode: 0o700 })
    const others = yield* othersAmong(fs, set, previous)
    const log = yield* Effect.retry(create(set), {
      times: 3,
      while: (error) => error._tag === "SystemError" && error.reason === "AlreadyExists"
    })
    return yield* Effect.map(opened(log, others), (made) => {
      current = made
      return made
    })
  })

  const create = (set: LogSet) =>
    Effect.gen(function* () {
      const time = DateTime.formatIso(yield* DateTime.now)
      const chance = yield* Effect.replicateEffect(Random.nextIntBetween(0, 2 ** 24), 2)
      const digits = chance.map((number) => number.toString(16).padStart(6, "0")).join("")
      const files = set.filesOf(set.newName(time, pid, digits))
      const log = yield* open(fs, files, origin)
      yield* Effect.onError(writeCheckpoint(fs, files.checkpoint, origin), () => discard(log))
      return log
    })

  const opened = (log: OpenLog, others: ReadonlyArray<Reached>) =>
    Effect.map(
      DateTime.now,
      (now): Current => ({
        log,
        opening: { kind: "opened", time: DateTime.formatIso(now), pid, others },
        abandoned: false
      })
    )

  /** Renames a full file. Its chain continues in a new file. */
  const rotate = Effect.fnUntraced(function* ({ log }: Current, path: string) {
    const { position } = log.state()
    yield* log.sync
    yield* log.close
    yield* fs.rename(log.files.log, log.files.rotated(position.seq))
    const next = yield* open(fs, log.files, position)
    current = yield* opened(next, yield* othersAmong(fs, logSet(paths, path), previous, log.files.name))
    return current
  })

  const ensureOpen = (path: string): Effect.Effect<Current, PlatformError | AuditUnavailable> =>
    Effect.suspend(() => {
      if (current === undefined) return start(path)
      if (current.abandoned) return Effect.zipRight(leave, start(path))
      return current.log.state().size >= maxBytes ? rotate(current, path) : Effect.succeed(current)
    })

  /**
   * Stops writing the current log. A log without records is removed, so that a full disk does not
   * collect empty logs.
   */
  const leave = Effect.suspend(() => {
    const left = current
    current = undefined
    if (left === undefined) return Effect.void
    const { position } = left.log.state()
    if (position.seq === origin.seq) return discard(left.log)
    previous = { log: left.log.files.name, ...position }
    return left.log.close
  })

  const discard = ({ close, files }: OpenLog) =>
    Effect.zipRight(
      close,
      Effect.forEach([files.log, files.checkpoint], (path) => Effect.ignore(fs.remove(path)), { discard: true })
    )

  const write = Effect.fnUntraced(function* (path: string, entries: ReadonlyArray<Entry>) {
    const to = yield* ensureOpen(path)
    const { name } = to.log.files
    const own = entries.map((entry) => withinLog(entry, name))
    const { seq } = yield* to.log.append(to.opening === undefined ? own : [to.opening, ...own])
    to.opening = undefined
    if (auditSync === "always" || syncFailed) {
      yield* to.log.sync
      syncFailed = false
    } else {
      yield* syncLater
    }
    return entries.map((_, at) => ({ seq: seq - entries.length + 1 + at, log: name }))
  })

  /** Starts one sync for all records that are written until it starts. */
  const syncLater = Effect.suspend(() => {
    if (settling) return Effect.void
    settling = true
    return Effect.forkIn(
      Effect.zipRight(Effect.interruptible(Effect.sleep(SYNC_DELAY)), Effect.uninterruptible(syncNow)),
      scope
    )
  })

  const syncNow = Effect.suspend(() => {
    settling = false
    const now = current
    if (now === undefined || now.abandoned) return Effect.void
    return Effect.catchAll(now.log.sync, (error) => {
      now.abandoned = true
      syncFailed = true
      return Effect.logWarning(
        `the audit log could not be synced to disk: ${unavailable(now.log.files.log, error).problem}. The next record starts another file`
      )
    })
  })

  const refuseDirectory = (path: string) =>
    Effect.flatMap(Effect.option(fs.stat(path)), (found) =>
      found._tag === "Some" && found.value.type === "Directory"
        ? new AuditUnavailable({ problem: `${path} is a directory: set MCP_AUDIT_FILE to a file in it` })
        : Effect.void
    )

  yield* Effect.addFinalizer(() => Effect.zipRight(syncNow, leave))
  return {
    append: (entries) =>
      file === undefined
        ? new AuditUnavailable({ problem: "no home directory is known: set MCP_AUDIT_FILE to a file" })
        : write(file, entries).pipe(
            Effect.mapError((error) => unavailable(file, error)),
            Effect.onError(() => leave)
          )
  } satisfies AuditSink as AuditSink
})

/** Removes the log name from an end record if the intent is in the same log. */
const withinLog = (entry: Entry, name: string): Entry => {
  if (entry.kind !== "ended" || entry.log !== name) return entry
  const { log: _, ...rest } = entry
  return rest
}

const unavailable = (file: string, error: PlatformError | AuditUnavailable) =>
  error._tag === "AuditUnavailable"
    ? error
    : new AuditUnavailable({ problem: `${file} (${error.description ?? error._tag})` })
