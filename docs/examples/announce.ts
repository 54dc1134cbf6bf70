import { Effect } from "effect"
import { callTool } from "effect-discord-mcp/client"

/** A step of an agent: says something once, and gives the message, whatever happens on the way. */
export const announce = (channel_id: string, content: string) =>
  callTool("messages_send", { channel_id, content }).pipe(
    Effect.catchTag("DiscordRestUnavailable", "DiscordTimeoutError", (error) =>
      // It may have been said: look before saying it again.
      error.outcome_unknown
        ? Effect.flatMap(callTool("messages_read", { channel_id, limit: 10 }), ({ items }) =>
            Effect.mapError(Effect.fromNullable(items.find((message) => message.content === content)), () => error)
          )
        : Effect.fail(error)
    )
  )
