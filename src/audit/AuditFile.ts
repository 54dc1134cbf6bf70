import { type BigIntStats, fstatSync, lstatSync } from "node:fs"
import { FileSystem, Path } from "@effect/platform"
import type { PlatformError } from "@effect/platform/Error"
import { DateTime, Duration, Effect, Exit, Random, Scope } from "effect"
import { type WriteSync, writeFully } from "../telemetry/LogOutput.ts"
import type { Entry, LogPosition } from "./AuditRecord.ts"
import { type AuditSink, AuditUnavailable, checkpointText, link, origin, type Position } from "./AuditSink.ts"
import { endsOfOthers, isLink, type LogFiles, type LogSet, logSet } from "./LogFiles.ts"

/** The directory of the logs, and the write options. */
export interface AuditFileOptions {
  /** The path whose directory and name pattern the logs use. `undefined` if no directory is known. */
  readonly file: string | undefined
  readonly pid: number
  /** `always`: each record is synced before it counts as written. `background`: each record is synced soon after. */
  readonly auditSync?: "background" | "always"
  /** The size in bytes at which a file is rotated. */
  readonly maxBytes?: number
  /** The system call that writes. Default: Node's `writeSync`. */
  readonly write?: WriteSync
}

const MAX_BYTES = 10 * 1024 * 1024

/** The delay from a write to its sync. The docs state 200 ms, including the sync itself. */
export const SYNC_DELAY = Duration.millis(50)

/** A log file of this process. No other process writes it. */
interface OpenLog {
  readonly files: LogFiles
  readonly fd: number
  /** The file that was created. */
  readonly created: BigIntStats
  readonly flush: Effect.Effect<void, PlatformError>
  readonly close: Effect.Effect<void>
  position: Position
  size: number
  /** The number of the last record in the checkpoint. */
  synced: number
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
  const syncing = yield* Effect.makeSemaphore(1)
  let current: OpenLog | undefined
  /** The end of this process's previous log, if there was one. */
  let previous: LogPosition | undefined
  let syncScheduled = false
  /** True after a failed sync. Until a sync succeeds, each record is synced before it counts as written. */
  let syncFailed = false

  const write = Effect.fnUntraced(function* (path: string, entries: ReadonlyArray<Entry>) {
    const log = yield* openLog(path)
    const { name } = log.files
    const own = entries.map((entry) => withinLog(entry, name))
    const { lines, position } = link(log.position, log.opening === undefined ? own : [log.opening, ...own])
    const bytes = Buffer.from(`${lines.join("\n")}\n`)
    // The write is synchronous: it takes microseconds, and node's thread pool would take as long as the rest of a call.
    const { error } = writeFully(log.fd, bytes, options.write)
    if (error !== undefined) return yield* new AuditUnavailable({ problem: `${log.files.log} (${error.message})` })
    log.position = position
    log.size += bytes.length
    yield* checkPath(log, log.size)
    log.opening = undefined
    if (auditSync === "always" || syncFailed) {
      yield* sync(log)
      syncFailed = false
    } else if (!syncScheduled) {
      // One sync for all records that are written until it starts.
      syncScheduled = true
      yield* Effect.forkIn(Effect.zipRight(Effect.interruptible(Effect.sleep(SYNC_DELAY)), syncNow), scope)
    }
    return { seq: position.seq - entries.length + 1, log: name }
  })

  /** Returns the log for the next record: the current one, or a new file. */
  const openLog = Effect.fnUntraced(function* (path: string) {
    if (current?.abandoned === true) yield* leave
    if (current === undefined) return yield* start(path)
    return current.size < maxBytes ? current : yield* rotate(current, path)
  })

  /** Creates a log and its checkpoint, before its first record. */
  const start = Effect.fnUntraced(function* (path: string) {
    const set = logSet(paths, path)
    yield* refuseDirectory(fs, path)
    yield* fs.makeDirectory(set.directory, { recursive: true, mode: 0o700 })
    const others = yield* endsOfOthers(set, previous)
    current = yield* Effect.retry(create(set, others), {
      times: 3,
      while: (error) => error._tag === "SystemError" && error.reason === "AlreadyExists"
    })
    return current
  })

  const create = Effect.fnUntraced(function* (set: LogSet, others: ReadonlyArray<LogPosition>) {
    const time = DateTime.formatIso(yield* DateTime.now)
    const chance = yield* Effect.replicateEffect(Random.nextIntBetween(0, 2 ** 24), 2)
    const digits = chance.map((number) => number.toString(16).padStart(6, "0")).join("")
    const log = yield* open(set.filesOf(set.newName(time, pid, digits)), origin, others)
    yield* Effect.onError(writeCheckpoint(fs, log.files.checkpoint, origin), () => discard(log))
    return log
  })

  /** Renames a full file. Its chain continues in a new file. */
  const rotate = Effect.fnUntraced(function* (log: OpenLog, path: string) {
    yield* sync(log)
    yield* closeOf(log)
    yield* fs.rename(log.files.log, log.files.rotated(log.position.seq))
    const others = yield* endsOfOthers(logSet(paths, path), previous, log.files.name)
    current = yield* open(log.files, log.position, others)
    return current
  })

  /** Creates a file. Fails if the path exists, even as a symbolic link (O_EXCL). */
  const open = Effect.fnUntraced(function* (files: LogFiles, position: Position, others: ReadonlyArray<LogPosition>) {
    const own = yield* Scope.make()
    const { fd, sync: flush } = yield* Scope.extend(fs.open(files.log, { flag: "ax", mode: 0o600 }), own)
    const time = DateTime.formatIso(yield* DateTime.now)
    return {
      files,
      fd,
      created: fstatSync(fd, { bigint: true }),
      flush,
      close: Scope.close(own, Exit.void),
      position,
      size: 0,
      synced: position.seq,
      opening: { kind: "opened", time, log: files.name, pid, others },
      abandoned: false
    } satisfies OpenLog as OpenLog
  })

  /** Syncs a file, then writes the checkpoint, so that the checkpoint is never ahead of the log. */
  const sync = (log: OpenLog) =>
    Effect.gen(function* () {
      const { position, size } = log
      if (position.seq === log.synced) return
      yield* log.flush
      yield* writeCheckpoint(fs, log.files.checkpoint, position)
      yield* checkPath(log, size)
      log.synced = position.seq
    }).pipe(syncing.withPermits(1))

  /** Syncs the current log. A log that cannot be synced is left for another one. */
  const syncNow = Effect.suspend(() => {
    syncScheduled = false
    const log = current
    if (log === undefined || log.abandoned) return Effect.void
    return Effect.catchAll(sync(log), (error) => {
      log.abandoned = true
      syncFailed = true
      return Effect.logWarning(
        `the audit log could not be synced to disk: ${unavailable(log.files.log, error).problem}. The next record starts another file`
      )
    })
  }).pipe(Effect.uninterruptible)

  /**
   * Stops writing the current log. A log without records is removed, so that a full disk does not
   * collect empty logs.
   */
  const leave = Effect.suspend(() => {
    const log = current
    current = undefined
    if (log === undefined) return Effect.void
    if (log.position.seq === origin.seq) return discard(log)
    previous = { log: log.files.name, ...log.position }
    return closeOf(log)
  })

  /** Waits for a running sync, because its descriptor could belong to another file after the close. */
  const closeOf = ({ close }: OpenLog) => syncing.withPermits(1)(close)

  /** Removes the checkpoint first, because a checkpoint without its log is a sign of tampering. */
  const discard = Effect.fnUntraced(function* (log: OpenLog) {
    yield* closeOf(log)
    for (const path of [log.files.checkpoint, log.files.log]) yield* Effect.ignore(fs.remove(path))
  })

  yield* Effect.addFinalizer(() => Effect.zipRight(syncNow, leave))
  return {
    append: (entries) =>
      file === undefined
        ? new AuditUnavailable({ problem: "no home directory is known: set MCP_AUDIT_FILE to a file" })
        : write(file, entries).pipe(
            Effect.mapError((error) => unavailable(file, error)),
            Effect.onError(() => leave),
            Effect.provideService(FileSystem.FileSystem, fs)
          ),
    isWritable: () => true
  } satisfies AuditSink as AuditSink
})

/** Fails if a file was moved, removed, replaced or truncated. */
const checkPath = Effect.fnUntraced(function* ({ created, files }: OpenLog, least: number) {
  const now = yield* Effect.orElseSucceed(
    Effect.try(() => lstatSync(files.log, { bigint: true })),
    () => undefined
  )
  if (now === undefined || now.ino !== created.ino || now.dev !== created.dev || now.size < least) {
    return yield* new AuditUnavailable({
      problem: `${files.log} was moved, removed, replaced or cut while the server wrote it`
    })
  }
})

/** Replaces a checkpoint atomically. Does not follow symbolic links. */
const writeCheckpoint = Effect.fnUntraced(function* (fs: FileSystem.FileSystem, path: string, checkpoint: Position) {
  const temporary = `${path}.new`
  // O_EXCL: creates the file or fails.
  const write = fs.writeFileString(temporary, checkpointText(checkpoint), { flag: "wx", mode: 0o600 })
  yield* Effect.catchIf(
    write,
    (error) => error._tag === "SystemError" && error.reason === "AlreadyExists",
    () => Effect.zipRight(removeLeftover(fs, temporary), write)
  )
  yield* fs.rename(temporary, path)
})

/** Removes the file of a process that was killed. A symbolic link is not followed. */
const removeLeftover = Effect.fnUntraced(function* (fs: FileSystem.FileSystem, path: string) {
  if (yield* isLink(fs, path)) {
    return yield* new AuditUnavailable({
      problem: `${path} is a symbolic link, which the audit log does not follow: remove it`
    })
  }
  yield* fs.remove(path)
})

const refuseDirectory = (fs: FileSystem.FileSystem, path: string): Effect.Effect<void, AuditUnavailable> =>
  Effect.flatMap(Effect.option(fs.stat(path)), (info) =>
    info._tag === "Some" && info.value.type === "Directory"
      ? new AuditUnavailable({ problem: `${path} is a directory: set MCP_AUDIT_FILE to a file in it` })
      : Effect.void
  )

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
