import type { FileSystem } from "@effect/platform"
import { Effect, Option } from "effect"
import type { Checkpoint, Reached } from "./AuditRecord.ts"
import { origin } from "./chain.ts"
import { readCheckpoint } from "./checkpoint.ts"
import type { LogSet } from "./LogFiles.ts"

/** The number of other logs that each log names. */
const NAMED_MAX = 16

/**
 * Returns the ends of the newest logs of a directory, except `current`. The first is `before`,
 * which this process wrote.
 */
export const othersAmong = Effect.fnUntraced(function* (
  fs: FileSystem.FileSystem,
  set: LogSet,
  before: Reached | undefined,
  current?: string
) {
  const names = set
    .logsAmong(yield* fs.readDirectory(set.directory))
    .filter((name) => name !== before?.log && name !== current)
  const newest = names.slice(-NAMED_MAX)
  const reached = yield* Effect.forEach(newest, (log) =>
    Effect.map(
      Effect.orElseSucceed(readCheckpoint(fs, set.filesOf(log).checkpoint), () => Option.none<Checkpoint>()),
      (checkpoint): Reached => {
        const { hash, seq } = Option.getOrElse(checkpoint, () => origin)
        return { log, seq, hash }
      }
    )
  )
  return before === undefined ? reached : [before, ...reached]
})
