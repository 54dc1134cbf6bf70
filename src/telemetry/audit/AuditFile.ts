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

/** Where logs are, and how a process writes its own. */
export interface AuditFileOptions {
  /** The directory, and how names of logs begin and end; `undefined`: there is no place for them. */
  readonly file: string | undefined
  readonly pid: number
  /** `always`: each record is forced to disk before it counts as kept; else soon after. */
  readonly auditSync?: "background" | "always"
  /** The size at which a file is rotated out, in bytes. */
  readonly maxBytes?: number
}

const MAX_BYTES = 10 * 1024 * 1024

/** How long after a write it is forced to disk. With the time that takes, 200 ms are promised. */
export const SETTLE_AFTER = Duration.millis(50)

/** The log that is written now. */
interface Current {
  readonly log: OpenLog
  /** The first record of its file, until it is written. */
  opening: Entry | undefined
  /** It must not be written any more: what happened to it cannot be told. */
  abandoned: boolean
}

/**
 * Records in a log of this process alone: no other writes it, and no later one goes
 * on with it, so no lock is needed. A log that fails is left as it is, and the next
 * record starts another.
 */
export const make = Effect.fnUntraced(function* (options: AuditFileOptions) {
  const { auditSync = "background", file, maxBytes = MAX_BYTES, pid } = options
  const fs = yield* FileSystem.FileSystem
  const paths = yield* Path.Path
  const scope = yield* Effect.scope
  let current: Current | undefined
  /** How far the log before came, where this process had one. */
  let before: Reached | undefined
  let settling = false
  /** Forcing to disk has failed: until it works again, no record counts as kept without it. */
  let distrusted = false

  /** Makes the log of this process. It is there with its checkpoint before it has a record. */
  const start = Effect.fnUntraced(function* (path: string) {
    const set = logSet(paths, path)
    yield* refuseDirectory(path)
    yield* fs.makeDirectory(set.directory, { recursive: true, mode: 0o700 })
    const others = yield* othersAmong(fs, set, before)
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

  /** The full file gets its final name. Its chain goes on in a new one. */
  const rotate = Effect.fnUntraced(function* ({ log }: Current, path: string) {
    const { position } = log.state()
    yield* log.settle
    yield* log.close
    yield* fs.rename(log.files.log, log.files.rotated(position.seq))
    const next = yield* open(fs, log.files, position)
    current = yield* opened(next, yield* othersAmong(fs, logSet(paths, path), before, log.files.name))
    return current
  })

  const ready = (path: string): Effect.Effect<Current, PlatformError | AuditUnavailable> =>
    Effect.suspend(() => {
      if (current === undefined) return start(path)
      if (current.abandoned) return Effect.zipRight(leave, start(path))
      return current.log.state().size >= maxBytes ? rotate(current, path) : Effect.succeed(current)
    })

  /** Stops writing the current log. One without a record is removed, or a full disk would collect them. */
  const leave = Effect.suspend(() => {
    const left = current
    current = undefined
    if (left === undefined) return Effect.void
    const { position } = left.log.state()
    if (position.seq === origin.seq) return discard(left.log)
    before = { log: left.log.files.name, ...position }
    return left.log.close
  })

  const discard = ({ close, files }: OpenLog) =>
    Effect.zipRight(
      close,
      Effect.forEach([files.log, files.checkpoint], (path) => Effect.ignore(fs.remove(path)), { discard: true })
    )

  const write = Effect.fnUntraced(function* (path: string, entries: ReadonlyArray<Entry>) {
    const to = yield* ready(path)
    const { name } = to.log.files
    const own = entries.map((entry) => withinLog(entry, name))
    const { seq } = yield* to.log.append(to.opening === undefined ? own : [to.opening, ...own])
    to.opening = undefined
    if (auditSync === "always" || distrusted) {
      yield* to.log.settle
      distrusted = false
    } else {
      yield* settleLater
    }
    return entries.map((_, at) => ({ seq: seq - entries.length + 1 + at, log: name }))
  })

  /** One round for all that is written until it begins. */
  const settleLater = Effect.suspend(() => {
    if (settling) return Effect.void
    settling = true
    return Effect.forkIn(
      Effect.zipRight(Effect.interruptible(Effect.sleep(SETTLE_AFTER)), Effect.uninterruptible(settleNow)),
      scope
    )
  })

  const settleNow = Effect.suspend(() => {
    settling = false
    const now = current
    if (now === undefined || now.abandoned) return Effect.void
    return Effect.catchAll(now.log.settle, (error) => {
      now.abandoned = true
      distrusted = true
      return Effect.logWarning(
        `the audit log could not be forced to disk: ${unavailable(now.log.files.log, error).problem}. The next record starts another file`
      )
    })
  })

  const refuseDirectory = (path: string) =>
    Effect.flatMap(Effect.option(fs.stat(path)), (found) =>
      found._tag === "Some" && found.value.type === "Directory"
        ? new AuditUnavailable({ problem: `${path} is a directory: let MCP_AUDIT_FILE name a file in it` })
        : Effect.void
    )

  yield* Effect.addFinalizer(() => Effect.zipRight(settleNow, leave))
  return {
    append: (entries) =>
      file === undefined
        ? new AuditUnavailable({ problem: "no home directory is known: name a file in MCP_AUDIT_FILE" })
        : write(file, entries).pipe(
            Effect.mapError((error) => unavailable(file, error)),
            Effect.onError(() => leave)
          )
  } satisfies AuditSink as AuditSink
})

/** The end of a call names the log of its intent only where that is another one. */
const withinLog = (entry: Entry, name: string): Entry => {
  if (entry.kind !== "ended" || entry.log !== name) return entry
  const { log: _, ...rest } = entry
  return rest
}

const unavailable = (file: string, error: PlatformError | AuditUnavailable) =>
  error._tag === "AuditUnavailable"
    ? error
    : new AuditUnavailable({ problem: `${file} (${error.description ?? error._tag})` })
