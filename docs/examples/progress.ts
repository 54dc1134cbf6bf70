import { Stream } from "effect"
import { CallEvent, callToolWithProgress } from "effect-discord-mcp/client"

/** Reads a whole channel, and reports the progress. */
export const readAll = (channel_id: string) =>
  callToolWithProgress("messages_read", { channel_id, all: true }).pipe(
    Stream.map((event) =>
      CallEvent.$match(event, {
        Progress: ({ done }) => `${done} so far`,
        Answered: ({ answer }) => `${answer.items.length} in all`
      })
    )
  )
