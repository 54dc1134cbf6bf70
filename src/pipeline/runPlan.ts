import { Cause, Effect, Either } from "effect"
import { Settings } from "../config/Settings.ts"
import { envelopeOfCause } from "../dispatch/CallResult.ts"
import { PipelineFailed } from "../errors/DiscordMcpError.ts"
import type { ValidationIssue } from "../errors/fields.ts"
import type { PipelineReport, PipelineStepReport } from "../errors/PipelineReport.ts"
import { counted } from "../text/words.ts"
import type { OwnPlan, ToolCall } from "../tools/Tool.ts"
import type { CheckedPlan } from "./checkPlan.ts"
import { fill, type SizeLimit } from "./fill.ts"
import { fitReport, fits } from "./fitReport.ts"
import { withoutResult } from "./Outcome.ts"
import type { Plan, PlanStep } from "./Plan.ts"
import * as PlanRun from "./PlanRun.ts"
import type { Bindings } from "./reference.ts"
import { runStep } from "./runStep.ts"
import { inspect } from "./template.ts"

/**
 * Runs a plan: steps in series, or each step as soon as its dependencies are done.
 * Interruption interrupts the running steps. A failed plan fails with its report.
 */
export const runPlan = (checked: CheckedPlan): ToolCall["run"] =>
  Effect.gen(function* () {
    const { maxResultChars } = yield* Settings
    const { run, steps } = yield* runSteps(checked, maxResultChars)
    const report = yield* buildReport(steps, checked.plan, run, maxResultChars)
    // An output reindexes the results.
    const { leftOut } = run.kept
    const missing = report.output === undefined ? leftOut : []
    return report.status === "failed"
      ? yield* new PipelineFailed({ report: fitReport(report, maxResultChars - ENVELOPE_CHARS, missing) })
      : { value: fitReport(report, maxResultChars, missing), fitted: true }
  })

/** Runs a plan that a tool has made, which makes the result. Results of single calls are not kept. */
export const runOwnPlan = (checked: CheckedPlan, { begin, conclude }: OwnPlan): ToolCall["run"] =>
  Effect.flatMap(Effect.zipRight(begin, runSteps(checked, 0)), ({ steps }) =>
    conclude(planReport(steps.map(withoutResult), false, undefined))
  ).pipe(Effect.scoped)

/** Runs the steps of a plan. The results of steps stay as far as a report of `shownMax` characters can show them. */
const runSteps = ({ dependencies, plan }: CheckedPlan, shownMax: number) =>
  Effect.gen(function* () {
    const run = yield* PlanRun.make({ dependencies, plan }, shownMax)
    // The time that the checks of the plan took does not delay its first calls.
    yield* Effect.sleep(0)
    const indexes = new Map(plan.steps.map(({ id }, at) => [id, at]))
    const done = new Map(
      yield* Effect.forEach(plan.steps, ({ id }) => Effect.map(Effect.makeLatch(), (it) => [id, it] as const))
    )

    const steps = yield* Effect.forEach(
      plan.steps,
      (step, at) => {
        const needed = dependencies.get(step.id) ?? []
        return Effect.forEach(needed, (id) => done.get(id)?.await ?? Effect.void, { discard: true }).pipe(
          Effect.zipRight(runStep(step, at, needed, run)),
          Effect.catchAllCause((cause) => brokenStep(step, cause, run)),
          Effect.tap(() => Effect.sync(() => releaseResults(needed, indexes, run))),
          Effect.tap(() => done.get(step.id)?.open ?? Effect.void)
        )
      },
      { concurrency: plan.mode === "parallel" ? "unbounded" : 1 }
    )
    return { run, steps }
  })

/** Drops the results that nothing refers to any more. */
const releaseResults = (
  needed: ReadonlyArray<string>,
  indexes: ReadonlyMap<string, number>,
  { kept, results }: PlanRun.PlanRun
): void => {
  for (const id of needed) if (kept.release(indexes.get(id) ?? -1)) results.delete(id)
}

/** Converts a defect in a step to a failure of that step, so that the other steps keep their results. */
const brokenStep = ({ id, on_error, tool }: PlanStep, cause: Cause.Cause<never>, run: PlanRun.PlanRun) =>
  Cause.isInterrupted(cause)
    ? Effect.failCause(cause)
    : Effect.map(envelopeOfCause(cause), (error): PipelineStepReport => {
        if (on_error === "stop") run.stoppedBy ??= id
        return { id, tool, status: "failed", error, attempts: 0, duration_ms: 0 }
      })

/** Builds the report with the output. A problem with the output never removes the report. */
const buildReport = (
  steps: ReadonlyArray<PipelineStepReport>,
  plan: Plan,
  run: PlanRun.PlanRun,
  maxChars: number
): Effect.Effect<PipelineReport> => {
  const isStopped = run.stoppedBy !== undefined
  const without = (why: string) => planReport(steps, isStopped, Either.left(why))
  return Effect.sync(() => {
    const limit = { value: Math.max(OUTPUT_CHARS, maxChars), all: Math.max(OUTPUT_CHARS, maxChars) }
    const report = planReport(steps, isStopped, outputOf(plan, run.results, limit))
    return report.output === undefined || fits(report, maxChars)
      ? report
      : // Without the output, the report shows the step results.
        { ...planReport(steps, isStopped, undefined), notice: `Left out to fit ${maxChars} characters: the output.` }
  }).pipe(
    Effect.catchAllDefect((defect) =>
      Effect.as(Effect.logError("the output of a plan could not be made", defect), without("it could not be made"))
    )
  )
}

/** Joins the first few problems into one notice. */
const summaryOf = (issues: ReadonlyArray<ValidationIssue>): string => {
  const words = issues.slice(0, ISSUES_SHOWN).map(({ message }) => message)
  return [
    ...words,
    ...(issues.length > ISSUES_SHOWN ? [`and ${counted(issues.length - ISSUES_SHOWN, "more problem")}`] : [])
  ].join("; ")
}

const ISSUES_SHOWN = 3

/** The minimum value of the limit for the templates of an output, in characters. */
const OUTPUT_CHARS = 1_000_000

/** Characters of an envelope without its report. */
const ENVELOPE_CHARS = 600

/** Returns the output, or why it cannot be filled in. Returns `undefined` for a plan without `output`. */
const outputOf = (
  { output }: Plan,
  results: Bindings,
  limit: SizeLimit
): Either.Either<unknown, string> | undefined => {
  if (output === undefined) return undefined
  const path = ["output"]
  const missing = inspect(output, path).references.find(({ reference }) => !results.has(reference.root))
  return missing === undefined
    ? Either.mapLeft(fill(output, path, results, limit), (issues) => summaryOf(issues))
    : Either.left(`{{${missing.reference.text}}} refers to ${missing.reference.root}, which has no result`)
}

type Steps = PipelineReport["steps"]

/**
 * Builds the report of a plan. An output reindexes the step results, so that nothing appears twice.
 * A failed plan, or a plan without a valid output, keeps the step results.
 */
const planReport = (
  steps: Steps,
  isStopped: boolean,
  output: Either.Either<unknown, string> | undefined
): PipelineReport => {
  const status = statusOf(steps, isStopped)
  if (output === undefined || status === "failed") return { status, steps }
  return Either.match(output, {
    onLeft: (reason): PipelineReport => ({ status, steps, notice: `There is no output: ${reason}.` }),
    onRight: (value): PipelineReport => ({ status, output: value, steps: steps.map(withoutResult) })
  })
}

/** `partial`: some calls succeeded, some failed, and no failure stopped the plan. */
const statusOf = (steps: Steps, isStopped: boolean): PipelineReport["status"] => {
  if (isStopped) return "failed"
  const has = (...wanted: ReadonlyArray<PipelineStepReport["status"]>) =>
    steps.some(({ status }) => wanted.includes(status))
  return !has("failed", "partial") ? "ok" : has("ok", "partial") ? "partial" : "failed"
}
