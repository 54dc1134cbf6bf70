import { Context, type Effect } from "effect"
import type { DiscordMcpError } from "../errors/DiscordMcpError.ts"
import type { ToolResult } from "../tools/ToolResult.ts"
import type { CallResult } from "./CallResult.ts"

/** Runs tool calls: decode the arguments, record the intent, authorize, run, record the outcome, make the result. */
export class Dispatch extends Context.Tag("effect-discord-mcp/dispatch/Dispatch")<
  Dispatch,
  {
    /** Runs a tool. The type lists all failures. */
    readonly run: (tool: string, input: unknown) => Effect.Effect<ToolResult, DiscordMcpError>
    /** Calls a tool. Always returns a result: errors, defects and internal interruption become results, too. */
    readonly call: (tool: string, input: unknown) => Effect.Effect<CallResult>
  }
>() {}
