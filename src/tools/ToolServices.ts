import { Context, Effect } from "effect"

/** Services that products provide for their own tools. Each has a default, so that a tool runs without its product. */
export class ToolServices extends Context.Reference<ToolServices>()("effect-discord-mcp/tools/ToolServices", {
  defaultValue: () => Context.empty()
}) {}

/** Whether the server answers clicks and commands, or another process with the connection to the gateway does. */
export class AnswersInteractions extends Context.Reference<AnswersInteractions>()(
  "effect-discord-mcp/tools/AnswersInteractions",
  { defaultValue: () => Effect.succeed(false) }
) {}
