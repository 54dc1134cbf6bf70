import { Data } from "effect"
import type { OwnPlan, ToolCall } from "./Tool.ts"

/** The name of the tool that runs plans. */
export const PIPELINE = "mcp_pipeline"

/** The plan of a call, as the input of `mcp_pipeline`. No client can send one: a JSON value is never an instance of it. */
export class CallPlan extends Data.Class<{ readonly call: ToolCall; readonly plan: OwnPlan }> {}
