/** The tool that sends a direct message: it opens the channel and sends, as users_create_dm and messages_send do. */
import { Effect, Schema } from "effect"
import { Discord } from "../../discord/Discord.ts"
import { renameIssuePaths } from "../dsl/checks.ts"
import { Id, readerOf } from "../dsl/reply.ts"
import { custom } from "../dsl/toolBuilders.ts"
import { toSend } from "../messages/failureSets.ts"
import { messageRisk } from "../messages/fields.ts"
import { sendIssues } from "../messages/rules.ts"
import { sendFacts, sendFields, sendTo } from "../messages/send.ts"
import { reasons } from "../shared/failures.ts"
import { described } from "../shared/fields.ts"
import { UserId } from "../shared/ids.ts"

const { recipient_not_valid, ...failures } = reasons(
  "unknown_user",
  "recipient_not_valid",
  "direct_messages_closed",
  "no_shared_guild",
  "direct_messages_too_fast"
)

/** Opens the direct message channel with a user and sends a message to it. Both requests can be repeated. */
export const sendDirectMessage = custom("users_send_dm", {
  title: "Send DM",
  description:
    "Send a direct message (DM) to a user, in one call. The result has the channel_id, for messages_read and messages_edit.",
  fields: { user_id: described("The user to message.", UserId), ...sendFields },
  risk: "write",
  riskOf: messageRisk,
  validate: sendIssues,
  preview: sendFacts,
  failures: {
    ...toSend,
    ...failures,
    recipient_not_valid: {
      ...recipient_not_valid,
      recovery: "Set user_id to a user: members_search {guild_id, query} finds them."
    },
    ...reasons("sticker_not_usable", "sticker_not_allowed", "poll_not_here", "poll_emoji_not_usable")
  },
  run: ({ user_id, ...message }) => Effect.flatMap(channelWith(user_id), (channel_id) => sendTo(channel_id, message))
})

/** Returns the channel with a user. Opens it if there is none. */
const channelWith = (recipient_id: string) =>
  Effect.flatMap(Discord, ({ request }) =>
    request({
      method: "POST",
      route: "/users/@me/channels",
      path: {},
      body: { recipient_id },
      risk: "write",
      repeat: "same",
      subject: "bot",
      duration: "default",
      read: readChannel
    })
  ).pipe(
    Effect.mapBoth({
      onSuccess: ({ body }) => (body as typeof DirectChannel.Type).id, // read by `readChannel`
      onFailure: (failure) => renameIssuePaths({ recipient_id: "user_id" }, failure)
    })
  )

const DirectChannel = Schema.Struct({ id: Id })
const readChannel = readerOf(DirectChannel)
