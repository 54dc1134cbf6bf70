import { Data, DateTime, Deferred, Effect, Exit } from "effect"
import type { LogOutput } from "../LogOutput.ts"
import { type Entry, link, origin } from "./AuditRecord.ts"

/** A record cannot be written. `problem` says where and why, for the operator. */
export class AuditUnavailable extends Data.TaggedError("AuditUnavailable")<{ readonly problem: string }> {}

/** The position of a record: its number, and the name of its log if there are several. */
export interface RecordPosition {
  readonly seq: number
  readonly log?: string
}

/** Writes records. It is called for one batch at a time. */
export interface AuditSink {
  /** Writes records and returns their positions. Written records survive the end of the process. */
  readonly append: (entries: ReadonlyArray<Entry>) => Effect.Effect<ReadonlyArray<RecordPosition>, AuditUnavailable>
  /** Returns whether a record can be written, as far as that is known without a write. */
  readonly isWritable: () => boolean
}

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
          Effect.as(entries.map((_, at) => ({ seq: first + at })))
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
  let waiting: Array<{ readonly entry: Entry; readonly end: Deferred.Deferred<RecordPosition, AuditUnavailable> }> = []
  /** The number of records that could not be written since the last success. The next record contains this number. */
  let unrecorded = 0

  const write = Effect.fnUntraced(function* (entries: ReadonlyArray<Entry>) {
    if (unrecorded === 0) return entries.length === 0 ? [] : yield* sink.append(entries)
    const time = DateTime.formatIso(yield* DateTime.now)
    const [, ...positions] = yield* sink.append([{ kind: "resumed", time, unrecorded }, ...entries])
    yield* Effect.logInfo("the audit log can be written again").pipe(Effect.annotateLogs({ unrecorded }))
    unrecorded = 0
    return positions
  })

  const flush = Effect.suspend(() => {
    const batch = waiting
    waiting = []
    return write(batch.map(({ entry }) => entry)).pipe(
      // A defect of the sink must not fail the recorded call.
      Effect.catchAllDefect((defect) => new AuditUnavailable({ problem: String(defect) })),
      Effect.tapError(({ problem }) => {
        const isFirst = unrecorded === 0
        unrecorded += batch.length
        // The failure is logged once, not for each of the following calls.
        return isFirst ? Effect.logWarning(`the audit log cannot be written: ${problem}. ${consequence}`) : Effect.void
      }),
      Effect.exit,
      Effect.tap((exit) =>
        Effect.forEach(
          batch,
          ({ end }, at) =>
            Deferred.done(
              end,
              Exit.map(exit, (positions) => positions[at] ?? NOWHERE)
            ),
          { discard: true }
        )
      )
    )
  })

  return {
    append: (entry) =>
      Effect.gen(function* () {
        const end = yield* Deferred.make<RecordPosition, AuditUnavailable>()
        // The first record of a batch writes the batch.
        if (waiting.push({ entry, end }) === 1) yield* writing.withPermits(1)(flush)
        return yield* Deferred.await(end)
      }).pipe(Effect.uninterruptible),
    isWritable: Effect.suspend(() =>
      unrecorded === 0 ? Effect.sync(sink.isWritable) : Effect.map(writing.withPermits(1)(flush), Exit.isSuccess)
    ).pipe(Effect.uninterruptible)
  }
})

/** Never used, because a sink returns one position per record. */
const NOWHERE: RecordPosition = { seq: 0 }
