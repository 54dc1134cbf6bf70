/** The blueprint of a guild: a document that describes roles, channels and settings by names instead of ids. */

import { Record, Schema, Struct } from "effect"
import { documentsOf } from "../objects/fields.ts"
import { guildChannels, guildFields } from "../objects/guild.ts"
import { emoji } from "../objects/schema/emoji.ts"
import { flag, listOf, optional, text } from "../objects/schema/fields.ts"
import * as Limits from "../objects/schema/limits.ts"
import { type Json, publishedSchema } from "../tools/dsl/publishedSchema.ts"
import { onboardingModes, promptTypes } from "../tools/guild/enums.ts"
import { Rule } from "./automod.ts"
import {
  byKey,
  Category,
  CHANNELS_MAX,
  channelList,
  channelReference,
  key,
  object,
  one,
  permissions,
  Role,
  reference,
  roleList
} from "./entries.ts"

/** The version of the format. */
export const VERSION = 1

/** The maximum number of AutoMod rules of a guild: 6 keyword rules, and 1 of each other trigger. */
const RULES_MAX = 10

/** The maximum number of emojis and stickers of a guild with all boosts. */
const EMOJIS_MAX = 500
const STICKERS_MAX = 60

/** The maximum length of a path, in characters. */
const FILE_PATH_MAX = 1024

const { features: _, ...settings } = Struct.omit(guildFields, ...Record.keys(guildChannels))

/** The settings of a guild that a document has as tools have them. It has channels by their keys. */
export const guildSettings = settings

const Guild = object("Settings of the guild.", {
  ...documentsOf(guildSettings),
  afk_channel: channelReference("The voice channel for inactive members."),
  system_channel: channelReference("The channel for join and boost messages."),
  rules_channel: channelReference("The rules of a Community guild."),
  public_updates_channel: channelReference("Discord's notices to moderators."),
  safety_alerts_channel: channelReference("Safety alerts.")
})

const optionalEmoji = optional(Schema.Union(Schema.Literal(""), emoji("Emoji: 👍 or name:id; empty for none.")))

const WelcomeScreen = object("The welcome screen of a Community guild.", {
  enabled: optional(flag("Whether new members see it.")),
  description: optional(text("Description.", { min: 0, max: Limits.WELCOME_DESCRIPTION_MAX })),
  channels: optional(
    listOf(
      "All recommended channels.",
      object("A recommended channel.", {
        channel: reference("The channel's key."),
        description: text("Text.", { max: Limits.WELCOME_CHANNEL_MAX }),
        emoji: optionalEmoji
      }),
      0,
      Limits.WELCOME_CHANNELS_MAX
    )
  )
})

const PromptOption = object("An option of a question.", {
  title: text("Text.", { max: Limits.ONBOARDING_OPTION_TITLE_MAX }),
  description: optional(text("Text below.", { min: 0, max: Limits.ONBOARDING_OPTION_DESCRIPTION_MAX })),
  emoji: optionalEmoji,
  roles: roleList("Roles that it gives.", Limits.ONBOARDING_OPTION_IDS_MAX),
  channels: channelList("Channels that it shows.", Limits.ONBOARDING_OPTION_IDS_MAX)
})

const Prompt = object("A question.", {
  title: text("Text.", { max: Limits.ONBOARDING_PROMPT_TITLE_MAX }),
  type: optional(one("How its options are shown.", promptTypes)),
  single_select: optional(flag("Only one option.")),
  required: optional(flag("Must be answered.")),
  in_onboarding: optional(flag("Asked when joining; otherwise only in Channels & Roles.")),
  options: listOf("Its options.", PromptOption, 1, Limits.ONBOARDING_OPTIONS_MAX)
})

const Onboarding = object("Onboarding of a Community guild.", {
  enabled: optional(flag("Whether onboarding is active.")),
  mode: optional(one("Which channels count as the required 7.", onboardingModes)),
  default_channels: channelList("Channels that every member sees.", Limits.DEFAULT_CHANNELS_MAX),
  prompts: optional(listOf("All questions.", Prompt, 0, Limits.ONBOARDING_PROMPTS_MAX))
})

/** Where a picture comes from. One of both is needed to create it. */
const picture = {
  url: optional(text("https URL of the picture; url or file is needed to create it.", { max: Limits.URL_MAX })),
  file: optional(text("In place of url: path of the picture inside MCP_FILES_DIR.", { max: FILE_PATH_MAX }))
}

const Emoji = object("A custom emoji. A changed picture is not noticed.", {
  key,
  name: text("Name.", { min: Limits.EMOJI_NAME_MIN, max: Limits.EMOJI_NAME_MAX }),
  roles: roleList("Roles that may use it; empty for all.", Limits.EMOJI_ROLES_MAX),
  ...picture
})

const Sticker = object("A sticker. A changed picture is not noticed.", {
  key,
  name: text("Name.", { min: Limits.STICKER_NAME_MIN, max: Limits.STICKER_NAME_MAX }),
  description: optional(text("Description.", { min: 0, max: Limits.STICKER_DESCRIPTION_MAX })),
  tags: optional(text("Words to suggest it for.", { max: Limits.STICKER_TAGS_MAX })),
  ...picture
})

const Id = Schema.String.pipe(
  Schema.filter((value) => /^\d{17,20}$/.test(value) || "must be an id: 17 to 20 digits, in quotes", {
    jsonSchema: { pattern: "^[0-9]{17,20}$" }
  })
).annotations({ message: () => "must be an id: 17 to 20 digits, in quotes" })

const idsByKey = (description: string) => optional(byKey(description, Id))

const Ids = object("Ids by key, so that a changed name is a rename.", {
  guild: optional(Id),
  roles: idsByKey("Roles."),
  channels: idsByKey("Channels."),
  automod: idsByKey("AutoMod rules."),
  emojis: idsByKey("Emojis."),
  stickers: idsByKey("Stickers.")
})

/** The document. */
export const Document = object("The blueprint of a Discord guild. A section that is left out stays as it is.", {
  version: Schema.Literal(VERSION).annotations({
    description: `The version of the format: ${VERSION}.`,
    message: () => `must be ${VERSION}, the version that this server reads`
  }),
  guild: optional(Guild),
  everyone: optional(object("The role that every member has.", { permissions: permissions("All its permissions.") })),
  roles: optional(listOf("Roles, highest first.", Role, 0, Limits.ROLES_MAX)),
  channels: optional(
    listOf("Channels and categories, in order: text above voice, categories last.", Category, 0, CHANNELS_MAX)
  ),
  automod: optional(listOf("AutoMod rules.", Rule, 0, RULES_MAX)),
  welcome_screen: optional(WelcomeScreen),
  onboarding: optional(Onboarding),
  emojis: optional(listOf("Custom emojis.", Emoji, 0, EMOJIS_MAX)),
  stickers: optional(listOf("Stickers.", Sticker, 0, STICKERS_MAX)),
  ids: optional(Ids)
})

/** A blueprint. */
export type Document = typeof Document.Type

/** The parts of a document that can be exported alone. */
export const sections = [
  "guild",
  "everyone",
  "roles",
  "channels",
  "automod",
  "welcome_screen",
  "onboarding",
  "emojis",
  "stickers"
] as const
export type Section = (typeof sections)[number]

/** Where editors find the JSON Schema of the document. */
export const SCHEMA_ID =
  "https://raw.githubusercontent.com/effect-discord-mcp/effect-discord-mcp/main/schema/blueprint.schema.json"

/** The JSON Schema of the document, for editors. They mark a field without a value, which the reader takes for absent. */
export const documentSchema = (): Json => ({
  $schema: "http://json-schema.org/draft-07/schema#",
  $id: SCHEMA_ID,
  title: "Blueprint of a Discord guild",
  ...publishedSchema(Document)
})
