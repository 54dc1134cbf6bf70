/** Why channels_move refuses a place. */

/** The failures of channels_move that it finds before it sends anything. */
export const moveFailures = {
  not_a_channel: {
    when: "The channel is not in the channel list: it is a direct message, or the bot cannot view it.",
    recovery: "Take channel_id from channels_list {guild_id}. Direct messages have no position.",
    suggested_tool: "channels_list"
  },
  neighbour_not_there: {
    when: "The channel list of this guild has no such channel that the bot can view.",
    recovery: "Take the id from channels_list of the same guild.",
    suggested_tool: "channels_list"
  },
  thread: {
    when: "This id is a thread. A thread has no position, and moves with its channel.",
    recovery: "Use the parent_id of the thread, which channels_get {channel_id} shows, or another channel.",
    suggested_tool: "channels_get"
  },
  not_a_category: {
    when: "The channel list of this guild has no such category that the bot can view.",
    recovery: "Set parent_id to a channel of kind category in channels_list {guild_id}.",
    suggested_tool: "channels_list"
  },
  category_beside_channel: {
    when: "Discord lists categories only beside categories, and other channels above them or inside.",
    recovery: "Set parent_id to move a channel into the category, or choose a neighbour of the same kind."
  },
  text_above_voice: {
    when: "Discord lists text channels above voice channels.",
    recovery: "Choose a neighbour of the same kind, or set position to first or last."
  },
  no_category: {
    when: "A channel without a category has no permissions to take.",
    recovery: "Set parent_id to a category, or leave out lock_permissions."
  },
  category_in_category: {
    when: "A category cannot be in a category.",
    recovery: "Set before, after or position, without parent_id."
  }
}
