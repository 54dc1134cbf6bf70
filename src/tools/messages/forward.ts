/** The tool that forwards a message: Discord copies it as a snapshot, without its author. */
import { type APIMessageReferenceSend, MessageReferenceType } from "discord-api-types/v10"
import { Effect } from "effect"
import { described } from "../../objects/schema/fields.ts"
import { ChannelId, message_id } from "../../objects/schema/ids.ts"
import { runRequest } from "../dsl/runRequest.ts"
import { custom } from "../dsl/toolBuilders.ts"
import { reasons } from "../shared/failures.ts"
import type { ToolResult } from "../ToolResult.ts"
import { type SentMessage, sentMessage } from "./view.ts"

/** Where a message is forwarded to, and which one. */
interface Forward {
  readonly channel_id: string
  readonly source: { readonly channel_id: string; readonly message_id: string }
}

const request = runRequest<Forward>({
  method: "POST",
  route: "/channels/{channel_id}/messages",
  risk: "write",
  repeat: "nonce",
  spec: {
    path: { channel_id: ChannelId },
    // Discord accepts neither content nor files with a forward.
    toBody: ({ source }: Forward) => ({
      message_reference: { ...source, type: MessageReferenceType.Forward } satisfies APIMessageReferenceSend
    }),
    toResult: sentMessage
  }
})

/** The tool that forwards a message. */
export const forward = custom("messages_forward", {
  description:
    "Forward a message to another channel or thread, as it is now. Not for polls, calls or system messages. To add a text use messages_send.",
  fields: {
    channel_id: described("The channel or thread of the message.", ChannelId),
    message_id,
    to: described("The channel or thread that receives it.", ChannelId)
  },
  risk: "write",
  permissions: ["VIEW_CHANNEL", "READ_MESSAGE_HISTORY", "SEND_MESSAGES"],
  failures: reasons(
    "unknown_channel",
    "forward_source_unknown",
    "forward_not_readable",
    "system_message",
    "reply_needs_history",
    "thread_archived",
    "slowmode"
  ),
  run: ({ channel_id, message_id, to }) =>
    Effect.map(
      request({ channel_id: to, source: { channel_id, message_id } }),
      (result) => result as ToolResult<SentMessage> // the result of `sentMessage`
    )
})
