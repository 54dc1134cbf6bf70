import { whereToSwitchOn } from "../../discord/permissions/privilegedIntents.ts"
import type { Reasons } from "../dsl/Reason.ts"

/** What to do about contents that Discord withholds. */
export const needsContentIntent = `Do not retry. Ask the owner of the application for the MESSAGE_CONTENT intent: ${whereToSwitchOn("MESSAGE_CONTENT")}.`

/** Failure reasons of existing messages: edits, pins, replies, reactions, polls. */
export const messages = {
  message_of_another_author: {
    on: 50005,
    when: "Another user wrote the message, and only its author can edit it.",
    recovery: "Send a new message with messages_send {channel_id, content}.",
    suggested_tool: "messages_send"
  },
  system_message: {
    on: 50021,
    when: "It is a system message, such as a welcome, which does not allow this action.",
    recovery: "Choose a message that a user, a bot or a webhook wrote."
  },
  content_intent_off: {
    on: 50001,
    why: "privileged_intent",
    when: "Searching messages requires the MESSAGE_CONTENT intent, which the bot lacks.",
    recovery: needsContentIntent
  },
  message_too_old_for_bulk: {
    on: 50034,
    when: "One of the messages is older than two weeks.",
    recovery:
      "Omit messages older than two weeks, and delete those one by one with messages_delete {channel_id, message_id}.",
    suggested_tool: "messages_delete"
  },
  old_message_edits_full: {
    on: 30046,
    when: "Messages older than an hour were edited too often.",
    recovery: "Send a new message with messages_send {channel_id, content}, or edit this one later.",
    suggested_tool: "messages_send"
  },
  published_edits_limited: {
    on: 20022,
    when: "Published messages of this channel were edited too often.",
    recovery: "Wait retry_after_ms, then edit the published message once, with all changes together."
  },
  voice_not_editable: {
    on: 50162,
    when: "Voice messages cannot be edited.",
    recovery: "Delete it with messages_delete {channel_id, message_id}, and send another one.",
    suggested_tool: "messages_delete"
  },
  voice_not_here: {
    on: 50173,
    when: "Voice messages cannot be sent in this channel.",
    recovery: "Send the file without this flag in flags, or the voice message to another channel."
  },
  pins_full: {
    on: 30003,
    when: "The channel has reached its limit of 250 pins.",
    recovery:
      "List the pins with messages_list_pins {channel_id}, remove one with messages_unpin {channel_id, message_id}, then retry.",
    suggested_tool: "messages_list_pins"
  },
  pin_of_another_channel: {
    on: 50019,
    when: "The message is in another channel and can be pinned only there.",
    recovery: "Set channel_id to the channel of the message: messages_search finds it."
  },
  already_published: {
    on: 40033,
    when: "The message is published already.",
    recovery: "Do nothing: the message was already published before this call."
  },
  message_not_publishable: {
    on: 50068,
    when: "This kind of message cannot be published.",
    recovery: "Choose an ordinary message of the announcement channel, not a reply or a system message."
  },
  reply_target_unknown: {
    on: 50035,
    issue: "REPLIES_UNKNOWN_MESSAGE",
    when: "The message to reply to is not in this channel.",
    recovery: "Take reply_to from messages_read {channel_id} of the same channel, or send without it.",
    suggested_tool: "messages_read"
  },
  forward_source_unknown: {
    on: 50035,
    issue: "REPLIES_UNKNOWN_MESSAGE",
    when: "The message to forward is not in its channel.",
    recovery: "Take channel_id and message_id of the same message from messages_read {channel_id}.",
    suggested_tool: "messages_read"
  },
  forward_not_readable: {
    on: 160014,
    when: "The bot cannot read the content of the message.",
    recovery: needsContentIntent
  },
  reply_to_system_message: {
    on: 50035,
    issue: "REPLIES_CANNOT_REPLY_TO_SYSTEM_MESSAGE",
    when: "The message to reply to is a system message.",
    recovery: "Send without reply_to, or reply to a message that a user wrote."
  },
  reply_needs_history: {
    on: 160002,
    when: "The bot lacks READ_MESSAGE_HISTORY in this channel, which replies require.",
    recovery: "Send without reply_to, or ask a server admin to grant the bot READ_MESSAGE_HISTORY here."
  },
  reactions_full: {
    on: 30010,
    when: "The message has reached its limit of 20 different reactions.",
    recovery: "Use an emoji that the message already has: messages_get {channel_id, message_id} lists them.",
    suggested_tool: "messages_get"
  },
  reaction_blocked: {
    on: 90001,
    when: "The author of the message blocked the bot.",
    recovery: "Do not react to this message: its author blocked the bot."
  },
  poll_over: {
    on: 520001,
    when: "The poll has ended already.",
    recovery: "Read the result with messages_get {channel_id, message_id}.",
    suggested_tool: "messages_get"
  },
  not_a_poll: {
    on: 520006,
    when: "The message has no poll.",
    recovery: 'Find a message with a poll with messages_search {guild_id, has: ["poll"]}.',
    suggested_tool: "messages_search"
  },
  poll_not_editable: {
    on: 520003,
    when: "The message has a poll, and polls cannot be edited.",
    recovery: "End the poll with polls_end {channel_id, message_id}, then send a new one with messages_send.",
    suggested_tool: "polls_end"
  }
} satisfies Reasons

/** Failure reasons of sent content and its recipients. */
export const sendReasons = {
  empty_message: {
    on: 50006,
    when: "The message is empty.",
    recovery: "Set content, embeds, files or components, then retry."
  },
  direct_messages_closed: {
    on: 50007,
    when: "This user does not accept direct messages from the bot.",
    recovery: "Send to a channel that the user can view, or ask the user to allow direct messages from server members."
  },
  no_shared_guild: {
    on: 50278,
    when: "The bot shares no server with this user.",
    recovery: "Choose a member of one of the bot's servers: members_search {guild_id, query} finds them.",
    suggested_tool: "members_search"
  },
  recipient_not_valid: {
    on: 50033,
    when: "The id belongs to the bot itself or to another bot, which cannot receive direct messages.",
    recovery: "Use the id of a person: members_search {guild_id, query} finds them.",
    suggested_tool: "members_search"
  },
  direct_messages_too_fast: {
    on: 40003,
    when: "The bot opened direct messages too fast.",
    recovery: "Wait retry_after_ms, then retry. To reach many users, send to a channel instead."
  },
  slowmode: {
    on: 20016,
    when: "The channel is in slow mode.",
    recovery: "Wait retry_after_ms, then send everything in one message."
  },
  writing_too_fast: {
    on: [20028, 20029],
    when: "The channel or server is over its write limit.",
    recovery: "Wait retry_after_ms, then send fewer and longer messages."
  },
  blocked_by_automod: {
    on: 200000,
    when: "An AutoMod rule blocked the message.",
    recovery:
      "Tell the user, and change the text only as they ask; do not try variants. automod_list_rules {guild_id} lists the rules.",
    suggested_tool: "automod_list_rules"
  },
  title_blocked_by_automod: {
    on: 200001,
    when: "An AutoMod rule blocked the title.",
    recovery:
      "Tell the user, and change the name only as they ask; do not try variants. automod_list_rules {guild_id} lists the rules.",
    suggested_tool: "automod_list_rules"
  },
  harmful_link: {
    on: 240000,
    when: "Discord classified a link in the message as harmful.",
    recovery: "Tell the user, and remove the link only if they agree; do not disguise it."
  },
  explicit_content: {
    on: 20009,
    when: "Discord does not deliver explicit content to this recipient.",
    recovery: "Tell the user, and remove the picture or file only if they agree."
  },
  words_not_allowed: {
    on: 20031,
    when: "A name, topic or description contains words that Discord does not allow.",
    recovery: "Ask the user for other words, and use those in the name, topic or description."
  },
  files_too_large: {
    on: [40005, 50045],
    when: "The files exceed Discord's size limit here.",
    recovery: "Send smaller or fewer files, or put their URLs into the text."
  },
  uploads_limited: {
    on: 400001,
    when: "Discord has limited uploads in this server.",
    recovery: "Send the message without files, or put their URLs into the text."
  },
  sticker_not_usable: {
    on: 50081,
    when: "One of the stickers cannot be sent here.",
    recovery: "Take sticker_ids from stickers_list_guild {guild_id} of this guild, or from stickers_list_packs.",
    suggested_tool: "stickers_list_guild"
  },
  sticker_not_allowed: {
    on: 50600,
    when: "The bot may not send this sticker here.",
    recovery: "Send stickers of this guild, or ask a server admin to grant the bot USE_EXTERNAL_STICKERS.",
    suggested_tool: "stickers_list_guild"
  },
  poll_not_here: {
    on: 520002,
    when: "This kind of channel does not support polls.",
    recovery: "Send the poll to a text channel: channels_list {guild_id} shows the kind of each.",
    suggested_tool: "channels_list"
  },
  poll_emoji_not_usable: {
    on: 520004,
    when: "An emoji of the poll cannot be used here.",
    recovery: "Use standard emojis in the answers, or this guild's emojis from emojis_list_guild {guild_id}.",
    suggested_tool: "emojis_list_guild"
  }
} satisfies Reasons
