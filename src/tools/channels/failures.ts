import type { Reasons } from "../dsl/Reason.ts"

/** About channels, and what only some kinds of them are for. */
export const channels = {
  not_a_text_channel: {
    on: 50008,
    when: "Nobody can write in this kind of channel.",
    recovery:
      "Choose a text, voice or announcement channel, or a thread: channels_list {guild_id} shows the kind of each.",
    suggested_tool: "channels_list"
  },
  forum_takes_posts: {
    on: 40058,
    when: "The channel is a forum: messages stand in its posts.",
    recovery: "Start a post with channels_forum_create_thread {channel_id, name, message}, or send to a post's own id.",
    suggested_tool: "channels_forum_create_thread"
  },
  not_an_announcement_channel: {
    on: 50024,
    when: "The channel is no announcement channel.",
    recovery: "Choose a channel of the kind announcement from channels_list {guild_id}, then call again.",
    suggested_tool: "channels_list"
  },
  not_a_voice_channel: {
    on: 50024,
    when: "The channel is no voice channel.",
    recovery: "Choose a channel of the kind voice from channels_list {guild_id}, then call again.",
    suggested_tool: "channels_list"
  },
  not_a_stage_channel: {
    on: 50024,
    when: "The channel is no stage.",
    recovery: "Choose a channel of the kind stage from channels_list {guild_id}, then call again.",
    suggested_tool: "channels_list"
  },
  threads_not_here: {
    on: 50024,
    when: "This kind of channel has no such threads.",
    recovery: "Choose a text, announcement or forum channel: channels_list {guild_id} shows the kind of each.",
    suggested_tool: "channels_list"
  },
  direct_message_channel: {
    on: 50003,
    when: "It is a direct message, where this cannot be done.",
    recovery: "Choose a channel of a guild from channels_list {guild_id}, then call again.",
    suggested_tool: "channels_list"
  },
  channels_full: {
    on: 30013,
    when: "The guild has 500 channels and takes no more.",
    recovery: "Ask the person which channel can go, delete it with channels_delete {channel_id}, then call again.",
    suggested_tool: "channels_list"
  },
  category_full: {
    on: 50035,
    issue: "CHANNEL_PARENT_MAX_CHANNELS",
    when: "The category has 50 channels and takes no more.",
    recovery: "Choose another category in parent_id, or none, then call again.",
    suggested_tool: "channels_list"
  },
  channels_too_large: {
    on: 30061,
    when: "The guild's channels with all their settings are too large.",
    recovery: "Shorten topics, or remove permissions that are set for single members with channels_delete_permissions.",
    suggested_tool: "channels_delete_permissions"
  },
  overwrites_full: {
    on: 30060,
    when: "The channel has permissions set for as many roles and members as it can have.",
    recovery:
      "Remove one with channels_delete_permissions {channel_id, overwrite_id}; give permissions to a role, not to members.",
    suggested_tool: "channels_delete_permissions"
  },
  bitrate_too_high: {
    on: 30052,
    when: "The bitrate is higher than this kind of channel takes.",
    recovery: "Lower bitrate to 64000 for a stage, to 96000 for a voice channel, then call again."
  },
  one_category_change_at_a_time: {
    on: 40009,
    when: "Only one channel can go to another category in one call.",
    recovery: "Name parent_id for one channel only, and call once for each of the others."
  },
  community_channel: {
    on: 50074,
    when: "The guild's Community features need this channel.",
    recovery: "Give its task to another channel first with guild_modify {rules_channel_id, public_updates_channel_id}.",
    suggested_tool: "guild_modify"
  },
  community_needs_text_channel: {
    on: 50086,
    when: "The guild's Community features need this to be a text channel.",
    recovery: "Choose a channel of the kind text from channels_list {guild_id}, then call again.",
    suggested_tool: "channels_list"
  },
  recipients_full: {
    on: 30004,
    when: "The group has 10 people and takes no more.",
    recovery:
      "Take somebody out with channels_remove_group_dm_recipient {channel_id, user_id}, if the person wants that.",
    suggested_tool: "channels_remove_group_dm_recipient"
  },
  voice_muted: {
    on: 50167,
    when: "The bot is muted, deafened or in the audience there.",
    recovery: "Ask a moderator to unmute the bot: voice_get_current_user_state {guild_id} shows how it is.",
    suggested_tool: "voice_get_current_user_state"
  },
  channel_of_another_guild: {
    when: "The channel is not of this guild.",
    recovery: "Take the channel_id from channels_list {guild_id} of the same guild.",
    suggested_tool: "channels_list"
  }
} satisfies Reasons
