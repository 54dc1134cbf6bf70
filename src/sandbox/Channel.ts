import {
  type APIGuildForumTag,
  type APIOverwrite,
  type APIThreadMetadata,
  type APIUser,
  ChannelType
} from "discord-api-types/v10"

/** A channel, thread or direct message. Its fields depend on `type`, as in Discord. */
export interface Channel {
  readonly id: string
  readonly type: ChannelType
  /** Empty for a direct message. Responses omit an empty one. */
  readonly guild_id: string
  readonly name: string
  readonly position?: number
  readonly parent_id: string | null
  readonly permission_overwrites?: ReadonlyArray<APIOverwrite>
  readonly flags: number
  readonly topic?: string | null
  readonly nsfw?: boolean
  readonly rate_limit_per_user?: number
  readonly last_message_id?: string | null
  readonly last_pin_timestamp?: string | null
  readonly default_auto_archive_duration?: number
  readonly bitrate?: number
  readonly user_limit?: number
  readonly rtc_region?: string | null
  readonly available_tags?: ReadonlyArray<APIGuildForumTag>
  readonly applied_tags?: ReadonlyArray<string>
  readonly owner_id?: string
  readonly message_count?: number
  readonly total_message_sent?: number
  readonly member_count?: number
  readonly thread_metadata?: APIThreadMetadata
  readonly recipients?: ReadonlyArray<APIUser>
}

/** Returns whether a channel is a thread. A thread has the permissions of its parent. */
export const isThread = (channel: Channel): boolean =>
  channel.type === ChannelType.PublicThread ||
  channel.type === ChannelType.PrivateThread ||
  channel.type === ChannelType.AnnouncementThread

/** Returns whether a channel is a direct message. It belongs to no guild. */
export const isDirect = (channel: Channel): boolean => channel.type === ChannelType.DM

/** Returns whether a channel holds only threads: its posts. */
export const isForum = (channel: Channel): boolean =>
  channel.type === ChannelType.GuildForum || channel.type === ChannelType.GuildMedia

/** Returns whether a channel can hold messages. */
export const holdsMessages = (channel: Channel): boolean =>
  isThread(channel) ||
  isDirect(channel) ||
  channel.type === ChannelType.GuildText ||
  channel.type === ChannelType.GuildAnnouncement ||
  channel.type === ChannelType.GuildVoice ||
  channel.type === ChannelType.GuildStageVoice

/** Returns a channel as Discord sends it. A direct message has no name and no guild. */
export const toApiChannel = (channel: Channel): object => {
  if (!isDirect(channel)) return channel
  const { flags, id, last_message_id, recipients, type } = channel
  return { id, type, flags, last_message_id, recipients }
}
