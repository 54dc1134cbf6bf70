/** The settings of channels and threads. */
import {
  ChannelFlags,
  ChannelType,
  ForumLayoutType,
  type RESTPatchAPIChannelJSONBody,
  SortOrderType,
  ThreadAutoArchiveDuration,
  VideoQualityMode
} from "discord-api-types/v10"
import { Schema } from "effect"
import { bodyOf, enumField, field, flagsField, inputsOf } from "./fields.ts"
import type { Frozen } from "./fits.ts"
import { overwritesField } from "./overwrite.ts"
import { alsoTakes, type Conversion } from "./schema/alsoTakes.ts"
import { wrapText } from "./schema/conversions.ts"
import { emoji, emojiFields, emojiText, forumEmoji, withOneEmoji } from "./schema/emoji.ts"
import { enumTable } from "./schema/enums.ts"
import { choice, described, flag, integer, listOf, object, opaque, optional, setOf, text } from "./schema/fields.ts"
import { ChannelId, TagId } from "./schema/ids.ts"
import { inUnit } from "./schema/lengthOfTime.ts"
import * as Limits from "./schema/limits.ts"
import { Id, nullish, whole } from "./schema/reply.ts"

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

/** A kind of channel that a guild can have. */
export type ChannelKind = keyof typeof channelKinds

const WRITTEN: ReadonlyArray<ChannelKind> = ["text", "announcement", "forum", "media"]
const SPOKEN: ReadonlyArray<ChannelKind> = ["voice", "stage"]
const POSTED: ReadonlyArray<ChannelKind> = ["forum", "media"]

/** Flags of channels and threads that can be set. */
export const channelFlags = {
  pinned: ChannelFlags.Pinned,
  require_tag: ChannelFlags.RequireTag,
  hide_media_download_options: ChannelFlags.HideMediaDownloadOptions
} as const

const layouts = {
  not_set: ForumLayoutType.NotSet,
  list: ForumLayoutType.ListView,
  gallery: ForumLayoutType.GalleryView
} as const

/** Makes the value of a slow mode, in seconds. */
export const slowmode = (what: string) =>
  integer(`${what}: 0 to ${Limits.SLOWMODE_MAX_S} seconds.`, 0, Limits.SLOWMODE_MAX_S).annotations(inUnit("seconds"))

/** Makes the value of the time until a thread is archived, in minutes. */
export const archiveAfter = (description: string) =>
  choice(
    description,
    ThreadAutoArchiveDuration.OneHour,
    ThreadAutoArchiveDuration.OneDay,
    ThreadAutoArchiveDuration.ThreeDays,
    ThreadAutoArchiveDuration.OneWeek
  ).annotations(inUnit("minutes"))

const tag = {
  name: text("Name.", { max: Limits.TAG_NAME_MAX }),
  moderated: optional(flag("Only moderators may apply it.")),
  emoji: optional(emoji("👍 or name:id."))
}

const toTag: Conversion = (value) => withOneEmoji(wrapText("name")(value))

/** Discord replaces an existing tag with a new one if the id is missing. */
const Tag = object("A tag.", { ...tag, id: optional(described("Id of an existing tag.", TagId)) }).annotations(
  alsoTakes(toTag)
)

const Tags = whole(Schema.Struct({ id: Id, name: Schema.String, moderated: nullish(Schema.Boolean), ...emojiFields }))

const shownTag = ({ emoji_id, emoji_name, id, moderated, name }: (typeof Tags.Type)[number]) => {
  const shown = emojiText(emoji_id, emoji_name)
  return { id, name, ...(moderated === true && { moderated }), ...(shown !== undefined && { emoji: shown }) }
}

/** The settings of a channel. */
export const channelFields = {
  name: field({ value: text("Name.", { max: Limits.CHANNEL_NAME_MAX }), reply: Schema.String, harmless: true }),
  topic: field({
    value: text("Topic, or a forum's guidelines.", { max: Limits.FORUM_TOPIC_MAX, min: 0 }),
    reply: Schema.String,
    unset: null,
    kinds: WRITTEN,
    harmless: true
  }),
  parent_id: field({ value: described("Category id.", ChannelId), reply: Id, unset: null }),
  position: field({
    value: integer("Position in the list: 0 to 1000.", 0, Limits.CHANNEL_POSITION_MAX),
    reply: Schema.Number,
    harmless: true
  }),
  nsfw: field({ value: flag("Age-restricted."), reply: Schema.Boolean, unset: false, kinds: [...WRITTEN, ...SPOKEN] }),
  rate_limit_per_user: field({
    value: slowmode("Slow mode"),
    reply: Schema.Number,
    unset: 0,
    kinds: ["text", ...POSTED, ...SPOKEN],
    harmless: true
  }),
  bitrate: field({
    value: integer("Voice: 8000 to 384000 bits per second.", Limits.BITRATE_MIN, Limits.BITRATE_MAX),
    reply: Schema.Number,
    kinds: SPOKEN,
    harmless: true
  }),
  user_limit: field({
    value: integer("Voice: up to 10000 users; 0 for no limit.", 0, Limits.USER_LIMIT_MAX),
    reply: Schema.Number,
    unset: 0,
    kinds: SPOKEN,
    harmless: true
  }),
  rtc_region: field({
    value: opaque("Voice: region id.", Limits.REGION_MAX),
    reply: Schema.String,
    unset: null,
    kinds: SPOKEN,
    harmless: true,
    notInTemplates: true
  }),
  default_auto_archive_duration: field({
    value: archiveAfter("Minutes until new threads are archived: 60, 1440, 4320 or 10080."),
    reply: Schema.Number,
    kinds: WRITTEN,
    harmless: true
  }),
  default_thread_rate_limit_per_user: field({
    value: slowmode("Slow mode of new threads"),
    reply: Schema.Number,
    unset: 0,
    kinds: WRITTEN,
    harmless: true
  }),
  video_quality_mode: enumField("Voice: video quality.", enumTable(VideoQualityMode), {
    unset: VideoQualityMode.Auto,
    kinds: SPOKEN,
    harmless: true,
    notInTemplates: true
  }),
  default_reaction_emoji: field({
    value: emoji("Forum: emoji under posts: 👍 or name:id."),
    reply: Schema.Struct(emojiFields),
    show: ({ emoji_id, emoji_name }) => emojiText(emoji_id, emoji_name),
    toDiscord: forumEmoji,
    unset: null,
    kinds: POSTED,
    harmless: true
  }),
  default_sort_order: enumField("Forum: order of posts.", enumTable(SortOrderType), {
    unset: null,
    kinds: POSTED,
    harmless: true
  }),
  default_forum_layout: enumField(
    "Forum: layout of posts.",
    layouts,
    { unset: ForumLayoutType.NotSet, kinds: ["forum"], harmless: true },
    ForumLayoutType
  ),
  default_tag_setting: field({
    value: choice("Forum: a search for tags finds posts with all of them, or with some.", "match_all", "match_some"),
    reply: Schema.Literal("match_all", "match_some"),
    unset: null,
    kinds: POSTED,
    harmless: true
  }),
  available_tags: field({
    value: listOf("Forum: all its tags. Omitted ones are removed.", Tag, 0, Limits.TAGS_MAX),
    reply: Tags,
    show: (tags) => tags.map(shownTag),
    toDiscord: (tags) => tags.map(({ emoji, ...rest }) => ({ ...rest, ...(emoji !== undefined && forumEmoji(emoji)) })),
    unset: [],
    kinds: POSTED,
    harmless: "access"
  }),
  flags: flagsField("Post, forum: all flags; omitted ones are cleared.", channelFlags, {
    unset: 0,
    kinds: POSTED,
    notInTemplates: true
  }),
  permission_overwrites: overwritesField
} as const

const { flags: _, ...settings } = channelFields

/** The settings that a new channel takes. Its tags have no id yet. */
export const newChannelFields = {
  ...settings,
  available_tags: {
    ...channelFields.available_tags,
    value: listOf("Forum: its tags.", object("A tag.", tag).annotations(alsoTakes(toTag)), 0, Limits.TAGS_MAX),
    show: (tags: typeof Tags.Type) => tags.map(shownTag).map(({ id: _, ...tag }) => tag)
  }
}

/** The settings of a thread that it has in `thread_metadata`. */
export const threadMetadata = {
  archived: field({ value: flag("Thread: archived."), reply: Schema.Boolean, unset: false }),
  locked: field({ value: flag("Thread: only moderators may unarchive it."), reply: Schema.Boolean, unset: false }),
  invitable: field({
    value: flag("Private thread: members may add others."),
    reply: Schema.Boolean,
    unset: true,
    harmless: "access"
  }),
  auto_archive_duration: field({
    value: archiveAfter("Thread: minutes until archived: 60, 1440, 4320 or 10080."),
    reply: Schema.Number,
    harmless: true
  })
}

/** The settings that only a thread has. */
export const threadFields = {
  ...threadMetadata,
  applied_tags: field({
    value: setOf("Post: ids of all its tags.", described("A tag.", TagId), 0, Limits.APPLIED_TAGS_MAX),
    reply: Schema.Array(Schema.String),
    unset: [],
    harmless: "access"
  })
}

/** The fields of every new thread. */
export const newThread = {
  name: channelFields.name.value,
  ...inputsOf({
    auto_archive_duration: threadMetadata.auto_archive_duration,
    rate_limit_per_user: channelFields.rate_limit_per_user
  })
}

/** Fields of Discord's that the compact view leaves out, each with its reason. `view: "full"` has them. */
export const leftOut = {
  last_pin_timestamp: "messages_list_pins has the time of each pin.",
  permissions: "Discord computes it for a user who sent an interaction.",
  total_message_sent: "It also counts deleted messages.",
  member: "The bot's own membership of a thread.",
  icon: "The picture of a group of people.",
  managed: "Belongs to a group that an application manages.",
  application_id: "Belongs to a group that an application manages.",
  "thread_metadata.create_timestamp": "The id of the thread has the time."
} as const

/** The field that only a new private thread has. */
export const privateThread = inputsOf({ invitable: threadMetadata.invitable })

/** The settings that threads have as channels have them. */
export const SHARED_FIELDS = ["name", "rate_limit_per_user", "flags"] as const

/** Makes Discord's form of the settings of a channel or thread. */
export const channelBody = (input: object) =>
  bodyOf({ ...channelFields, ...threadFields }, input) satisfies Frozen<RESTPatchAPIChannelJSONBody>
