/** Names of command enums, mapped to Discord's numbers, and the rule for slash command names. */
import {
  ApplicationCommandOptionType,
  ApplicationCommandPermissionType,
  ApplicationCommandType,
  ApplicationIntegrationType,
  ChannelType,
  EntryPointCommandHandlerType,
  InteractionContextType
} from "discord-api-types/v10"
import { enumTable } from "../../objects/schema/enums.ts"

/** Command types. */
export const commandTypes = enumTable(ApplicationCommandType)

/** Option types. */
export const optionTypes = enumTable(ApplicationCommandOptionType)

/** Channel types that a channel option can be restricted to. */
export const channelTypes = {
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

/** Interaction contexts: where a command can be used. */
export const contexts = enumTable(InteractionContextType)

/** Installation types for which a command is available. */
export const integrationTypes = enumTable(ApplicationIntegrationType)

/** Handlers of an entry point command. */
export const handlers = {
  app: EntryPointCommandHandlerType.AppHandler,
  discord_launch_activity: EntryPointCommandHandlerType.DiscordLaunchActivity
} as const

/** Target types of a command permission. */
export const permissionTypes = enumTable(ApplicationCommandPermissionType)

/** Returns whether a name is valid for a slash command. */
export const isSlashName = (name: string): boolean => SLASH_NAME.test(name) && name === name.toLowerCase()

/** The validation message for an invalid slash command name. */
export const NOT_A_SLASH_NAME = "must be 1 to 32 lower-case letters, digits, - or _, without spaces"

const SLASH_NAME = /^[-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]{1,32}$/u
