import { Effect } from "effect"
import type { CheckedLog, ReadLog } from "./CheckedLog.ts"
import type { Finding } from "./verify.ts"

/** Access to the logs of a directory. */
export interface Directory<E, R> {
  /** Reads a log again. */
  readonly again: (name: string) => Effect.Effect<ReadLog | undefined, E, R>
  /** Returns whether a log started before all existing ones. */
  readonly isOlderThanAll: (name: string) => boolean
  readonly pathOf: (name: string) => string
}

/**
 * Compares logs with each other. When a log is opened, it names the newest other logs and their
 * last records. A removed log is missing later. A truncated or rewritten log lacks its named
 * record.
 */
export const compareLogs = Effect.fnUntraced(function* <E, R>(
  logs: ReadonlyArray<ReadLog>,
  directory: Directory<E, R>
): Effect.fn.Return<ReadonlyArray<CheckedLog>, E, R> {
  const known = new Map(logs.map((log) => [log.name, log]))
  const faults = new Map<string, Array<Finding>>()
  const warnings = new Map<string, Array<Finding>>()
  const report = (into: typeof faults, name: string, finding: Finding) => {
    const all = into.get(name) ?? []
    into.set(name, [...all, finding])
  }
  const removed = new Set<string>()
  /** Reports each log once, even if several logs name it. */
  const once = (name: string, finding: Finding) => (faults.has(name) ? undefined : report(faults, name, finding))

  for (const { name, others } of logs) {
    for (const { line, reached } of others) {
      const named = known.get(reached.log)
      if (named?.hashes.get(reached.seq) === reached.hash || (named !== undefined && reached.seq === 0)) continue
      const now = yield* directory.again(reached.log)
      if (now === undefined) {
        if (directory.isOlderThanAll(reached.log)) removed.add(reached.log)
        else if (reached.seq === 0) report(warnings, name, { ...atLine(line), problem: withoutRecords(reached.log) })
        else once(reached.log, { problem: gone(name, reached.seq) })
      } else if (!beginsAfter(now, reached.seq) && now.hashes.get(reached.seq) !== reached.hash) {
        once(reached.log, { problem: changed(name, reached.seq) })
      }
    }
  }

  const [oldest] = logs
  if (oldest !== undefined && removed.size > 0) report(warnings, oldest.name, { problem: older(removed.size) })
  const ends = new Set(logs.flatMap(({ ended }) => ended.map(({ log, of }) => `${of} ${log}`)))
  const checked = logs.map(
    ({ files, log, name, verdict }): CheckedLog => ({
      log,
      files,
      ...verdict,
      faults: [...verdict.faults, ...(faults.get(name) ?? [])],
      warnings: [...verdict.warnings, ...(warnings.get(name) ?? [])],
      unended: verdict.unended.filter((seq) => !ends.has(`${seq} ${name}`))
    })
  )
  const missing = [...faults].filter(([name]) => !known.has(name))
  return [
    ...checked,
    ...missing.map(
      ([name, problems]): CheckedLog => ({
        log: directory.pathOf(name),
        files: [],
        records: 0,
        faults: problems,
        warnings: [],
        unended: []
      })
    )
  ]
})

const atLine = ({ file, number }: { readonly file: string; readonly number: number }) => ({ file, line: number })

/** Returns whether the files that had a record were removed from the start of a log. */
const beginsAfter = ({ hashes }: ReadLog, seq: number): boolean => {
  const [first] = hashes.keys()
  return first !== undefined && first > seq
}

const gone = (by: string, seq: number) => `is gone: it had ${seq} records when ${by} was opened`

const changed = (by: string, seq: number) =>
  `has been cut or changed: record ${seq} is not the one it had when ${by} was opened`

const withoutRecords = (name: string) => `names ${name}, which had no records yet and is gone`

const older = (count: number) =>
  `${count === 1 ? "a log that began before this one is" : `${count} logs that began before this one are`} gone: removed by the operator, or taken away`
