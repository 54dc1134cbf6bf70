/** What channels and threads can be set to, by words where Discord has numbers. */
import {
  ChannelFlags,
  ChannelType,
  ForumLayoutType,
  type RESTPatchAPIChannelJSONBody,
  SortOrderType,
  VideoQualityMode
} from "discord-api-types/v10"
import type { Schema } from "effect"
import { type Frozen, fits } from "../dsl/fits.ts"
import { overwrites, overwritesBody } from "../permissions/fields.ts"
import { emoji, forumEmoji } from "../shared/emoji.ts"
import { flagsOf, sumOf, wordsOf } from "../shared/enums.ts"
import { brief, choice, described, flag, integer, listOf, nullable, object, optional, text } from "../shared/fields.ts"
import { ChannelId, TagId } from "../shared/ids.ts"
import * as Limits from "../shared/limits.ts"
import { archiveAfter, slowmode } from "../threads/fields.ts"

/** Kinds of channels that can be made in a guild. */
export const channelKinds = {
  text: ChannelType.GuildText,
  voice: ChannelType.GuildVoice,
  category: ChannelType.GuildCategory,
  announcement: ChannelType.GuildAnnouncement,
  stage: ChannelType.GuildStageVoice,
  forum: ChannelType.GuildForum,
  media: ChannelType.GuildMedia
} as const

const videoQualities = { auto: VideoQualityMode.Auto, full: VideoQualityMode.Full } as const
const sortOrders = { latest_activity: SortOrderType.LatestActivity, creation_date: SortOrderType.CreationDate } as const
const layouts = {
  not_set: ForumLayoutType.NotSet,
  list: ForumLayoutType.ListView,
  gallery: ForumLayoutType.GalleryView
} as const

/** Flags of channels and threads that can be set. */
const channelFlags = {
  pinned: ChannelFlags.Pinned,
  require_tag: ChannelFlags.RequireTag,
  hide_media_download_options: ChannelFlags.HideMediaDownloadOptions
} as const

/** Fields of a channel that Discord takes as they are. */
export const channelFields = fits<RESTPatchAPIChannelJSONBody>()({
  topic: optional(text("The topic; a forum's guidelines.", { max: Limits.FORUM_TOPIC_MAX, min: 0 })),
  parent_id: optional(nullable(described("The category of the channel; null for none.", ChannelId))),
  position: optional(integer("Position in the list, from 0.", 0, Limits.CHANNEL_POSITION_MAX)),
  nsfw: optional(flag("Whether the channel is age-restricted.")),
  rate_limit_per_user: optional(slowmode("Slow mode: seconds between two messages of one user.")),
  bitrate: optional(integer("Voice: bits per second.", Limits.BITRATE_MIN, Limits.BITRATE_MAX)),
  user_limit: optional(integer("Voice: how many users may join; 0 for no limit.", 0, Limits.USER_LIMIT_MAX)),
  rtc_region: optional(nullable(text("Voice: the region id; null for automatic.", { max: Limits.REGION_MAX }))),
  default_auto_archive_duration: optional(archiveAfter("Minutes of inactivity until new threads are archived.")),
  default_thread_rate_limit_per_user: optional(slowmode("Slow mode of new threads, in seconds."))
})

const tag = {
  name: text("The tag's name.", { max: Limits.TAG_NAME_MAX }),
  moderated: optional(flag("Whether only moderators may apply it.")),
  emoji: optional(emoji("The emoji shown before it."))
}

const tags = <A, I>(item: Parameters<typeof listOf<A, I>>[1]) =>
  optional(
    brief(
      "Forum: all its tags, [{id?: of an existing tag, name, moderated?, emoji?}]. Omitted tags are removed.",
      listOf("Tags.", item, 0, Limits.TAGS_MAX)
    )
  )

const newTag = object("A tag.", tag)

/** A tag that is there already is named by its id; without one it would be made anew. */
const anyTag = object("A tag.", { ...tag, id: optional(described("The id of an existing tag.", TagId)) })

const words = {
  permission_overwrites: optional(overwrites),
  video_quality_mode: optional(choice("Voice: the quality of video.", ...wordsOf(videoQualities))),
  default_reaction_emoji: optional(nullable(emoji("Forum: the emoji offered under posts; null for none."))),
  default_sort_order: optional(nullable(choice("Forum: how posts are sorted.", ...wordsOf(sortOrders)))),
  default_forum_layout: optional(choice("Forum: how posts are laid out.", ...wordsOf(layouts)))
}

/** Fields of a new channel that `channelBody` puts into Discord's shape. */
export const newChannelWords = { ...words, available_tags: tags(newTag) }

/** The same of a channel or thread that is changed. */
export const channelWords = {
  ...words,
  available_tags: tags(anyTag),
  flags: optional(flagsOf("All flags of a post or forum; omitted flags are cleared.", channelFlags))
}

/** A channel in Discord's shape, without its name and kind. */
export const channelBody = (input: Plain & Words) =>
  ({
    topic: input.topic,
    parent_id: input.parent_id,
    position: input.position,
    nsfw: input.nsfw,
    rate_limit_per_user: input.rate_limit_per_user,
    bitrate: input.bitrate,
    user_limit: input.user_limit,
    rtc_region: input.rtc_region,
    default_auto_archive_duration: input.default_auto_archive_duration,
    default_thread_rate_limit_per_user: input.default_thread_rate_limit_per_user,
    permission_overwrites: input.permission_overwrites && overwritesBody(input.permission_overwrites),
    video_quality_mode: input.video_quality_mode && videoQualities[input.video_quality_mode],
    default_reaction_emoji:
      typeof input.default_reaction_emoji === "string"
        ? forumEmoji(input.default_reaction_emoji)
        : input.default_reaction_emoji,
    default_sort_order: input.default_sort_order && sortOrders[input.default_sort_order],
    default_forum_layout: input.default_forum_layout && layouts[input.default_forum_layout],
    available_tags: input.available_tags?.map(({ emoji, ...rest }) => ({
      ...rest,
      ...(emoji !== undefined && forumEmoji(emoji))
    })),
    flags: input.flags && sumOf(channelFlags, input.flags)
  }) satisfies Frozen<RESTPatchAPIChannelJSONBody>

type Plain = Schema.Struct.Type<typeof channelFields>

interface Words {
  readonly permission_overwrites?: typeof overwrites.Type
  readonly video_quality_mode?: keyof typeof videoQualities
  readonly default_reaction_emoji?: string | null
  readonly default_sort_order?: keyof typeof sortOrders | null
  readonly default_forum_layout?: keyof typeof layouts
  readonly available_tags?: ReadonlyArray<typeof anyTag.Type>
  readonly flags?: ReadonlyArray<keyof typeof channelFlags>
}
