import { Array as Arr } from "effect"
import { sizeOf } from "../dispatch/CallResult.ts"
import type { PipelineReport, PipelineStepReport } from "../errors/PipelineReport.ts"
import { jsonLength, type Part } from "./KeptResults.ts"
import { bareItem, itemsOf, withItems } from "./Outcome.ts"

/**
 * Shortens a report to a number of characters. Removes results, largest first, then the entries of
 * failed items. Names every removed part, and those that are `missing` already. The status and error of every step
 * always stay.
 */
export const fitReport = (
  report: PipelineReport,
  maxChars: number,
  missing: ReadonlyArray<Part> = []
): PipelineReport => {
  const chars = jsonLength(report)
  if (missing.length === 0 && chars <= maxChars && fits(report, maxChars)) return report
  const parts = partsOf(report).toSorted((a, b) => a.rank - b.rank || b.chars - a.chars)
  // Finds a lower bound by size. A binary search then checks real reports, which are short at this point.
  let least = 0
  for (let over = chars - maxChars; over > 0 && least < parts.length; least++) over -= parts[least]?.chars ?? 0
  let most = parts.length
  while (least < most) {
    const middle = Math.floor((least + most) / 2)
    if (fits(without(report, [...missing, ...parts.slice(0, middle)], maxChars), maxChars)) most = middle
    else least = middle + 1
  }
  return without(report, [...missing, ...parts.slice(0, most)], maxChars)
}

/** Returns whether a report fits into the limit. */
export const fits = (report: PipelineReport, maxChars: number): boolean =>
  jsonLength(report) <= maxChars && sizeOf({ value: report }) <= maxChars

const partsOf = ({ output, steps }: PipelineReport): ReadonlyArray<Part> => [
  ...(output === undefined ? [] : [{ step: undefined, item: undefined, rank: 0, chars: jsonLength(output) } as const]),
  ...steps.flatMap((step, at): ReadonlyArray<Part> => {
    if (step.result === undefined) return []
    const whole = { step: at, item: undefined, chars: jsonLength(step.result) }
    if (step.status === "ok") return [{ ...whole, rank: 0 }]
    const results = itemsOf(step).flatMap(
      ({ result }, item): ReadonlyArray<Part> =>
        result === undefined ? [] : [{ step: at, item, rank: 0, chars: jsonLength(result) }]
    )
    return [...results, { ...whole, rank: 1 }]
  })
]

const without = (report: PipelineReport, removed: ReadonlyArray<Part>, maxChars: number): PipelineReport => {
  if (removed.length === 0) return report
  const { notice, output, ...rest } = report
  const keys = new Set(removed.map(({ item, step }) => keyOf(step, item)))
  const isRemoved = (step?: number, item?: number) => keys.has(keyOf(step, item))
  const steps = report.steps.map((step, at) => {
    const { result, ...bare } = step
    // The errors of the items would go with them.
    if (isRemoved(at)) return { ...bare, ...mainErrorIn(step) }
    const items = itemsOf(step)
    return items.length === 0
      ? step
      : withItems(
          step,
          items.map((it, item) => (isRemoved(at, item) ? bareItem(it) : it))
        )
  })
  const missing = `Left out to fit ${maxChars} characters: ${namesOf(report.steps, removed).join(", ")}. Ask the tools for less, or name what you need in output.`
  return {
    ...rest,
    steps,
    ...(output !== undefined && !isRemoved() && { output }),
    notice: notice === undefined ? missing : `${notice} ${missing}`
  }
}

/** Returns the error of a step that decides what to do, as the field of a report. Its items need no check: the plan made them. */
const mainErrorIn = (step: PipelineStepReport): Pick<PipelineStepReport, "error"> => {
  if (step.error !== undefined) return { error: step.error }
  const errors = itemsOf(step).flatMap((item) => (item.error === undefined ? [] : [item.error]))
  const error = errors.find(({ retriable }) => retriable) ?? errors[0]
  return error === undefined ? {} : { error }
}

const keyOf = (step?: number, item?: number): string => `${step} ${item}`

/** Names the removed parts. */
const namesOf = (steps: ReadonlyArray<PipelineStepReport>, removed: ReadonlyArray<Part>): ReadonlyArray<string> => {
  const partsOfStep = Arr.groupBy(removed, ({ step }) => String(step))
  return [
    ...(partsOfStep.undefined !== undefined ? ["the output"] : []),
    ...steps.flatMap(({ id, status }, at) => {
      const parts = partsOfStep[at] ?? []
      if (parts.length === 0) return []
      if (parts.some(({ item }) => item === undefined))
        return [`${status === "ok" ? "the result" : "the items"} of ${id}`]
      return [`${parts.length === 1 ? "a result" : `${parts.length} results`} of ${id}`]
    })
  ]
}
