/** What a guild can have by its features and its level of boosts. */

import { Record } from "effect"
import type { ChannelKind } from "../objects/channel.ts"
import type { ChannelEntry, RoleEntry } from "./entries.ts"
import type { ChannelState, GuildState } from "./GuildState.ts"
import { canBecome, kindOfType } from "./kinds.ts"
import { isSame, type PlanDraft } from "./PlanDraft.ts"
import { valueOf } from "./planSettings.ts"

/** The maximum number of emojis, of still and of moving ones each, and of stickers, by level of boosts. */
const SLOTS = { emojis: [50, 100, 150, 250], stickers: [5, 15, 30, 60] } as const

/** Features that give more slots at any level. */
const MORE_SLOTS = {
  emojis: { feature: "MORE_EMOJI", least: 200 },
  stickers: { feature: "MORE_STICKERS", least: 60 }
} as const

/** Returns how many emojis of a kind, or stickers, a guild can have. */
export const slotsOf = (
  { guild: { features, premium_tier } }: Pick<GuildState, "guild">,
  section: keyof typeof SLOTS
): number => {
  const slots = SLOTS[section][premium_tier ?? 3] ?? Number.POSITIVE_INFINITY
  const { feature, least } = MORE_SLOTS[section]
  return features.includes(feature) ? Math.max(slots, least) : slots
}

/** The maximum bitrate of a voice channel in bits per second, by level of boosts. */
const BITRATES = [96_000, 128_000, 256_000, 384_000] as const

const bitrateMax = ({ features, premium_tier }: GuildState["guild"]): number =>
  (features.includes("VIP_REGIONS") ? undefined : BITRATES[premium_tier ?? 3]) ?? BITRATES[3]

/** The feature that a guild needs for channels of a kind. Every Community guild has NEWS, and Discord gives it to others. */
const FEATURES: Partial<Readonly<Record<ChannelKind, string>>> = {
  announcement: "NEWS",
  stage: "COMMUNITY",
  forum: "COMMUNITY",
  media: "COMMUNITY"
}

const NEEDS_COMMUNITY = "needs a Community guild"

/** Returns what a person can do if a guild cannot have a channel of a kind, by what else it has to be. */
export const kindAdvice = (reason: string): string =>
  reason === NEEDS_COMMUNITY
    ? "Announcement, stage, forum and media channels need Community: a person enables it in Server Settings, then apply again."
    : reason.startsWith("a ")
      ? "Discord changes only text channels into announcement channels and back. For a channel of another kind, give its entry another name and key, or delete the present channel first, and apply again."
      : "Set another rules or updates channel first, then apply again."

/** Why a guild cannot have a channel of a kind; `undefined` if it can. */
export const needsCommunity = (
  { guild: { features } }: Pick<GuildState, "guild">,
  kind: ChannelKind
): string | undefined => {
  const feature = FEATURES[kind]
  return feature === undefined || features.includes(feature) ? undefined : NEEDS_COMMUNITY
}

/**
 * Why a channel cannot become one of another kind, and what to do instead. Then it stays as it is, and where it is.
 * `undefined`: it can. `isReplaced`: the plan sets other channels where Community needs this one.
 */
export const kindDenial = (
  { guild }: Pick<GuildState, "guild">,
  { id, type }: Pick<ChannelState, "id" | "type">,
  to: ChannelKind,
  isReplaced = false
): string | undefined => {
  const from = kindOfType(type)
  if (!canBecome(from, to)) {
    return `a ${from} channel cannot become a ${to} channel: it stays`
  }
  if (from === to) return undefined
  return !isReplaced && [guild.rules_channel_id, guild.public_updates_channel_id].includes(id)
    ? "the rules and updates channels of a Community guild must be text channels"
    : needsCommunity({ guild }, "announcement")
}

/** The colours of a role with three: Discord allows no others (discord-api-types, role colors). */
export const HOLOGRAPHIC = ["#a9c9ff", "#ffbbec", "#ffc3a0"] as const

type Denial<Entry> = (entry: Entry, guild: GuildState["guild"]) => string | undefined

/** The fields of roles that depend on features, each with the reason why a guild cannot have its value. */
const roleDenials: Readonly<Record<string, Denial<RoleEntry>>> = {
  unicode_emoji: ({ unicode_emoji: emoji }, { features }) =>
    emoji === "" || features.includes("ROLE_ICONS") ? undefined : "needs a guild with the feature ROLE_ICONS",
  gradient: ({ gradient = [] }, { features }) =>
    gradient.length > 0 && !features.includes("ENHANCED_ROLE_COLORS")
      ? "needs a guild with the feature ENHANCED_ROLE_COLORS"
      : gradient.length === 2 && !isSame(gradient, HOLOGRAPHIC.slice(1))
        ? `with three colours, Discord allows only ${HOLOGRAPHIC.join(", ")}`
        : undefined,
  color: ({ color, gradient }) =>
    isSame(gradient, HOLOGRAPHIC.slice(1)) && color !== HOLOGRAPHIC[0]
      ? `with this gradient, Discord allows only ${HOLOGRAPHIC[0]}`
      : undefined
}

/** The same for channels, of which the level of boosts decides. */
const channelDenials: Readonly<Record<string, Denial<ChannelEntry>>> = {
  bitrate: ({ bitrate = 0 }, guild) =>
    bitrate <= bitrateMax(guild)
      ? undefined
      : `a guild of this boost level has at most ${bitrateMax(guild)} bits per second`
}

const withoutDenied = <Entry extends ChannelEntry | RoleEntry>(
  plan: PlanDraft,
  object: string,
  denials: Readonly<Record<string, Denial<Entry>>>,
  entry: Entry,
  before: Partial<Entry> = {}
): Entry => {
  const denied = Object.entries(denials).flatMap(([field, denial]) => {
    const value = valueOf(entry, field)
    const reason =
      value === undefined || isSame(value, valueOf(before, field))
        ? undefined
        : denial({ ...before, ...entry }, plan.state.guild)
    if (reason !== undefined) plan.cannot(object, before.name ?? entry.name, reason, field)
    return reason === undefined ? [] : [field]
  })
  return Record.filter<string, unknown>({ ...entry }, (_, field) => !denied.includes(field)) as Entry // these are optional
}

/** Returns a role without the changes that the guild cannot have. They are `unreachable`. */
export const possibleRole = (plan: PlanDraft, entry: RoleEntry, before?: RoleEntry): RoleEntry =>
  withoutDenied(plan, "role", roleDenials, entry, before)

/** Returns a channel without the changes that the guild cannot have. They are `unreachable`. */
export const possibleChannel = (plan: PlanDraft, entry: ChannelEntry, before?: ChannelEntry): ChannelEntry =>
  withoutDenied(plan, "channel", channelDenials, entry, before)
