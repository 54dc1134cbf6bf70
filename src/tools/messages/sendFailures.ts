import type { Reasons } from "../dsl/Reason.ts"

/** About what is sent, and to whom. */
export const sending = {
  empty_message: {
    on: 50006,
    when: "The message would show nothing.",
    recovery: "Give the message content, embeds, files or components, then call again."
  },
  direct_messages_closed: {
    on: 50007,
    when: "This person takes no direct messages from the bot.",
    recovery:
      "Write in a channel that both can see, or ask the person to allow direct messages from the server's members."
  },
  no_shared_guild: {
    on: 50278,
    when: "The bot shares no server with this person.",
    recovery: "Write only to people of the bot's own servers: members_search {guild_id, query} finds them.",
    suggested_tool: "members_search"
  },
  recipient_not_valid: {
    on: 50033,
    when: "Nobody can be written to by this id: it is the bot's own, or another bot's.",
    recovery: "Name a person in recipient_id: members_search {guild_id, query} finds them.",
    suggested_tool: "members_search"
  },
  direct_messages_too_fast: {
    on: 40003,
    when: "Direct messages were opened too fast.",
    recovery: "Wait retry_after_ms, and write in a channel instead to reach many people."
  },
  slowmode: {
    on: 20016,
    when: "The channel is in slow mode.",
    recovery: "Wait retry_after_ms, then call again, with everything in one message."
  },
  writing_too_fast: {
    on: [20028, 20029],
    when: "Too much is being written in this channel or server.",
    recovery: "Wait retry_after_ms, then call again, with fewer and longer messages."
  },
  blocked_by_automod: {
    on: 200000,
    when: "A rule of AutoMod blocked the message.",
    recovery:
      "Tell the person, and change the text only as they wish; do not try variants. automod_list_rules {guild_id} shows the rules.",
    suggested_tool: "automod_list_rules"
  },
  title_blocked_by_automod: {
    on: 200001,
    when: "A rule of AutoMod blocked the title.",
    recovery:
      "Tell the person, and choose another name only as they wish; do not try variants. automod_list_rules {guild_id} shows the rules.",
    suggested_tool: "automod_list_rules"
  },
  harmful_link: {
    on: 240000,
    when: "Discord takes a link in the message for harmful.",
    recovery: "Tell the person, and leave the link out only if they agree; do not disguise it."
  },
  explicit_content: {
    on: 20009,
    when: "Explicit content cannot go to this recipient.",
    recovery: "Tell the person, and leave the picture or file out only if they agree."
  },
  words_not_allowed: {
    on: 20031,
    when: "A name, topic or description holds words that Discord does not allow.",
    recovery: "Ask the person for other words, and use those in the name, topic or description."
  },
  files_too_large: {
    on: [40005, 50045],
    when: "The files are larger than Discord takes here.",
    recovery: "Send smaller or fewer files, or give their addresses in the text."
  },
  uploads_limited: {
    on: 400001,
    when: "Discord has limited uploads in this server.",
    recovery: "Send the message without files, or give their addresses in the text."
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
    when: "Polls cannot be held in this kind of channel.",
    recovery: "Send the poll to a text channel: channels_list {guild_id} shows the kind of each.",
    suggested_tool: "channels_list"
  },
  poll_emoji_not_usable: {
    on: 520004,
    when: "An emoji of the poll cannot be used here.",
    recovery: "Use standard emojis in the answers, or those of emojis_list_guild {guild_id} of this guild.",
    suggested_tool: "emojis_list_guild"
  }
} satisfies Reasons
