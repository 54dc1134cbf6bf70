/** The tool that sends a direct message: it opens the channel and sends, as users_create_dm and messages_send do. */
import { Effect, Schema } from "effect"
import { Discord } from "../../discord/Discord.ts"
import { described } from "../../objects/schema/fields.ts"
import { UserId } from "../../objects/schema/ids.ts"
import { Id, readerOf } from "../../objects/schema/reply.ts"
import { renameIssuePaths } from "../dsl/checks.ts"
import { custom } from "../dsl/toolBuilders.ts"
import { messageRisk } from "../messages/fields.ts"
import { toRenderableParts } from "../messages/markdown.ts"
import { sendIssues, voiceIssues } from "../messages/rules.ts"
import { sendFacts, sendFields, sending, sendTo } from "../messages/send.ts"
import { reasons } from "../shared/failures.ts"

/** Opens the direct message channel with a user and sends a message to it. Both requests can be repeated. */
export const sendDirectMessage = custom("users_send_dm", {
  title: "Send DM",
  description:
    "Send a direct message (DM) to a user, in one call. The result has the channel_id, for messages_read and messages_edit.",
  fields: { user_id: described("The user to message.", UserId), ...sendFields },
  risk: "write",
  asks: ["pings_everyone"],
  riskOf: messageRisk,
  rewrite: toRenderableParts,
  validate: (input) => [...voiceIssues(input), ...sendIssues(input)],
  preview: sendFacts,
  failures: {
    ...sending.failures,
    ...reasons(
      "unknown_user",
      "recipient_not_valid",
      "direct_messages_closed",
      "no_shared_guild",
      "direct_messages_too_fast"
    )
  },
  run: ({ user_id, ...message }) =>
    Effect.flatMap(directChannelWith(user_id), (channel_id) => sendTo(channel_id, message)).pipe(
      Effect.map((result) => ({ ...result, value: { user_id, ...result.value } }))
    )
})

/** Asks Discord for the direct message channel with a user. Discord creates it with the first request. */
export const directChannelWith = (recipient_id: string) =>
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
