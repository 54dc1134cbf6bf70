import { type APIOverwrite, type APIThreadMetadata, type APIUser, ChannelType } from "discord-api-types/v10"

/** A channel of any kind; which fields are there depends on `type`, as at Discord. */
export interface Channel {
  readonly id: string
  readonly type: ChannelType
  /** Empty in a direct message, whose answers leave it out. */
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
  readonly available_tags?: ReadonlyArray<unknown>
  readonly applied_tags?: ReadonlyArray<string>
  readonly owner_id?: string
  readonly message_count?: number
  readonly total_message_sent?: number
  readonly member_count?: number
  readonly thread_metadata?: APIThreadMetadata
  readonly recipients?: ReadonlyArray<APIUser>
}

/** Whether a channel is a thread: it lives in another channel and takes its permissions from there. */
export const isThread = (channel: Channel): boolean =>
  channel.type === ChannelType.PublicThread ||
  channel.type === ChannelType.PrivateThread ||
  channel.type === ChannelType.AnnouncementThread

/** Whether it is a direct message, which belongs to no guild. */
export const isDirect = (channel: Channel): boolean => channel.type === ChannelType.DM

/** Whether its posts are threads, and nothing else can be written in it. */
export const isForum = (channel: Channel): boolean =>
  channel.type === ChannelType.GuildForum || channel.type === ChannelType.GuildMedia

/** Whether people can write in it. */
export const holdsMessages = (channel: Channel): boolean =>
  isThread(channel) ||
  isDirect(channel) ||
  channel.type === ChannelType.GuildText ||
  channel.type === ChannelType.GuildAnnouncement ||
  channel.type === ChannelType.GuildVoice ||
  channel.type === ChannelType.GuildStageVoice

/** A channel as Discord answers it: a direct message has no name and no guild. */
export const toApiChannel = (channel: Channel): object => {
  if (!isDirect(channel)) return channel
  const { flags, id, last_message_id, recipients, type } = channel
  return { id, type, flags, last_message_id, recipients }
}
