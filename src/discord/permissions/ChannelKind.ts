import { ChannelType } from "discord-api-types/v10"

/** Kinds of channels as far as permissions tell them apart. */
export type ChannelKind = "text" | "voice" | "forum" | "thread"

/** The kind behind Discord's number. A stage is a voice channel here, a media channel a forum. */
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
