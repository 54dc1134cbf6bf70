import { Option } from "effect"
import { counted } from "../text/words.ts"
import { type AuditRecord, type LogPosition, recordOn } from "./AuditRecord.ts"
import { hashOf, origin, type Position } from "./AuditSink.ts"

/** A line of a log. `ended` is false if the file stops before the line break. */
export interface Line {
  readonly file: string
  readonly number: number
  readonly bytes: Uint8Array
  readonly ended: boolean
}

/** A problem of a log, and its file or line if there is one. */
export interface Finding {
  readonly file?: string
  readonly line?: number
  readonly problem: string
}

/** The result of a check. A log is intact if it has no faults, and every file could be read. */
export interface Verdict {
  readonly records: number
  /** The times of the first and the last record. */
  readonly from?: string
  readonly to?: string
  readonly faults: ReadonlyArray<Finding>
  /** Files that could not be read. */
  readonly unreadable: ReadonlyArray<Finding>
  /** Problems that are no sign of tampering. */
  readonly warnings: ReadonlyArray<Finding>
  /** The numbers of calls without an end record: the process was killed, or the call still runs. */
  readonly unended: ReadonlyArray<number>
}

/** A check in progress. Files and their lines are added in order, oldest first. */
export interface Check {
  /** Starts a file. A full file has its last number in its name. */
  readonly file: (file: string, lastSeq?: number) => void
  readonly line: (line: Line) => void
  /** Reports that the rest of the current file, or the checkpoint before the first file, cannot be read. */
  readonly unreadable: (finding: Finding) => void
  readonly fault: (finding: Finding) => void
  readonly warning: (finding: Finding) => void
  readonly end: () => Checked
}

/** The result of a check, and the facts about other logs that the log contains. */
export interface Checked {
  readonly verdict: Verdict
  /** The hash of each record by its number. */
  readonly hashes: ReadonlyMap<number, string>
  /** The ends of other logs, with the line that names them. */
  readonly others: ReadonlyArray<{ readonly line: Line; readonly end: LogPosition }>
  /** Calls of other logs whose end record is in this log. */
  readonly ended: ReadonlyArray<{ readonly log: string; readonly of: number }>
}

/** A checkpoint that was read. `unreadable` if nothing is known about it. */
export type ReadCheckpoint = Position | "missing" | "invalid" | "unreadable"

/** The maximum number of faults of a log to report. The verdict is certain after the first. */
const FAULTS_MAX = 1000

/** Starts the check of the log with a name, and with its checkpoint. */
export const begin = (log: string, checkpoint: ReadCheckpoint): Check => {
  const check = new LogCheck(log, checkpoint)
  return {
    file: (path, lastSeq) => check.addFile(path, lastSeq),
    line: (line) => check.addLine(line),
    unreadable: (finding) => check.addUnreadable(finding),
    fault: (finding) => check.addFault(finding),
    warning: (finding) => check.addWarning(finding),
    end: () => check.end()
  }
}

/** The check of one log. */
class LogCheck {
  readonly #log: string
  readonly #checkpoint: ReadCheckpoint
  /** The position in the checkpoint, if there is one. */
  readonly #expected: Position | undefined
  readonly #faults: Array<Finding> = []
  readonly #warnings: Array<Finding> = []
  readonly #unreadable: Array<Finding> = []
  readonly #unended = new Set<number>()
  readonly #hashes = new Map<number, string>()
  readonly #others: Array<Checked["others"][number]> = []
  readonly #ended: Array<Checked["ended"][number]> = []
  #file: { readonly path: string; readonly lastSeq: number | undefined; lines: number } | undefined
  #files = 0
  #last: { readonly line: Line; readonly position: Position; readonly time: string } | undefined
  #from: string | undefined
  #records = 0
  #checkpointSeen: boolean
  /** Whether the file before could not be read to its end, so that any number may follow. */
  #afterGap = false
  /** A line without an end is torn if it is the last line of the log. */
  #unfinished: Line | undefined

  constructor(log: string, checkpoint: ReadCheckpoint) {
    this.#log = log
    this.#checkpoint = checkpoint
    this.#expected = typeof checkpoint === "string" ? undefined : checkpoint
    this.#checkpointSeen = this.#expected?.seq === origin.seq
  }

  addFile(path: string, lastSeq: number | undefined): void {
    this.#endFile()
    this.#file = { path, lastSeq, lines: 0 }
    this.#files++
  }

  addLine(line: Line): void {
    const record = line.ended ? Option.flatMap(textOf(line.bytes), recordOn) : Option.none()
    if (Option.isSome(record)) this.#addRecord(line, record.value)
    else if (
      !line.ended &&
      this.#file?.lastSeq === undefined &&
      startsRecord(line, this.#last?.position, this.#afterGap)
    )
      this.#unfinished = line
    else this.addFault(at(line, NO_RECORD))
  }

  addUnreadable(finding: Finding): void {
    this.#unreadable.push(finding)
    if (this.#file === undefined) return
    this.#last = undefined
    this.#afterGap = true
  }

  addFault(finding: Finding): void {
    if (this.#faults.length < FAULTS_MAX) this.#faults.push(finding)
  }

  addWarning(finding: Finding): void {
    this.#warnings.push(finding)
  }

  end(): Checked {
    // Only the current file, which is the last one, may end with a torn line.
    if (this.#unfinished !== undefined) this.addWarning(at(this.#unfinished, TORN))
    this.#unfinished = undefined
    this.#endFile()
    const isCheckpointSeen = this.#checkpointSeen || this.#unreadable.length > 0
    for (const problem of this.#afterGap
      ? []
      : endProblems(this.#files, this.#last?.position, this.#checkpoint, isCheckpointSeen))
      this.addFault({ problem })
    if (this.#files > 0 && this.#records === 0 && this.#checkpoint === "missing")
      this.addWarning({ problem: "has no records and no checkpoint: a process was killed when it created the log" })
    const verdict = {
      records: this.#records,
      ...(this.#from !== undefined && { from: this.#from }),
      ...(this.#last !== undefined && { to: this.#last.time }),
      faults: this.#faults,
      unreadable: this.#unreadable,
      warnings: this.#warnings,
      unended: [...this.#unended]
    }
    return { verdict, hashes: this.#hashes, others: this.#others, ended: this.#ended }
  }

  #addRecord(line: Line, record: AuditRecord): void {
    const position: Position = { seq: record.seq, hash: hashOf(line.bytes) }
    this.#checkPlace(line, record)
    this.#hashes.set(position.seq, position.hash)
    if (record.seq === this.#expected?.seq) {
      this.#checkpointSeen = true
      if (position.hash !== this.#expected.hash)
        this.addFault(at(line, "has been changed: the checkpoint has another hash for this record"))
    }
    this.#noteKind(line, record)
    this.#from ??= record.time
    this.#records++
    this.#last = { line, position, time: record.time }
    this.#afterGap = false
  }

  /** Checks that a record follows from the one before it. */
  #checkPlace(line: Line, record: AuditRecord): void {
    const last = this.#last
    const isFirstOfFile = this.#file !== undefined && ++this.#file.lines === 1
    const linked =
      last !== undefined ? linkProblems(record, last.position, last.line) : this.#afterGap ? [] : startProblems(record)
    for (const problem of [...openingProblems(record, isFirstOfFile, this.#log), ...linked]) {
      this.addFault(at(line, problem))
    }
    if (last !== undefined || this.#afterGap || record.seq <= 1) return
    if (record.kind === "opened")
      this.addWarning(at(line, `is record ${record.seq}: the files of this log before it were removed`))
    if (this.#expected?.seq === record.seq - 1 && this.#expected.hash === record.prev) this.#checkpointSeen = true
  }

  /** Notes what a record says about calls and other logs. */
  #noteKind(line: Line, record: AuditRecord): void {
    switch (record.kind) {
      case "intended":
        this.#unended.add(record.seq)
        break
      case "ended":
        if (record.log === undefined) this.#unended.delete(record.of)
        else this.#ended.push({ log: record.log, of: record.of })
        break
      case "opened":
        this.#others.push(...record.others.map((end) => ({ line, end })))
        break
      case "resumed":
        this.addWarning(at(line, `says that ${counted(record.unrecorded, "record")} before it could not be written`))
    }
  }

  #endFile(): void {
    if (this.#unfinished !== undefined) this.addFault(at(this.#unfinished, NO_RECORD))
    this.#unfinished = undefined
    const file = this.#file
    if (file?.lastSeq === undefined || this.#afterGap) return
    const end = file.lines === 0 ? "has no record" : `ends with record ${this.#last?.position.seq}`
    if (file.lines === 0 || this.#last?.position.seq !== file.lastSeq)
      this.addFault({
        file: file.path,
        problem: `${end}, but its name says that it ends with record ${file.lastSeq}`
      })
  }
}

const NO_RECORD = "is not a record: it has been changed, or belongs to another log"

const TORN = "is torn: a process was killed, or the disk was full, while it wrote. All lines before are intact"

const at = ({ file, number }: Line, problem: string): Finding => ({ file, line: number, problem })

/** Decodes the bytes of a line. None if they are not UTF-8, of which a decoder with replacements accepts several. */
const textOf: (bytes: Uint8Array) => Option.Option<string> = Option.liftThrowable((bytes) => utf8.decode(bytes))
const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })

/** Returns whether a line without an end is the start of the next record. */
const startsRecord = ({ bytes }: Line, before: Position | undefined, afterGap: boolean): boolean => {
  const next = afterGap ? '{"seq":' : `{"seq":${(before ?? origin).seq + 1},"time":"`
  return next.startsWith(Buffer.from(bytes.subarray(0, next.length)).toString("latin1"))
}

const span = (from: number, to: number): string => (from === to ? `record ${from} is` : `records ${from} to ${to} are`)

/** Returns the problems of a record as the first, or not the first, of its file. */
const openingProblems = (record: AuditRecord, isFirst: boolean, log: string): ReadonlyArray<string> => {
  if (record.kind !== "opened") {
    return isFirst ? ["is the first line of a file but does not name the process that opened it"] : []
  }
  return [
    ...(isFirst ? [] : ["opens a file, but is not its first line: it has been moved"]),
    ...(record.log === log ? [] : ["belongs to another log: its file was renamed, replaced or copied"])
  ]
}

/** Returns the problems of the first record. Whole files before it may be missing, but single lines may not. */
const startProblems = ({ kind, prev, seq }: AuditRecord): ReadonlyArray<string> => {
  if (seq > 1) return kind === "opened" ? [] : [`is the first line, but ${span(1, seq - 1)} missing before it`]
  return prev === origin.hash ? [] : ["is the first record but names one before it: it has been changed"]
}

/** Returns the problems of a record in relation to the previous one. */
const linkProblems = ({ prev, seq }: AuditRecord, before: Position, line: Line): ReadonlyArray<string> => {
  const expected = before.seq + 1
  if (seq > expected) return [`is record ${seq}, but ${span(expected, seq - 1)} missing before it`]
  if (seq < expected) return [`is record ${seq} and stands after record ${before.seq}: it has been moved or repeated`]
  return prev === before.hash
    ? []
    : [`does not follow from line ${line.number} before it: one of the two has been changed`]
}

/** Returns the problems of the end of a log. */
const endProblems = (
  files: number,
  last: Position | undefined,
  checkpoint: ReadCheckpoint,
  seen: boolean
): ReadonlyArray<string> => {
  if (checkpoint === "unreadable") return []
  if (checkpoint === "invalid") return ["the checkpoint has been changed: it is not one that the server writes"]
  if (checkpoint === "missing") {
    return last === undefined ? [] : ["there is no checkpoint for the log: records may have been removed from its end"]
  }
  if (files === 0 && checkpoint.seq === origin.seq) return ["the log has been removed: only its checkpoint is left"]
  const seq = last?.seq ?? origin.seq
  if (seq < checkpoint.seq) return [`the end has been removed: ${span(seq + 1, checkpoint.seq)} missing`]
  return seen ? [] : [`record ${checkpoint.seq}, which the checkpoint names, is missing`]
}
