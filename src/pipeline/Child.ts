import type { Envelope } from "../errors/Envelope.ts"
import type { SkipReason } from "../errors/PipelineReport.ts"

/** How one call of a plan ended: of a step, or for one item of its list. */
export type Child =
  | { readonly status: "ok"; readonly result: unknown; readonly attempts: number }
  | { readonly status: "failed"; readonly error: Envelope; readonly attempts: number }
  | { readonly status: "skipped"; readonly because: SkipReason; readonly attempts: 0 }

/** How a step ended. One that failed for some items of its list has a result too. */
export type Outcome = Child & { readonly result?: unknown }

/** A call that was not made. */
export const skipped = (because: SkipReason): Child => ({ status: "skipped", because, attempts: 0 })
