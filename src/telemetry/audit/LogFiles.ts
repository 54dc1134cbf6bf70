import type { Path } from "@effect/platform"

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
  /** Returns whether a name has that format. Other names are from version 0.1, whose processes shared files. */
  readonly isOwn: (name: string) => boolean
  /** Returns the logs that have files among the names of the directory, oldest first. */
  readonly logsAmong: (names: ReadonlyArray<string>) => ReadonlyArray<string>
}

/** Returns the log set of a path. */
export const logSet = (paths: Path.Path, path: string): LogSet => {
  const { dir: directory, ext, name: stem } = paths.parse(paths.resolve(path))
  const own = new RegExp(`^${escaped(stem)}-\\d{8}T\\d{9}Z-\\d+-[\\da-f]{12}${escaped(ext)}$`)
  const shared = new RegExp(`^${escaped(stem)}(?:-(\\d{1,2}))?${escaped(ext)}$`)
  const isOwn = (name: string) => own.test(name)
  /** Returns the sort key of a log. Logs of version 0.1 are first, by number. */
  const rank = (name: string): string => (isOwn(name) ? name : `\0${(shared.exec(name)?.[1] ?? "").padStart(2, "0")}`)
  return {
    directory,
    filesOf: (name) => {
      const log = paths.join(directory, name)
      return { name, log, checkpoint: `${log}.head`, rotated: (lastSeq) => `${log}.${lastSeq}` }
    },
    newName: (time, pid, chance) => `${stem}-${time.replaceAll(/[-:.]/g, "")}-${pid}-${chance}${ext}`,
    isOwn,
    logsAmong: (names) =>
      [...new Set(names.map((name) => name.replace(/\.(?:head|\d+)$/, "")))]
        .filter((name) => isOwn(name) || shared.test(name))
        .sort((a, b) => (rank(a) < rank(b) ? -1 : 1))
  }
}

/** Returns the numbers of the last records of a log's rotated files, oldest first. */
export const rotatedAmong = (log: string, names: ReadonlyArray<string>): ReadonlyArray<number> =>
  names
    .filter((name) => name.startsWith(`${log}.`))
    .map((name) => name.slice(log.length + 1))
    .filter((number) => /^\d+$/.test(number))
    .map(Number)
    .sort((a, b) => a - b)

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&")
