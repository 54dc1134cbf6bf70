import { Effect } from "effect"
import { callTool } from "effect-discord-mcp/client"

/**
 * A step of an agent: sends a message with one call, and returns it. If the outcome is unknown, it looks for the text in
 * the last ten messages of the channel, and fails if it is not there. An equal earlier message counts as sent.
 */
export const announce = (channel_id: string, content: string) =>
  callTool("messages_send", { channel_id, content }).pipe(
    Effect.catchTag("DiscordRestUnavailable", "DiscordTimeoutError", (error) =>
      // The message may have been sent: look for it in the channel.
      error.outcome_unknown
        ? Effect.flatMap(callTool("messages_read", { channel_id, limit: 10 }), ({ items }) =>
            Effect.mapError(Effect.fromNullable(items.find((message) => message.content === content)), () => error)
          )
        : Effect.fail(error)
    )
  )
