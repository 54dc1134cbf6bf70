/** The files of the audit logs in a directory: their names, and their checkpoints. */
import { FileSystem, Path } from "@effect/platform"
import type { PlatformError } from "@effect/platform/Error"
import { Effect, Option } from "effect"
import type { LogPosition } from "./AuditRecord.ts"
import { origin, type Position } from "./AuditSink.ts"

/** The files of one log. */
export interface LogFiles {
  /** The file name of the log, without its directory. */
  readonly name: string
  readonly log: string
  readonly checkpoint: string
  /** Returns the path of a full file, named by the number of its last record. */
  readonly rotated: (lastSeq: number) => string
}

/** The logs of one setting `MCP_AUDIT_FILE`: `audit-….log` in its directory. */
export interface LogSet {
  readonly directory: string
  /** Returns the files of the log with a name. */
  readonly filesOf: (name: string) => LogFiles
  /** Returns a new name, made of start time, process id and random digits. */
  readonly newName: (time: string, pid: number, chance: string) => string
  /** Returns the logs that have files among the names of the directory, oldest first. */
  readonly logsAmong: (names: ReadonlyArray<string>) => ReadonlyArray<string>
}

const UNIQUE = String.raw`-\d{8}T\d{9}Z-\d+-[\da-f]{12}`

/** Returns the log set of a path. */
export const logSet = (paths: Path.Path, path: string): LogSet => {
  const { dir: directory, ext, name: stem } = paths.parse(paths.resolve(path))
  const own = new RegExp(String.raw`^(${escaped(stem)}${UNIQUE}${escaped(ext)})(?:\.(?:head|\d+))?$`)
  return {
    directory,
    filesOf: (name) => {
      const log = paths.join(directory, name)
      return { name, log, checkpoint: `${log}.head`, rotated: (lastSeq) => `${log}.${lastSeq}` }
    },
    newName: (time, pid, chance) => `${stem}-${time.replaceAll(/[-:.]/g, "")}-${pid}-${chance}${ext}`,
    logsAmong: (names) => [...new Set(names.flatMap((name) => own.exec(name)?.[1] ?? []))].sort()
  }
}

/** Returns the name of the setting `MCP_AUDIT_FILE` that a file belongs to. None if no log has a file with this name. */
const settingOf = (name: string): Option.Option<string> =>
  Option.map(Option.fromNullable(ANY.exec(name)), ([, stem = "", ext = ""]) => stem + ext)

const ANY = new RegExp(String.raw`^(.+)${UNIQUE}(\.(?!head$|\d+$)[^.]+)?(?:\.(?:head|\d+))?$`)

/** The settings `MCP_AUDIT_FILE` that a path names, and whether a path to a single file names an existing one. */
export interface NamedSettings {
  readonly settings: ReadonlyArray<string>
  readonly exists: boolean
}

/**
 * Returns the settings that a path names: a setting, a directory, any file of a log, or a symbolic link to one of them.
 * A check of the whole setting finds a removed or replaced log, also if one log is named.
 */
export const settingsNamedBy = (
  path: string,
  links = LINKS_MAX
): Effect.Effect<NamedSettings, PlatformError, FileSystem.FileSystem | Path.Path> =>
  Effect.gen(function* () {
    const fs = yield* FileSystem.FileSystem
    const paths = yield* Path.Path
    const resolved = paths.resolve(path)
    const { base, dir } = paths.parse(resolved)
    const own = settingOf(base)
    const info = yield* Effect.option(fs.stat(resolved))
    // A directory with the name of a log replaces the log.
    if (Option.isNone(own) && Option.exists(info, ({ type }) => type === "Directory")) {
      const settings = (yield* fs.readDirectory(resolved)).flatMap((name) => Option.toArray(settingOf(name)))
      return { settings: [...new Set(settings)].sort().map((name) => paths.join(resolved, name)), exists: true }
    }
    const names = (yield* fs.exists(dir)) ? yield* fs.readDirectory(dir) : []
    const setting = Option.getOrElse(own, () => base)
    const isOfSetting = (name: string) => Option.contains(settingOf(name), setting)
    const target = Option.map(yield* Effect.option(fs.readLink(resolved)), (link) => paths.resolve(dir, link))
    // A link beside files of its setting replaces a log. Any other link leads to a log.
    if (
      Option.isSome(target) &&
      links > 0 &&
      !names.some((name) => name !== base && isOfSetting(name)) &&
      (Option.isNone(own) || paths.basename(target.value) === base)
    ) {
      return yield* settingsNamedBy(target.value, links - 1)
    }
    return {
      settings: names.some(isOfSetting) ? [paths.join(dir, setting)] : [],
      exists: Option.isNone(own) || names.includes(base)
    }
  })

/** The maximum number of symbolic links to follow, as in Linux. */
const LINKS_MAX = 40

/** Sorts the files beside a log: the full files, oldest first, and files that the server does not create. */
export const filesBeside = (log: string, names: ReadonlyArray<string>) => {
  const ends = names.filter((name) => name.startsWith(`${log}.`)).map((name) => name.slice(log.length + 1))
  const isNumber = (end: string) => /^[1-9]\d*$/.test(end) && Number.isSafeInteger(Number(end))
  return {
    rotated: ends
      .filter(isNumber)
      .map(Number)
      .sort((a, b) => a - b),
    others: ends.filter((end) => !isNumber(end) && end !== "head" && end !== "head.new")
  }
}

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&")

/** The maximum size of a checkpoint in bytes. */
const CHECKPOINT_MAX = 1024

/** Reads a checkpoint. `invalid` if the server has not written it. A special file is never opened, because it could block. */
export const readCheckpoint = Effect.fnUntraced(
  function* (path: string): Effect.fn.Return<Position | "missing" | "invalid", PlatformError, FileSystem.FileSystem> {
    const fs = yield* FileSystem.FileSystem
    const { size, type } = yield* fs.stat(path)
    if (type !== "File" || size > CHECKPOINT_MAX) return "invalid"
    return Option.getOrElse(checkpointIn(Buffer.from(yield* fs.readFile(path)).toString("latin1")), () => "invalid")
  },
  Effect.catchIf(
    (error) => error._tag === "SystemError" && error.reason === "NotFound",
    () => Effect.succeed("missing" as const)
  )
)

/** Parses a checkpoint. None if the server would not have written exactly this text. */
const checkpointIn = (text: string): Option.Option<Position> =>
  Option.fromNullable(CHECKPOINT.exec(text)).pipe(
    Option.map(([, seq, hash = ""]) => ({ seq: Number(seq), hash })),
    Option.filter(({ seq }) => Number.isSafeInteger(seq))
  )

const CHECKPOINT = /^\{"seq":(0|[1-9]\d*),"hash":"([\da-f]{64})"\}\n$/

/** Returns whether a path is a symbolic link. */
export const isLink = (fs: FileSystem.FileSystem, path: string): Effect.Effect<boolean> =>
  Effect.match(fs.readLink(path), { onFailure: () => false, onSuccess: () => true })

/** The number of other logs that each log names. */
const NAMED_MAX = 16

/**
 * Returns the ends of the newest logs of a directory, except `current`. The first is `previous`,
 * which this process wrote.
 */
export const endsOfOthers = Effect.fnUntraced(function* (
  set: LogSet,
  previous: LogPosition | undefined,
  current?: string
) {
  const fs = yield* FileSystem.FileSystem
  const names = set
    .logsAmong(yield* fs.readDirectory(set.directory))
    .filter((name) => name !== previous?.log && name !== current)
  const ends = yield* Effect.forEach(names.slice(-NAMED_MAX), (log) =>
    Effect.map(
      Effect.orElseSucceed(readCheckpoint(set.filesOf(log).checkpoint), () => "invalid" as const),
      (checkpoint): LogPosition => {
        const { hash, seq } = typeof checkpoint === "string" ? origin : checkpoint
        return { log, seq, hash }
      }
    )
  )
  return previous === undefined ? ends : [previous, ...ends]
})
