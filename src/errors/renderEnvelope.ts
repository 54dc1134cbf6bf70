import { Schema } from "effect"
import { toOneLine, truncate } from "../text/words.ts"
import type { Envelope } from "./Envelope.ts"
import { mainErrorOf, PipelineReport, type PipelineStepReport } from "./PipelineReport.ts"
import { displayPreviewLines, PREVIEW_MAX_CHARS } from "./preview/renderPreview.ts"

/** The maximum length of the text of an error result, in characters. Clients truncate longer texts anywhere. */
export const MAX_TEXT_CHARS = 8000

/**
 * Formats an envelope as text. The text is complete, because some clients show nothing else.
 * The first line classifies the error, the last line has the recovery hint. `enclose` wraps
 * the untrusted text of a field in delimiters.
 */
export const renderEnvelope = (
  envelope: Envelope,
  enclose: (name: string, text: string) => string = (_, text) => text
): string => {
  const { code, category, retriable, message, recovery_hint, ...rest } = envelope
  const head = toOneLine(`Error ${code} (${category}, ${retriable ? "retriable" : "not retriable"}): ${message}`)
  const tail = toOneLine(`Recovery: ${recovery_hint}`)
  const maxChars = MAX_TEXT_CHARS - Math.min(head.length, LINE_MAX) - Math.min(tail.length, LINE_MAX) - 2
  const lines = Object.entries(rest).flatMap(([name, value]) => [
    // The status of each step is trusted text; the steps' results are not.
    ...(name === "report" ? reportLines(value) : []),
    `${labelOf(name)}: ${enclose(name, truncate(toOneLine(inlineValue(name, value)), name === "preview" ? PREVIEW_MAX_CHARS : LINE_MAX))}`
  ])
  return [truncate(head, LINE_MAX), ...fitting(lines, maxChars), truncate(tail, LINE_MAX)].join("\n")
}

const LINE_MAX = 2400

/** Turns a field name into the label of its line: `retry_after_ms` becomes "Retry after ms". */
export const labelOf = (name: string): string => {
  const words = name.replaceAll("_", " ")
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const inlineValue = (name: string, value: unknown): string => {
  if (name === "validation_issues" && Array.isArray(value)) {
    return value.map((issue) => `${issue.path}: ${issue.message} [${issue.code}]`).join("; ")
  }
  if (Array.isArray(value) && value.every((item) => typeof item === "string")) return value.join(", ")
  if (name === "preview") {
    return displayPreviewLines(value)?.join(" | ") ?? JSON.stringify(value)
  }
  return typeof value === "string" ? value : JSON.stringify(value)
}

/** The line that replaces the lines that do not fit. */
export const MORE_LINE = "(more in structuredContent)"

/** Returns all lines, or the shortest that fit: short lines are facts to act on, long lines are payload. */
const fitting = (lines: ReadonlyArray<string>, maxChars: number): ReadonlyArray<string> => {
  if (lines.reduce((sum, line) => sum + line.length + 1, 0) <= maxChars) return lines
  const kept = new Set<string>()
  let left = maxChars - MORE_LINE.length - 1
  for (const line of lines.toSorted((a, b) => a.length - b.length)) {
    left -= line.length + 1
    if (left < 0) break
    kept.add(line)
  }
  return [...lines.filter((line) => kept.has(line)), MORE_LINE]
}

/**
 * Summarizes a pipeline report in trusted text: which steps are done, and why each other
 * step is not. Returns no lines for any other value.
 */
export const reportLines = (report: unknown): ReadonlyArray<string> => {
  if (!isReport(report)) return []
  const done = report.steps.filter(({ status }) => status === "ok").map(({ id }) => id)
  return [
    truncate(toOneLine(`Steps done: ${done.length === 0 ? "none" : done.join(", ")}`), STEP_LINE_MAX),
    ...report.steps.flatMap((step) => (step.status === "ok" ? [] : [truncate(toOneLine(lineOf(step)), STEP_LINE_MAX)]))
  ]
}

const STEP_LINE_MAX = 600

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
