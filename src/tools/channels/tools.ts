import {
  ChannelType,
  type RESTPatchAPIGuildChannelPositionsJSONBody,
  type RESTPostAPIChannelFollowersJSONBody,
  type RESTPostAPIChannelThreadsJSONBody,
  type RESTPutAPIChannelPermissionJSONBody,
  type RESTPutAPIChannelRecipientJSONBody,
  type RESTPutAPIChannelVoiceStatusJSONBody
} from "discord-api-types/v10"
import { Schema } from "effect"
import {
  channelBody,
  channelFields,
  channelKinds,
  newChannelFields,
  newThread,
  privateThread
} from "../../objects/channel.ts"
import { inputsOf } from "../../objects/fields.ts"
import { type Frozen, fits } from "../../objects/fits.ts"
import {
  type overwrite as overwriteFields,
  overwriteType,
  overwriteTypes,
  permissions,
  permissionsText
} from "../../objects/overwrite.ts"
import { enumChoice } from "../../objects/schema/enums.ts"
import { described, flag, integer, listOf, nullable, object, optional, text } from "../../objects/schema/fields.ts"
import { ChannelId, channel_id, guild_id, OverwriteId, UserId } from "../../objects/schema/ids.ts"
import * as Limits from "../../objects/schema/limits.ts"
import { atLeastOne } from "../dsl/checks.ts"
import { group } from "../dsl/defineTool.ts"
import { unpaged } from "../dsl/paging.ts"
import { del, get, patch, post, put } from "../dsl/toolBuilders.ts"
import { applyView, one, resultOf, unchanged, view } from "../dsl/view.ts"
import { granting } from "../permissions/dangerous.ts"
import { keptInOverwrite, lostByDeletion } from "../permissions/mergeOverwrite.ts"
import {
  bothFacts,
  changedChannelFacts,
  channelNotice,
  hiddenCategoriesNotice,
  newChannelFacts,
  overwriteNotice
} from "../permissions/ownAccess.ts"
import { allowDenyIssues, overwriteGrants, overwritesIssues } from "../permissions/rules.ts"
import { overwriteFacts } from "../roles/preview.ts"
import { overwriteRisk } from "../roles/risk.ts"
import { reasons } from "../shared/failures.ts"
import { cloneChannel } from "./clone.ts"
import { forumPost } from "./forumPost.ts"
import { withoutHidden, withoutName } from "./hiddenChannels.ts"
import { lockChannel } from "./lock.ts"
import { modifyChannel } from "./modify.ts"
import { moveChannel } from "./move.ts"
import { moveNotice, orderResult, sendChannelMoves } from "./movedOrder.ts"
import { channelFacts, lockFacts } from "./preview.ts"
import { threadLists } from "./threadLists.ts"
import { seconds, sendTyping } from "./typing.ts"
import { unlockChannel } from "./unlock.ts"
import { Channel, channel, createdChannel, FollowedChannel, inDisplayOrder, listedChannel } from "./view.ts"

const threadKinds = {
  public: ChannelType.PublicThread,
  private: ChannelType.PrivateThread,
  announcement: ChannelType.AnnouncementThread
} as const

const move = object("A channel with its new position or category.", {
  id: described("The channel to move.", ChannelId),
  position: optional(integer("New position in the channel list, from 0.", 0, Limits.CHANNEL_POSITION_MAX)),
  parent_id: optional(nullable(described("The category to move the channel to.", ChannelId))),
  lock_permissions: optional(flag("Replace the channel's permissions by those of its new category; false by default."))
})

const synonyms = {
  channels_list:
    "channels of the server, list channels, categories, rooms, what channels, which channels, all channels, show channels, channel names, channel id, which channels are there, list every channel, show the channels of the server, overview of channels, fetch channels, which categories",
  channels_get:
    "channel info, topic of a channel, forum tags, fetch channel, channel details, one channel, channel by id, slowmode of a channel",
  channels_create_guild_channel:
    "new channel, make a channel, room, text channel, voice channel, category, private channel, forum channel, create a channel, add a channel, add a voice channel, add a text channel, create a voice channel, create a category, open a channel, set up a channel, add a new channel, new text channel, new voice channel, secret channel for admins, channel only for a role, create a room, channel named, add a category, need a channel, create a forum channel, spin up a channel, a channel for, voice channel called, create text channel, create voice channel, create stage channel, channel in a category, announcement channel, folder for channels, group channels, section for channels",
  channels_modify:
    "rename a channel, channel topic, slowmode, slow mode, nsfw, age-restricted, archive a thread, close a thread, lock a thread, lock the thread, lock thread, unarchive, user limit, bitrate, edit a channel, change a channel, channel name, change the topic, channel description, limit how often people write, seconds between messages, wait between messages, slow down a chat, archive a post, how often people can write, give a channel another name, name of a channel, set a channel description, disable slowmode, enable slowmode, turn slowmode off, turn off slow mode, limit a voice channel to users, reopen a thread, reopen an archived thread, mark as nsfw, age restriction, channel settings, close a support thread, edit channel, set topic, set name of a channel, set archived, unlock a thread, set rate limit, rate limit per user, cooldown in a channel, remove slowmode, slow mode off, set nsfw, set user limit, set bitrate, make a category, rename a thread, rename a category, convert to an announcement channel, forum tags, add a forum tag, video quality, auto archive duration",
  channels_modify_permissions:
    "hide a channel, read-only, overwrite, channel access, visible to a role, hidden from, only moderators can see, only staff can write, make a channel read-only, give a role access to a channel, let a role see a channel, channel permissions, mute a channel, make an existing channel private, make a channel read only, only a role may write, hide from everyone, allow a role in a channel, deny a role in a channel, restrict a channel, set permissions, permission overwrites, edit permissions of a channel, set permissions for a role in a channel, allow a role to see a channel, give a user access to a channel, add someone to a private channel, unhide a channel, give access to a channel, mute a role in a channel, revoke access to a channel, deny access, let a role post in a channel, let only a role see a channel, open a channel up for everyone, give a role permission in a channel",
  channels_delete_permissions:
    "remove an overwrite, reset channel permissions, remove an override, delete an override, delete permission overwrite, permission override of a role, remove the overwrite of a role, remove channel-specific permissions, back to the category's permissions, inherit permissions, clear overwrites",
  channels_modify_positions:
    "reorder channels, channel order, put channels into a category, sort channels, order of channels, reorder the channels, sort channels alphabetically, change the order of channels, move many channels",
  channels_move:
    "move a channel, move channel up, move channel down, move a channel up, move a channel down, another category, into a category, put a channel under a category, put a channel at the top, put a channel at the bottom, set position, channel position, move a category, move a channel above another, move a channel below another, put a channel next to another, drag a channel, move a channel out of its category, move channel to category",
  channels_clone:
    "duplicate a channel, clone a channel, copy a channel, duplicate channel, clone channel, copy channel, make a copy of a channel, second channel like, same channel again, another channel with the same permissions, channel with the same settings, replicate a channel, empty copy of a channel, duplicate a category, copy a voice channel",
  channels_lock:
    "lock a channel, lock channel, lock the channel, lock down a channel, channel lockdown, lockdown a channel, lock this channel, nobody can write, nobody can post, stop everyone from writing, no one may write, freeze a channel, freeze the chat, close a channel for writing, shut down a channel, lock except moderators, only moderators may write, mute a channel for everyone, pause a channel, disable writing, silence a channel, lock a voice channel, lock a category, lock a forum",
  channels_unlock:
    "unlock a channel, unlock channel, unlock the channel, unlock, end a lockdown, lift a lockdown, lift the lock, reopen a channel, open a channel for everyone again, everyone may write again, unfreeze a channel, unfreeze the chat, let everyone write again, allow writing again, lockdown over, undo a lock, take back a lock, unlock a voice channel, unlock a category",
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
}

/** Tools for channels, and for threads as channels. */
export const tools = group({ category: "channels", synonyms }, [
  get("channels_list", "/guilds/{guild_id}/channels", {
    description: "List the channels of a guild that the bot can view, without threads.",
    path: { guild_id },
    ...unpaged({
      view: listedChannel,
      body: Schema.Array(Channel),
      items: (channels) => inDisplayOrder(withoutHidden(channels)),
      empty: "The bot can view no channel of this guild; hidden channels may exist."
    }),
    afterwards: hiddenCategoriesNotice
  }),
  ...threadLists,
  get("channels_get", "/channels/{channel_id}", {
    description: "Get one channel or thread by its id.",
    path: { channel_id },
    options: view,
    toResult: resultOf(Channel, (it, input: object) => ({ value: applyView(withoutName(it), channel, input) }))
  }),
  post("channels_create_guild_channel", "/guilds/{guild_id}/channels", {
    description: "Create a channel or category in a guild.",
    example: {
      guild_id: "1248328050278400001",
      name: "staff",
      permission_overwrites: [{ id: "1248328050278400001", type: "role", deny: ["VIEW_CHANNEL"] }]
    },
    path: { guild_id },
    options: {
      ...inputsOf(newChannelFields),
      name: channelFields.name.value,
      kind: optional(enumChoice("Kind; text by default.", channelKinds, ChannelType))
    },
    auditReason: true,
    failures: reasons(
      "channels_full",
      "category_full",
      "channels_too_large",
      "bitrate_too_high",
      "words_not_allowed",
      "tag_name_taken"
    ),
    ...granting(overwriteGrants),
    validate: ({ permission_overwrites }) => overwritesIssues(permission_overwrites, "permission_overwrites"),
    renames: { type: "kind" },
    toBody: (input) => ({ ...channelBody(input), type: channelKinds[input.kind ?? "text"] }),
    toResult: one(createdChannel),
    afterwards: channelNotice,
    preview: newChannelFacts
  }),
  post("channels_create_thread", "/channels/{channel_id}/threads", {
    description:
      "Create a thread without a starter message. From a message use messages_create_thread; for a forum post channels_forum_create_thread.",
    path: { channel_id },
    body: fits<RESTPostAPIChannelThreadsJSONBody>()({ ...newThread, ...privateThread }),
    options: { kind: optional(enumChoice("Kind; public by default.", threadKinds, ChannelType)) },
    auditReason: true,
    failures: reasons(
      "threads_not_here",
      "direct_message_channel",
      "active_threads_full",
      "announcement_threads_full",
      "title_blocked_by_automod",
      "slowmode"
    ),
    renames: { type: "kind" },
    toBody: ({ kind = "public" }) => ({ type: threadKinds[kind] }),
    toResult: one(createdChannel)
  }),
  forumPost,
  post("channels_follow_announcement", "/channels/{channel_id}/followers", {
    description: "Follow an announcement channel: its published messages appear in another channel by a webhook.",
    path: { channel_id: described("The announcement channel.", ChannelId) },
    body: fits<RESTPostAPIChannelFollowersJSONBody>()({
      webhook_channel_id: described("The channel that receives the messages.", ChannelId)
    }),
    auditReason: true,
    failures: reasons("not_an_announcement_channel", "webhooks_full", "guild_webhooks_full"),
    toResult: unchanged(FollowedChannel)
  }),
  post("channels_trigger_typing", "/channels/{channel_id}/typing", {
    title: "Show typing",
    description: "Show the bot as typing in a channel for some seconds, or until it sends.",
    path: { channel_id },
    options: { seconds },
    send: sendTyping,
    repeat: "same",
    failures: reasons("not_a_text_channel", "direct_messages_closed")
  }),
  put("channels_add_group_dm_recipient", "/channels/{channel_id}/recipients/{user_id}", {
    description: "Add a user to a group DM. Requires the user's access token with scope gdm.join.",
    path: { channel_id: described("The group DM.", ChannelId), user_id: described("The user to add.", UserId) },
    body: fits<RESTPutAPIChannelRecipientJSONBody>()({
      access_token: text("The user's OAuth2 access token with scope gdm.join.", { max: Limits.ACCESS_TOKEN_MAX }),
      nick: optional(text("The user's nickname in the group.", { max: Limits.CHANNEL_NAME_MAX }))
    }),
    failures: reasons("unknown_user", "recipients_full", "access_token_not_valid", "access_token_without_scope")
  }),
  modifyChannel,
  patch("channels_modify_positions", "/guilds/{guild_id}/channels", {
    description:
      "Move channels of a guild to other positions or categories. List only the channels that move; shows the order after it.",
    path: { guild_id },
    options: { positions: listOf("The channels to move.", move, 1, Limits.CHANNEL_MOVES_MAX) },
    failures: reasons("unknown_channel", "one_category_change_at_a_time", "category_full"),
    // A channel that takes the permissions of its category loses its own permissions.
    asks: ["replaces", "grants"],
    riskOf: ({ positions }) => (positions.some((it) => it.lock_permissions === true) ? "destructive" : "write"),
    toBody: ({ positions }): Frozen<RESTPatchAPIGuildChannelPositionsJSONBody> => positions,
    send: sendChannelMoves,
    toResult: orderResult,
    afterwards: moveNotice,
    preview: lockFacts
  }),
  moveChannel,
  lockChannel,
  unlockChannel,
  cloneChannel,
  put("channels_modify_permissions", "/channels/{channel_id}/permissions/{overwrite_id}", {
    description:
      "Change the permission overwrite of one role or member in a channel. Permissions in no list stay as they are; inherit resets.",
    example: {
      channel_id: "1248328050278400010",
      overwrite_id: "1248328050278400021",
      type: "role",
      allow: ["VIEW_CHANNEL"],
      deny: ["SEND_MESSAGES"]
    },
    path: { channel_id, overwrite_id: described("The role or user; the guild's own id is @everyone.", OverwriteId) },
    options: {
      type: overwriteType("What overwrite_id is."),
      allow: optional(permissions("Permissions to allow.")),
      deny: optional(permissions("Permissions to deny.")),
      inherit: optional(permissions("Permissions to reset: neither allowed nor denied here."))
    },
    auditReason: true,
    failures: reasons("overwrites_full", "direct_message_channel"),
    ...granting((overwrite: Pick<typeof overwriteFields.Type, "allow"> & { readonly overwrite_id: string }) => [
      { permissions: overwrite.allow, id: () => overwrite.overwrite_id }
    ]),
    asks: ["grants", "weakens"],
    resolveRisk: overwriteRisk,
    validate: (input) => [...atLeastOne("allow", "deny", "inherit")(input), ...allowDenyIssues(input)],
    keeps: keptInOverwrite,
    toBody: ({ allow = [], deny = [], type }): RESTPutAPIChannelPermissionJSONBody => ({
      type: overwriteTypes[type],
      allow: permissionsText(allow),
      deny: permissionsText(deny)
    }),
    afterwards: overwriteNotice,
    preview: bothFacts(overwriteFacts, changedChannelFacts)
  }),
  put("channels_set_voice_status", "/channels/{channel_id}/voice-status", {
    description: "Set or remove the status shown under a voice channel's name.",
    path: { channel_id: described("The voice channel.", ChannelId) },
    body: fits<RESTPutAPIChannelVoiceStatusJSONBody>()({
      status: optional(nullable(text("The status text.", { max: Limits.VOICE_STATUS_MAX })))
    }),
    auditReason: true,
    validate: atLeastOne("status"),
    failures: reasons("not_a_voice_channel")
  }),
  del("channels_delete_permissions", "/channels/{channel_id}/permissions/{overwrite_id}", {
    description: "Remove the permission overwrite of one role or member in a channel, which then inherits.",
    path: { channel_id, overwrite_id: described("The role or user; the guild's own id is @everyone.", OverwriteId) },
    auditReason: true,
    failures: reasons("direct_message_channel"),
    keeps: lostByDeletion,
    afterwards: overwriteNotice,
    preview: bothFacts(overwriteFacts, changedChannelFacts),
    undo: "channels_modify_permissions sets the overwrite again."
  }),
  del("channels_remove_group_dm_recipient", "/channels/{channel_id}/recipients/{user_id}", {
    description: "Remove a user from a group DM.",
    asks: ["removes_people"],
    path: { channel_id: described("The group DM.", ChannelId), user_id: described("The user to remove.", UserId) },
    failures: reasons("unknown_user"),
    undo: "channels_add_group_dm_recipient adds the user again, with the user's access token."
  }),
  del("channels_delete", "/channels/{channel_id}", {
    description: "Delete a channel with all its messages, or a thread, permanently.",
    path: { channel_id },
    auditReason: true,
    failures: reasons("community_channel", "two_factor_required"),
    toResult: one(channel),
    preview: channelFacts
  })
])
