import { Effect, Either } from "effect"
import { Settings } from "../config/Settings.ts"
import { PipelineFailed } from "../errors/ClientErrors.ts"
import type { Call } from "../tools/Tool.ts"
import type { CheckedPlan } from "./checkPlan.ts"
import { fitted } from "./fitted.ts"
import type { Plan } from "./Plan.ts"
import * as Run from "./Run.ts"
import type { Scope } from "./reference.ts"
import { reportOf } from "./report.ts"
import { runStep } from "./runStep.ts"
import { fill, inspect } from "./template.ts"

/**
 * Runs a plan: one step after the other, or each as soon as those it refers to are
 * done. To interrupt it interrupts the steps that run. It fails with the same report
 * it would otherwise give.
 */
export const runPlan = ({ needs, plan }: CheckedPlan): Call["run"] =>
  Effect.gen(function* () {
    const { maxResultChars } = yield* Settings
    const run = yield* Run.make(plan)
    const done = new Map(
      yield* Effect.forEach(plan.steps, ({ id }) => Effect.map(Effect.makeLatch(), (it) => [id, it] as const))
    )

    const steps = yield* Effect.forEach(
      plan.steps,
      (step, at) => {
        const needed = needs.get(step.id) ?? []
        return Effect.forEach(needed, (id) => done.get(id)?.await ?? Effect.void, { discard: true }).pipe(
          Effect.zipRight(runStep(step, at, needed, run)),
          Effect.tap(() => done.get(step.id)?.open ?? Effect.void)
        )
      },
      { concurrency: plan.mode === "parallel" ? "unbounded" : 1 }
    )
    const report = reportOf(steps, run.stoppedBy !== undefined, outputOf(plan, run.results))
    return report.status === "failed"
      ? yield* new PipelineFailed({ report: fitted(report, maxResultChars - ENVELOPE_CHARS) })
      : { value: fitted(report, maxResultChars), fitted: true }
  })

/** What an envelope says beside the report. */
const ENVELOPE_CHARS = 600

/** The output of a plan: what it is, or why there is none; `undefined` where the plan asks for none. */
const outputOf = ({ output }: Plan, results: Scope): Either.Either<unknown, string> | undefined => {
  if (output === undefined) return undefined
  const path = ["output"]
  const lacking = inspect(output, path).references.find(({ reference }) => !results.has(reference.root))
  return lacking === undefined
    ? Either.mapLeft(fill(output, path, results), (issues) => issues.map(({ message }) => message).join("; "))
    : Either.left(`{{${lacking.reference.text}}} refers to ${lacking.reference.root}, which gave nothing`)
}
