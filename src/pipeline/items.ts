/** The entries of a step that failed for some items of its list: only such a step has a result beside its error. */
import type { PipelineStepReport } from "../errors/PipelineReport.ts"
import type { Child } from "./Child.ts"

/** How one item ended. */
export type Item = Omit<Child, "attempts"> & { readonly result?: unknown }

/** How the call for each item ended; none of any other step. */
export const itemsOf = ({ result, status }: PipelineStepReport): ReadonlyArray<Item> =>
  status === "failed" && typeof result === "object" && result !== null && "items" in result
    ? (result.items as ReadonlyArray<Item>) // forEach made it
    : []

/** The step with these items in its result. */
export const withItems = (step: PipelineStepReport, items: ReadonlyArray<Item>): PipelineStepReport => ({
  ...step,
  result: { items }
})

/** An item, or a step, without what it gave; how the items of a step ended is no result. */
export const withoutResult = (step: PipelineStepReport): PipelineStepReport => {
  const items = itemsOf(step)
  const { result: _, ...bare } = step
  return items.length === 0 ? bare : withItems(bare, items.map(bareItem))
}

/** How an item ended, without what it gave. */
export const bareItem = ({ result: _, ...item }: Item): Item => item
