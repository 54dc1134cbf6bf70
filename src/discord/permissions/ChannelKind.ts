import { ChannelType } from "discord-api-types/v10"

/** The kinds of channels that permissions distinguish. */
export type ChannelKind = "text" | "voice" | "forum" | "thread"

/** Returns the kind of a Discord channel type. A stage counts as voice, a media channel as forum. */
export const channelKindOf = (type: number): ChannelKind => {
  switch (type) {
    case ChannelType.AnnouncementThread:
    case ChannelType.PublicThread:
    case ChannelType.PrivateThread:
      return "thread"
    case ChannelType.GuildVoice:
    case ChannelType.GuildStageVoice:
      return "voice"
    case ChannelType.GuildForum:
    case ChannelType.GuildMedia:
      return "forum"
    default:
      return "text"
  }
}
