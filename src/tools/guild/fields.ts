/** What guild_modify can change, and how Discord takes it. */
import { Locale, type RESTPatchAPIGuildJSONBody } from "discord-api-types/v10"
import { Effect, Schema, Struct } from "effect"
import type { FileSource } from "../../discord/FileSource.ts"
import type { ValidationError } from "../../errors/ClientErrors.ts"
import type { Risk } from "../../safety/Permit.ts"
import { fits } from "../dsl/fits.ts"
import { flagsOf, oneOfMany, sumOf, wordsOf } from "../shared/enums.ts"
import { brief, choice, described, flag, nullable, optional, setOf, text } from "../shared/fields.ts"
import { image, imageOrNull } from "../shared/files.ts"
import { ChannelId } from "../shared/ids.ts"
import * as Limits from "../shared/limits.ts"
import { afkTimeouts, contentFilters, notificationLevels, systemChannelFlags, verificationLevels } from "./enums.ts"

const channel = (description: string) => optional(nullable(described(description, ChannelId)))
const picture = (description: string) => optional(nullable(brief(description, image)))

/** Settings that go as they are given. */
export const plainSettings = fits<RESTPatchAPIGuildJSONBody>()({
  name: optional(text("The name.", { min: Limits.GUILD_NAME_MIN, max: Limits.GUILD_NAME_MAX })),
  description: optional(
    nullable(text("What the guild is about, for a Community guild.", { min: 0, max: Limits.GUILD_DESCRIPTION_MAX }))
  ),
  afk_channel_id: channel("The voice channel for who is away."),
  afk_timeout: optional(
    Schema.Literal(...afkTimeouts).annotations({
      description: "Seconds until somebody is away.",
      message: () => ({ message: `must be one of ${afkTimeouts.join(", ")}`, override: true })
    })
  ),
  system_channel_id: channel("The channel for joins and boosts."),
  rules_channel_id: channel("The channel with the rules of a Community guild."),
  public_updates_channel_id: channel("The channel where Discord writes to a Community's moderators."),
  safety_alerts_channel_id: channel("The channel for safety alerts of a Community guild."),
  preferred_locale: optional(oneOfMany("The language of a Community guild, such as en-GB.", Object.values(Locale))),
  premium_progress_bar_enabled: optional(flag("Whether the progress of boosts is shown."))
})

/** Settings in words, bits and pictures. */
export const wordedSettings = {
  verification_level: optional(choice("What an account must have to write.", ...wordsOf(verificationLevels))),
  default_message_notifications: optional(choice("What members are notified of.", ...wordsOf(notificationLevels))),
  explicit_content_filter: optional(choice("Whose pictures are checked.", ...wordsOf(contentFilters))),
  system_channel_flags: optional(flagsOf("All that the system channel keeps quiet about.", systemChannelFlags)),
  features: optional(
    setOf(
      "All features from now on, as guild_get gives them: a missing one is switched off. COMMUNITY, DISCOVERABLE, INVITES_DISABLED and RAID_ALERTS_DISABLED can change.",
      text("A feature, such as COMMUNITY.", { max: Limits.GUILD_FEATURE_MAX }),
      0,
      Limits.GUILD_FEATURES_MAX
    )
  ),
  icon: picture("The icon: {url}, {path} or {base64}; null removes it."),
  banner: picture("The banner, 16:9, as the icon is given."),
  splash: picture("The picture behind invites, 16:9, as the icon is given."),
  discovery_splash: picture("The picture in discovery, 16:9, as the icon is given.")
}

/** The names of all settings. */
export const settingNames = Object.keys({ ...plainSettings, ...wordedSettings }) as [string, ...Array<string>] // as above: not empty

type Settings = Schema.Struct.Type<typeof plainSettings> & Schema.Struct.Type<typeof wordedSettings>

/** The body of guild_modify. */
export const settingsBody = (input: Settings): Effect.Effect<RESTPatchAPIGuildJSONBody, ValidationError, FileSource> =>
  Effect.map(
    Effect.all({
      icon: imageOrNull(input.icon, "icon"),
      banner: imageOrNull(input.banner, "banner"),
      splash: imageOrNull(input.splash, "splash"),
      discovery_splash: imageOrNull(input.discovery_splash, "discovery_splash")
    }),
    (pictures) => ({
      ...Struct.pick(input, ...plainNames),
      ...pictures,
      verification_level: input.verification_level && verificationLevels[input.verification_level],
      default_message_notifications:
        input.default_message_notifications && notificationLevels[input.default_message_notifications],
      explicit_content_filter: input.explicit_content_filter && contentFilters[input.explicit_content_filter],
      system_channel_flags: input.system_channel_flags && sumOf(systemChannelFlags, input.system_channel_flags),
      // A newer feature than discord-api-types knows must be sent back, or it would be switched off.
      features: input.features as RESTPatchAPIGuildJSONBody["features"]
    })
  )

/**
 * To replace the features is destructive: any that is not named is switched off.
 * A guild cannot be given away: no bot owns one any more, and Discord took the field out of its API's description.
 */
export const settingsRisk = ({ features }: Settings): Risk => (features === undefined ? "write" : "destructive")

// Object.keys forgets the key type.
const plainNames = Object.keys(plainSettings) as Array<keyof typeof plainSettings>
