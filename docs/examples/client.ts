import { Effect } from "effect"
import { callTool, connect } from "effect-discord-mcp/client"

/** The server as a child process; it stops at the end of the scope. */
export const Discord = connect({
  command: "npx",
  args: ["-y", "effect-discord-mcp"],
  env: { DISCORD_TOKEN_FILE: "/run/secrets/discord-token" }
})

/** Sends a message. If a rate limit prevents it, returns when to send it again. */
export const send = (channel_id: string, content: string) =>
  callTool("messages_send", { channel_id, content }).pipe(
    Effect.map(({ id }) => `sent as ${id}`),
    Effect.catchTag("DiscordRateLimitError", ({ retry_after_ms }) =>
      Effect.succeed(`again in ${Math.ceil(retry_after_ms / 1000)} s`)
    )
  )
