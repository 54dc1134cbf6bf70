import { sizeOf } from "../dispatch/Answer.ts"
import type { PipelineReport, PipelineStepReport } from "../errors/PipelineReport.ts"
import { bareItem, itemsOf, withItems } from "./itemOutcomes.ts"

/**
 * Shortens a report to a number of characters. Leaves out results, the largest first,
 * then the entries of failed items, and names each. The status and error of every step
 * always stay.
 */
export const fitReport = (report: PipelineReport, maxChars: number): PipelineReport => {
  if (fits(report, maxChars)) return report
  const parts = partsOf(report).toSorted((a, b) => a.rank - b.rank || b.chars - a.chars)
  // A lower bound by size. Binary search then checks real reports, which are short by then.
  let least = 0
  for (let over = written(report) - maxChars; over > 0 && least < parts.length; least++)
    over -= parts[least]?.chars ?? 0
  let most = parts.length
  while (least < most) {
    const middle = Math.floor((least + most) / 2)
    if (fits(without(report, parts.slice(0, middle), maxChars), maxChars)) most = middle
    else least = middle + 1
  }
  return without(report, parts.slice(0, most), maxChars)
}

/** Whether a report fits into the limit. */
export const fits = (report: PipelineReport, maxChars: number): boolean =>
  written(report) <= maxChars && sizeOf({ value: report }) <= maxChars

/** A removable part: the output, the result of a step or item, or all item entries of a step. */
interface Part {
  readonly step: number | undefined
  readonly item: number | undefined
  readonly rank: 0 | 1
  readonly chars: number
}

const partsOf = ({ output, steps }: PipelineReport): ReadonlyArray<Part> => [
  ...(output === undefined ? [] : [{ step: undefined, item: undefined, rank: 0, chars: written(output) } as const]),
  ...steps.flatMap((step, at): ReadonlyArray<Part> => {
    if (step.result === undefined) return []
    const whole = { step: at, item: undefined, chars: written(step.result) }
    if (step.status === "ok") return [{ ...whole, rank: 0 }]
    const results = itemsOf(step).flatMap(
      ({ result }, item): ReadonlyArray<Part> =>
        result === undefined ? [] : [{ step: at, item, rank: 0, chars: written(result) }]
    )
    return [...results, { ...whole, rank: 1 }]
  })
]

const without = (report: PipelineReport, gone: ReadonlyArray<Part>, maxChars: number): PipelineReport => {
  if (gone.length === 0) return report
  const { notice, output, ...rest } = report
  const keys = new Set(gone.map(({ item, step }) => keyOf(step, item)))
  const isGone = (step?: number, item?: number) => keys.has(keyOf(step, item))
  const steps = report.steps.map((step, at) => {
    const { result, ...bare } = step
    if (isGone(at)) return bare
    const items = itemsOf(step)
    return items.length === 0
      ? step
      : withItems(
          step,
          items.map((it, item) => (isGone(at, item) ? bareItem(it) : it))
        )
  })
  const missing = `Left out to fit ${maxChars} characters: ${namesOf(report.steps, gone).join(", ")}. Ask the tools for less, or name what you need in output.`
  return {
    ...rest,
    steps,
    ...(output !== undefined && !isGone() && { output }),
    notice: notice === undefined ? missing : `${notice} ${missing}`
  }
}

const keyOf = (step?: number, item?: number): string => `${step} ${item}`

/** Names the removed parts. */
const namesOf = (steps: ReadonlyArray<PipelineStepReport>, gone: ReadonlyArray<Part>): ReadonlyArray<string> => [
  ...(gone.some(({ step }) => step === undefined) ? ["the output"] : []),
  ...steps.flatMap(({ id, status }, at) => {
    const parts = gone.filter(({ step }) => step === at)
    if (parts.length === 0) return []
    if (parts.some(({ item }) => item === undefined))
      return [`${status === "ok" ? "the result" : "the items"} of ${id}`]
    return [`${parts.length === 1 ? "a result" : `${parts.length} results`} of ${id}`]
  })
]

const written = (value: unknown): number => JSON.stringify(value)?.length ?? 0
