import { Option } from "effect"
import type { AuditRecord, Head } from "./AuditRecord.ts"
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

/** Checks the lines of a log, oldest first, against each other and against its head record. */
export const verify = (lines: Iterable<Line>, head: Head | undefined): Verdict => {
  const faults: Array<Finding> = []
  const warnings: Array<Finding> = []
  const unended = new Set<number>()
  let last: { readonly line: Line; readonly position: Position; readonly time: string } | undefined
  let from: string | undefined
  let records = 0
  let headSeen = head?.seq === origin.seq
  /** Lines that are no records: torn ones, if the next record says so or nothing comes after them. */
  let strange: ReadonlyArray<Line> = []

  for (const line of lines) {
    const decoded = recordOn(line.text)
    if (Option.isNone(decoded)) {
      strange = [...strange, line]
      continue
    }
    const record = decoded.value
    const known = tornBefore(record) === hashOf(strange.map(({ text }) => text).join("\n"))
    for (const it of strange) {
      if (known)
        warnings.push(at(it, `is torn, and record ${record.seq} after it says so: a process was killed while it wrote`))
      else faults.push(at(it, "is not a record: it has been changed, or is not of this log"))
    }
    strange = []

    const problem = last === undefined ? startProblem(record, head) : linkProblem(record, last.position, last.line)
    if (problem !== undefined) faults.push(at(line, problem))
    const position: Position = { seq: record.seq, hash: hashOf(line.text) }
    if (record.seq === head?.seq) {
      headSeen = true
      if (position.hash !== head.hash)
        faults.push(at(line, "has been changed: the head record knows another record of this number"))
    }
    if (record.kind === "intended") unended.add(record.seq)
    if (record.kind === "ended") unended.delete(record.of)
    warnings.push(...remarks(record).map((remark) => at(line, remark)))
    from ??= record.time
    records++
    last = { line, position, time: record.time }
  }

  const torn = strange.at(-1)?.ended === false
  for (const it of strange) {
    if (torn)
      warnings.push(
        at(it, "is torn: a process was killed while it wrote. All before it is whole; the next record will note it")
      )
    else faults.push(at(it, "is not a record: it has been changed, or is not of this log"))
  }
  const end = endProblem(last?.position, head, headSeen)
  if (end !== undefined) faults.push({ problem: end })
  return {
    records,
    ...(from !== undefined && { from }),
    ...(last !== undefined && { to: last.time }),
    faults,
    warnings,
    unended: [...unended]
  }
}

const at = ({ file, number }: Line, problem: string): Finding => ({ file, line: number, problem })

const tornBefore = (record: AuditRecord): string | undefined =>
  record.kind === "resumed" ? record.torn?.sha256 : undefined

const span = (from: number, to: number): string => (from === to ? `record ${from} is` : `records ${from} to ${to} are`)

/** What is wrong with the first record of a log. Older ones may be gone: as many as rotation has removed. */
const startProblem = ({ prev, seq }: AuditRecord, head: Head | undefined): string | undefined => {
  if (seq === 1)
    return prev === origin.hash ? undefined : "is the first record, yet names one before it: it has been changed"
  const due = head?.first
  return due !== undefined && seq > due ? `is the first line, but ${span(due, seq - 1)} missing before it` : undefined
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
const endProblem = (last: Position | undefined, head: Head | undefined, headSeen: boolean): string | undefined => {
  if (head === undefined) {
    return last === undefined
      ? undefined
      : "there is no head record beside the log: whether its end has been cut cannot be told"
  }
  const seq = last?.seq ?? origin.seq
  if (seq < head.seq) return `the end has been cut: ${span(seq + 1, head.seq)} missing`
  return headSeen ? undefined : `record ${head.seq}, which the head record was written for, is missing`
}

const remarks = (record: AuditRecord): ReadonlyArray<string> => {
  if (record.kind !== "resumed") return []
  const { lost, unrecorded } = record
  return [
    ...(lost === "head"
      ? ["tells that the head record was gone: whether the log was cut before it cannot be told"]
      : []),
    ...(lost === "records" ? ["tells that the records before it were gone when the server went on"] : []),
    ...(unrecorded !== undefined ? [`tells that ${unrecorded} records before it could not be written`] : [])
  ]
}
