import { sizeOf } from "../dispatch/Answer.ts"
import type { PipelineReport, PipelineStepReport } from "../errors/PipelineReport.ts"
import { bareItem, itemsOf, withItems } from "./items.ts"

/**
 * The report in so many characters: results are left out, the largest first, and after
 * them the entries of items that failed; each is named. How every step ended stays, and
 * why, however little room there is.
 */
export const fitted = (report: PipelineReport, maxChars: number): PipelineReport => {
  if (fits(report, maxChars)) return report
  const parts = partsOf(report).toSorted((a, b) => a.rank - b.rank || b.chars - a.chars)
  // So many must go at least; whether that is enough only the report tells, which then is not a long one.
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

/** Whether a report has no more than so many characters. */
export const fits = (report: PipelineReport, maxChars: number): boolean =>
  written(report) <= maxChars && sizeOf({ value: report }) <= maxChars

/** What can be left out: the output, the result of a step or of one item of it, or all entries of a step's items. */
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

/** What was left out, in words. */
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
