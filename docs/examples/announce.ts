import { Effect } from "effect"
import { callTool } from "effect-discord-mcp/client"

/** A step of an agent: sends one message exactly once, and returns it. */
export const announce = (channel_id: string, content: string) =>
  callTool("messages_send", { channel_id, content }).pipe(
    Effect.catchTag("DiscordRestUnavailable", "DiscordTimeoutError", (error) =>
      // The message may have been sent: read the channel before a retry.
      error.outcome_unknown
        ? Effect.flatMap(callTool("messages_read", { channel_id, limit: 10 }), ({ items }) =>
            Effect.mapError(Effect.fromNullable(items.find((message) => message.content === content)), () => error)
          )
        : Effect.fail(error)
    )
  )
