import { DateTime, Deferred, Effect, Exit } from "effect"
import type { Entry } from "./AuditRecord.ts"
import { type AuditSink, AuditUnavailable, type Place } from "./AuditSink.ts"

/** Keeps one record and gives its place. */
export type Keep = (entry: Entry) => Effect.Effect<Place, AuditUnavailable>

/**
 * One writer at a time. Records that wait for their turn are written together: a
 * hundred calls at once take two writes, not a hundred. A write that has begun is
 * finished, so an interruption tears no line.
 */
export const groupCommit = Effect.fnUntraced(function* (sink: AuditSink, consequence: string): Effect.fn.Return<Keep> {
  const turn = yield* Effect.makeSemaphore(1)
  let waiting: ReadonlyArray<{ readonly entry: Entry; readonly kept: Deferred.Deferred<Place, AuditUnavailable> }> = []
  /** Records that could not be written since one was: the next that is says how many. */
  let unrecorded = 0

  const written = Effect.fnUntraced(function* (entries: ReadonlyArray<Entry>) {
    if (unrecorded === 0) return yield* sink.append(entries)
    const time = DateTime.formatIso(yield* DateTime.now)
    const [, ...places] = yield* sink.append([{ kind: "resumed", time, unrecorded }, ...entries])
    yield* Effect.logInfo("the audit log can be written again").pipe(Effect.annotateLogs({ unrecorded }))
    unrecorded = 0
    return places
  })

  const flush = Effect.suspend(() => {
    const batch = waiting
    waiting = []
    return batch.length === 0
      ? Effect.void
      : written(batch.map(({ entry }) => entry)).pipe(
          // A bug in keeping records must not be one of the call that is recorded.
          Effect.catchAllDefect((defect) => new AuditUnavailable({ problem: String(defect) })),
          Effect.tapError(({ problem }) => {
            const first = unrecorded === 0
            unrecorded += batch.length
            // Once, not with every call that follows.
            return first
              ? Effect.logWarning(`the audit log cannot be written: ${problem}. ${consequence}`)
              : Effect.void
          }),
          Effect.exit,
          Effect.flatMap((exit) =>
            Effect.forEach(
              batch,
              ({ kept }, at) =>
                Deferred.done(
                  kept,
                  Exit.map(exit, (places) => places[at] ?? NOWHERE)
                ),
              { discard: true }
            )
          )
        )
  })

  return (entry) =>
    Effect.gen(function* () {
      const kept = yield* Deferred.make<Place, AuditUnavailable>()
      waiting = [...waiting, { entry, kept }]
      yield* turn.withPermits(1)(flush)
      return yield* Deferred.await(kept)
    }).pipe(Effect.uninterruptible)
})

/** No sink gives fewer places than it was given records. */
const NOWHERE: Place = { seq: 0 }
