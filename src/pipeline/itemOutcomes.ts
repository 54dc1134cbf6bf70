/** The item entries of a step that failed for some items. Only such a step has both a result and an error. */
import type { PipelineStepReport } from "../errors/PipelineReport.ts"
import type { CallOutcome } from "./Outcome.ts"

/** How one item ended. */
export type Item = Omit<CallOutcome, "attempts"> & { readonly result?: unknown }

/** Returns the item entries of a failed step. Returns an empty list for any other step. */
export const itemsOf = ({ result, status }: PipelineStepReport): ReadonlyArray<Item> =>
  status === "failed" && typeof result === "object" && result !== null && "items" in result
    ? (result.items as ReadonlyArray<Item>) // forEach made it
    : []

/** Replaces the items in a step's result. */
export const withItems = (step: PipelineStepReport, items: ReadonlyArray<Item>): PipelineStepReport => ({
  ...step,
  result: { items }
})

/** Removes the result of a step, but keeps the outcomes of its items. */
export const withoutResult = (step: PipelineStepReport): PipelineStepReport => {
  const items = itemsOf(step)
  const { result: _, ...bare } = step
  return items.length === 0 ? bare : withItems(bare, items.map(bareItem))
}

/** Removes the result of an item. */
export const bareItem = ({ result: _, ...item }: Item): Item => item
