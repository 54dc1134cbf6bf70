import { Duration, Effect } from "effect"
import type { PipelineStepReport } from "../errors/PipelineReport.ts"
import type { Permit } from "../safety/Permit.ts"
import type { ToolRunner } from "../tools/ToolRunner.ts"
import { type Outcome, skipped } from "./Child.ts"
import { forEach } from "./forEach.ts"
import type { PlanStep } from "./Plan.ts"
import type { Run } from "./Run.ts"
import { runCall, stopAfter } from "./runCall.ts"

/** Runs a step whose needs are done, as far as it is to be run, and tells how it ended. */
export const runStep = Effect.fn("Pipeline.step")(function* (
  step: PlanStep,
  at: number,
  needs: ReadonlyArray<string>,
  run: Run
) {
  yield* Effect.annotateCurrentSpan({ "pipeline.step": step.id, "mcp.tool": step.tool })
  const [duration, outcome] = yield* outcomeOf(step, at, needs, run)
  if (outcome.status === "ok") run.results.set(step.id, outcome.result)
  stopAfter(step, outcome, run)
  yield* run.tell(at, 1, `${step.id}: ${outcome.status}`)
  return {
    id: step.id,
    tool: step.tool,
    ...outcome,
    duration_ms: Math.round(Duration.toMillis(duration))
  } satisfies PipelineStepReport as PipelineStepReport
})

/** How a step ends, and how long it took, its waiting for a turn not counted. */
const outcomeOf = (
  step: PlanStep,
  at: number,
  needs: ReadonlyArray<string>,
  run: Run
): Effect.Effect<readonly [Duration.Duration, Outcome], never, ToolRunner | Permit> => {
  const lacking = needs.find((id) => !run.results.has(id))
  if (lacking !== undefined) return unrun(skipped({ why: "needs", step: lacking }))
  if (run.stoppedBy !== undefined) return unrun(skipped({ why: "stopped", step: run.stoppedBy }))
  return step.for_each === undefined
    ? run.inTurn(Effect.timed(runCall(step, ["steps", at], run.results, run)))
    : Effect.timed(forEach(step, at, run))
}

const unrun = (outcome: Outcome) => Effect.succeed([Duration.zero, outcome] as const)
