import { type APIChannel, type APIThreadMember, ChannelType } from "discord-api-types/v10"
import { channelName, isHidden } from "../parts/hiddenChannels.ts"
import { compact } from "./compact.ts"

/** What an agent needs of a channel: its name, kind and place, and what limits talking in it. */
export const channel = (it: APIChannel) =>
  compact({
    id: it.id,
    name: channelName(it),
    hidden: isHidden(it),
    kind: kindOf(it.type),
    guild_id: "guild_id" in it ? it.guild_id : undefined,
    parent_id: "parent_id" in it ? it.parent_id : undefined,
    position: "position" in it ? it.position : undefined,
    topic: "topic" in it ? it.topic : undefined,
    nsfw: "nsfw" in it ? it.nsfw : undefined,
    slowmode_s: "rate_limit_per_user" in it ? it.rate_limit_per_user || undefined : undefined,
    bitrate: "bitrate" in it ? it.bitrate : undefined,
    user_limit: "user_limit" in it ? it.user_limit || undefined : undefined,
    messages: "message_count" in it ? it.message_count : undefined,
    members: "member_count" in it ? it.member_count : undefined,
    applied_tags: "applied_tags" in it ? it.applied_tags : undefined,
    archived: "thread_metadata" in it ? it.thread_metadata?.archived : undefined,
    locked: "thread_metadata" in it ? it.thread_metadata?.locked : undefined,
    tags: "available_tags" in it ? it.available_tags.map(({ id, name }) => ({ id, name })) : undefined,
    overwrites: "permission_overwrites" in it ? it.permission_overwrites?.length || undefined : undefined,
    archived_at: archivedAt(it),
    last_message_id: "last_message_id" in it ? it.last_message_id : undefined
  })

/** When a thread was put away, for those that are: the time is also that of any other change of it. */
const archivedAt = (it: APIChannel): string | undefined =>
  "thread_metadata" in it && it.thread_metadata?.archived === true ? it.thread_metadata.archive_timestamp : undefined

/** What an agent needs of somebody's place in a thread. */
export const threadMember = (it: APIThreadMember) =>
  compact({
    user_id: it.user_id,
    thread_id: it.id,
    joined: it.join_timestamp,
    name: it.member?.nick ?? it.member?.user?.global_name ?? it.member?.user?.username
  })

/** `GuildText` reads `text`, `PublicThread` reads `public_thread`; the words are those a channel is created with. */
export const kindOf = (type: ChannelType): string =>
  (ChannelType[type] ?? String(type))
    .replace(/^Guild/, "")
    // The enum knows some numbers by two names, and gives the older one.
    .replace(/^News/, "Announcement")
    .replace(/^StageVoice$/, "Stage")
    .replaceAll(/([a-z])([A-Z])/g, "$1_$2")
    .toLowerCase()
