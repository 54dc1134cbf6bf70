import { Effect } from "effect"
import { decodeToolResult } from "effect-discord-mcp/client"

/** What an MCP client of any kind got from a tool, as the effect it was inside the server. */
export const sent = (result: unknown) =>
  decodeToolResult(result).pipe(
    Effect.map(({ id }) => `sent as ${id}`),
    Effect.catchTag("DiscordPermissionError", ({ missing_permissions }) =>
      Effect.succeed(`ask an admin for ${missing_permissions?.join(", ") ?? "permissions"}`)
    )
  )
