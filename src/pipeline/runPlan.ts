import { Cause, Effect, Either } from "effect"
import { Settings } from "../config/Settings.ts"
import { envelopeOf } from "../dispatch/conclude.ts"
import { PipelineFailed } from "../errors/ClientErrors.ts"
import type { ValidationIssue } from "../errors/fields.ts"
import type { PipelineReport, PipelineStepReport } from "../errors/PipelineReport.ts"
import type { ToolCall } from "../tools/Tool.ts"
import type { CheckedPlan } from "./checkPlan.ts"
import { fill, type Room } from "./fill.ts"
import { fits, fitted } from "./fitted.ts"
import type { Plan, PlanStep } from "./Plan.ts"
import * as Run from "./Run.ts"
import type { Scope } from "./reference.ts"
import { reportOf } from "./report.ts"
import { runStep } from "./runStep.ts"
import { inspect } from "./template.ts"

/**
 * Runs a plan: one step after the other, or each as soon as those it refers to are
 * done. To interrupt it interrupts the steps that run. It fails with the same report
 * it would otherwise give.
 */
export const runPlan = ({ needs, plan }: CheckedPlan): ToolCall["run"] =>
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
          Effect.catchAllCause((cause) => brokenStep(step, cause, run)),
          Effect.tap(() => done.get(step.id)?.open ?? Effect.void)
        )
      },
      { concurrency: plan.mode === "parallel" ? "unbounded" : 1 }
    )
    const report = yield* reported(steps, plan, run, maxResultChars)
    return report.status === "failed"
      ? yield* new PipelineFailed({ report: fitted(report, maxResultChars - ENVELOPE_CHARS) })
      : { value: fitted(report, maxResultChars), fitted: true }
  })

/** A bug in a step is that step's failure: what the others did is told all the same. */
const brokenStep = ({ id, on_error, tool }: PlanStep, cause: Cause.Cause<never>, run: Run.Run) =>
  Cause.isInterrupted(cause)
    ? Effect.failCause(cause)
    : Effect.map(envelopeOf(cause), (error): PipelineStepReport => {
        if (on_error === "stop") run.stoppedBy ??= id
        return { id, tool, status: "failed", error, attempts: 0, duration_ms: 0 }
      })

/** The report of the steps, with the output where there can be one. Whatever is wrong with it, the report remains. */
const reported = (
  steps: ReadonlyArray<PipelineStepReport>,
  plan: Plan,
  run: Run.Run,
  maxChars: number
): Effect.Effect<PipelineReport> => {
  const isStopped = run.stoppedBy !== undefined
  const without = (why: string) => reportOf(steps, isStopped, Either.left(why))
  return Effect.sync(() => {
    const room = { value: Math.max(OUTPUT_CHARS, maxChars), all: Math.max(OUTPUT_CHARS, maxChars) }
    const report = reportOf(steps, isStopped, outputOf(plan, run.results, room))
    return report.output === undefined || fits(report, maxChars)
      ? report
      : // What the steps gave is told then, which an output would have stood for.
        { ...reportOf(steps, isStopped, undefined), notice: `Left out to fit ${maxChars} characters: the output.` }
  }).pipe(
    Effect.catchAllDefect((defect) =>
      Effect.as(Effect.logError("the output of a plan could not be made", defect), without("it could not be made"))
    )
  )
}

/** The first few problems, for one notice. */
const wordsOf = (issues: ReadonlyArray<ValidationIssue>): string => {
  const words = issues.slice(0, ISSUES_TOLD).map(({ message }) => message)
  return [...words, ...(issues.length > ISSUES_TOLD ? [`and ${issues.length - ISSUES_TOLD} more problems`] : [])].join(
    "; "
  )
}

const ISSUES_TOLD = 3

/** Characters that the templates of an output may stand for, where an answer may not be longer than that. */
const OUTPUT_CHARS = 1_000_000

/** What an envelope says beside the report. */
const ENVELOPE_CHARS = 600

/** The output of a plan: what it is, or why there is none; `undefined` where the plan asks for none. */
const outputOf = ({ output }: Plan, results: Scope, room: Room): Either.Either<unknown, string> | undefined => {
  if (output === undefined) return undefined
  const path = ["output"]
  const lacking = inspect(output, path).references.find(({ reference }) => !results.has(reference.root))
  return lacking === undefined
    ? Either.mapLeft(fill(output, path, results, room), (issues) => wordsOf(issues))
    : Either.left(`{{${lacking.reference.text}}} refers to ${lacking.reference.root}, which gave nothing`)
}
