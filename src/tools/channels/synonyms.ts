/** Phrases of users for each tool, in addition to its name and description. */
export const synonyms = {
  channels_list:
    "channels of the server, list channels, categories, rooms, what channels, which channels, all channels, show channels, channel names, channel id, which channels are there, list every channel, show the channels of the server, overview of channels",
  channels_get: "channel info, topic of a channel, forum tags",
  channels_create_guild_channel:
    "new channel, make a channel, room, text channel, voice channel, category, private channel, forum channel, create a channel, add a channel, add a voice channel, add a text channel, create a voice channel, create a category, open a channel, set up a channel, add a new channel, new text channel, new voice channel, secret channel for admins, channel only for a role, create a room, channel named, add a category, need a channel, create a forum channel, spin up a channel, a channel for, voice channel called",
  channels_modify:
    "rename a channel, channel topic, slowmode, slow mode, nsfw, age-restricted, archive a thread, close a thread, lock a thread, unarchive, user limit, bitrate, edit a channel, change a channel, channel name, change the topic, channel description, limit how often people write, seconds between messages, wait between messages, slow down a chat, archive a post, how often people can write, give a channel another name, name of a channel, set a channel description, disable slowmode, enable slowmode, turn slowmode off, turn off slow mode, limit a voice channel to users, reopen a thread, reopen an archived thread, mark as nsfw, age restriction, channel settings, close a support thread",
  channels_modify_permissions:
    "lock a channel, unlock, hide a channel, read-only, overwrite, channel access, nobody can write, visible to a role, hidden from, only moderators can see, only staff can write, make a channel read-only, give a role access to a channel, let a role see a channel, channel permissions, mute a channel, make an existing channel private, make a channel read only, nobody can post, only a role may write, unlock a channel, open a channel for everyone again, hide from everyone, allow a role in a channel, deny a role in a channel, restrict a channel",
  channels_delete_permissions: "remove an overwrite, reset channel permissions",
  channels_modify_positions:
    "move a channel, reorder channels, channel order, put channels into a category, another category, sort channels, move a channel up, move a channel down, order of channels, into a category, reorder the channels, sort channels alphabetically, put a channel under a category, put a channel at the top",
  channels_delete:
    "remove a channel, close a channel, delete a channel, get rid of a channel, erase a channel, trash a channel, throw a channel away, channel no longer needed, delete an old channel, remove channel",
  channels_create_thread:
    "start a thread, new thread, private thread, open a thread, create a thread, make a thread, thread called, start a discussion, side conversation, branch off a thread, spin up a thread, thread about, thread for, thread named, new discussion thread, create thread",
  channels_forum_create_thread:
    "forum post, post in a forum, new forum thread, create a post, media channel post, create a forum post, make a post in a forum, new topic in a forum, ask in a forum, post a question in the forum, forum topic, open a topic, new thread in a forum, new post in a forum, forum post with a tag, publish a forum post, add a post to the forum, create a thread in a forum",
  channels_follow_announcement: "follow a news channel, crosspost feed, subscribe to announcements",
  channels_trigger_typing: "typing indicator, is typing",
  channels_set_voice_status: "voice channel status",
  channels_list_active_threads_guild:
    "active threads, open threads, list threads, which threads are active, current threads, running threads",
  channels_list_public_archived_threads: "archived threads, old threads, closed threads, old forum posts",
  channels_list_private_archived_threads: "archived private threads",
  channels_add_group_dm_recipient: "add someone to a group dm",
  channels_remove_group_dm_recipient: "remove someone from a group dm"
} as const
