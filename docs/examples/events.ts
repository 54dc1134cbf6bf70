import { Effect, Stream } from "effect"
import { callTool, events } from "effect-discord-mcp/client"

/** Answers every message that mentions the bot, from a cursor on. */
export const answerMentions = (after?: string) =>
  events({ mentions_me: true }, after === undefined ? {} : { after }).pipe(
    Stream.tap(({ channel_id, cursor, message_id }) =>
      channel_id === undefined || message_id === undefined
        ? Effect.void
        : Effect.zipRight(
            callTool("messages_send", { channel_id, reply_to: message_id, content: "I am here." }),
            Effect.logInfo(`answered up to ${cursor}`)
          )
    ),
    Stream.runDrain
  )
