import type { Path } from "@effect/platform"

/** The files of one log: the one that is written, and those beside it. */
export interface LogFiles {
  /** The name of the log, without its directory. */
  readonly name: string
  readonly log: string
  readonly checkpoint: string
  /** Where a full file goes: named by the number of its last record. */
  readonly rotated: (lastSeq: number) => string
}

/** The setting `MCP_AUDIT_FILE` taken apart: the logs `audit-….log` of a directory belong together. */
export interface LogSet {
  readonly directory: string
  /** The files of the log with a name. */
  readonly filesOf: (name: string) => LogFiles
  /** A name that no other log has: time of its start, process, chance. */
  readonly newName: (time: string, pid: number, chance: string) => string
  /** Whether a name has that form. Others are of version 0.1, which shared its files between processes. */
  readonly isOwn: (name: string) => boolean
  /** The logs that have files among the names of the directory, oldest first. */
  readonly logsAmong: (names: ReadonlyArray<string>) => ReadonlyArray<string>
}

/** The logs that belong to a path. */
export const logSet = (paths: Path.Path, path: string): LogSet => {
  const { dir: directory, ext, name: stem } = paths.parse(paths.resolve(path))
  const own = new RegExp(`^${escaped(stem)}-\\d{8}T\\d{9}Z-\\d+-[\\da-f]{12}${escaped(ext)}$`)
  const shared = new RegExp(`^${escaped(stem)}(?:-(\\d{1,2}))?${escaped(ext)}$`)
  const isOwn = (name: string) => own.test(name)
  /** Logs of version 0.1 come first, in the order of their numbers. */
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

/** The rotated files of a log among the names of its directory, oldest first, each as the number of its last record. */
export const rotatedAmong = (log: string, names: ReadonlyArray<string>): ReadonlyArray<number> =>
  names
    .filter((name) => name.startsWith(`${log}.`))
    .map((name) => name.slice(log.length + 1))
    .filter((number) => /^\d+$/.test(number))
    .map(Number)
    .sort((a, b) => a - b)

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&")
