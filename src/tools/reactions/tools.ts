import { ReactionType } from "discord-api-types/v10"
import { atMostOne } from "../dsl/checks.ts"
import { group } from "../dsl/defineTool.ts"
import { paged } from "../dsl/paging.ts"
import { del, get, put } from "../dsl/toolBuilders.ts"
import { reactionFacts } from "../messages/preview.ts"
import { emoji as emojiOf } from "../shared/emoji.ts"
import { wordsOf } from "../shared/enums.ts"
import { reasons } from "../shared/failures.ts"
import { choice, described, optional } from "../shared/fields.ts"
import { ChannelId, MessageId, UserId } from "../shared/ids.ts"
import * as Limits from "../shared/limits.ts"
import { user } from "../users/view.ts"

const channel_id = described("The channel or thread.", ChannelId)
const message_id = described("The message.", MessageId)
const emoji = emojiOf("The emoji: 👍, name:id or <:name:id>.")

const kinds = { normal: ReactionType.Normal, burst: ReactionType.Burst } as const

const reading = paged({
  max: Limits.REACTIONS_PAGE_MAX,
  fallback: 25,
  by: "after",
  at: ({ id }) => id,
  view: user,
  empty: "No user reacted with this emoji."
})

/** Reactions to messages. */
export const tools = group("reactions", [
  get("reactions_list", "/channels/{channel_id}/messages/{message_id}/reactions/{emoji}", {
    description: "List the users who reacted to a message with one emoji. For reaction counts use messages_get.",
    path: { channel_id, message_id, emoji },
    ...reading,
    query: { ...reading.query, after: optional(described("Only users after this one.", UserId)) },
    options: { ...reading.options, type: optional(choice("Kind of reaction; normal by default.", ...wordsOf(kinds))) },
    permissions: ["VIEW_CHANNEL", "READ_MESSAGE_HISTORY"],
    toQuery: ({ after, limit, type }) => ({ after, limit, type: type && kinds[type] }),
    validate: (input) => [...reading.validate(input), ...atMostOne("after", "cursor")(input)]
  }),
  put("reactions_create", "/channels/{channel_id}/messages/{message_id}/reactions/{emoji}/@me", {
    description: "React to a message with an emoji.",
    path: { channel_id, message_id, emoji },
    permissions: ["VIEW_CHANNEL", "READ_MESSAGE_HISTORY", "ADD_REACTIONS"],
    failures: reasons("reactions_full", "reaction_blocked", "thread_archived")
  }),
  del("reactions_delete_own", "/channels/{channel_id}/messages/{message_id}/reactions/{emoji}/@me", {
    description: "Remove the bot's own reaction from a message.",
    path: { channel_id, message_id, emoji },
    risk: "write",
    permissions: ["VIEW_CHANNEL"],
    failures: reasons("thread_archived")
  }),
  del("reactions_delete_user", "/channels/{channel_id}/messages/{message_id}/reactions/{emoji}/{user_id}", {
    description: "Remove one user's reaction from a message.",
    path: { channel_id, message_id, emoji, user_id: described("The user whose reaction to remove.", UserId) },
    risk: "write",
    permissions: ["VIEW_CHANNEL", "MANAGE_MESSAGES"],
    failures: reasons("unknown_user", "thread_archived")
  }),
  del("reactions_delete_emoji", "/channels/{channel_id}/messages/{message_id}/reactions/{emoji}", {
    description: "Remove all reactions with one emoji from a message.",
    path: { channel_id, message_id, emoji },
    permissions: ["VIEW_CHANNEL", "MANAGE_MESSAGES"],
    failures: reasons("thread_archived"),
    preview: reactionFacts
  }),
  del("reactions_delete_all", "/channels/{channel_id}/messages/{message_id}/reactions", {
    description: "Remove all reactions from a message. For reactions with one emoji use reactions_delete_emoji.",
    path: { channel_id, message_id },
    permissions: ["VIEW_CHANNEL", "MANAGE_MESSAGES"],
    failures: reasons("thread_archived"),
    preview: reactionFacts
  })
])
