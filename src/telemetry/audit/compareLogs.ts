import { Effect } from "effect"
import type { CheckedLog, ReadLog } from "./CheckedLog.ts"
import type { Finding } from "./verify.ts"

/** How logs are found by their names. */
export interface Directory<E, R> {
  /** Reads a log again. */
  readonly again: (name: string) => Effect.Effect<ReadLog | undefined, E, R>
  /** Whether a log began before all that are there. */
  readonly isOlderThanAll: (name: string) => boolean
  readonly pathOf: (name: string) => string
}

/**
 * Compares logs with what they say of each other. Each names the newest others when
 * it is opened: one that was taken away is missed, and one that was cut or written
 * anew no longer has the record that was seen.
 */
export const compareLogs = Effect.fnUntraced(function* <E, R>(
  logs: ReadonlyArray<ReadLog>,
  directory: Directory<E, R>
): Effect.fn.Return<ReadonlyArray<CheckedLog>, E, R> {
  const known = new Map(logs.map((log) => [log.name, log]))
  const faults = new Map<string, Array<Finding>>()
  const warnings = new Map<string, Array<Finding>>()
  const blame = (into: typeof faults, name: string, finding: Finding) => {
    const all = into.get(name) ?? []
    into.set(name, [...all, finding])
  }
  const removed = new Set<string>()
  /** Each log is blamed once, however many logs know of it. */
  const once = (name: string, finding: Finding) => (faults.has(name) ? undefined : blame(faults, name, finding))

  for (const { name, others } of logs) {
    for (const { line, reached } of others) {
      const told = known.get(reached.log)
      if (told?.hashes.get(reached.seq) === reached.hash || (told !== undefined && reached.seq === 0)) continue
      const now = yield* directory.again(reached.log)
      if (now === undefined) {
        if (directory.isOlderThanAll(reached.log)) removed.add(reached.log)
        else if (reached.seq === 0) blame(warnings, name, { ...atLine(line), problem: withoutRecords(reached.log) })
        else once(reached.log, { problem: gone(name, reached.seq) })
      } else if (!beginsAfter(now, reached.seq) && now.hashes.get(reached.seq) !== reached.hash) {
        once(reached.log, { problem: changed(name, reached.seq) })
      }
    }
  }

  const [oldest] = logs
  if (oldest !== undefined && removed.size > 0) blame(warnings, oldest.name, { problem: older(removed.size) })
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

/** Whether the files with a record were removed from the front of a log. */
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
