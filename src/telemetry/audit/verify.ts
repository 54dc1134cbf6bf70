import { Option } from "effect"
import type { AuditRecord, Checkpoint, Reached } from "./AuditRecord.ts"
import { hashOf, origin, type Position, recordOn } from "./chain.ts"

/** A line of a log, with where it stands; `ended` is false only where a file stops in the middle of one. */
export interface Line {
  readonly file: string
  readonly number: number
  readonly text: string
  readonly ended: boolean
}

/** Something about a log, and the line it is about, where it is about one. */
export interface Finding {
  readonly file?: string
  readonly line?: number
  readonly problem: string
}

/** What a log is. It is intact when there are no faults. */
export interface Verdict {
  readonly records: number
  /** When the first and the last record were made. */
  readonly from?: string
  readonly to?: string
  readonly faults: ReadonlyArray<Finding>
  /** What should be known and is no sign of tampering. */
  readonly warnings: ReadonlyArray<Finding>
  /** The numbers of calls whose end is not on record: the process was killed, or they still run. */
  readonly unended: ReadonlyArray<number>
}

/** A log under check: its lines are given in order, then the verdict is asked for. */
export interface Check {
  readonly line: (line: Line) => void
  readonly end: () => Checked
}

/** A verdict, and what logs say about each other. */
export interface Checked {
  readonly verdict: Verdict
  /** The hash of each record, by its number. */
  readonly hashes: ReadonlyMap<number, string>
  /** How far other logs had come, with the line that says so. */
  readonly others: ReadonlyArray<{ readonly line: Line; readonly reached: Reached }>
  /** Calls of other logs whose end stands in this one. */
  readonly ended: ReadonlyArray<{ readonly log: string; readonly of: number }>
}

/** What a log must be like. */
export interface Form {
  /** Each of its files begins with a record that says who opened it: so since version 0.2. */
  readonly opened: boolean
}

/** Checks the lines of a log, oldest first, against each other and against its checkpoint. */
export const verify = (lines: Iterable<Line>, checkpoint: Checkpoint | undefined, form?: Form): Verdict => {
  const check = begin(checkpoint, form)
  for (const line of lines) check.line(line)
  return check.end().verdict
}

/** The same, a line at a time. */
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
  /** Lines that are no records: torn ones, if the next record says so or nothing comes after them. */
  let strange: ReadonlyArray<Line> = []

  const recordAt = (line: Line, record: AuditRecord): void => {
    const known = tornBefore(record) === hashOf(strange.map(({ text }) => text).join("\n"))
    for (const it of strange) {
      if (known)
        warnings.push(at(it, `is torn, and record ${record.seq} after it says so: a process was killed while it wrote`))
      else faults.push(at(it, "is not a record: it has been changed, or is not of this log"))
    }
    strange = []

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
        faults.push(at(line, "has been changed: the checkpoint knows another record of this number"))
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
      if (Option.isNone(record)) strange = [...strange, line]
      else recordAt(line, record.value)
    },
    end: () => {
      const torn = strange.at(-1)?.ended === false
      for (const it of strange) {
        if (torn)
          warnings.push(
            at(it, "is torn: a process was killed, or the disk was full, while it wrote. All before is whole")
          )
        else faults.push(at(it, "is not a record: it has been changed, or is not of this log"))
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

/** What is wrong with the first record of a log. Whole files before it may have been removed, single lines not. */
const startProblem = (record: AuditRecord, checkpoint: Checkpoint | undefined, opened: boolean): string | undefined => {
  const { kind, prev, seq } = record
  const isOpening = kind === "opened" || !opened
  if (seq === 1) {
    if (prev !== origin.hash) return "is the first record, yet names one before it: it has been changed"
    return isOpening ? undefined : "is the first record, yet does not say which process opened the log"
  }
  const due = opened ? 1 : checkpoint?.first
  return due !== undefined && seq > due && !(opened && isOpening)
    ? `is the first line, but ${span(due, seq - 1)} missing before it`
    : undefined
}

/** What is wrong with how a record follows the one before it. */
const linkProblem = ({ prev, seq }: AuditRecord, before: Position, line: Line): string | undefined => {
  const due = before.seq + 1
  if (seq > due) return `is record ${seq}, but ${span(due, seq - 1)} missing before it`
  if (seq < due) return `is record ${seq} and stands after record ${before.seq}: it has been moved or repeated`
  return prev === before.hash
    ? undefined
    : `does not follow from line ${line.number} before it: one of the two has been changed`
}

/** What is wrong with the end of a log. */
const endProblem = (
  last: Position | undefined,
  checkpoint: Checkpoint | undefined,
  seen: boolean
): string | undefined => {
  if (checkpoint === undefined) {
    return last === undefined
      ? undefined
      : "there is no checkpoint beside the log: whether its end has been cut cannot be told"
  }
  const seq = last?.seq ?? origin.seq
  if (seq < checkpoint.seq) return `the end has been cut: ${span(seq + 1, checkpoint.seq)} missing`
  return seen ? undefined : `record ${checkpoint.seq}, which the checkpoint was written for, is missing`
}

const remarks = (record: AuditRecord): ReadonlyArray<string> => {
  if (record.kind !== "resumed") return []
  const { lost, unrecorded } = record
  return [
    ...(lost === "head"
      ? ["tells that the checkpoint was gone: whether the log was cut before it cannot be told"]
      : []),
    ...(lost === "records" ? ["tells that the records before it were gone when the server went on"] : []),
    ...(unrecorded !== undefined ? [`tells that ${unrecorded} records before it could not be written`] : [])
  ]
}
