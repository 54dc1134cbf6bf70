import { Effect } from "effect"
import { decodeToolResult } from "effect-discord-mcp/client"

/** Decodes the tool result of any MCP client to a typed effect. */
export const sent = (result: unknown) =>
  decodeToolResult(result).pipe(
    Effect.map(({ id }) => `sent as ${id}`),
    Effect.catchTag("DiscordPermissionError", ({ missing_permissions }) =>
      Effect.succeed(`ask an admin for ${missing_permissions?.join(", ") ?? "permissions"}`)
    )
  )
