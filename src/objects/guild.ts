/** The settings of guilds. */
import {
  GuildDefaultMessageNotifications,
  GuildExplicitContentFilter,
  GuildSystemChannelFlags,
  GuildVerificationLevel,
  Locale,
  type RESTPatchAPIGuildJSONBody
} from "discord-api-types/v10"
import { Record, Schema } from "effect"
import { bodyOf, enumField, field, flagsField } from "./fields.ts"
import type { Frozen } from "./fits.ts"
import { constantTable, enumTable, longChoice } from "./schema/enums.ts"
import { described, flag, setOf, text } from "./schema/fields.ts"
import { ChannelId } from "./schema/ids.ts"
import { inUnit } from "./schema/lengthOfTime.ts"
import * as Limits from "./schema/limits.ts"
import { Id } from "./schema/reply.ts"

/** Verification levels: what an account needs before it can write. */
export const verificationLevels = enumTable(GuildVerificationLevel)

/** Default notification levels. */
export const notificationLevels = enumTable(GuildDefaultMessageNotifications)

/** Explicit content filter levels. */
export const contentFilters = enumTable(GuildExplicitContentFilter)

/** Flags that suppress messages in the system channel. */
export const systemChannelFlags = constantTable(GuildSystemChannelFlags)

/** AFK timeouts that Discord accepts, in seconds. */
const afkTimeouts = [60, 300, 900, 1800, 3600] as const

const channel = (description: string) => field({ value: described(description, ChannelId), reply: Id, unset: null })

/** The channels that a guild uses. Without the last three, moderators or newcomers miss something. */
export const guildChannels = {
  afk_channel_id: { ...channel("The AFK voice channel for inactive members."), harmless: true as const },
  system_channel_id: { ...channel("The channel for join and boost messages."), harmless: true as const },
  rules_channel_id: channel("The rules channel of a Community guild."),
  public_updates_channel_id: channel("The channel for Discord's notices to moderators of a Community guild."),
  safety_alerts_channel_id: channel("The channel for safety alerts of a Community guild.")
}

/** The settings of a guild. */
export const guildFields = {
  name: field({
    value: text("The guild's name.", { min: Limits.GUILD_NAME_MIN, max: Limits.GUILD_NAME_MAX }),
    reply: Schema.String
  }),
  description: field({
    value: text("The description of a Community guild; clear removes it.", {
      min: 0,
      max: Limits.GUILD_DESCRIPTION_MAX
    }),
    reply: Schema.String,
    unset: null,
    harmless: true,
    notInTemplates: true
  }),
  ...guildChannels,
  afk_timeout: field({
    value: Schema.Literal(...afkTimeouts).annotations({
      description: "Seconds of inactivity before a member moves to the AFK channel.",
      message: () => ({ message: `must be one of ${afkTimeouts.join(", ")}`, override: true }),
      ...inUnit("seconds")
    }),
    reply: Schema.Number,
    harmless: true
  }),
  preferred_locale: field({
    value: longChoice("Locale of a Community guild, such as en-GB.", Object.values(Locale)),
    reply: Schema.String,
    harmless: true
  }),
  premium_progress_bar_enabled: field({
    value: flag("Show the boost progress bar."),
    reply: Schema.Boolean,
    unset: false,
    harmless: true,
    notInTemplates: true
  }),
  verification_level: enumField(
    "low: verified email; medium: 5 minutes on Discord; high: 10 minutes in the guild; very_high: verified phone.",
    verificationLevels,
    {}
  ),
  default_message_notifications: enumField("When members are notified by default.", notificationLevels, {}),
  explicit_content_filter: enumField("Whose media Discord scans for explicit content.", contentFilters, { unset: 0 }),
  system_channel_flags: flagsField(
    "Replaces the messages that are suppressed in the system channel.",
    systemChannelFlags,
    { unset: 0 }
  ),
  features: field({
    value: setOf(
      "Replaces the features that guild_get returns; an omitted one is disabled. Only COMMUNITY, DISCOVERABLE, INVITES_DISABLED and RAID_ALERTS_DISABLED can change.",
      text("A feature, such as COMMUNITY.", { max: Limits.GUILD_FEATURE_MAX }),
      0,
      Limits.GUILD_FEATURES_MAX
    ),
    reply: Schema.Array(Schema.String),
    // Unknown features are passed through: Discord disables a feature that the list lacks.
    toDiscord: (features) => [...features] as NonNullable<RESTPatchAPIGuildJSONBody["features"]>,
    notInTemplates: true
  })
}

/** The pictures of a guild. A call sends a file, and a reply has a hash. */
export const guildPictures = {
  icon: "The icon: {url}, {path} or {base64}; clear removes it.",
  banner: "The banner, 16:9, in the format of icon.",
  splash: "The invite background, 16:9, in the format of icon.",
  discovery_splash: "The discovery image, 16:9, in the format of icon."
} as const

/** Makes Discord's form of the settings of a guild. */
export const guildBody = (input: object) => bodyOf(guildFields, input) satisfies Frozen<RESTPatchAPIGuildJSONBody>

/** Fields of Discord's that the compact view leaves out, each with its reason. `view: "full"` has them. */
export const leftOut = {
  ...Record.map(guildPictures, () => "A hash: an address of Discord's CDN has the picture."),
  home_header: "A hash of a picture, not documented.",
  application_id: "The application that made the guild.",
  region: "Deprecated: each voice channel has its own region.",
  widget_enabled: "guild_get_widget_settings has it.",
  widget_channel_id: "guild_get_widget_settings has it.",
  max_presences: "A limit of Discord's.",
  max_members: "A limit of Discord's.",
  max_stage_video_channel_users: "A limit of Discord's.",
  max_video_channel_users: "A limit of Discord's.",
  premium_progress_bar_enabled_user_updated_at: "When somebody switched the boost progress bar.",
  nsfw: "nsfw_level says more.",
  nsfw_level: "Discord's staff sets it."
} as const
