import type { Reasons } from "../dsl/Reason.ts"

/** Failure reasons of channels: wrong kinds and reached limits. */
export const channels = {
  not_a_text_channel: {
    on: 50008,
    when: "This kind of channel does not hold messages.",
    recovery:
      "Find its kind with channels_get {channel_id}. In a forum, use a post: channels_list_active_threads_guild {guild_id}; or start one: channels_forum_create_thread. In a category, choose a channel: channels_list {guild_id}.",
    suggested_tool: "channels_get"
  },
  forum_takes_posts: {
    on: 40058,
    when: "The channel is a forum: it takes posts, not messages.",
    recovery:
      "Start a post with channels_forum_create_thread {channel_id, name, message}, or send to the id of a post.",
    suggested_tool: "channels_forum_create_thread"
  },
  not_an_announcement_channel: {
    on: 50024,
    when: "The channel is not an announcement channel.",
    recovery: "Choose a channel of kind announcement from channels_list {guild_id}, then retry.",
    suggested_tool: "channels_list"
  },
  not_a_voice_channel: {
    on: 50024,
    when: "The channel is not a voice channel.",
    recovery: "Choose a channel of kind voice from channels_list {guild_id}, then retry.",
    suggested_tool: "channels_list"
  },
  not_a_stage_channel: {
    on: 50024,
    when: "The channel is not a stage.",
    recovery: "Choose a channel of kind stage from channels_list {guild_id}, then retry.",
    suggested_tool: "channels_list"
  },
  threads_not_here: {
    on: 50024,
    when: "This kind of channel does not support such threads.",
    recovery: "Choose a text, announcement or forum channel: channels_list {guild_id} shows the kind of each.",
    suggested_tool: "channels_list"
  },
  direct_message_channel: {
    on: 50003,
    when: "The channel is a direct message, which does not support this action.",
    recovery: "Choose a guild channel from channels_list {guild_id}, then retry.",
    suggested_tool: "channels_list"
  },
  channels_full: {
    on: 30013,
    when: "The guild has reached its limit of 500 channels.",
    recovery: "Ask the user which channel to delete, delete it with channels_delete {channel_id}, then retry.",
    suggested_tool: "channels_list"
  },
  category_full: {
    on: 50035,
    issue: "CHANNEL_PARENT_MAX_CHANNELS",
    when: "The category has reached its limit of 50 channels.",
    recovery: "Set parent_id to another category, or omit it, then retry.",
    suggested_tool: "channels_list"
  },
  channels_too_large: {
    on: 30061,
    when: "The settings of all channels together exceed Discord's size limit for a guild.",
    recovery: "Shorten topics, or remove permission overwrites of single members with channels_delete_permissions.",
    suggested_tool: "channels_delete_permissions"
  },
  overwrites_full: {
    on: 30060,
    when: "The channel has reached its limit of permission overwrites.",
    recovery:
      "Remove an overwrite with channels_delete_permissions {channel_id, overwrite_id}; prefer overwrites for roles over members.",
    suggested_tool: "channels_delete_permissions"
  },
  bitrate_too_high: {
    on: 30052,
    when: "The bitrate exceeds the maximum of this kind of channel.",
    recovery: "Lower bitrate to 64000 for a stage or 96000 for a voice channel, then retry."
  },
  one_category_change_at_a_time: {
    on: 40009,
    when: "One call can move only one channel to another category.",
    recovery: "Set parent_id for one channel only, and make one call for each other channel."
  },
  community_channel: {
    on: 50074,
    when: "The guild's Community features require this channel.",
    recovery: "Set another channel first with guild_modify {rules_channel_id, public_updates_channel_id}.",
    suggested_tool: "guild_modify"
  },
  community_needs_text_channel: {
    on: 50086,
    when: "The guild's Community features require a text channel here.",
    recovery: "Choose a channel of kind text from channels_list {guild_id}, then retry.",
    suggested_tool: "channels_list"
  },
  recipients_full: {
    on: 30004,
    when: "The group has reached its limit of 10 members.",
    recovery: "Ask the user whom to remove, then use channels_remove_group_dm_recipient {channel_id, user_id}.",
    suggested_tool: "channels_remove_group_dm_recipient"
  },
  voice_muted: {
    on: 50167,
    when: "The bot is muted, deafened or in the audience of the channel.",
    recovery: "Ask a moderator to unmute the bot: voice_get_current_user_state {guild_id} shows its state.",
    suggested_tool: "voice_get_current_user_state"
  },
  channel_of_another_guild: {
    when: "The channel is not in this guild.",
    recovery: "Take the channel_id from channels_list {guild_id} of the same guild.",
    suggested_tool: "channels_list"
  }
} satisfies Reasons
