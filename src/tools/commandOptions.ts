/** The options of slash commands: subcommand groups, subcommands, and what a person fills in. */
import {
  type APIApplicationCommandAttachmentOption,
  type APIApplicationCommandChannelOption,
  type APIApplicationCommandIntegerOption,
  type APIApplicationCommandOption,
  type APIApplicationCommandStringOption,
  ApplicationCommandOptionType,
  ChannelType
} from "discord-api-types/v10"
import { Arbitrary, Schema } from "effect"
import { choice, flag, integer, listOf, object, optional, setOf, text } from "./fields.ts"
import { fits } from "./fits.ts"
import * as Limits from "./Limits.ts"
import { localizations } from "./localizations.ts"

/** The name of a slash command or of an option of one. */
export const SLASH_NAME = /^[-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]{1,32}$/u

/** Whether a name is one that a person can type after a slash. */
export const isSlashName = (name: string): boolean => SLASH_NAME.test(name) && name === name.toLowerCase()

/** What is wrong with a name that is not. */
export const NOT_A_SLASH_NAME = "must be 1 to 32 lower-case letters, digits, - or _, without spaces"

/** Kinds of options by the words agents use. */
export const optionTypes = {
  subcommand: ApplicationCommandOptionType.Subcommand,
  subcommand_group: ApplicationCommandOptionType.SubcommandGroup,
  string: ApplicationCommandOptionType.String,
  integer: ApplicationCommandOptionType.Integer,
  boolean: ApplicationCommandOptionType.Boolean,
  user: ApplicationCommandOptionType.User,
  channel: ApplicationCommandOptionType.Channel,
  role: ApplicationCommandOptionType.Role,
  mentionable: ApplicationCommandOptionType.Mentionable,
  number: ApplicationCommandOptionType.Number,
  attachment: ApplicationCommandOptionType.Attachment
} as const

const channelTypes = {
  text: ChannelType.GuildText,
  voice: ChannelType.GuildVoice,
  category: ChannelType.GuildCategory,
  announcement: ChannelType.GuildAnnouncement,
  announcement_thread: ChannelType.AnnouncementThread,
  public_thread: ChannelType.PublicThread,
  private_thread: ChannelType.PrivateThread,
  stage: ChannelType.GuildStageVoice,
  forum: ChannelType.GuildForum,
  media: ChannelType.GuildMedia
} as const

// Object.keys forgets the key type.
const channelWords = Object.keys(channelTypes) as [keyof typeof channelTypes, ...Array<keyof typeof channelTypes>]

const named = fits<APIApplicationCommandAttachmentOption>()({
  name: Schema.String.pipe(
    Schema.filter((name) => isSlashName(name) || NOT_A_SLASH_NAME, {
      description: "The name: 1 to 32 lower-case characters without spaces.",
      jsonSchema: { minLength: 1, maxLength: Limits.COMMAND_NAME_MAX },
      arbitrary: () => (fc) => fc.stringMatching(/^[a-z\d_-]{1,32}$/)
    })
  ),
  description: text("What it is for, shown to people.", { max: Limits.COMMAND_DESCRIPTION_MAX }),
  name_localizations: optional(localizations("name", Limits.COMMAND_NAME_MAX)),
  description_localizations: optional(localizations("description", Limits.COMMAND_DESCRIPTION_MAX))
})

const required = { required: optional(flag("Whether it must be given. Required options stand before the others.")) }
const suggested = { autocomplete: optional(flag("Whether the application suggests values; not with choices.")) }

const choices = <A, I>(value: Schema.Schema<A, I>) =>
  optional(
    listOf(
      "Up to 25 values to choose from.",
      object("A value to choose.", {
        name: text("What people see.", { max: Limits.COMMAND_CHOICE_NAME_MAX }),
        name_localizations: optional(localizations("name", Limits.COMMAND_CHOICE_NAME_MAX)),
        value
      }),
      0,
      Limits.COMMAND_CHOICES_MAX
    )
  )

const whole = integer("A whole number.", Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER)
const decimal = Schema.Number.pipe(
  Schema.finite({ description: "A number.", message: () => "must be a number", jsonSchema: { type: "number" } })
)

const string = object("Asks for a text.", {
  type: Schema.Literal("string"),
  ...required,
  ...fits<APIApplicationCommandStringOption>()({
    ...named,
    ...suggested,
    choices: choices(text("The value.", { max: Limits.COMMAND_CHOICE_VALUE_MAX })),
    min_length: optional(integer("The least characters.", 0, Limits.COMMAND_TEXT_MAX)),
    max_length: optional(integer("The most characters.", 1, Limits.COMMAND_TEXT_MAX))
  })
})

const numeric = <const Type extends "integer" | "number">(type: Type, value: Schema.Schema<number>) =>
  object("Asks for a number.", {
    type: Schema.Literal(type),
    ...required,
    ...fits<APIApplicationCommandIntegerOption>()({
      ...named,
      ...suggested,
      choices: choices(value),
      min_value: optional(value),
      max_value: optional(value)
    })
  })

const channel = object("Asks for a channel.", {
  type: Schema.Literal("channel"),
  ...required,
  ...fits<APIApplicationCommandChannelOption>()(named),
  channel_types: optional(setOf("Only channels of these kinds.", Schema.Literal(...channelWords), 0, 10))
})

const plain = object("Asks for something else.", {
  type: Schema.Literal("boolean", "user", "role", "mentionable", "attachment"),
  ...required,
  ...named
})

const basic = Schema.Union(string, numeric("integer", whole), numeric("number", decimal), channel, plain)
