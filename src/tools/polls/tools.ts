import { Schema } from "effect"
import { atMostOne } from "../dsl/checks.ts"
import { group } from "../dsl/defineTool.ts"
import { paged } from "../dsl/paging.ts"
import { get, post } from "../dsl/toolBuilders.ts"
import { oneMessage } from "../messages/jumpUrl.ts"
import { reasons } from "../shared/failures.ts"
import { described, integer, optional } from "../shared/fields.ts"
import { ChannelId, MessageId, UserId } from "../shared/ids.ts"
import * as Limits from "../shared/limits.ts"
import { User, user } from "../users/view.ts"

const channel_id = described("The channel or thread.", ChannelId)
const message_id = described("The message with the poll.", MessageId)

const voters = paged({
  max: Limits.VOTERS_PAGE_MAX,
  fallback: 25,
  by: "after",
  at: ({ id }) => id,
  body: Schema.Struct({ users: Schema.Array(User) }),
  items: ({ users }) => users,
  view: user,
  empty: "No user chose this answer."
})

/** Polls that are under way. One begins with messages_send; its state is in messages_get. */
export const tools = group("polls", [
  get("polls_get_voters", "/channels/{channel_id}/polls/{message_id}/answers/{answer_id}", {
    description: "List the users who chose one answer of a poll. For answer ids and votes use messages_get.",
    path: { channel_id, message_id, answer_id: integer("The answer id, from 1.", 1, Limits.POLL_ANSWERS_MAX) },
    ...voters,
    query: { ...voters.query, after: optional(described("Only users after this one.", UserId)) },
    permissions: ["VIEW_CHANNEL"],
    validate: (input) => [...voters.validate(input), ...atMostOne("after", "cursor")(input)]
  }),
  post("polls_end", "/channels/{channel_id}/polls/{message_id}/expire", {
    description: "End a poll that the bot sent, immediately.",
    path: { channel_id, message_id },
    repeat: "same",
    permissions: ["VIEW_CHANNEL"],
    failures: reasons("poll_over", "not_a_poll"),
    toResult: oneMessage
  })
])
