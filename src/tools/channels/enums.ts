import { ChannelFlags } from "discord-api-types/v10"

/** Flags of channels and threads that can be set. */
export const channelFlags = {
  pinned: ChannelFlags.Pinned,
  require_tag: ChannelFlags.RequireTag,
  hide_media_download_options: ChannelFlags.HideMediaDownloadOptions
} as const
