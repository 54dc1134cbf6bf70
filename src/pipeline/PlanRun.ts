import { Effect } from "effect"
import { PlanHold } from "../tools/ClientCalls.ts"
import { Progress } from "../tools/dsl/Progress.ts"
import type { CheckedPlan } from "./checkPlan.ts"
import { KeptResults } from "./KeptResults.ts"
import { DEFAULT_CONCURRENCY } from "./Plan.ts"
import { inspect } from "./template.ts"

/** The state that the steps of one running plan share. */
export interface PlanRun {
  /** The results of finished steps that others or the output refer to, by step id. */
  readonly results: Map<string, unknown>
  /** The step whose failure stopped the plan. No call starts afterwards. Running calls finish. */
  stoppedBy: string | undefined
  /** What stays in memory of the results. */
  readonly kept: KeptResults
  /** The maximum number of concurrent calls. `withSlot` waits for a free slot. */
  readonly concurrency: number
  readonly withSlot: <A, E, R>(call: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  /** Reports a step's progress to the caller: `share` is from 0 to 1. */
  readonly reportProgress: (step: number, share: number, message: string) => Effect.Effect<void>
}

/** Starts a run. `shownMax`: the maximum number of characters of its report. */
export const make = Effect.fnUntraced(function* (
  { dependencies, plan }: Pick<CheckedPlan, "dependencies" | "plan">,
  shownMax: number
) {
  const { max_concurrency, mode, output, steps } = plan
  const concurrency = max_concurrency ?? (mode === "parallel" ? DEFAULT_CONCURRENCY : 1)
  const slots = yield* Effect.makeSemaphore(concurrency)
  const reporting = yield* Effect.makeSemaphore(1)
  const { report } = yield* Progress
  const shares = steps.map(() => 0)
  const referred = [
    ...[...dependencies.values()].flat(),
    ...new Set(inspect(output, []).references.map(({ reference }) => reference.root))
  ]
  const uses = steps.map(({ id }) => referred.filter((root) => root === id).length)
  return {
    results: new Map(),
    stoppedBy: undefined,
    kept: new KeptResults(yield* PlanHold, uses, shownMax),
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
