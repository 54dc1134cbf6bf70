import { Schema } from "effect"
import { toOneLine, truncate } from "../text/words.ts"
import { mainErrorOf, PipelineReport, type PipelineStepReport } from "./PipelineReport.ts"

/**
 * Summarizes a pipeline report in trusted text: which steps are done, and why each other
 * step is not. Returns no lines for any other value.
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

const lineOf = (step: PipelineStepReport): string => {
  const { because, id, status, tool } = step
  const failure = mainErrorOf(step)
  const reason =
    failure === undefined
      ? skipTexts[because?.why ?? "condition"](because?.step ?? "another step")
      : errorText(failure.error)
  const item = failure?.item === undefined ? "" : ` at item ${failure.item + 1} of ${failure.of}`
  return `Step ${id} (${tool}) ${status}${item}: ${reason}`
}

const errorText = ({ code, message, recovery_hint }: NonNullable<PipelineStepReport["error"]>): string =>
  `${code}: ${message} Recovery: ${recovery_hint}`

const skipTexts = {
  condition: () => "its condition does not hold.",
  needs: (step: string) => `it needs the result of ${step}, which has none.`,
  stopped: (step: string) => `${step} failed, which stopped the plan.`
}
