import { Schema } from "effect"
import { PipelineReport, type PipelineStepReport } from "./PipelineReport.ts"
import { toOneLine } from "./sanitizeMessage.ts"
import { truncate } from "./truncate.ts"

/**
 * What an agent acts on in the report of a plan, in our words: which steps are done,
 * and of each other one what stood in its way. None of anything that is no report.
 */
export const reportLines = (report: unknown): ReadonlyArray<string> => {
  if (!isReport(report)) return []
  const done = report.steps.filter(({ status }) => status === "ok").map(({ id }) => id)
  return [
    truncate(toOneLine(`Steps done: ${done.length === 0 ? "none" : done.join(", ")}`), LINE_MAX),
    ...report.steps.flatMap((step) => (step.status === "ok" ? [] : [truncate(toOneLine(lineOf(step)), LINE_MAX)]))
  ]
}

const LINE_MAX = 600

const isReport = Schema.is(PipelineReport)

const lineOf = ({ because, error, id, status, tool }: PipelineStepReport): string =>
  `Step ${id} (${tool}) ${status}: ${
    error === undefined ? skipTexts[because?.why ?? "condition"](because?.step ?? "another step") : errorText(error)
  }`

const errorText = ({ code, message, recovery_hint }: NonNullable<PipelineStepReport["error"]>): string =>
  `${code}: ${message} Recovery: ${recovery_hint}`

const skipTexts = {
  condition: () => "its condition does not hold.",
  needs: (step: string) => `it needs ${step}, which gave nothing.`,
  stopped: (step: string) => `${step} has failed, which stopped the plan.`
}
