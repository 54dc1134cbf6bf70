import { DateTime, Deferred, Effect, Exit } from "effect"
import type { Entry } from "./AuditRecord.ts"
import { type AuditSink, AuditUnavailable, type Place } from "./AuditSink.ts"

/** Writes one record and returns its position. */
export type Keep = (entry: Entry) => Effect.Effect<Place, AuditUnavailable>

/**
 * Batches records. Records that arrive during a write are written together in the next write. A
 * hundred concurrent calls need two writes. A write that has started is not interrupted, so no line
 * is torn.
 */
export const groupCommit = Effect.fnUntraced(function* (sink: AuditSink, consequence: string): Effect.fn.Return<Keep> {
  const turn = yield* Effect.makeSemaphore(1)
  let waiting: Array<{ readonly entry: Entry; readonly kept: Deferred.Deferred<Place, AuditUnavailable> }> = []
  /** The number of records that could not be written since the last success. The next record contains this number. */
  let unrecorded = 0

  const written = Effect.fnUntraced(function* (entries: ReadonlyArray<Entry>) {
    if (unrecorded === 0) return yield* sink.append(entries)
    const time = DateTime.formatIso(yield* DateTime.now)
    const [, ...positions] = yield* sink.append([{ kind: "resumed", time, unrecorded }, ...entries])
    yield* Effect.logInfo("the audit log can be written again").pipe(Effect.annotateLogs({ unrecorded }))
    unrecorded = 0
    return positions
  })

  const flush = Effect.suspend(() => {
    const batch = waiting
    waiting = []
    return written(batch.map(({ entry }) => entry)).pipe(
      // A defect of the sink must not fail the recorded call.
      Effect.catchAllDefect((defect) => new AuditUnavailable({ problem: String(defect) })),
      Effect.tapError(({ problem }) => {
        const first = unrecorded === 0
        unrecorded += batch.length
        // The failure is logged once, not for each of the following calls.
        return first ? Effect.logWarning(`the audit log cannot be written: ${problem}. ${consequence}`) : Effect.void
      }),
      Effect.exit,
      Effect.flatMap((exit) =>
        Effect.forEach(
          batch,
          ({ kept }, at) =>
            Deferred.done(
              kept,
              Exit.map(exit, (positions) => positions[at] ?? NOWHERE)
            ),
          { discard: true }
        )
      )
    )
  })

  return (entry) =>
    Effect.gen(function* () {
      const kept = yield* Deferred.make<Place, AuditUnavailable>()
      // The first record of a batch writes the batch.
      if (waiting.push({ entry, kept }) === 1) yield* turn.withPermits(1)(flush)
      return yield* Deferred.await(kept)
    }).pipe(Effect.uninterruptible)
})

/** Never used, because a sink returns one position per record. */
const NOWHERE: Place = { seq: 0 }
