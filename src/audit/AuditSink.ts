/** The hash chain of records, where its lines are written, and the batches in which they are written. */
import { createHash } from "node:crypto"
import { Data, DateTime, Deferred, Effect } from "effect"
import type { LogOutput } from "../telemetry/LogOutput.ts"
import type { Entry } from "./AuditRecord.ts"

/** A record cannot be written. `problem` says where and why, for the operator. */
export class AuditUnavailable extends Data.TaggedError("AuditUnavailable")<{ readonly problem: string }> {}

/** The position of a record: its number, and the name of its log if there are several. */
export interface RecordPosition {
  readonly seq: number
  readonly log?: string
}

/** Writes records. It is called for one batch at a time. */
export interface AuditSink {
  /** Writes records and returns the position of the first. Written records survive the end of the process. */
  readonly append: (entries: ReadonlyArray<Entry>) => Effect.Effect<RecordPosition, AuditUnavailable>
  /** Returns whether a record can be written, as far as that is known without a write. */
  readonly isWritable: () => boolean
}

/** A position in the chain: the last record and its hash. */
export interface Position {
  readonly seq: number
  readonly hash: string
}

/** The position before the first record. */
export const origin: Position = { seq: 0, hash: "0".repeat(64) }

/** Returns the hash of a line, without its line break. */
export const hashOf = (line: string | Uint8Array): string => createHash("sha256").update(line).digest("hex")

/** Appends entries to the chain: returns their lines and the new position. */
export const link = (
  after: Position,
  entries: ReadonlyArray<Entry>
): { readonly lines: ReadonlyArray<string>; readonly position: Position } => {
  const lines: Array<string> = []
  let position = after
  for (const { kind, time, ...facts } of entries) {
    const seq = position.seq + 1
    const line = JSON.stringify({ seq, time, kind, ...facts, prev: position.hash })
    lines.push(line)
    position = { seq, hash: hashOf(line) }
  }
  return { lines, position }
}

/** Returns the text of a checkpoint. */
export const checkpointText = ({ hash, seq }: Position): string => `${JSON.stringify({ seq, hash })}\n`

/** Writes records to stderr, with one chain per process. A record that stderr has not accepted in time is an error. */
export const stderrSink = (output: LogOutput): AuditSink => {
  let position = origin
  return {
    append: (entries) =>
      Effect.suspend(() => {
        const first = position.seq + 1
        const linked = link(position, entries)
        const advance = Effect.sync(() => {
          position = linked.position
        })
        return output.record(`${linked.lines.join("\n")}\n`).pipe(
          Effect.zipRight(advance),
          // The number of a record that may still be written is not used again.
          Effect.tapError(({ passed }) => (passed ? advance : Effect.void)),
          Effect.mapError(({ problem }) => new AuditUnavailable({ problem })),
          Effect.as({ seq: first })
        )
      }),
    isWritable: () => output.recordProblem === undefined
  }
}

/** Writes records in batches. */
export interface Batching {
  /** Writes one record and returns its position. */
  readonly append: (entry: Entry) => Effect.Effect<RecordPosition, AuditUnavailable>
  /** Returns whether a record can be written. After a failure, it writes how many records are missing. */
  readonly isWritable: Effect.Effect<boolean>
}

/** Records that are written together, and the position of the first. */
interface Batch {
  readonly entries: Array<Entry>
  readonly written: Deferred.Deferred<RecordPosition, AuditUnavailable>
}

/**
 * Batches records. Records that arrive during a write are written together in the next write. A
 * hundred concurrent calls need two writes. A write that has started is not interrupted, so no line
 * is torn.
 */
export const groupCommit = Effect.fnUntraced(function* (
  sink: AuditSink,
  consequence: string
): Effect.fn.Return<Batching> {
  const writing = yield* Effect.makeSemaphore(1)
  const newBatch = Effect.map(
    Deferred.make<RecordPosition, AuditUnavailable>(),
    (written): Batch => ({
      entries: [],
      written
    })
  )
  let waiting = yield* newBatch
  /** The number of records that could not be written since the last success. The next record contains this number. */
  let unrecorded = 0

  const write = Effect.fnUntraced(function* (entries: ReadonlyArray<Entry>) {
    if (unrecorded === 0) return yield* sink.append(entries)
    const time = DateTime.formatIso(yield* DateTime.now)
    const { seq, ...log } = yield* sink.append([{ kind: "resumed", time, unrecorded }, ...entries])
    yield* Effect.logInfo("the audit log can be written again").pipe(Effect.annotateLogs({ unrecorded }))
    unrecorded = 0
    return { ...log, seq: seq + 1 }
  })

  const flush = Effect.gen(function* () {
    const { entries, written } = waiting
    if (entries.length === 0 && unrecorded === 0) return
    waiting = yield* newBatch
    const exit = yield* write(entries).pipe(
      // A defect of the sink must not fail the recorded call.
      Effect.catchAllDefect((defect) => new AuditUnavailable({ problem: String(defect) })),
      Effect.tapError(({ problem }) => {
        const isFirst = unrecorded === 0
        unrecorded += entries.length
        // The failure is logged once, not for each of the following calls.
        return isFirst ? Effect.logWarning(`the audit log cannot be written: ${problem}. ${consequence}`) : Effect.void
      }),
      Effect.exit
    )
    yield* Deferred.done(written, exit)
  })

  const append = Effect.fnUntraced(function* (entry: Entry) {
    const { entries, written } = waiting
    // The first record of a batch writes the batch.
    const at = entries.push(entry) - 1
    if (at === 0) yield* writing.withPermits(1)(flush)
    const first = yield* Deferred.await(written)
    return { ...first, seq: first.seq + at }
  }, Effect.uninterruptible)

  const isWritable = Effect.gen(function* () {
    if (unrecorded === 0) return sink.isWritable()
    yield* writing.withPermits(1)(flush)
    return unrecorded === 0
  }).pipe(Effect.uninterruptible)

  return { append, isWritable }
})
