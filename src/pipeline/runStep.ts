import { Duration, Effect, Either } from "effect"
import type { Settings } from "../config/Settings.ts"
import type { Discord } from "../discord/Discord.ts"
import type { Permit } from "../discord/Permit.ts"
import type { PipelineStepReport } from "../errors/PipelineReport.ts"
import type { ToolRunner } from "../tools/Tool.ts"
import { fill, NO_LIMIT } from "./fill.ts"
import { issueAt, tooManyItems } from "./inspectStep.ts"
import type { EndedStep, ItemResults } from "./KeptResults.ts"
import { type CallOutcome, itemLabels, type StepOutcome, skipped } from "./Outcome.ts"
import { ITEMS_MAX, type PlanStep } from "./Plan.ts"
import type { PlanRun } from "./PlanRun.ts"
import { isItemRoot, itemBindings } from "./reference.ts"
import { checkCondition, invalid, runCall, stopAfter } from "./runCall.ts"
import { inspect, type Path } from "./template.ts"

/** Runs a step whose dependencies are done, and returns its report. */
export const runStep = Effect.fn("Pipeline.step")(function* (
  step: PlanStep,
  at: number,
  needs: ReadonlyArray<string>,
  run: PlanRun
) {
  yield* Effect.annotateCurrentSpan({ "pipeline.step": step.id, "mcp.tool": step.tool })
  const items = run.kept.itemsOf(at)
  const [duration, outcome] = yield* outcomeOf(step, at, needs, run, items)
  if ((outcome.status === "ok" || outcome.status === "partial") && run.kept.isReferred(at))
    run.results.set(step.id, outcome.result)
  stopAfter(step, outcome, run)
  const report: EndedStep = {
    id: step.id,
    tool: step.tool,
    ...outcome,
    duration_ms: Math.round(Duration.toMillis(duration))
  }
  run.kept.end(at, report, items.dropped)
  yield* run.reportProgress(at, 1, `${step.id}: ${outcome.status}`)
  return report satisfies PipelineStepReport as PipelineStepReport
})

/** Returns the outcome of a step and its duration, without the wait for a slot. */
const outcomeOf = (
  step: PlanStep,
  at: number,
  needs: ReadonlyArray<string>,
  run: PlanRun,
  items: ItemResults
): Effect.Effect<readonly [Duration.Duration, StepOutcome], never, ToolRunner | Permit | Discord | Settings> => {
  const missing = needs.find((id) => !run.results.has(id))
  if (missing !== undefined) return notRun(skipped({ why: "needs", step: missing }))
  if (run.stoppedBy !== undefined) return notRun(skipped({ why: "stopped", step: run.stoppedBy }))
  return step.for_each === undefined
    ? run.withSlot(Effect.timed(runCall(step, ["steps", at], run.results, run)))
    : Effect.timed(forEach(step, at, run, items))
}

const notRun = (outcome: StepOutcome) => Effect.succeed([Duration.zero, outcome] as const)

/**
 * Runs a step once for each item of a list. The result has one entry per item in order. The step is `partial` if some
 * items fail, and failed if all that ran do.
 */
const forEach = Effect.fnUntraced(function* (
  step: PlanStep,
  at: number,
  run: PlanRun,
  results: ItemResults
): Effect.fn.Return<StepOutcome, never, ToolRunner | Permit | Discord | Settings> {
  const path: Path = ["steps", at]
  const once = stepCondition(step, path, run)
  if (once !== undefined) return once
  const list = itemsOf(step, [...path, "for_each"], run)
  if (Either.isLeft(list)) return list.left
  const items = list.right
  let done = 0
  const outcomes = yield* Effect.forEach(
    items,
    (item, index) =>
      runCall(step, path, new Map([...run.results, ...itemBindings(item, index)]), run).pipe(
        Effect.tap((outcome) => {
          if (outcome.status === "ok") results.keep(index, outcome)
          return ++done === items.length
            ? Effect.void
            : run.reportProgress(at, done / items.length, `${step.id}: ${done} of ${items.length}`)
        }),
        run.withSlot
      ),
    { concurrency: run.concurrency }
  )
  const labelOf = yield* itemLabels(step)
  return combine(outcomes, (index) => labelOf(items[index]))
})

/** Checks a condition without item references once for the step. Returns the outcome if the condition is false. */
const stepCondition = (step: PlanStep, path: Path, run: PlanRun): CallOutcome | undefined =>
  inspect(step.if, []).references.some(({ reference }) => isItemRoot(reference.root))
    ? undefined
    : checkCondition(step, path, run.results)

/** Returns the list of a step, or the outcome if there is no list. */
const itemsOf = (step: PlanStep, path: Path, run: PlanRun): Either.Either<ReadonlyArray<unknown>, CallOutcome> =>
  Either.flatMap(Either.mapLeft(fill(step.for_each, path, run.results, NO_LIMIT), invalid), (list) => {
    if (!Array.isArray(list)) return Either.left(invalid([issueAt(path, "is not a list", "not_a_list")]))
    return list.length > ITEMS_MAX ? Either.left(invalid([tooManyItems(list.length, path)])) : Either.right(list)
  })

/** Joins the outcomes of the items. Each is named, because a result does not always show whose it is. */
const combine = (outcomes: ReadonlyArray<CallOutcome>, labels: (index: number) => object): StepOutcome => {
  const [first] = outcomes
  const wasNotRun = (outcome: CallOutcome) => outcome.status === "skipped" && outcome.because.why === "stopped"
  if (first !== undefined && outcomes.every(wasNotRun)) return first
  const attempts = Math.max(0, ...outcomes.map((outcome) => outcome.attempts))
  const items = outcomes.map(({ attempts: _, ...outcome }, index) => ({ ...labels(index), ...outcome }))
  const has = (wanted: CallOutcome["status"]) => outcomes.some(({ status }) => status === wanted)
  return { status: !has("failed") ? "ok" : has("ok") ? "partial" : "failed", result: { items }, attempts }
}
