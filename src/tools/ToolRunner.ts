import { Context, type Effect } from "effect"
import type { DiscordMcpError } from "../errors/DiscordMcpError.ts"
import type { Permit } from "../safety/Permit.ts"
import type { ToolResult } from "./ToolResult.ts"

/**
 * The door every call goes through, for a call that is made of others. What a
 * step may do is bounded by the permit of the whole plan.
 */
export class ToolRunner extends Context.Tag("effect-discord-mcp/tools/ToolRunner")<
  ToolRunner,
  { readonly run: (tool: string, input: unknown) => Effect.Effect<ToolResult, DiscordMcpError, Permit> }
>() {}
