import { Context, Data, type Effect } from "effect"
import type { DiscordMcpError } from "../errors/DiscordMcpError.ts"
import type { Permit } from "../safety/Permit.ts"
import type { OwnPlan, ToolCall } from "./Tool.ts"
import type { ToolResult } from "./ToolResult.ts"

/** Runs a tool from within another call, such as a plan. The permit of the whole call limits each step. */
export class ToolRunner extends Context.Tag("effect-discord-mcp/tools/ToolRunner")<
  ToolRunner,
  { readonly run: (tool: string, input: unknown) => Effect.Effect<ToolResult, DiscordMcpError, Permit> }
>() {}

/** The name of the tool that runs plans. */
export const PIPELINE = "mcp_pipeline"

/** The plan of a call, as the input of `mcp_pipeline`. No client can send one: a JSON value is never an instance of it. */
export class CallPlan extends Data.Class<{ readonly call: ToolCall; readonly plan: OwnPlan }> {}
