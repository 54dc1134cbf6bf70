import { FileSystem, Path } from "@effect/platform"
import type { PlatformError } from "@effect/platform/Error"
import { DateTime, Effect, ExecutionStrategy, Exit, Option, Scope } from "effect"
import type { Entry } from "./AuditRecord.ts"
import { type AuditSink, AuditUnavailable } from "./AuditSink.ts"
import { link, type Position } from "./chain.ts"
import { readHead, writeHead } from "./head.ts"
import { filesAt, type LogFiles, rotatedAmong, SLOTS } from "./LogFiles.ts"
import { type Processes, takeLock } from "./lock.ts"
import { type Found, resume } from "./resume.ts"
import { empty, readTail } from "./tail.ts"

/** Where the log is, and how large it may become. */
export interface AuditFileOptions {
  /** `undefined`: there is no place for it. */
  readonly file: string | undefined
  readonly processes: Processes
  /** The size at which a file is rotated out, in bytes. */
  readonly maxBytes?: number
  /** How many rotated files are kept. */
  readonly keep?: number
}

const MAX_BYTES = 10 * 1024 * 1024
const KEEP = 9

/** A log that is open for writing. */
interface Open {
  readonly files: LogFiles
  readonly file: FileSystem.File
  readonly scope: Scope.CloseableScope
  readonly ino: number | undefined
  /** What changes with each record. */
  readonly size: number
  readonly position: Position
  readonly first: number | undefined
  /** What must be written before the next record: the end of a line that has none, and what was found. */
  readonly prefix: string
  readonly found: Found
}

/** Records in a file: each flushed, and then the head record beside it, before it counts as kept. */
export const make = Effect.fnUntraced(function* (options: AuditFileOptions) {
  const { file, keep = KEEP, maxBytes = MAX_BYTES, processes } = options
  const fs = yield* FileSystem.FileSystem
  const paths = yield* Path.Path
  const scope = yield* Effect.scope
  let current: Open | undefined

  const close = Effect.suspend(() => {
    const closing = current
    current = undefined
    return closing === undefined ? Effect.void : Scope.close(closing.scope, Exit.void)
  })

  /** Opens the log of one slot; none when another process writes it. */
  const openSlot = Effect.fnUntraced(function* (files: LogFiles, scope: Scope.CloseableScope) {
    const taken = yield* takeLock(fs, files.lock, processes)
    if (!taken) return undefined
    const head = Option.getOrUndefined(yield* readHead(fs, files.head))
    const { ended, ...tail } = yield* endOf(files)
    const { first, found, position } = resume({ ...tail, ended }, head)
    yield* warn(files, found, position)
    // Before the first record: a log whose head record is gone has lost it.
    if (head === undefined && first === 1) yield* writeHead(fs, files.head, { ...position, first })
    const file = yield* fs.open(files.log, { flag: "a", mode: 0o600 })
    const { ino, size } = yield* file.stat
    const opened: Open = {
      files,
      file,
      scope,
      ino: Option.getOrUndefined(ino),
      size: Number(size),
      position,
      first,
      prefix: ended || Number(size) === 0 ? "" : "\n",
      found
    }
    return opened
  })

  /** How a log ends: its file, or, when that is not there yet, the one rotated out before it. */
  const endOf = Effect.fnUntraced(function* (files: LogFiles) {
    const [newest] = rotatedAmong(files, yield* fs.readDirectory(files.directory)).slice(-1)
    for (const path of [files.log, ...(newest === undefined ? [] : [files.rotated(newest)])]) {
      const size = yield* sizeOf(path)
      if (size > 0) return yield* readTail(fs, path, size)
    }
    return empty
  })

  const sizeOf = (path: string) =>
    fs.stat(path).pipe(
      Effect.map(({ size }) => Number(size)),
      Effect.catchTag("SystemError", (error) => (error.reason === "NotFound" ? Effect.succeed(0) : Effect.fail(error)))
    )

  const open = Effect.fnUntraced(function* (path: string) {
    yield* fs.makeDirectory(paths.dirname(paths.resolve(path)), { recursive: true, mode: 0o700 })
    for (let slot = 1; slot <= SLOTS; slot++) {
      const own = yield* Scope.fork(scope, ExecutionStrategy.sequential)
      const opened = yield* openSlot(filesAt(paths, path, slot), own).pipe(
        Scope.extend(own),
        Effect.onError((cause) => Scope.close(own, Exit.failCause(cause)))
      )
      if (opened !== undefined) return opened
      yield* Scope.close(own, Exit.void)
    }
    return yield* new AuditUnavailable({ problem: `${path}: ${SLOTS} processes write logs there already` })
  })

  /** Whether the file is the one we left. If not, another process has it, or somebody has moved or cut it. */
  const isAsLeft = ({ files, ino, size }: Open) =>
    Effect.match(fs.stat(files.log), {
      onFailure: () => false,
      onSuccess: (now) => Number(now.size) === size && Option.getOrUndefined(now.ino) === ino
    })

  const ready = Effect.fnUntraced(function* (path: string) {
    if (current !== undefined && (yield* isAsLeft(current))) return current
    yield* close
    current = yield* open(path)
    return current
  })

  /** The full file gets its final name, and the oldest ones go. */
  const rotate = Effect.fnUntraced(function* ({ files, position }: Open) {
    yield* fs.rename(files.log, files.rotated(position.seq))
    const rotated = rotatedAmong(files, yield* fs.readDirectory(files.directory))
    const gone = rotated.slice(0, -keep)
    const last = gone.at(-1)
    if (last !== undefined) yield* writeHead(fs, files.head, { ...position, first: last + 1 })
    yield* Effect.forEach(gone, (seq) => fs.remove(files.rotated(seq)), { discard: true })
    yield* close
  })

  const write = Effect.fnUntraced(function* (path: string, entries: ReadonlyArray<Entry>) {
    let to = yield* ready(path)
    if (to.size >= maxBytes) {
      yield* rotate(to)
      to = yield* ready(path)
    }
    const noted = "torn" in to.found || "lost" in to.found
    const time = DateTime.formatIso(yield* DateTime.now)
    const { lines, position } = link(
      to.position,
      noted ? [{ kind: "resumed", time, ...to.found }, ...entries] : entries
    )
    const bytes = new TextEncoder().encode(`${to.prefix}${lines.join("\n")}\n`)
    yield* to.file.writeAll(bytes)
    yield* to.file.sync
    yield* writeHead(fs, to.files.head, { ...position, ...(to.first !== undefined && { first: to.first }) })
    current = { ...to, size: to.size + bytes.length, position, prefix: "", found: {} }
    return entries.map((_, at) => position.seq - entries.length + 1 + at)
  })

  return {
    append: (entries) =>
      file === undefined
        ? new AuditUnavailable({ problem: "no home directory is known: name a file in MCP_AUDIT_FILE" })
        : write(file, entries).pipe(
            Effect.mapError((error) => (error._tag === "AuditUnavailable" ? error : unavailable(file, error))),
            // What is in the file now is for the next opening to find out.
            Effect.onError(() => close)
          )
  } satisfies AuditSink as AuditSink
})

const unavailable = (file: string, error: PlatformError) =>
  new AuditUnavailable({ problem: `${file} (${error.description ?? error._tag})` })

/** Says in the log of the server what is wrong with the end of its audit log. */
const warn = ({ log }: LogFiles, { lost, torn }: Found, { seq }: Position) =>
  Effect.forEach(
    [
      torn !== undefined &&
        `the audit log ends in a torn line of ${torn.characters} characters: a process was killed while it wrote. The line stays, and the next record notes it`,
      lost === "head" && "the head record of the audit log was gone: whether the end of the log was cut cannot be told",
      lost === "records" &&
        `the audit log has lost its end: record ${seq} had been written. Keep the file as it is, and run: effect-discord-mcp audit verify`
    ].filter((message) => message !== false),
    (message) => Effect.logWarning(message).pipe(Effect.annotateLogs({ audit_file: log })),
    { discard: true }
  )
