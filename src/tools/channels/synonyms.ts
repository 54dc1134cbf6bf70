/** Phrases of users for each tool, in addition to its name and description. */
export const synonyms = {
  channels_list:
    "channels of the server, list channels, categories, rooms, what channels, which channels, all channels, show channels, channel names, channel id, which channels are there, list every channel, show the channels of the server, overview of channels, fetch channels, which categories",
  channels_get:
    "channel info, topic of a channel, forum tags, fetch channel, channel details, one channel, channel by id, slowmode of a channel",
  channels_create_guild_channel:
    "new channel, make a channel, room, text channel, voice channel, category, private channel, forum channel, create a channel, add a channel, add a voice channel, add a text channel, create a voice channel, create a category, open a channel, set up a channel, add a new channel, new text channel, new voice channel, secret channel for admins, channel only for a role, create a room, channel named, add a category, need a channel, create a forum channel, spin up a channel, a channel for, voice channel called, create text channel, create voice channel, create stage channel, channel in a category, announcement channel, folder for channels, group channels, section for channels",
  channels_modify:
    "rename a channel, channel topic, slowmode, slow mode, nsfw, age-restricted, archive a thread, close a thread, lock a thread, unarchive, user limit, bitrate, edit a channel, change a channel, channel name, change the topic, channel description, limit how often people write, seconds between messages, wait between messages, slow down a chat, archive a post, how often people can write, give a channel another name, name of a channel, set a channel description, disable slowmode, enable slowmode, turn slowmode off, turn off slow mode, limit a voice channel to users, reopen a thread, reopen an archived thread, mark as nsfw, age restriction, channel settings, close a support thread, edit channel, set topic, set name of a channel, set archived, unlock a thread, set rate limit, rate limit per user, cooldown in a channel, remove slowmode, slow mode off, set nsfw, set user limit, set bitrate, make a category, rename a thread, rename a category, convert to an announcement channel, forum tags, add a forum tag, video quality, auto archive duration",
  channels_modify_permissions:
    "lock a channel, unlock, hide a channel, read-only, overwrite, channel access, nobody can write, visible to a role, hidden from, only moderators can see, only staff can write, make a channel read-only, give a role access to a channel, let a role see a channel, channel permissions, mute a channel, make an existing channel private, make a channel read only, nobody can post, only a role may write, unlock a channel, open a channel for everyone again, hide from everyone, allow a role in a channel, deny a role in a channel, restrict a channel, lock down a channel, set permissions, permission overwrites, edit permissions of a channel, set permissions for a role in a channel, allow a role to see a channel, give a user access to a channel, add someone to a private channel, unhide a channel, give access to a channel, mute a role in a channel, revoke access to a channel, deny access, let a role post in a channel, let only a role see a channel, open a channel up for everyone, give a role permission in a channel",
  channels_delete_permissions:
    "remove an overwrite, reset channel permissions, remove an override, delete an override, delete permission overwrite, permission override of a role, remove the overwrite of a role, remove channel-specific permissions, back to the category's permissions, inherit permissions, clear overwrites",
  channels_modify_positions:
    "reorder channels, channel order, put channels into a category, sort channels, order of channels, reorder the channels, sort channels alphabetically, change the order of channels, move many channels",
  channels_move:
    "move a channel, move channel up, move channel down, move a channel up, move a channel down, another category, into a category, put a channel under a category, put a channel at the top, put a channel at the bottom, set position, channel position, move a category, move a channel above another, move a channel below another, put a channel next to another, drag a channel, move a channel out of its category, move channel to category",
  channels_delete:
    "remove a channel, close a channel, delete a channel, get rid of a channel, erase a channel, trash a channel, throw a channel away, channel no longer needed, delete an old channel, remove channel",
  channels_create_thread:
    "start a thread, new thread, private thread, open a thread, create a thread, make a thread, thread called, start a discussion, side conversation, branch off a thread, spin up a thread, thread about, thread for, thread named, new discussion thread, create thread, create private thread, threads create, sidebar conversation, breakout",
  channels_forum_create_thread:
    "forum post, post in a forum, new forum thread, create a post, media channel post, create a forum post, make a post in a forum, new topic in a forum, ask in a forum, post a question in the forum, forum topic, open a topic, new thread in a forum, new post in a forum, forum post with a tag, publish a forum post, add a post to the forum, create a thread in a forum, media post, start a forum thread",
  channels_follow_announcement:
    "follow a news channel, crosspost feed, subscribe to announcements, follow a channel, subscribe to another server's announcements, subscribe to a news channel, announcements of another server in our channel, mirror announcements, receive announcements, follow announcement, add follower",
  channels_trigger_typing:
    "typing indicator, is typing, show typing, send typing, start typing, look as if typing, pretend to type",
  channels_set_voice_status:
    "voice channel status, status of a voice channel, text under the voice channel, vc status, remove the voice status",
  channels_list_active_threads_guild:
    "active threads, open threads, list threads, which threads are active, current threads, running threads, fetch active threads, which threads are open, all threads of the server, threads right now",
  channels_list_public_archived_threads:
    "archived threads, old threads, closed threads, old forum posts, fetch archived threads, show old threads, list archived threads, list closed threads",
  channels_list_private_archived_threads:
    "archived private threads, old private threads, list archived private threads",
  channels_add_group_dm_recipient: "add someone to a group dm, add to a group chat, invite to a group dm",
  channels_remove_group_dm_recipient: "remove someone from a group dm, remove from a group chat, kick from a group dm",
  channels_list_joined_archived_threads: "archived private threads the bot is in, joined private archived threads"
} as const
