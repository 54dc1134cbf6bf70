import type { Path } from "@effect/platform"

/** The files of one log: the log itself, and what stands beside it. */
export interface LogFiles {
  readonly log: string
  readonly directory: string
  readonly head: string
  readonly lock: string
  /** Where the log goes when it is full: named by the number of its last record. */
  readonly rotated: (lastSeq: number) => string
  /** The number of the last record of a rotated file of this log, by its name. */
  readonly lastSeqOf: (name: string) => number | undefined
}

/** How many processes may write logs beside each other. */
export const SLOTS = 16

/** The files of the log at a path. A process that finds it taken takes the second slot: `audit-2.log`. */
export const filesAt = (paths: Path.Path, path: string, slot = 1): LogFiles => {
  const { dir, ext, name } = paths.parse(paths.resolve(path))
  const log = paths.join(dir, `${name}${slot === 1 ? "" : `-${slot}`}${ext}`)
  const prefix = `${paths.basename(log)}.`
  return {
    log,
    directory: dir,
    head: `${log}.head`,
    lock: `${log}.lock`,
    rotated: (lastSeq) => `${log}.${lastSeq}`,
    lastSeqOf: (entry) => {
      const number = entry.startsWith(prefix) ? entry.slice(prefix.length) : ""
      return /^\d+$/.test(number) ? Number(number) : undefined
    }
  }
}

/** The rotated files of a log among the names of its directory, oldest first, each with its last record's number. */
export const rotatedAmong = (files: LogFiles, names: ReadonlyArray<string>): ReadonlyArray<number> =>
  names.flatMap((name) => files.lastSeqOf(name) ?? []).sort((a, b) => a - b)
