import { Schema } from "effect"
import { Envelope } from "./Envelope.ts"
import { optional } from "./fields.ts"

/**
 * Why a step was not run: its condition does not hold, it refers to a step that
 * gave nothing, or a step that failed has stopped the plan.
 */
export const SkipReason = Schema.Struct({
  why: Schema.Literal("condition", "needs", "stopped"),
  /** The step that was waited for, or that stopped the plan. */
  step: optional(Schema.String)
})

/** Why a step was not run. */
export type SkipReason = typeof SkipReason.Type

/** How one step of a pipeline ended. A step that failed for some items of a list has a result and an error. */
export const PipelineStepReport = Schema.Struct({
  id: Schema.String,
  tool: Schema.String,
  status: Schema.Literal("ok", "failed", "skipped"),
  because: optional(SkipReason),
  result: optional(Schema.Unknown),
  error: optional(Envelope),
  /** The most tries that a request of it took; 0 where nothing was sent. */
  attempts: Schema.Int,
  duration_ms: Schema.Int
})

/** How one step of a pipeline ended. */
export type PipelineStepReport = typeof PipelineStepReport.Type

/** How a pipeline ended, step by step. */
export const PipelineReport = Schema.Struct({
  status: Schema.Literal("ok", "partial", "failed"),
  steps: Schema.Array(PipelineStepReport),
  output: optional(Schema.Unknown),
  /** What is missing here, and why. */
  notice: optional(Schema.String)
})

/** How a pipeline ended, step by step. */
export type PipelineReport = typeof PipelineReport.Type
