import { Duration, Effect } from "effect"
import type { Settings } from "../config/Settings.ts"
import type { Discord } from "../discord/Discord.ts"
import type { PipelineStepReport } from "../errors/PipelineReport.ts"
import type { Permit } from "../safety/Permit.ts"
import type { ToolRunner } from "../tools/Tool.ts"
import { forEach } from "./forEach.ts"
import { type StepOutcome, skipped } from "./Outcome.ts"
import type { PlanStep } from "./Plan.ts"
import type { PlanRun } from "./PlanRun.ts"
import { runCall, stopAfter } from "./runCall.ts"

/** Runs a step whose dependencies are done, and returns its report. */
export const runStep = Effect.fn("Pipeline.step")(function* (
  step: PlanStep,
  at: number,
  needs: ReadonlyArray<string>,
  run: PlanRun
) {
  yield* Effect.annotateCurrentSpan({ "pipeline.step": step.id, "mcp.tool": step.tool })
  const [duration, outcome] = yield* outcomeOf(step, at, needs, run)
  if (outcome.status === "ok") run.results.set(step.id, outcome.result)
  stopAfter(step, outcome, run)
  yield* run.reportProgress(at, 1, `${step.id}: ${outcome.status}`)
  return {
    id: step.id,
    tool: step.tool,
    ...outcome,
    duration_ms: Math.round(Duration.toMillis(duration))
  } satisfies PipelineStepReport as PipelineStepReport
})

/** Returns the outcome of a step and its duration, without the wait for a slot. */
const outcomeOf = (
  step: PlanStep,
  at: number,
  needs: ReadonlyArray<string>,
  run: PlanRun
): Effect.Effect<readonly [Duration.Duration, StepOutcome], never, ToolRunner | Permit | Discord | Settings> => {
  const missing = needs.find((id) => !run.results.has(id))
  if (missing !== undefined) return notRun(skipped({ why: "needs", step: missing }))
  if (run.stoppedBy !== undefined) return notRun(skipped({ why: "stopped", step: run.stoppedBy }))
  return step.for_each === undefined
    ? run.withSlot(Effect.timed(runCall(step, ["steps", at], run.results, run)))
    : Effect.timed(forEach(step, at, run))
}

const notRun = (outcome: StepOutcome) => Effect.succeed([Duration.zero, outcome] as const)
