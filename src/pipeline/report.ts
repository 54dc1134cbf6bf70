/** What a caller is told of a plan that has run. */
import { Either } from "effect"
import type { PipelineReport } from "../errors/PipelineReport.ts"
import { itemsOf, withoutResult } from "./items.ts"

type Steps = PipelineReport["steps"]

/**
 * The report of a plan. With an output the results of its steps are left out, so that
 * nothing stands there twice; a plan that failed, or whose output cannot be made, keeps them.
 */
export const reportOf = (
  steps: Steps,
  isStopped: boolean,
  output: Either.Either<unknown, string> | undefined
): PipelineReport => {
  const status = statusOf(steps, isStopped)
  if (output === undefined || status === "failed") return { status, steps }
  return Either.match(output, {
    onLeft: (lack): PipelineReport => ({ status, steps, notice: `There is no output: ${lack}.` }),
    onRight: (value): PipelineReport => ({ status, output: value, steps: steps.map(withoutResult) })
  })
}

/** `partial`: some calls are ok, some failed, and nothing stopped the plan. */
const statusOf = (steps: Steps, isStopped: boolean): PipelineReport["status"] => {
  if (isStopped) return "failed"
  if (!steps.some(({ status }) => status === "failed")) return "ok"
  return steps.some((step) => step.status === "ok" || itemsOf(step).some(({ status }) => status === "ok"))
    ? "partial"
    : "failed"
}
