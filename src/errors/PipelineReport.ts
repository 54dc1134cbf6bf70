import { Schema } from "effect"
import { Envelope } from "./Envelope.ts"
import { optional } from "./fields.ts"

/** How one step of a pipeline ended. */
export const PipelineStepReport = Schema.Struct({
  id: Schema.String,
  tool: Schema.String,
  status: Schema.Literal("ok", "failed", "skipped"),
  result: optional(Schema.Unknown),
  error: optional(Envelope),
  attempts: Schema.Int,
  duration_ms: Schema.Int
})

/** How a pipeline ended, step by step. */
export const PipelineReport = Schema.Struct({
  status: Schema.Literal("ok", "partial", "failed"),
  steps: Schema.Array(PipelineStepReport),
  output: optional(Schema.Unknown)
})
