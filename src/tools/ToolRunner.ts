import { Context, type Effect } from "effect"
import type { DiscordMcpError } from "../errors/DiscordMcpError.ts"
import type { Permit } from "../safety/Permit.ts"
import type { ToolResult } from "./ToolResult.ts"

/** Runs a tool from within another call, such as a plan. The permit of the whole call limits each step. */
export class ToolRunner extends Context.Tag("effect-discord-mcp/tools/ToolRunner")<
  ToolRunner,
  { readonly run: (tool: string, input: unknown) => Effect.Effect<ToolResult, DiscordMcpError, Permit> }
>() {}
