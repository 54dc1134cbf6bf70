/** Input fields and request body of guild_modify. */
import { Locale, type RESTPatchAPIGuildJSONBody } from "discord-api-types/v10"
import { Effect, Schema, Struct } from "effect"
import type { FileSource } from "../../discord/FileSource.ts"
import type { Risk } from "../../discord/Permit.ts"
import type { ValidationError } from "../../errors/DiscordMcpError.ts"
import { fits } from "../../objects/fits.ts"
import { enumChoice, flagChoices, longChoice, toBits } from "../../objects/schema/enums.ts"
import { described, flag, nullable, optional, setOf, text } from "../../objects/schema/fields.ts"
import { ChannelId } from "../../objects/schema/ids.ts"
import { inUnit } from "../../objects/schema/lengthOfTime.ts"
import * as Limits from "../../objects/schema/limits.ts"
import { image, imageBody } from "../shared/files.ts"
import { afkTimeouts, contentFilters, notificationLevels, systemChannelFlags, verificationLevels } from "./enums.ts"

const channel = (description: string) => optional(nullable(described(description, ChannelId)))
const imageField = (description: string) => optional(nullable(described(description, image)))

/** Settings that are sent to Discord unchanged. */
export const bodySettings = fits<RESTPatchAPIGuildJSONBody>()({
  name: optional(text("The guild's name.", { min: Limits.GUILD_NAME_MIN, max: Limits.GUILD_NAME_MAX })),
  description: optional(
    nullable(
      text("The description of a Community guild; clear removes it.", { min: 0, max: Limits.GUILD_DESCRIPTION_MAX })
    )
  ),
  afk_channel_id: channel("The AFK voice channel for inactive members."),
  afk_timeout: optional(
    Schema.Literal(...afkTimeouts).annotations({
      description: "Seconds of inactivity before a member moves to the AFK channel.",
      message: () => ({ message: `must be one of ${afkTimeouts.join(", ")}`, override: true }),
      ...inUnit("seconds")
    })
  ),
  system_channel_id: channel("The channel for join and boost messages."),
  rules_channel_id: channel("The rules channel of a Community guild."),
  public_updates_channel_id: channel("The channel for Discord's notices to moderators of a Community guild."),
  safety_alerts_channel_id: channel("The channel for safety alerts of a Community guild."),
  preferred_locale: optional(longChoice("Locale of a Community guild, such as en-GB.", Object.values(Locale))),
  premium_progress_bar_enabled: optional(flag("Show the boost progress bar."))
})

/** Settings that are converted to Discord's format. */
export const localSettings = {
  verification_level: optional(
    enumChoice(
      "low: verified email; medium: 5 minutes on Discord; high: 10 minutes in the guild; very_high: verified phone.",
      verificationLevels
    )
  ),
  default_message_notifications: optional(enumChoice("When members are notified by default.", notificationLevels)),
  explicit_content_filter: optional(enumChoice("Whose media Discord scans for explicit content.", contentFilters)),
  system_channel_flags: optional(
    flagChoices("Replaces the messages that are suppressed in the system channel.", systemChannelFlags)
  ),
  features: optional(
    setOf(
      "Replaces the features that guild_get returns; an omitted one is disabled. Only COMMUNITY, DISCOVERABLE, INVITES_DISABLED and RAID_ALERTS_DISABLED can change.",
      text("A feature, such as COMMUNITY.", { max: Limits.GUILD_FEATURE_MAX }),
      0,
      Limits.GUILD_FEATURES_MAX
    )
  ),
  icon: imageField("The icon: {url}, {path} or {base64}; clear removes it."),
  banner: imageField("The banner, 16:9, in the format of icon."),
  splash: imageField("The invite background, 16:9, in the format of icon."),
  discovery_splash: imageField("The discovery image, 16:9, in the format of icon.")
}

/** The names of all settings. */
export const settingNames = Object.keys({ ...bodySettings, ...localSettings }) as [string, ...Array<string>] // the objects above are not empty

type Settings = Schema.Struct.Type<typeof bodySettings> & Schema.Struct.Type<typeof localSettings>

/** Converts the options of guild_modify to Discord's format. */
export const settingsBody = (input: Settings): Effect.Effect<RESTPatchAPIGuildJSONBody, ValidationError, FileSource> =>
  Effect.map(imageBody(Struct.pick(input, "icon", "banner", "splash", "discovery_splash")), (images) => ({
    ...images,
    verification_level: input.verification_level && verificationLevels[input.verification_level],
    default_message_notifications:
      input.default_message_notifications && notificationLevels[input.default_message_notifications],
    explicit_content_filter: input.explicit_content_filter && contentFilters[input.explicit_content_filter],
    system_channel_flags: input.system_channel_flags && toBits(systemChannelFlags, input.system_channel_flags),
    // Unknown features are passed through: Discord disables a feature that the list lacks.
    features: input.features as RESTPatchAPIGuildJSONBody["features"]
  }))

/**
 * Returns the risk of guild_modify. Replacing the features is destructive: an unlisted feature is disabled.
 * Ownership cannot be transferred: bots cannot own guilds, and Discord's API has no field for it any more.
 */
export const settingsRisk = ({ features }: Settings): Risk => (features === undefined ? "write" : "destructive")
