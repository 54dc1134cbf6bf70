/** The fields of each kind of channel, in Discord's reply, in a blueprint, and in the calls that set them. */
import { ChannelFlags, type ChannelType } from "discord-api-types/v10"
import { emojiText } from "../objects/schema/emoji.ts"
import { enumName } from "../objects/schema/enums.ts"
import { channelKinds, layouts, sortOrders, videoQualities } from "../tools/channels/fields.ts"
import type { ChannelEntry } from "./entries.ts"
import type { ChannelState } from "./GuildState.ts"

/** A kind of channel. */
export type Kind = keyof typeof channelKinds

/** How a field of a channel is read from Discord, and sent to it. */
interface ChannelField {
  readonly kinds: ReadonlyArray<Kind>
  /** Returns the value that a blueprint has; `undefined` if Discord gives none. */
  readonly read: (channel: ChannelState) => unknown
  /** The argument of channels_create_guild_channel and channels_modify. An empty text clears it. */
  readonly argument: string
}

const WRITTEN: ReadonlyArray<Kind> = ["text", "announcement", "forum", "media"]
const SPOKEN: ReadonlyArray<Kind> = ["voice", "stage"]
const POSTED: ReadonlyArray<Kind> = ["forum", "media"]

/** Every field but the name, the kind, the overwrites and the tags. Fields without an argument are flags. */
export const channelFields: Readonly<Record<string, ChannelField>> = {
  topic: { kinds: WRITTEN, read: ({ topic }) => topic ?? "", argument: "topic" },
  nsfw: { kinds: [...WRITTEN, ...SPOKEN], read: ({ nsfw }) => nsfw ?? false, argument: "nsfw" },
  slow_mode: {
    kinds: ["text", ...POSTED, ...SPOKEN],
    read: ({ rate_limit_per_user: seconds }) => seconds ?? 0,
    argument: "rate_limit_per_user"
  },
  thread_slow_mode: {
    kinds: WRITTEN,
    read: ({ default_thread_rate_limit_per_user: seconds }) => seconds ?? 0,
    argument: "default_thread_rate_limit_per_user"
  },
  archive_after: {
    kinds: WRITTEN,
    read: ({ default_auto_archive_duration: minutes }) => minutes ?? undefined,
    argument: "default_auto_archive_duration"
  },
  bitrate: { kinds: SPOKEN, read: ({ bitrate }) => bitrate ?? undefined, argument: "bitrate" },
  user_limit: { kinds: SPOKEN, read: ({ user_limit }) => user_limit ?? 0, argument: "user_limit" },
  region: { kinds: SPOKEN, read: ({ rtc_region }) => rtc_region ?? "", argument: "rtc_region" },
  video_quality: {
    kinds: SPOKEN,
    read: ({ video_quality_mode: mode }) => enumName(videoQualities, mode ?? videoQualities.auto),
    argument: "video_quality_mode"
  },
  default_reaction: {
    kinds: POSTED,
    read: ({ default_reaction_emoji: it }) => (it == null ? "" : (emojiText(it.emoji_id, it.emoji_name) ?? "")),
    argument: "default_reaction_emoji"
  },
  sort_order: {
    kinds: POSTED,
    read: ({ default_sort_order: order }) => (order == null ? "none" : enumName(sortOrders, order)),
    argument: "default_sort_order"
  },
  layout: {
    kinds: ["forum"],
    read: ({ default_forum_layout: layout }) => enumName(layouts, layout ?? layouts.not_set),
    argument: "default_forum_layout"
  }
}

/** Fields that are bits of the channel's flags. They are sent together. */
export const flagFields: Readonly<Record<string, FlagField>> = {
  require_tag: { kinds: POSTED, bit: ChannelFlags.RequireTag, argument: "require_tag" },
  hide_downloads: {
    kinds: ["media"],
    bit: ChannelFlags.HideMediaDownloadOptions,
    argument: "hide_media_download_options"
  }
}

/** A bit of a channel's flags, and its name in channels_modify. */
interface FlagField {
  readonly kinds: ReadonlyArray<Kind>
  readonly bit: number
  readonly argument: string
}

const EVERY = ["key", "name", "kind", "overwrites"]

/** Returns the fields that a channel of a kind has. */
export const fieldsOfKind = (kind: Kind): ReadonlySet<string> =>
  new Set([
    ...EVERY,
    ...(kind === "category" ? ["channels"] : []),
    ...(POSTED.includes(kind) ? ["tags"] : []),
    ...Object.entries({ ...channelFields, ...flagFields }).flatMap(([name, { kinds }]) =>
      kinds.includes(kind) ? [name] : []
    )
  ])

/** Returns the kind of a Discord channel type; `undefined` for a type that no blueprint describes. */
export const kindOfType = (type: number): Kind | undefined =>
  (Object.keys(channelKinds) as ReadonlyArray<Kind>).find((kind) => channelKinds[kind] === (type as ChannelType)) // `Object.keys` loses the keys

/** Why a new name is not taken. */
export const NAMELESS = "its name has no character that Discord keeps"

/** Whether a channel of a kind can become one of another: only between text and announcement. */
export const canBecome = (from: Kind | undefined, to: Kind): boolean =>
  from === to || [from, to].every((kind) => kind === "text" || kind === "announcement")

/** Returns the fields of a channel as a blueprint has them, without key, overwrites and channels. */
export const entryFields = (channel: ChannelState, kind: Kind): ChannelEntry =>
  ({
    name: channel.name,
    kind,
    ...Object.fromEntries(
      Object.entries(channelFields).flatMap(([name, { kinds, read }]) => {
        const value = kinds.includes(kind) ? read(channel) : undefined
        return value === undefined ? [] : [[name, value]]
      })
    ),
    ...Object.fromEntries(
      Object.entries(flagFields).flatMap(([name, { bit, kinds }]) =>
        kinds.includes(kind) ? [[name, ((channel.flags ?? 0) & bit) !== 0]] : []
      )
    ),
    ...(POSTED.includes(kind) && {
      tags: (channel.available_tags ?? []).map(({ emoji_id, emoji_name, moderated, name }) => ({
        name,
        moderated: moderated ?? false,
        emoji: emojiText(emoji_id, emoji_name) ?? ""
      }))
    })
  }) as ChannelEntry // the tables have the fields of the schema, which a test compares

/**
 * Returns the name that Discord gives a channel: where people write, without capitals, spaces, and punctuation of ASCII
 * other than hyphens and underscores.
 */
export const discordName = (kind: Kind, name: string): string =>
  kind === "voice" || kind === "stage" || kind === "category"
    ? name.trim()
    : name
        .trim()
        .toLowerCase()
        .replaceAll(/[!-,./:-@[-^`{-~]/g, "")
        .replaceAll(/[\s-]+/g, "-")
