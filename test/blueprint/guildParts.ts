/** The parts of random guilds: what Discord allows for each, with references to the other parts. */
import {
  AutoModerationActionType,
  AutoModerationRuleTriggerType,
  ChannelFlags,
  ChannelType,
  OverwriteType
} from "discord-api-types/v10"
import { FastCheck as fc } from "effect"
import type { ChannelState, RuleState } from "../../src/blueprint/GuildState.ts"
import { permissionBits } from "../../src/errors/PermissionName.ts"
import { name, wordName } from "./names.ts"

const plainBits = Object.entries(permissionBits).flatMap(([name, bit]) => (name === "ADMINISTRATOR" ? [] : [bit]))

/** Permissions, some of them without a name. */
export const bits: fc.Arbitrary<bigint> = fc
  .tuple(fc.subarray(plainBits, { maxLength: 6 }), fc.constantFrom(0n, 0n, 0n, 0n, 0n, 0n, 0n, 1n << 47n))
  .map(([some, unnamed]) => some.reduce((sum, bit) => sum | bit, unnamed))

const kinds = [
  ChannelType.GuildText,
  ChannelType.GuildText,
  ChannelType.GuildVoice,
  ChannelType.GuildAnnouncement,
  ChannelType.GuildForum,
  ChannelType.GuildStageVoice,
  ChannelType.GuildMedia
]

const color = fc.integer({ min: 0, max: 0xffffff })
export const maybe = <A>(value: fc.Arbitrary<A>) => fc.option(value, { nil: null })
const optionalText = fc.oneof(fc.constant(null), name)

/** Roles without ids and positions. */
export const roleFields = (names: fc.Arbitrary<string>) =>
  fc.record({
    name: names,
    permissions: bits.map(String),
    colors: fc.oneof(
      fc.record({
        primary_color: color,
        secondary_color: fc.oneof(fc.constant(null), color),
        tertiary_color: fc.constant(null)
      }),
      // The only one with three colours.
      fc.constant({ primary_color: 11127295, secondary_color: 16759788, tertiary_color: 16761760 })
    ),
    hoist: fc.boolean(),
    mentionable: fc.boolean(),
    unicode_emoji: fc.constantFrom(null, "🌊", "🇮🇸"),
    managed: fc.constantFrom(false, false, false, false, true)
  })

/** The ids that parts of a guild refer to. */
export interface Ids {
  readonly roles: ReadonlyArray<string>
  readonly channels: ReadonlyArray<ChannelState>
  readonly emojis: ReadonlyArray<string>
}

export const some = (ids: ReadonlyArray<string>, maxLength = 3) =>
  fc.shuffledSubarray([...ids], { maxLength: Math.min(maxLength, ids.length) })
export const oneOrNone = (ids: ReadonlyArray<string>) => fc.constantFrom(null, ...ids)
export const idsOfType = ({ channels }: Pick<Ids, "channels">, ...types: ReadonlyArray<ChannelType>) =>
  channels.flatMap(({ id, type }) => (types.some((one) => one === type) ? [id] : []))

/** The emoji of a tag, a welcome channel or an option: none, a character, or one of the guild. */
const emojiIn = (emojis: ReadonlyArray<string>) =>
  fc.constantFrom(
    { emoji_id: null, emoji_name: null },
    { emoji_id: null, emoji_name: "🌊" },
    { emoji_id: null, emoji_name: "👩‍👩‍👧" },
    ...emojis.map((emoji_id) => ({ emoji_id, emoji_name: null }))
  )

export const overwritesFor = (roles: ReadonlyArray<string>, member: string) =>
  fc.tuple(some(roles), fc.boolean()).chain(([ids, ofMember]) =>
    fc.tuple(
      ...[...ids, ...(ofMember ? [member] : [])].map((id) =>
        fc.tuple(bits, bits).map(([allow, deny]) => ({
          id,
          type: id === member ? OverwriteType.Member : OverwriteType.Role,
          allow: String(allow),
          deny: String(deny & ~allow)
        }))
      )
    )
  )

/** All fields of all kinds of channels. Each kind keeps its own. */
export const channelFields = (names: fc.Arbitrary<string>, emojis: ReadonlyArray<string>) => {
  const emoji = emojiIn(emojis)
  return fc.record({
    type: fc.constantFrom(...kinds),
    name: names,
    parent: fc.integer({ min: -1, max: 2 }),
    position: fc.nat(20),
    topic: optionalText,
    nsfw: fc.boolean(),
    rate_limit_per_user: fc.constantFrom(0, 5, 60),
    default_thread_rate_limit_per_user: fc.constantFrom(0, 10),
    default_auto_archive_duration: fc.constantFrom(60, 1440, 4320),
    bitrate: fc.constantFrom(64_000, 32_000),
    user_limit: fc.integer({ min: 0, max: 99 }),
    rtc_region: fc.constantFrom(null, "rotterdam", "japan"),
    video_quality_mode: fc.constantFrom(1, 2),
    default_reaction_emoji: emoji.map((it) => (it.emoji_id === null && it.emoji_name === null ? null : it)),
    default_sort_order: fc.constantFrom(null, 0, 1),
    default_forum_layout: fc.constantFrom(0, 1, 2),
    isTagRequired: fc.boolean(),
    hidesDownloads: fc.boolean(),
    tags: fc.uniqueArray(
      fc.record({ name: fc.constantFrom("question", "no", "{{x}}"), moderated: fc.boolean(), emoji }),
      { maxLength: 3, selector: (tag) => tag.name }
    )
  })
}

type ChannelFields = ReturnType<typeof channelFields> extends fc.Arbitrary<infer Fields> ? Fields : never

const written = (it: ChannelFields) => ({
  topic: it.topic,
  default_thread_rate_limit_per_user: it.default_thread_rate_limit_per_user,
  default_auto_archive_duration: it.default_auto_archive_duration
})
const spoken = (it: ChannelFields) => ({
  bitrate: it.bitrate,
  user_limit: it.user_limit,
  rtc_region: it.rtc_region,
  video_quality_mode: it.video_quality_mode
})

/** Returns the fields that a channel of a kind has. */
export const fieldsOf = (it: ChannelFields, tagId: (at: number) => string): Omit<ChannelState, "id" | "parent_id"> => {
  const { name, nsfw, position, rate_limit_per_user, type } = it
  const common = { name, type, position, nsfw, flags: 0 }
  switch (type) {
    case ChannelType.GuildVoice:
    case ChannelType.GuildStageVoice:
      return { ...common, rate_limit_per_user, ...spoken(it) }
    case ChannelType.GuildForum:
    case ChannelType.GuildMedia:
      return {
        ...common,
        rate_limit_per_user,
        ...written(it),
        default_reaction_emoji: it.default_reaction_emoji,
        default_sort_order: it.default_sort_order,
        ...(type === ChannelType.GuildForum && { default_forum_layout: it.default_forum_layout }),
        flags:
          (it.isTagRequired ? ChannelFlags.RequireTag : 0) |
          (it.hidesDownloads && type === ChannelType.GuildMedia ? ChannelFlags.HideMediaDownloadOptions : 0),
        available_tags: it.tags.map(({ emoji, ...tag }, at) => ({ id: tagId(at), ...tag, ...emoji }))
      }
    case ChannelType.GuildAnnouncement:
      return { ...common, ...written(it) }
    default:
      return { ...common, rate_limit_per_user, ...written(it) }
  }
}

const words = fc.uniqueArray(fc.constantFrom("spoiler", "leak", "free", "no", "{{item.id}}", "*", "a: b"), {
  maxLength: 2
})
const oneWord = fc.uniqueArray(fc.constantFrom("spoiler", "leak", "1e3"), { minLength: 1, maxLength: 2 })
const { Keyword, KeywordPreset, MemberProfile, MentionSpam, Spam } = AutoModerationRuleTriggerType

/** AutoMod rules of any triggers, within their limits. */
export const rulesFor = (ids: Ids, names: fc.Arbitrary<string>, id: (number: number) => string) => {
  const alertIn = idsOfType(ids, ChannelType.GuildText)
  const block = fc.record({
    type: fc.constant(AutoModerationActionType.BlockMessage),
    metadata: fc.option(fc.record({ custom_message: name.filter((it) => it.trim() !== "") }), { nil: undefined })
  })
  const timeout = fc.constantFrom(60, 3600).map((duration_seconds) => ({
    type: AutoModerationActionType.Timeout,
    metadata: { duration_seconds }
  }))
  const alerts = alertIn.map((channel_id) =>
    fc.constant({ type: AutoModerationActionType.SendAlertMessage, metadata: { channel_id } })
  )
  const quarantine = fc.constant({ type: AutoModerationActionType.BlockMemberInteraction })
  const texts = { keyword_filter: oneWord, regex_patterns: words, allow_list: words }
  const metadata: Partial<Record<AutoModerationRuleTriggerType, fc.Arbitrary<RuleState["trigger_metadata"]>>> = {
    [Keyword]: fc.record(texts),
    [MemberProfile]: fc.record(texts),
    [KeywordPreset]: fc.record({ presets: fc.shuffledSubarray([1, 2, 3], { minLength: 1 }), allow_list: words }),
    [MentionSpam]: fc.record({
      mention_total_limit: fc.integer({ min: 1, max: 50 }),
      mention_raid_protection_enabled: fc.boolean()
    }),
    [Spam]: fc.constant({})
  }
  const rule = (trigger_type: AutoModerationRuleTriggerType, at: number): fc.Arbitrary<RuleState> =>
    fc.record({
      id: fc.constant(id(500 + at)),
      name: names,
      enabled: fc.boolean(),
      trigger_type: fc.constant(trigger_type),
      trigger_metadata: metadata[trigger_type] ?? fc.constant({}),
      actions: fc.array(
        trigger_type === MemberProfile
          ? fc.oneof(quarantine, ...alerts)
          : fc.oneof(block, ...alerts, ...(trigger_type === Keyword || trigger_type === MentionSpam ? [timeout] : [])),
        { minLength: 1, maxLength: 2 }
      ),
      exempt_roles: some(ids.roles),
      exempt_channels: some(ids.channels.map((it) => it.id))
    })
  // A rule keeps its trigger: those with one id have the same.
  const triggers = [Keyword, Keyword, KeywordPreset, MentionSpam, Spam, MemberProfile]
  return fc
    .subarray([...triggers.entries()], { maxLength: 3 })
    .chain((some) => fc.tuple(...some.map(([at, trigger]) => rule(trigger, at))))
}

/** Some emojis, in one guild of five beside almost as many as fit. */
export const emojisFor = (roles: ReadonlyArray<string>, id: (number: number) => string) =>
  fc
    .tuple(
      fc.constantFrom(0, 0, 0, 0, 49),
      fc.array(
        fc.record({
          name: wordName,
          roles: fc.oneof(fc.constant([]), some(roles)),
          animated: fc.boolean(),
          managed: fc.constantFrom(false, false, false, true)
        }),
        { maxLength: 3 }
      )
    )
    .map(([more, emojis]) => [
      ...emojis.map((emoji, at) => ({ id: id(600 + at), ...emoji })),
      ...Array.from({ length: more }, (_, at) => ({
        id: id(650 + at),
        name: `crowd_${at}`,
        roles: [],
        animated: false,
        managed: false
      }))
    ])

export const stickersFor = (id: (number: number) => string) =>
  fc
    .array(
      fc.record({
        name: fc.oneof(
          wordName,
          name.map((text) => `${[...text.trim()].slice(0, 20).join("")}__`)
        ),
        description: fc.constantFrom(null, "A wave", "no"),
        tags: fc.constantFrom("wave", "1e3", "a, b"),
        format_type: fc.constantFrom(1, 2)
      }),
      { maxLength: 4 }
    )
    .map((stickers) => stickers.map((sticker, at) => ({ id: id(700 + at), ...sticker })))

export const short = name.map((text) => [...text].slice(0, 40).join("")).filter((text) => text.trim() !== "")

export const welcomeFor = ({ channels, emojis }: Ids) =>
  fc.record({
    description: maybe(short),
    welcome_channels: some(channels.map((it) => it.id)).chain((ids) =>
      fc.tuple(
        ...ids.map((channel_id) =>
          fc.tuple(short, emojiIn(emojis)).map(([description, emoji]) => ({ channel_id, description, ...emoji }))
        )
      )
    )
  })

export const onboardingFor = (
  { channels, emojis, roles }: Ids,
  open: ReadonlyArray<string>,
  id: (number: number) => string
) => {
  const option = fc.record({
    title: short,
    description: maybe(short),
    emoji: emojiIn(emojis).map(({ emoji_id, emoji_name }) => ({ id: emoji_id, name: emoji_name })),
    role_ids: some(roles),
    channel_ids: some(channels.map((it) => it.id))
  })
  const prompt = fc.record({
    title: short,
    type: fc.constantFrom(0, 1),
    single_select: fc.boolean(),
    required: fc.boolean(),
    in_onboarding: fc.boolean(),
    options: fc.array(option, { minLength: 1, maxLength: 2 })
  })
  return fc
    .record({
      enabled: fc.constant(open.length > 0),
      mode: fc.constantFrom(0, 1),
      more: some(channels.map((it) => it.id)),
      prompts: fc.array(prompt, { maxLength: 2 })
    })
    .map(({ enabled, mode, more, prompts }) => ({
      enabled,
      mode,
      default_channel_ids: [...new Set([...open, ...more])],
      prompts: prompts.map(({ options, ...it }, at) => ({
        id: id(800 + at * 10),
        ...it,
        options: options.map((one, index) => ({ id: id(801 + at * 10 + index), ...one }))
      }))
    }))
}
