/** Builds the report of a plan that has run. */
import { Either } from "effect"
import type { PipelineReport } from "../errors/PipelineReport.ts"
import { itemsOf, withoutResult } from "./itemOutcomes.ts"

type Steps = PipelineReport["steps"]

/**
 * Builds the report of a plan. An output replaces the step results, so that nothing appears twice.
 * A failed plan, or a plan without a valid output, keeps the step results.
 */
export const planReport = (
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
  if (!steps.some(({ status }) => status === "failed")) return "ok"
  return steps.some((step) => step.status === "ok" || itemsOf(step).some(({ status }) => status === "ok"))
    ? "partial"
    : "failed"
}
