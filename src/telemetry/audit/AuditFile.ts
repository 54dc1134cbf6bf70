import { fstatSync, lstatSync } from "node:fs"
import { FileSystem, Path } from "@effect/platform"
import type { PlatformError } from "@effect/platform/Error"
import { DateTime, Duration, Effect, Exit, Random, Scope } from "effect"
import { type WriteSync, writeFully } from "../LogOutput.ts"
import { type Entry, type LogPosition, link, origin, type Position } from "./AuditRecord.ts"
import { type AuditSink, AuditUnavailable } from "./AuditSink.ts"
import { endsOfOthers, type LogFiles, type LogSet, logSet, writeCheckpoint } from "./LogFiles.ts"

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
  const open = openWith(fs, options.write)
  let current: Current | undefined
  /** The end of this process's previous log, if there was one. */
  let previous: LogPosition | undefined
  let syncScheduled = false
  /** True after a failed sync. Until a sync succeeds, each record is synced before it counts as written. */
  let syncFailed = false

  /** Creates the log and its checkpoint, before its first record. */
  const start = Effect.fnUntraced(function* (path: string) {
    const set = logSet(paths, path)
    yield* refuseDirectory(fs, path)
    yield* fs.makeDirectory(set.directory, { recursive: true, mode: 0o700 })
    const others = yield* endsOfOthers(set, previous)
    const log = yield* Effect.retry(create(set), {
      times: 3,
      while: (error) => error._tag === "SystemError" && error.reason === "AlreadyExists"
    })
    current = yield* opened(log, others)
    return current
  })

  const create = (set: LogSet) =>
    Effect.gen(function* () {
      const time = DateTime.formatIso(yield* DateTime.now)
      const chance = yield* Effect.replicateEffect(Random.nextIntBetween(0, 2 ** 24), 2)
      const digits = chance.map((number) => number.toString(16).padStart(6, "0")).join("")
      const files = set.filesOf(set.newName(time, pid, digits))
      const log = yield* open(files, origin)
      yield* Effect.onError(writeCheckpoint(fs, files.checkpoint, origin), () => discard(log))
      return log
    })

  const opened = (log: OpenLog, others: ReadonlyArray<LogPosition>) =>
    Effect.map(
      DateTime.now,
      (now): Current => ({
        log,
        opening: { kind: "opened", time: DateTime.formatIso(now), log: log.files.name, pid, others },
        abandoned: false
      })
    )

  /** Renames a full file. Its chain continues in a new file. */
  const rotate = Effect.fnUntraced(function* ({ log }: Current, path: string) {
    const { position } = log.state()
    yield* log.sync
    yield* log.close
    yield* fs.rename(log.files.log, log.files.rotated(position.seq))
    const next = yield* open(log.files, position)
    current = yield* opened(next, yield* endsOfOthers(logSet(paths, path), previous, log.files.name))
    return current
  })

  const ensureOpen = (path: string) =>
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

  /** Removes the checkpoint first, because a checkpoint without its log is a sign of tampering. */
  const discard = ({ close, files }: OpenLog) =>
    Effect.zipRight(
      close,
      Effect.forEach([files.checkpoint, files.log], (path) => Effect.ignore(fs.remove(path)), { discard: true })
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
    if (syncScheduled) return Effect.void
    syncScheduled = true
    return Effect.forkIn(
      Effect.zipRight(Effect.interruptible(Effect.sleep(SYNC_DELAY)), Effect.uninterruptible(syncNow)),
      scope
    )
  })

  const syncNow = Effect.suspend(() => {
    syncScheduled = false
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

/** A log file of this process. No other process writes it. */
interface OpenLog {
  readonly files: LogFiles
  readonly state: () => { readonly position: Position; readonly size: number }
  /**
   * Writes entries in one write, and returns the last position. The entries survive the process,
   * but not yet a power failure. Fails if the file is not at its path any more.
   */
  readonly append: (entries: ReadonlyArray<Entry>) => Effect.Effect<Position, AuditUnavailable>
  /** Syncs the file, then writes the checkpoint, so that the checkpoint is never ahead of the log. */
  readonly sync: Effect.Effect<void, PlatformError | AuditUnavailable>
  readonly close: Effect.Effect<void>
}

/** Creates the file. Fails if the path exists, even as a symbolic link (O_EXCL). */
const openWith = (fs: FileSystem.FileSystem, write: WriteSync | undefined) =>
  Effect.fnUntraced(function* (files: LogFiles, from: Position): Effect.fn.Return<OpenLog, PlatformError> {
    const scope = yield* Scope.make()
    const { fd, sync } = yield* Scope.extend(fs.open(files.log, { flag: "ax", mode: 0o600 }), scope)
    const created = fstatSync(fd, { bigint: true })
    const syncing = yield* Effect.makeSemaphore(1)
    let position = from
    let size = 0
    let synced = from.seq

    /** Fails if the file was moved, removed, replaced or truncated. */
    const checkPath = (least: number): Effect.Effect<void, AuditUnavailable> =>
      Effect.try(() => lstatSync(files.log, { bigint: true })).pipe(
        Effect.filterOrFail((now) => now.ino === created.ino && now.dev === created.dev && now.size >= least),
        Effect.mapError(
          () =>
            new AuditUnavailable({
              problem: `${files.log} was moved, removed, replaced or cut while the server wrote it`
            })
        )
      )

    return {
      files,
      state: () => ({ position, size }),
      append: (entries) =>
        Effect.suspend(() => {
          const linked = link(position, entries)
          const bytes = new TextEncoder().encode(`${linked.lines.join("\n")}\n`)
          // The write is synchronous: it takes microseconds, and node's thread pool would take as long as the
          // rest of a call.
          const { error } = writeFully(fd, bytes, write)
          if (error !== undefined) return new AuditUnavailable({ problem: `${files.log} (${error.message})` })
          size += bytes.length
          position = linked.position
          return Effect.as(checkPath(size), position)
        }),
      sync: syncing.withPermits(1)(
        Effect.suspend(() => {
          const [at, least] = [position, size]
          if (at.seq === synced) return Effect.void
          return sync.pipe(
            Effect.zipRight(writeCheckpoint(fs, files.checkpoint, at)),
            Effect.zipRight(checkPath(least)),
            Effect.zipRight(
              Effect.sync(() => {
                synced = at.seq
              })
            )
          )
        })
      ),
      // Waits for a running sync, because its descriptor could belong to another file after the close.
      close: syncing.withPermits(1)(Scope.close(scope, Exit.void))
    }
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
