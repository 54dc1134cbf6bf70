import { Schema } from "effect"
import { Envelope } from "./Envelope.ts"
import { optional } from "./fields.ts"

/**
 * Why a step was not run. `condition`: its condition is false. `needs`: it refers to a step without a
 * result. `stopped`: a failed step stopped the plan.
 */
export const SkipReason = Schema.Struct({
  why: Schema.Literal("condition", "needs", "stopped"),
  /** The step without a result, or the step that stopped the plan. */
  step: optional(Schema.String)
})

/** Why a step was not run. */
export type SkipReason = typeof SkipReason.Type

/**
 * How one step of a pipeline ended. The result of a `for_each` step is how each item ended: the step is `partial` if some
 * items failed and some are ok. The errors are in the items, so that each error stands once, beside its item.
 */
export const PipelineStepReport = Schema.Struct({
  id: Schema.String,
  tool: Schema.String,
  status: Schema.Literal("ok", "partial", "failed", "skipped"),
  because: optional(SkipReason),
  result: optional(Schema.Unknown),
  error: optional(Envelope),
  /** The highest number of attempts of any request in the step; 0 if nothing was sent. */
  attempts: Schema.Int,
  duration_ms: Schema.Int
})

/** How one step of a pipeline ended. */
export type PipelineStepReport = typeof PipelineStepReport.Type

/** Returns whether a step failed, for all or for some of its items. */
export const hasFailed = ({ status }: { readonly status: PipelineStepReport["status"] }): boolean =>
  status === "failed" || status === "partial"

/** The items of a step. */
const hasItems = Schema.is(Schema.Struct({ items: Schema.Array(Schema.Struct({ error: optional(Envelope) })) }))

/** Returns the errors of a failed or partial step by the index of their item; one error without an index if the step has no items. */
export const errorsOf = (step: PipelineStepReport): ReadonlyArray<StepError> => {
  const { error, result } = step
  if (error !== undefined) return [{ error }]
  const items = hasFailed(step) && hasItems(result) ? result.items : []
  return items.flatMap(({ error }, item) => (error === undefined ? [] : [{ error, item, of: items.length }]))
}

/** Returns the error of a failed or partial step that decides what to do: a retriable one, or else the first. */
export const mainErrorOf = (step: PipelineStepReport): StepError | undefined => {
  const errors = errorsOf(step)
  return errors.find(({ error }) => error.retriable) ?? errors[0]
}

/** An error of a step, and the index of its item among all items. */
interface StepError {
  readonly error: Envelope
  readonly item?: number
  readonly of?: number
}

/** How a pipeline ended, step by step. */
export const PipelineReport = Schema.Struct({
  status: Schema.Literal("ok", "partial", "failed"),
  steps: Schema.Array(PipelineStepReport),
  output: optional(Schema.Unknown),
  /** What this report leaves out, and why. */
  notice: optional(Schema.String)
})

/** How a pipeline ended, step by step. */
export type PipelineReport = typeof PipelineReport.Type
