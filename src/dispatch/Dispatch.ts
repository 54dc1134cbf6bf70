import { Context, type Effect } from "effect"
import type { DiscordMcpError } from "../errors/DiscordMcpError.ts"
import type { ToolResult } from "../tools/ToolResult.ts"
import type { Answer } from "./Answer.ts"

/** Runs tool calls: decode, record, authorize, run, answer. */
export class Dispatch extends Context.Tag("effect-discord-mcp/dispatch/Dispatch")<
  Dispatch,
  {
    /** Runs a tool. The type lists all failures. */
    readonly run: (tool: string, input: unknown) => Effect.Effect<ToolResult, DiscordMcpError>
    /** Runs a tool and always answers: errors, defects and internal interruption become answers too. */
    readonly answer: (tool: string, input: unknown) => Effect.Effect<Answer>
  }
>() {}
