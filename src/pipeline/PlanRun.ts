import { Effect } from "effect"
import { Progress } from "../tools/dsl/Progress.ts"
import { DEFAULT_CONCURRENCY, type Plan } from "./Plan.ts"

/** The state that the steps of one running plan share. */
export interface PlanRun {
  /** The results of finished steps, by step id. */
  readonly results: Map<string, unknown>
  /** The step whose failure stopped the plan. No call starts afterwards. Running calls finish. */
  stoppedBy: string | undefined
  /** The number of characters in all results so far. */
  keptChars: number
  /** The maximum number of concurrent calls. `withSlot` waits for a free slot. */
  readonly concurrency: number
  readonly withSlot: <A, E, R>(call: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  /** Reports a step's progress to the caller: `share` is from 0 to 1. */
  readonly reportProgress: (step: number, share: number, message: string) => Effect.Effect<void>
}

/** The maximum number of characters of results kept for references. Beyond this number, no further call starts. */
export const KEPT_CHARS_MAX = 20_000_000

/** Starts a run. */
export const make = Effect.fnUntraced(function* ({ max_concurrency, mode, steps }: Plan) {
  const concurrency = max_concurrency ?? (mode === "parallel" ? DEFAULT_CONCURRENCY : 1)
  const slots = yield* Effect.makeSemaphore(concurrency)
  const reporting = yield* Effect.makeSemaphore(1)
  const { report } = yield* Progress
  const shares = steps.map(() => 0)
  return {
    results: new Map(),
    stoppedBy: undefined,
    keptChars: 0,
    concurrency,
    withSlot: slots.withPermits(1),
    // Reports are sequential, because progress must increase with each report.
    reportProgress: (step, share, message) =>
      Effect.suspend(() => {
        shares[step] = share
        const done = Math.round(shares.reduce((sum, one) => sum + one, 0) * 1000) / 1000
        return report({ done, total: steps.length, message })
      }).pipe(reporting.withPermits(1))
  } satisfies PlanRun as PlanRun
})
