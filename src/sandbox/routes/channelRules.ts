/** Bodies of channels, and what Discord checks in them: by the type of the channel, and against its guild. */
import {
  type APIGuild,
  type APIGuildForumTag,
  type APIOverwrite,
  ChannelType,
  GuildFeature,
  GuildPremiumTier
} from "discord-api-types/v10"
import { Effect, Record, Struct } from "effect"
import { channelFields, channelKinds, type SHARED_FIELDS, type threadFields } from "../../objects/channel.ts"
import { type DiscordForm, ofKind, unsetOf } from "../../objects/fields.ts"
import { decodeDescribed } from "../describedBody.ts"
import {
  duplicateTags,
  invalidEmoji,
  invalidForm,
  notACommunityChannel,
  type Problem,
  type Refusal,
  stageBitrate,
  unknownEmoji,
  wrongChannelType
} from "../discordError.ts"
import { isForum } from "../find.ts"
import type { Channel, SandboxState } from "../State.ts"

/** Maximum number of channels in a category. */
const MAX_IN_CATEGORY = 50

const { GuildAnnouncement, GuildCategory, GuildForum, GuildMedia, GuildStageVoice, GuildText, GuildVoice } = ChannelType
const FORUMS = [GuildForum, GuildMedia]
const VOICES = [GuildVoice, GuildStageVoice]

/** The settings of a channel in a body, as Discord stores them. */
export type Settings = Partial<Pick<Channel, keyof typeof channelFields>>

const decodeSettings = <Body extends Settings>(name: string) => {
  const decode = decodeDescribed<Body>(name, channelFields)
  return (body: unknown) =>
    Effect.map(decode(body), ({ permission_overwrites: overwrites, ...settings }) => ({
      ...settings,
      ...(overwrites && { permission_overwrites: overwrites.map(withBoth) })
    }))
}

/** An overwrite without one of its sets has it empty. */
const withBoth = ({ allow, deny, ...overwrite }: APIOverwrite): APIOverwrite => ({
  ...overwrite,
  allow: allow ?? "0",
  deny: deny ?? "0"
})

/** Decodes the body of a new channel. It has no flags (Discord docs, create guild channel). */
export const decodeNewChannel = decodeSettings<Settings & { readonly name: string; readonly type?: ChannelType }>(
  "CreateGuildChannelRequest"
)

/** Decodes the body of a channel update. */
export const decodeChannelPatch = decodeSettings<Settings & { readonly type?: ChannelType }>(
  "UpdateGuildChannelRequestPartial"
)

/** Decodes the body of a thread update. */
export const decodeThreadPatch = decodeSettings<
  DiscordForm<typeof threadFields> & Pick<Settings, (typeof SHARED_FIELDS)[number]>
>("UpdateThreadRequestPartial")

/** Fields that a new channel does not have until somebody sets them. */
const LATER = ["video_quality_mode", "default_thread_rate_limit_per_user"] as const

const kindOf = (type: ChannelType): string | undefined =>
  Object.entries(channelKinds).find(([, number]) => number === type)?.[0]

/** Returns the settings that a channel of this type has (Discord docs, modify channel). Discord ignores the others. */
const applicable = (type: ChannelType, form: Settings): Settings => {
  const names: ReadonlyArray<string> = ofKind(channelFields, kindOf(type) ?? "")
  return Record.filter<string, unknown>({ ...form }, (_, name) => names.includes(name))
}

/** The settings of a new channel, if its body omits them. */
const defaults: Settings = {
  ...Struct.omit(unsetOf(channelFields), "permission_overwrites", "available_tags", ...LATER),
  available_tags: [],
  bitrate: 64_000
}

/** Returns the settings of a channel as Discord stores them. A tag without an id is new, and gets one. */
export const storedSettings = (state: SandboxState, type: ChannelType, form: Settings, isNew: boolean) => {
  const {
    available_tags,
    default_reaction_emoji: reaction,
    ...kept
  } = applicable(type, { ...(isNew && defaults), ...form })
  return {
    ...kept,
    ...(reaction !== undefined && {
      default_reaction_emoji: reaction && { emoji_id: null, emoji_name: null, ...reaction }
    }),
    ...(available_tags !== undefined && {
      available_tags: available_tags.map(
        ({ emoji_id = null, emoji_name = null, id, moderated, name }): APIGuildForumTag => ({
          id: id ?? state.nextId(),
          name,
          moderated: moderated ?? false,
          emoji_id,
          emoji_name
        })
      )
    })
  }
}

/** Returns whether names of channels of this type have no capitals, spaces or punctuation. */
const isSlug = (type: ChannelType): boolean =>
  type === GuildText || type === GuildAnnouncement || FORUMS.some((forum) => forum === type)

/**
 * Returns the name that Discord gives a channel. In text channels and forums, letters become small, and each run of
 * spaces and hyphens becomes one hyphen. Punctuation of ASCII is removed, except hyphens and underscores. All other
 * characters stay.
 */
export const channelName = (type: ChannelType, name: string): string =>
  isSlug(type)
    ? name
        .trim()
        .toLowerCase()
        .replace(/[!-,./:-@[-^`{-~]/g, "")
        .replace(/[\s-]+/g, "-")
    : name.trim()

/** Fails unless a guild can have a channel of this type and name with these settings. */
export const checkChannel = Effect.fnUntraced(function* (
  guild: APIGuild,
  type: ChannelType,
  name: string,
  form: Settings
): Effect.fn.Return<void, Refusal> {
  const { available_tags = [], bitrate, default_reaction_emoji, topic, user_limit } = applicable(type, form)
  const maxTopic = isForum({ type }) ? 4096 : 1024
  const maxBitrate = guild.features.includes(GuildFeature.VIPRegions) ? 384_000 : MAX_BITRATE[guild.premium_tier]
  const maxUsers = type === GuildStageVoice ? 10_000 : 99
  const atMost = (field: string, value: number | undefined, max: number): ReadonlyArray<Problem> =>
    value === undefined || value <= max
      ? []
      : [{ path: [field], code: "NUMBER_TYPE_MAX", message: `int value should be less than or equal to ${max}.` }]
  const problems: ReadonlyArray<Problem> = [
    ...([...(topic ?? "")].length <= maxTopic
      ? []
      : [{ path: ["topic"], code: "BASE_TYPE_MAX_LENGTH", message: `Must be ${maxTopic} or fewer in length.` }]),
    ...(channelName(type, name) === ""
      ? [{ path: ["name"], code: "BASE_TYPE_BAD_LENGTH", message: "Must be between 1 and 100 in length." }]
      : []),
    ...atMost("bitrate", bitrate, maxBitrate),
    ...atMost("user_limit", user_limit, maxUsers)
  ]
  if (problems.length > 0) return yield* invalidForm(problems)
  if (type === GuildStageVoice && (bitrate ?? 0) > 64_000) return yield* stageBitrate
  if (new Set(available_tags.map(({ name }) => name)).size < available_tags.length) return yield* duplicateTags
  const emojis = [...available_tags, ...(default_reaction_emoji ? [default_reaction_emoji] : [])]
  if (emojis.some(({ emoji_id, emoji_name }) => emoji_id && emoji_name)) return yield* invalidEmoji
  if (default_reaction_emoji && !default_reaction_emoji.emoji_id && !default_reaction_emoji.emoji_name)
    return yield* invalidEmoji
  const known = new Set(guild.emojis.map(({ id }) => id))
  if (emojis.some(({ emoji_id }) => emoji_id && !known.has(emoji_id))) return yield* unknownEmoji
})

/** In bits per second. */
const MAX_BITRATE: Readonly<Record<GuildPremiumTier, number>> = {
  [GuildPremiumTier.None]: 96_000,
  [GuildPremiumTier.Tier1]: 128_000,
  [GuildPremiumTier.Tier2]: 256_000,
  [GuildPremiumTier.Tier3]: 384_000
}

/** Fails unless a guild can have channels of this type: some types need a feature of the guild. */
export const checkType = ({ features }: APIGuild, type: ChannelType): Effect.Effect<void, Refusal> => {
  const allowed = CREATABLE.filter(([, feature]) => feature === undefined || features.includes(feature))
  // A forum is refused in another way than the types that the field cannot have.
  return FORUMS.some((forum) => forum === type) && !features.includes(GuildFeature.Community)
    ? wrongChannelType
    : oneOfTypes(
        type,
        allowed.map(([creatable]) => creatable)
      )
}

const CREATABLE: ReadonlyArray<readonly [type: ChannelType, needs?: GuildFeature]> = [
  [GuildText],
  [GuildVoice],
  [GuildCategory],
  [GuildAnnouncement, GuildFeature.News],
  [GuildStageVoice, GuildFeature.Community],
  [GuildForum],
  [GuildMedia]
]

/**
 * Fails unless Discord can convert a channel: only between text and announcement, with the feature NEWS. The channels that
 * Community needs stay text channels.
 */
export const checkConversion = (
  guild: APIGuild,
  { id, type: from }: Pick<Channel, "id" | "type">,
  to: number
): Effect.Effect<void, Refusal> => {
  if (to === from) return Effect.void
  if ([guild.rules_channel_id, guild.public_updates_channel_id].includes(id)) return notACommunityChannel
  if (from !== GuildText && from !== GuildAnnouncement) return wrongChannelType
  return oneOfTypes(to, guild.features.includes(GuildFeature.News) ? [GuildText, GuildAnnouncement] : [from])
}

const oneOfTypes = (type: number, allowed: ReadonlyArray<number>): Effect.Effect<void, Refusal> =>
  allowed.includes(type)
    ? Effect.void
    : invalidForm([
        { path: ["type"], code: "BASE_TYPE_CHOICES", message: `Value must be one of {${allowed.join(", ")}}.` }
      ])

/** Fails with 50035 if a channel cannot be in the category: it does not exist in this guild, or is full. */
export const checkParent = (
  state: SandboxState,
  guildId: string,
  parentId: string | null | undefined,
  child: { readonly id?: string; readonly type: ChannelType },
  path: ReadonlyArray<PropertyKey> = ["parent_id"]
): Effect.Effect<void, Refusal> => {
  if (parentId === undefined || parentId === null) return Effect.void
  const parent = state.channels.get(parentId)
  const isCategory = parent?.guild_id === guildId && parent.type === GuildCategory
  if (!isCategory || child.type === GuildCategory)
    return invalidForm([{ path, code: "CHANNEL_PARENT_INVALID", message: "Category does not exist" }])
  const others = state.channelsOf(guildId).filter(({ id, parent_id }) => parent_id === parentId && id !== child.id)
  return others.length < MAX_IN_CATEGORY
    ? Effect.void
    : invalidForm([
        {
          path,
          code: "CHANNEL_PARENT_MAX_CHANNELS",
          message: `Maximum number of channels in category reached (${MAX_IN_CATEGORY})`
        }
      ])
}

/** Returns the default position of a new channel: after all channels that Discord sorts together with it. */
export const nextPosition = (state: SandboxState, guildId: string, type: ChannelType): number =>
  Math.max(
    -1,
    ...state
      .channelsOf(guildId)
      .filter((it) => sortGroup(it.type) === sortGroup(type))
      .map(({ position = 0 }) => position)
  ) + 1

/** Discord lists channels for text before voice channels. Categories have a separate order. */
const sortGroup = (type: ChannelType): string =>
  type === GuildCategory ? "category" : VOICES.some((voice) => voice === type) ? "voice" : "text"
