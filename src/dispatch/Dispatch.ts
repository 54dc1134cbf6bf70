import { Context, type Effect } from "effect"
import type { DiscordMcpError } from "../errors/DiscordMcpError.ts"
import type { ToolResult } from "../tools/ToolResult.ts"
import type { Answer } from "./Answer.ts"

/** The one way a call takes: decode, gate, run, record, answer. */
export class Dispatch extends Context.Tag("effect-discord-mcp/dispatch/Dispatch")<
  Dispatch,
  {
    /** Runs a tool; every way it can end is in the type. */
    readonly run: (tool: string, input: unknown) => Effect.Effect<ToolResult, DiscordMcpError>
    /** Runs a tool and answers, whatever happens: an error, a defect, an interruption from within. */
    readonly answer: (tool: string, input: unknown) => Effect.Effect<Answer>
  }
>() {}
