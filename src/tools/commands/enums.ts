/** Commands in the words agents use, and in Discord's numbers. */
import {
  ApplicationCommandOptionType,
  ApplicationCommandPermissionType,
  ApplicationCommandType,
  ApplicationIntegrationType,
  ChannelType,
  EntryPointCommandHandlerType,
  InteractionContextType
} from "discord-api-types/v10"

/** Kinds of commands. */
export const commandTypes = {
  chat_input: ApplicationCommandType.ChatInput,
  user: ApplicationCommandType.User,
  message: ApplicationCommandType.Message,
  primary_entry_point: ApplicationCommandType.PrimaryEntryPoint
} as const

/** Kinds of options. */
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

/** Kinds of channels an option can be narrowed to. */
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

/** Where a command can be used. */
export const contexts = {
  guild: InteractionContextType.Guild,
  bot_dm: InteractionContextType.BotDM,
  private_channel: InteractionContextType.PrivateChannel
} as const

/** How an application can be installed for its command to be there. */
export const integrationTypes = {
  guild_install: ApplicationIntegrationType.GuildInstall,
  user_install: ApplicationIntegrationType.UserInstall
} as const

/** Who answers an entry point command. */
export const handlers = {
  app: EntryPointCommandHandlerType.AppHandler,
  discord_launch_activity: EntryPointCommandHandlerType.DiscordLaunchActivity
} as const

/** Whom a command permission is for. */
export const permissionTypes = {
  role: ApplicationCommandPermissionType.Role,
  user: ApplicationCommandPermissionType.User,
  channel: ApplicationCommandPermissionType.Channel
} as const

/** Whether a name is one that a person can type after a slash. */
export const isSlashName = (name: string): boolean => SLASH_NAME.test(name) && name === name.toLowerCase()

/** What is wrong with a name that is not. */
export const NOT_A_SLASH_NAME = "must be 1 to 32 lower-case letters, digits, - or _, without spaces"

const SLASH_NAME = /^[-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]{1,32}$/u
