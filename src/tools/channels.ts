import { type APIChannel, ChannelType, type RESTPostAPIGuildChannelJSONBody } from "discord-api-types/v10"
import { group } from "./define.ts"
import { choice, described, flag, integer, optional, text } from "./fields.ts"
import { fits } from "./fits.ts"
import { ChannelId, GuildId } from "./Ids.ts"
import * as Limits from "./Limits.ts"
import { whole } from "./paging.ts"
import { del, get, post } from "./row.ts"
import { one, view } from "./view.ts"
import { channel } from "./views/Channel.ts"

const guild_id = described("The guild (server).", GuildId)
const channel_id = described("The channel or thread.", ChannelId)

/** Kinds of channels that can be made in a guild, by the words agents use. */
const kinds = {
  text: ChannelType.GuildText,
  voice: ChannelType.GuildVoice,
  category: ChannelType.GuildCategory,
  announcement: ChannelType.GuildAnnouncement,
  stage: ChannelType.GuildStageVoice,
  forum: ChannelType.GuildForum,
  media: ChannelType.GuildMedia
} as const

/** Channels of a guild, and threads as far as they are channels. */
export const channels = group("channels", [
  get("channels_list", "/guilds/{guild_id}/channels", {
    description: "List all channels of a guild, categories and voice channels included. Threads are not among them.",
    path: { guild_id },
    ...whole<APIChannel>({ view: channel, empty: "This guild shows the bot no channels." })
  }),
  get("channels_get", "/channels/{channel_id}", {
    description: "Get one channel or thread by its id.",
    path: { channel_id },
    local: view,
    needs: ["VIEW_CHANNEL"],
    result: one(channel)
  }),
  post("channels_create_guild_channel", "/guilds/{guild_id}/channels", {
    description: "Create a channel in a guild: text, voice, category, announcement, stage, forum or media.",
    path: { guild_id },
    body: fits<RESTPostAPIGuildChannelJSONBody>()({
      name: text("The name.", { max: Limits.CHANNEL_NAME_MAX }),
      topic: optional(text("The topic.", { max: Limits.CHANNEL_TOPIC_MAX, min: 0 })),
      parent_id: optional(described("The category to put it in.", ChannelId)),
      position: optional(integer("The place in the list, from 0.", 0, 1000)),
      nsfw: optional(flag("Whether it is age-restricted.")),
      rate_limit_per_user: optional(
        integer("Slow mode: seconds between two messages of one person.", 0, Limits.SLOWMODE_MAX_S)
      )
    }),
    local: {
      kind: optional(
        choice(
          "The kind of channel; text by default.",
          "text",
          "voice",
          "category",
          "announcement",
          "stage",
          "forum",
          "media"
        )
      )
    },
    reason: true,
    needs: ["MANAGE_CHANNELS"],
    renames: { type: "kind" },
    send: ({ kind = "text", name, nsfw, parent_id, position, rate_limit_per_user, topic }) => ({
      name,
      type: kinds[kind],
      topic,
      parent_id,
      position,
      nsfw,
      rate_limit_per_user
    }),
    result: one(channel)
  }),
  del("channels_delete", "/channels/{channel_id}", {
    description: "Delete a channel with all its messages, or a thread, for good.",
    path: { channel_id },
    reason: true,
    needs: ["VIEW_CHANNEL", "MANAGE_CHANNELS"],
    result: one(channel)
  })
])
