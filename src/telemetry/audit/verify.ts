import { Option } from "effect"
import type { AuditRecord, Checkpoint, Reached } from "./AuditRecord.ts"
import { hashOf, origin, type Position, recordOn } from "./chain.ts"

/** A line of a log and its position. `ended` is false if the file stops before the line break. */
export interface Line {
  readonly file: string
  readonly number: number
  readonly text: string
  readonly ended: boolean
}

/** A problem of a log, and its line if there is one. */
export interface Finding {
  readonly file?: string
  readonly line?: number
  readonly problem: string
}

/** The result of a check. A log is intact if it has no faults. */
export interface Verdict {
  readonly records: number
  /** The times of the first and the last record. */
  readonly from?: string
  readonly to?: string
  readonly faults: ReadonlyArray<Finding>
  /** Problems that are no sign of tampering. */
  readonly warnings: ReadonlyArray<Finding>
  /** The numbers of calls without an end record: the process was killed, or the call still runs. */
  readonly unended: ReadonlyArray<number>
}

/** A check in progress. Lines are added in order, then `end` returns the result. */
export interface Check {
  readonly line: (line: Line) => void
  readonly end: () => Checked
}

/** The result of a check, and the facts about other logs that the log contains. */
export interface Checked {
  readonly verdict: Verdict
  /** The hash of each record by its number. */
  readonly hashes: ReadonlyMap<number, string>
  /** The ends of other logs, with the line that names them. */
  readonly others: ReadonlyArray<{ readonly line: Line; readonly reached: Reached }>
  /** Calls of other logs whose end record is in this log. */
  readonly ended: ReadonlyArray<{ readonly log: string; readonly of: number }>
}

/** The format of a log. */
export interface Form {
  /** Whether each file starts with an `opened` record. True since version 0.2. */
  readonly opened: boolean
}

/** Checks the lines of a log, oldest first, and its checkpoint. */
export const verify = (lines: Iterable<Line>, checkpoint: Checkpoint | undefined, form?: Form): Verdict => {
  const check = begin(checkpoint, form)
  for (const line of lines) check.line(line)
  return check.end().verdict
}

/** Starts a check that reads lines one at a time. */
export const begin = (checkpoint: Checkpoint | undefined, { opened }: Form = { opened: false }): Check => {
  const faults: Array<Finding> = []
  const warnings: Array<Finding> = []
  const unended = new Set<number>()
  const hashes = new Map<number, string>()
  const others: Array<Checked["others"][number]> = []
  const ended: Array<Checked["ended"][number]> = []
  let last: { readonly line: Line; readonly position: Position; readonly time: string } | undefined
  let from: string | undefined
  let records = 0
  let checkpointSeen = checkpoint?.seq === origin.seq
  /** Lines that are not records. Such lines are torn if the next record says so or if they are the last lines. */
  let unparsed: ReadonlyArray<Line> = []

  const recordAt = (line: Line, record: AuditRecord): void => {
    const known = tornBefore(record) === hashOf(unparsed.map(({ text }) => text).join("\n"))
    for (const it of unparsed) {
      if (known)
        warnings.push(at(it, `is torn, as record ${record.seq} after it says: a process was killed while it wrote`))
      else faults.push(at(it, "is not a record: it has been changed, or belongs to another log"))
    }
    unparsed = []

    const isFirst = last === undefined
    const problem =
      last === undefined ? startProblem(record, checkpoint, opened) : linkProblem(record, last.position, last.line)
    if (problem !== undefined) faults.push(at(line, problem))
    else if (isFirst && opened && record.seq > 1)
      warnings.push(at(line, `is record ${record.seq}: the files of this log before it were removed`))
    const position: Position = { seq: record.seq, hash: hashOf(line.text) }
    hashes.set(position.seq, position.hash)
    if (record.seq === checkpoint?.seq) {
      checkpointSeen = true
      if (position.hash !== checkpoint.hash)
        faults.push(at(line, "has been changed: the checkpoint has another hash for this record"))
    }
    if (record.kind === "intended") unended.add(record.seq)
    if (record.kind === "ended" && record.log === undefined) unended.delete(record.of)
    if (record.kind === "ended" && record.log !== undefined) ended.push({ log: record.log, of: record.of })
    if (record.kind === "opened") others.push(...record.others.map((reached) => ({ line, reached })))
    warnings.push(...remarks(record).map((remark) => at(line, remark)))
    from ??= record.time
    records++
    last = { line, position, time: record.time }
  }

  return {
    line: (line) => {
      const record = recordOn(line.text)
      if (Option.isNone(record)) unparsed = [...unparsed, line]
      else recordAt(line, record.value)
    },
    end: () => {
      const torn = unparsed.at(-1)?.ended === false
      for (const it of unparsed) {
        if (torn)
          warnings.push(
            at(it, "is torn: a process was killed, or the disk was full, while it wrote. All lines before are intact")
          )
        else faults.push(at(it, "is not a record: it has been changed, or belongs to another log"))
      }
      const end = endProblem(last?.position, checkpoint, checkpointSeen)
      if (end !== undefined) faults.push({ problem: end })
      const verdict = {
        records,
        ...(from !== undefined && { from }),
        ...(last !== undefined && { to: last.time }),
        faults,
        warnings,
        unended: [...unended]
      }
      return { verdict, hashes, others, ended }
    }
  }
}

const at = ({ file, number }: Line, problem: string): Finding => ({ file, line: number, problem })

const tornBefore = (record: AuditRecord): string | undefined =>
  record.kind === "resumed" ? record.torn?.sha256 : undefined

const span = (from: number, to: number): string => (from === to ? `record ${from} is` : `records ${from} to ${to} are`)

/** Returns the problem of the first record. Whole files before it may be missing, but single lines may not. */
const startProblem = (record: AuditRecord, checkpoint: Checkpoint | undefined, opened: boolean): string | undefined => {
  const { kind, prev, seq } = record
  const isOpening = kind === "opened" || !opened
  if (seq === 1) {
    if (prev !== origin.hash) return "is the first record but names one before it: it has been changed"
    return isOpening ? undefined : "is the first record but does not name the process that opened the log"
  }
  const expected = opened ? 1 : checkpoint?.first
  return expected !== undefined && seq > expected && !(opened && isOpening)
    ? `is the first line, but ${span(expected, seq - 1)} missing before it`
    : undefined
}

/** Returns the problem of a record in relation to the previous one. */
const linkProblem = ({ prev, seq }: AuditRecord, before: Position, line: Line): string | undefined => {
  const expected = before.seq + 1
  if (seq > expected) return `is record ${seq}, but ${span(expected, seq - 1)} missing before it`
  if (seq < expected) return `is record ${seq} and stands after record ${before.seq}: it has been moved or repeated`
  return prev === before.hash
    ? undefined
    : `does not follow from line ${line.number} before it: one of the two has been changed`
}

/** Returns the problem of the end of a log. */
const endProblem = (
  last: Position | undefined,
  checkpoint: Checkpoint | undefined,
  seen: boolean
): string | undefined => {
  if (checkpoint === undefined) {
    return last === undefined
      ? undefined
      : "there is no checkpoint for the log: records may have been removed from its end"
  }
  const seq = last?.seq ?? origin.seq
  if (seq < checkpoint.seq) return `the end has been removed: ${span(seq + 1, checkpoint.seq)} missing`
  return seen ? undefined : `record ${checkpoint.seq}, which the checkpoint names, is missing`
}

const remarks = (record: AuditRecord): ReadonlyArray<string> => {
  if (record.kind !== "resumed") return []
  const { lost, unrecorded } = record
  return [
    ...(lost === "head" ? ["says that the checkpoint was missing: records before it may have been removed"] : []),
    ...(lost === "records" ? ["says that the records before it were missing when the server continued"] : []),
    ...(unrecorded !== undefined ? [`says that ${unrecorded} records before it could not be written`] : [])
  ]
}
