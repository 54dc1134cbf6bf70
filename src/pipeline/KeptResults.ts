import type { PipelineStepReport } from "../errors/PipelineReport.ts"
import type { Hold } from "../tools/ClientCalls.ts"
import { itemsOf } from "./Outcome.ts"

/** A part that a report can leave out: the output, the result of a step or of an item, or all item entries of a step. */
export interface Part {
  readonly step: number | undefined
  readonly item: number | undefined
  readonly rank: 0 | 1
  readonly chars: number
}

/** A result that is in memory. `drop` removes it from there. */
interface Kept extends Part {
  readonly drop: () => void
}

/** The report of a step that has ended. Its result may be removed. */
export type EndedStep = Omit<PipelineStepReport, "result"> & { result?: unknown }

/** The results of the items of a running step, and those that were dropped. */
export interface ItemResults {
  readonly keep: (item: number, outcome: { result?: unknown }) => void
  readonly dropped: ReadonlySet<number>
}

/**
 * Decides which results of a running plan stay in memory: those that steps or the output still refer to, and those that the
 * report can show. The report leaves out the largest results until it fits. A result that is too large beside those so far
 * is too large beside all, so it is dropped at once.
 */
export class KeptResults {
  readonly #hold: Hold
  readonly #shownMax: number
  readonly #leftOut: Array<Part> = []
  readonly #show: (part: Kept) => void
  /** How often each step is referred to: by steps that have not ended, and by the output. */
  readonly #uses: Array<number>
  /** The characters of each step's results that are in memory. */
  readonly #chars: Array<number>
  /** Those of them that are in memory only because they are referred to. */
  readonly #referredChars: Array<number>

  /** `shownMax`: the maximum number of characters of a report. */
  constructor(hold: Hold, uses: ReadonlyArray<number>, shownMax: number) {
    this.#hold = hold
    this.#shownMax = shownMax
    this.#uses = [...uses]
    this.#chars = uses.map(() => 0)
    this.#referredChars = uses.map(() => 0)
    this.#show = largestFirst(shownMax, ({ drop, ...part }) => {
      this.#leftOut.push(part)
      drop()
    })
  }

  /** Whether no further call may start, because the results in memory are too large. */
  get isFull(): boolean {
    return !this.#hold.canKeep()
  }

  /** The parts that were dropped, and that a report has to name. */
  get leftOut(): ReadonlyArray<Part> {
    return this.#leftOut
  }

  /** Whether steps that have not ended, or the output, refer to the result of a step. */
  isReferred(step: number): boolean {
    return (this.#uses[step] ?? 0) > 0
  }

  /** Counts the result of a call of a step. */
  keep(step: number, result: unknown): void {
    this.#count(step, jsonLength(result))
  }

  /** Counts the error of a call, which stays until the plan ends. */
  keepError(error: unknown): void {
    this.#hold.keep(jsonLength(error))
  }

  /** Keeps the results of the items of a running step, as far as the report can show them or the step is referred to. */
  itemsOf(step: number): ItemResults {
    const dropped = new Set<number>()
    if (this.isReferred(step)) return { keep: () => undefined, dropped }
    const show = largestFirst(this.#shownMax, ({ drop }) => drop())
    const keep: ItemResults["keep"] = (item, outcome) => {
      const chars = jsonLength(outcome.result)
      const drop = () => {
        delete outcome.result
        dropped.add(item)
        this.#count(step, -chars)
      }
      show({ step, item, rank: 0, chars, drop })
    }
    return { keep, dropped }
  }

  /** Takes over the report of a step that has ended. `dropped`: the items whose results are missing. */
  end(step: number, report: EndedStep, dropped: ReadonlySet<number>): void {
    const items = itemsOf(report)
    if (items.length > 0) this.#endItems(step, report, dropped)
    else this.#endWhole(step, report, dropped.size > 0)
  }

  #endWhole(step: number, report: EndedStep, isCut: boolean): void {
    if (report.result === undefined) return
    const part = { step, item: undefined, rank: 0, chars: jsonLength(report.result) } as const
    const drop = () => {
      delete report.result
      this.#free(step, this.#chars[step] ?? 0)
    }
    if (isCut) {
      this.#leftOut.push(part)
      drop()
    } else this.#show({ ...part, drop })
  }

  /** The entries of items stay, because they have the errors. */
  #endItems(step: number, report: EndedStep, dropped: ReadonlySet<number>): void {
    const entries = itemsOf(report).map((entry) => ({ ...entry }))
    report.result = { items: entries }
    for (const [item, entry] of entries.entries()) {
      const part = { step, item, rank: 0, chars: jsonLength(entry.result) } as const
      const drop = () => {
        delete entry.result
        this.#free(step, part.chars)
      }
      if (dropped.has(item)) this.#leftOut.push(part)
      else if (entry.result !== undefined) this.#show({ ...part, drop })
    }
  }

  /** Notes that a step that refers to others has ended. Returns whether nobody refers to one of them any more. */
  release(step: number): boolean {
    const uses = (this.#uses[step] ?? 0) - 1
    this.#uses[step] = uses
    if (uses > 0) return false
    this.#count(step, -(this.#referredChars[step] ?? 0))
    this.#referredChars[step] = 0
    return true
  }

  #free(step: number, chars: number): void {
    if (this.isReferred(step)) this.#referredChars[step] = (this.#referredChars[step] ?? 0) + chars
    else this.#count(step, -chars)
  }

  #count(step: number, chars: number): void {
    this.#chars[step] = (this.#chars[step] ?? 0) + chars
    this.#hold.keep(chars)
  }
}

/** Returns what adds a result. Results beyond `max` characters in all are dropped, the largest first. */
const largestFirst = (max: number, onDrop: (part: Kept) => void) => {
  const parts: Array<Kept> = []
  let chars = 0
  return (part: Kept): void => {
    // Sorted by size, the largest last.
    const after = parts.findIndex((other) => other.chars > part.chars)
    parts.splice(after === -1 ? parts.length : after, 0, part)
    chars += part.chars
    while (chars > max) {
      const largest = parts.pop()
      if (largest === undefined) return
      chars -= largest.chars
      onDrop(largest)
    }
  }
}

/** Returns the length of a value as JSON. */
export const jsonLength = (value: unknown): number => JSON.stringify(value)?.length ?? 0
