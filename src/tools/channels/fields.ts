/** Input fields and request body of channels. Enums have names instead of Discord's numbers. */
import {
  ChannelType,
  ForumLayoutType,
  type RESTPatchAPIChannelJSONBody,
  SortOrderType,
  VideoQualityMode
} from "discord-api-types/v10"
import { alsoTakes, type Conversion } from "../../objects/schema/alsoTakes.ts"
import { wrapText } from "../../objects/schema/conversions.ts"
import { emoji, forumEmoji, withOneEmoji } from "../../objects/schema/emoji.ts"
import { enumChoice, enumTable, flagChoices, toBits } from "../../objects/schema/enums.ts"
import {
  described,
  flag,
  integer,
  listOf,
  nullable,
  object,
  opaque,
  optional,
  text
} from "../../objects/schema/fields.ts"
import { ChannelId, TagId } from "../../objects/schema/ids.ts"
import * as Limits from "../../objects/schema/limits.ts"
import { type Frozen, fits } from "../dsl/ToolDefinition.ts"
import { overwrites, overwritesBody } from "../permissions/fields.ts"
import { archiveAfter, slowmode } from "../threads/fields.ts"
import { channelFlags } from "./enums.ts"

/** Kinds of channels that a guild can have. */
export const channelKinds = {
  text: ChannelType.GuildText,
  voice: ChannelType.GuildVoice,
  category: ChannelType.GuildCategory,
  announcement: ChannelType.GuildAnnouncement,
  stage: ChannelType.GuildStageVoice,
  forum: ChannelType.GuildForum,
  media: ChannelType.GuildMedia
} as const

export const videoQualities = enumTable(VideoQualityMode)
export const sortOrders = enumTable(SortOrderType)
export const layouts = {
  not_set: ForumLayoutType.NotSet,
  list: ForumLayoutType.ListView,
  gallery: ForumLayoutType.GalleryView
} as const

/** Fields that are sent to Discord unchanged. */
export const channelFields = fits<RESTPatchAPIChannelJSONBody>()({
  topic: optional(nullable(text("Topic, or a forum's guidelines.", { max: Limits.FORUM_TOPIC_MAX, min: 0 }))),
  parent_id: optional(nullable(described("Category id.", ChannelId))),
  position: optional(integer("Position in the list: 0 to 1000.", 0, Limits.CHANNEL_POSITION_MAX)),
  nsfw: optional(flag("Age-restricted.")),
  rate_limit_per_user: optional(slowmode("Slow mode")),
  bitrate: optional(integer("Voice: 8000 to 384000 bits per second.", Limits.BITRATE_MIN, Limits.BITRATE_MAX)),
  user_limit: optional(integer("Voice: up to 10000 users; 0 for no limit.", 0, Limits.USER_LIMIT_MAX)),
  rtc_region: optional(nullable(opaque("Voice: region id.", Limits.REGION_MAX))),
  default_auto_archive_duration: optional(
    archiveAfter("Minutes until new threads are archived: 60, 1440, 4320 or 10080.")
  ),
  default_thread_rate_limit_per_user: optional(slowmode("Slow mode of new threads"))
})

const tag = {
  name: text("Name.", { max: Limits.TAG_NAME_MAX }),
  moderated: optional(flag("Only moderators may apply it.")),
  emoji: optional(emoji("👍 or name:id."))
}

const tags = <A, I>(description: string, item: Parameters<typeof listOf<A, I>>[1]) =>
  optional(listOf(description, item, 0, Limits.TAGS_MAX))

const toTag: Conversion = (value) => withOneEmoji(wrapText("name")(value))

const newTag = object("A tag.", tag).annotations(alsoTakes(toTag))

/** Discord replaces an existing tag with a new one if the id is missing. */
const anyTag = object("A tag.", {
  ...tag,
  id: optional(described("Id of an existing tag.", TagId))
}).annotations(alsoTakes(toTag))

const options = {
  video_quality_mode: optional(enumChoice("Voice: video quality.", videoQualities)),
  default_reaction_emoji: optional(nullable(emoji("Forum: emoji under posts: 👍 or name:id."))),
  default_sort_order: optional(nullable(enumChoice("Forum: order of posts.", sortOrders))),
  default_forum_layout: optional(enumChoice("Forum: layout of posts.", layouts, ForumLayoutType))
}

/** Fields of a new channel that `channelBody` converts to Discord's format. */
export const newChannelOptions = {
  ...options,
  permission_overwrites: optional(described("Permissions of roles and members.", overwrites)),
  available_tags: tags("Forum: its tags.", newTag)
}

/** Fields of a changed channel or thread that `channelBody` converts to Discord's format. */
export const channelOptions = {
  ...options,
  permission_overwrites: optional(overwrites),
  available_tags: tags("Forum: all its tags. Omitted ones are removed.", anyTag),
  flags: optional(flagChoices("Post, forum: all flags; omitted ones are cleared.", channelFlags))
}

/** Converts the options of a channel to Discord's format, without its kind. */
export const channelBody = (input: Options) =>
  ({
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
    flags: input.flags && toBits(channelFlags, input.flags)
  }) satisfies Frozen<RESTPatchAPIChannelJSONBody>

interface Options {
  readonly permission_overwrites?: typeof overwrites.Type
  readonly video_quality_mode?: keyof typeof videoQualities
  readonly default_reaction_emoji?: string | null
  readonly default_sort_order?: keyof typeof sortOrders | null
  readonly default_forum_layout?: keyof typeof layouts
  readonly available_tags?: ReadonlyArray<typeof anyTag.Type>
  readonly flags?: ReadonlyArray<keyof typeof channelFlags>
}
