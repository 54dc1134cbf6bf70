import type { Envelope } from "../errors/Envelope.ts"
import type { SkipReason } from "../errors/PipelineReport.ts"

/** How one call of a plan ended: the call of a step, or of one item of its list. */
export type CallOutcome =
  | { readonly status: "ok"; readonly result: unknown; readonly attempts: number }
  | { readonly status: "failed"; readonly error: Envelope; readonly attempts: number }
  | { readonly status: "skipped"; readonly because: SkipReason; readonly attempts: 0 }

/** How a step ended. A step that failed for some items has a result, which has their errors. */
export type StepOutcome =
  | CallOutcome
  | {
      readonly status: "failed"
      readonly result: { readonly items: ReadonlyArray<unknown> }
      readonly attempts: number
    }

/** Makes the outcome of a call that did not run. */
export const skipped = (because: SkipReason): CallOutcome => ({ status: "skipped", because, attempts: 0 })
