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
  const { file } = options
  const fs = yield* FileSystem.FileSystem
  const writer = new LogWriter({
    options,
    fs,
    paths: yield* Path.Path,
    scope: yield* Effect.scope,
    syncing: yield* Effect.makeSemaphore(1)
  })
  yield* Effect.addFinalizer(() => writer.close())
  return {
    append: (entries) =>
      file === undefined
        ? new AuditUnavailable({ problem: "no home directory is known: set MCP_AUDIT_FILE to a file" })
        : writer.write(file, entries).pipe(
            Effect.mapError((error) => unavailable(file, error)),
            Effect.onError(() => writer.leave()),
            Effect.provideService(FileSystem.FileSystem, fs)
          ),
    isWritable: () => true
  } satisfies AuditSink as AuditSink
})

/** What a writer uses. */
interface WriterParts {
  readonly options: AuditFileOptions
  readonly fs: FileSystem.FileSystem
  readonly paths: Path.Path
  /** The scope of the syncs in the background. */
  readonly scope: Scope.Scope
  /** Held by a sync, and by a close. */
  readonly syncing: Effect.Semaphore
}

/** Writes the logs of this process, one after another. */
class LogWriter {
  readonly #parts: WriterParts
  #current: OpenLog | undefined
  /** The end of this process's previous log, if there was one. */
  #previous: LogPosition | undefined
  #syncScheduled = false
  /** True after a failed sync. Until a sync succeeds, each record is synced before it counts as written. */
  #syncFailed = false

  constructor(parts: WriterParts) {
    this.#parts = parts
  }

  write(path: string, entries: ReadonlyArray<Entry>) {
    return Effect.gen(this, function* () {
      const { options, scope } = this.#parts
      const log = yield* this.#openLog(path)
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
      if (options.auditSync === "always" || this.#syncFailed) {
        yield* this.#sync(log)
        this.#syncFailed = false
      } else if (!this.#syncScheduled) {
        // One sync for all records that are written until it starts.
        this.#syncScheduled = true
        yield* Effect.forkIn(Effect.zipRight(Effect.interruptible(Effect.sleep(SYNC_DELAY)), this.#syncNow()), scope)
      }
      return { seq: position.seq - entries.length + 1, log: name }
    })
  }

  /**
   * Stops writing the current log. A log without records is removed, so that a full disk does not
   * collect empty logs.
   */
  leave() {
    return Effect.suspend(() => {
      const log = this.#current
      this.#current = undefined
      if (log === undefined) return Effect.void
      if (log.position.seq === origin.seq) return this.#discard(log)
      this.#previous = { log: log.files.name, ...log.position }
      return this.#closeFile(log)
    })
  }

  close() {
    return Effect.zipRight(this.#syncNow(), this.leave())
  }

  /** Returns the log for the next record: the current one, or a new file. */
  #openLog(path: string) {
    const { maxBytes = MAX_BYTES } = this.#parts.options
    const log = this.#current
    if (log?.abandoned === true) return Effect.zipRight(this.leave(), this.#start(path))
    if (log === undefined) return this.#start(path)
    return log.size < maxBytes ? Effect.succeed(log) : this.#rotate(log, path)
  }

  /** Creates a log and its checkpoint, before its first record. */
  #start(path: string) {
    return Effect.gen(this, function* () {
      const { fs, paths } = this.#parts
      const set = logSet(paths, path)
      yield* refuseDirectory(fs, path)
      yield* fs.makeDirectory(set.directory, { recursive: true, mode: 0o700 })
      const others = yield* endsOfOthers(set, this.#previous)
      const log = yield* Effect.retry(this.#create(set, others), {
        times: 3,
        while: (error) => error._tag === "SystemError" && error.reason === "AlreadyExists"
      })
      this.#current = log
      return log
    })
  }

  #create(set: LogSet, others: ReadonlyArray<LogPosition>) {
    return Effect.gen(this, function* () {
      const { fs, options } = this.#parts
      const time = DateTime.formatIso(yield* DateTime.now)
      const chance = yield* Effect.replicateEffect(Random.nextIntBetween(0, 2 ** 24), 2)
      const digits = chance.map((number) => number.toString(16).padStart(6, "0")).join("")
      const log = yield* this.#createFile(set.filesOf(set.newName(time, options.pid, digits)), origin, others)
      yield* Effect.onError(writeCheckpoint(fs, log.files.checkpoint, origin), () => this.#discard(log))
      return log
    })
  }

  /** Renames a full file. Its chain continues in a new file. */
  #rotate(full: OpenLog, path: string) {
    return Effect.gen(this, function* () {
      const { fs, paths } = this.#parts
      yield* this.#sync(full)
      yield* this.#closeFile(full)
      yield* fs.rename(full.files.log, full.files.rotated(full.position.seq))
      const others = yield* endsOfOthers(logSet(paths, path), this.#previous, full.files.name)
      const log = yield* this.#createFile(full.files, full.position, others)
      this.#current = log
      return log
    })
  }

  /** Creates a file. Fails if the path exists, even as a symbolic link (O_EXCL). */
  #createFile(files: LogFiles, position: Position, others: ReadonlyArray<LogPosition>) {
    return Effect.gen(this, function* () {
      const { fs, options } = this.#parts
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
        opening: { kind: "opened", time, log: files.name, pid: options.pid, others },
        abandoned: false
      } satisfies OpenLog as OpenLog
    })
  }

  /** Syncs a file, then writes the checkpoint, so that the checkpoint is never ahead of the log. */
  #sync(log: OpenLog) {
    const { fs, syncing } = this.#parts
    return Effect.gen(function* () {
      const { position, size } = log
      if (position.seq === log.synced) return
      yield* log.flush
      yield* writeCheckpoint(fs, log.files.checkpoint, position)
      yield* checkPath(log, size)
      log.synced = position.seq
    }).pipe(syncing.withPermits(1))
  }

  /** Syncs the current log. A log that cannot be synced is left for another one. */
  #syncNow() {
    return Effect.suspend(() => {
      this.#syncScheduled = false
      const log = this.#current
      if (log === undefined || log.abandoned) return Effect.void
      return Effect.catchAll(this.#sync(log), (error) => {
        log.abandoned = true
        this.#syncFailed = true
        return Effect.logWarning(
          `the audit log could not be synced to disk: ${unavailable(log.files.log, error).problem}. The next record starts another file`
        )
      })
    }).pipe(Effect.uninterruptible)
  }

  /** Waits for a running sync, because its descriptor could belong to another file after the close. */
  #closeFile({ close }: OpenLog) {
    return this.#parts.syncing.withPermits(1)(close)
  }

  /** Removes the checkpoint first, because a checkpoint without its log is a sign of tampering. */
  #discard(log: OpenLog) {
    return Effect.gen(this, function* () {
      yield* this.#closeFile(log)
      for (const path of [log.files.checkpoint, log.files.log]) yield* Effect.ignore(this.#parts.fs.remove(path))
    })
  }
}

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
