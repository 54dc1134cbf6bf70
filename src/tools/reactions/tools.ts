import { ReactionType } from "discord-api-types/v10"
import { emoji as emojiOf } from "../../objects/schema/emoji.ts"
import { enumChoice } from "../../objects/schema/enums.ts"
import { described, optional } from "../../objects/schema/fields.ts"
import { channel_id, message_id, UserId } from "../../objects/schema/ids.ts"
import * as Limits from "../../objects/schema/limits.ts"
import { group } from "../dsl/defineTool.ts"
import { paged } from "../dsl/paging.ts"
import { del, get, put } from "../dsl/toolBuilders.ts"
import { reactionFacts } from "../messages/preview.ts"
import { reasons } from "../shared/failures.ts"
import { user } from "../users/view.ts"

const emoji = emojiOf("The emoji: 👍, name:id or <:name:id>.")

const reactionTypes = { normal: ReactionType.Normal, burst: ReactionType.Burst } as const

const page = paged({
  max: Limits.REACTIONS_PAGE_MAX,
  defaultLimit: 25,
  by: "after",
  from: { after: optional(described("Only users with a higher id than this one.", UserId)) },
  positionOf: ({ id }) => id,
  view: user,
  empty: "No user reacted with this emoji."
})

const synonyms = {
  reactions_create:
    "react, add a reaction, emoji reaction, thumbs up, upvote, put an emoji on a message, add an emoji to a message, like a message, heart, check mark on a message, react with an emoji to a message, leave a reaction, give a thumbs up, give a heart, add emoji to a message, add reaction, create reaction, react with an emoji, thumbs up on a message, plus one",
  reactions_list:
    "who reacted, users of a reaction, who liked, who clicked an emoji, count of reactions, who put an emoji on a message, who added a check mark, people who reacted with an emoji, which users reacted, fetch reactions, who gave a thumbs up, users who reacted, show reactions",
  reactions_delete_own:
    "unreact, take back my reaction, remove my reaction, remove the bot's reaction, take off my reaction, remove a reaction, delete the bot's reaction, undo my reaction, remove own reaction, withdraw my reaction",
  reactions_delete_user:
    "remove someone's reaction, remove a reaction, remove a user's reaction, delete the reaction of a user, take off another user's reaction",
  reactions_delete_emoji:
    "remove one emoji's reactions, remove all reactions with an emoji, remove an emoji from the reactions, clear one emoji, delete one kind of reaction, take all reactions with an emoji off a message",
  reactions_delete_all:
    "clear reactions, remove all reactions, delete every reaction, remove reactions, delete all reactions, clear all reactions"
}

/** Tools for reactions to messages. */
export const tools = group({ category: "reactions", synonyms }, [
  get("reactions_list", "/channels/{channel_id}/messages/{message_id}/reactions/{emoji}", {
    description: "List the users who reacted to a message with one emoji. For reaction counts use messages_get.",
    path: { channel_id, message_id, emoji },
    ...page,
    options: {
      ...page.options,
      type: optional(enumChoice("normal (default), or burst: a super reaction.", reactionTypes))
    },
    permissions: ["VIEW_CHANNEL", "READ_MESSAGE_HISTORY"],
    toQuery: ({ after, limit, type }) => ({ after, limit, type: type && reactionTypes[type] })
  }),
  put("reactions_create", "/channels/{channel_id}/messages/{message_id}/reactions/{emoji}/@me", {
    description: "React to a message with an emoji.",
    path: { channel_id, message_id, emoji },
    failures: reasons("reactions_full", "reaction_blocked", "thread_archived")
  }),
  del("reactions_delete_own", "/channels/{channel_id}/messages/{message_id}/reactions/{emoji}/@me", {
    description: "Remove the bot's own reaction from a message.",
    path: { channel_id, message_id, emoji },
    risk: "write",
    failures: reasons("thread_archived")
  }),
  del("reactions_delete_user", "/channels/{channel_id}/messages/{message_id}/reactions/{emoji}/{user_id}", {
    title: "Delete a user's reaction",
    description: "Remove one user's reaction from a message.",
    path: { channel_id, message_id, emoji, user_id: described("The user whose reaction to remove.", UserId) },
    risk: "write",
    failures: reasons("unknown_user", "thread_archived")
  }),
  del("reactions_delete_emoji", "/channels/{channel_id}/messages/{message_id}/reactions/{emoji}", {
    title: "Delete reactions of an emoji",
    description: "Remove all reactions with one emoji from a message.",
    path: { channel_id, message_id, emoji },
    failures: reasons("thread_archived"),
    preview: reactionFacts
  }),
  del("reactions_delete_all", "/channels/{channel_id}/messages/{message_id}/reactions", {
    description: "Remove all reactions from a message. For reactions with one emoji use reactions_delete_emoji.",
    path: { channel_id, message_id },
    failures: reasons("thread_archived"),
    preview: reactionFacts
  })
])
