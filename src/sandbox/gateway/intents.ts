/** The events that the sandbox dispatches, and the intents and permissions that each needs. */
import { ApplicationFlags, PermissionFlagsBits as Bit, GatewayIntentBits as Intent } from "discord-api-types/v10"
import type { SandboxState } from "../State.ts"

/** The intents that an event needs in a guild and in a direct message, and for an event about the bot itself. */
export interface Needs {
  readonly guild: number
  readonly direct?: number
  readonly own?: number
  /** The bot needs this permission in the guild, or in the channel of the event. */
  readonly permission?: bigint
}

/** Needs no intent. */
const ALWAYS: Needs = { guild: 0 }

const guilds: Needs = { guild: Intent.Guilds }
const members: Needs = { guild: Intent.GuildMembers }
const expressions: Needs = { guild: Intent.GuildExpressions }
const messages: Needs = { guild: Intent.GuildMessages, direct: Intent.DirectMessages }
const reactions: Needs = { guild: Intent.GuildMessageReactions, direct: Intent.DirectMessageReactions }
const polls: Needs = { guild: Intent.GuildMessagePolls, direct: Intent.DirectMessagePolls }
const moderation: Needs = { guild: Intent.GuildModeration }
const automod: Needs = { guild: Intent.AutoModerationConfiguration, permission: Bit.ManageGuild }
const invites: Needs = { guild: Intent.GuildInvites, permission: Bit.ManageChannels }
const scheduledEvents: Needs = { guild: Intent.GuildScheduledEvents }

/** The events that the sandbox dispatches, and what each needs (Discord docs, gateway, list of intents). */
export const needs = {
  READY: ALWAYS,
  RESUMED: ALWAYS,
  GUILD_CREATE: guilds,
  GUILD_UPDATE: guilds,
  GUILD_DELETE: guilds,
  GUILD_ROLE_CREATE: guilds,
  GUILD_ROLE_UPDATE: guilds,
  GUILD_ROLE_DELETE: guilds,
  CHANNEL_CREATE: guilds,
  CHANNEL_UPDATE: guilds,
  CHANNEL_DELETE: guilds,
  CHANNEL_PINS_UPDATE: { guild: Intent.Guilds, direct: Intent.DirectMessages },
  THREAD_CREATE: guilds,
  THREAD_UPDATE: guilds,
  THREAD_DELETE: guilds,
  THREAD_LIST_SYNC: guilds,
  THREAD_MEMBER_UPDATE: guilds,
  THREAD_MEMBERS_UPDATE: { guild: Intent.GuildMembers, own: Intent.Guilds },
  STAGE_INSTANCE_CREATE: guilds,
  STAGE_INSTANCE_UPDATE: guilds,
  STAGE_INSTANCE_DELETE: guilds,
  GUILD_MEMBER_ADD: members,
  GUILD_MEMBER_UPDATE: { guild: Intent.GuildMembers, own: 0 },
  GUILD_MEMBER_REMOVE: members,
  GUILD_MEMBERS_CHUNK: ALWAYS,
  GUILD_AUDIT_LOG_ENTRY_CREATE: { ...moderation, permission: Bit.ViewAuditLog },
  GUILD_BAN_ADD: moderation,
  GUILD_BAN_REMOVE: moderation,
  GUILD_EMOJIS_UPDATE: expressions,
  GUILD_STICKERS_UPDATE: expressions,
  GUILD_SOUNDBOARD_SOUND_CREATE: expressions,
  GUILD_SOUNDBOARD_SOUND_UPDATE: expressions,
  GUILD_SOUNDBOARD_SOUND_DELETE: expressions,
  GUILD_INTEGRATIONS_UPDATE: { guild: Intent.GuildIntegrations },
  INTEGRATION_DELETE: { guild: Intent.GuildIntegrations },
  WEBHOOKS_UPDATE: { guild: Intent.GuildWebhooks },
  INVITE_CREATE: invites,
  INVITE_DELETE: invites,
  MESSAGE_CREATE: messages,
  MESSAGE_UPDATE: messages,
  MESSAGE_DELETE: messages,
  MESSAGE_DELETE_BULK: messages,
  MESSAGE_REACTION_ADD: reactions,
  MESSAGE_REACTION_REMOVE: reactions,
  MESSAGE_REACTION_REMOVE_ALL: reactions,
  MESSAGE_REACTION_REMOVE_EMOJI: reactions,
  TYPING_START: { guild: Intent.GuildMessageTyping, direct: Intent.DirectMessageTyping },
  MESSAGE_POLL_VOTE_ADD: polls,
  MESSAGE_POLL_VOTE_REMOVE: polls,
  GUILD_SCHEDULED_EVENT_CREATE: scheduledEvents,
  GUILD_SCHEDULED_EVENT_UPDATE: scheduledEvents,
  GUILD_SCHEDULED_EVENT_DELETE: scheduledEvents,
  AUTO_MODERATION_RULE_CREATE: automod,
  AUTO_MODERATION_RULE_UPDATE: automod,
  AUTO_MODERATION_RULE_DELETE: automod,
  ENTITLEMENT_CREATE: ALWAYS,
  ENTITLEMENT_UPDATE: ALWAYS,
  ENTITLEMENT_DELETE: ALWAYS,
  INTERACTION_CREATE: ALWAYS,
  USER_UPDATE: ALWAYS
} as const satisfies Readonly<Record<string, Needs>>

/** The name of an event that the sandbox dispatches. */
export type EventName = keyof typeof needs

/** The names of all events that the sandbox dispatches. */
export const eventNames = Object.keys(needs) as ReadonlyArray<EventName> // the keys of the literal above

/** An event, and the place that decides who receives it. */
export interface SandboxEvent {
  readonly t: EventName
  readonly d: Readonly<Record<string, unknown>>
  /** Absent for direct messages, and for events that belong to no guild. */
  readonly guildId?: string
  /** A bot that cannot view this channel does not receive the event. */
  readonly channelId?: string
  /** Whether the event is about the bot itself. */
  readonly own?: boolean
}

const CONTENT_FLAGS = ApplicationFlags.GatewayMessageContent | ApplicationFlags.GatewayMessageContentLimited

/** Privileged intents, each with the flags of an application that has it. */
const privileged: ReadonlyArray<readonly [intent: number, flags: number]> = [
  [Intent.GuildPresences, ApplicationFlags.GatewayPresence | ApplicationFlags.GatewayPresenceLimited],
  [Intent.GuildMembers, ApplicationFlags.GatewayGuildMembers | ApplicationFlags.GatewayGuildMembersLimited],
  [Intent.MessageContent, CONTENT_FLAGS]
]

/** Returns the flags of the application that allow intents. */
export const allowedFlags = ({ application, gateway }: Pick<SandboxState, "application" | "gateway">): number =>
  gateway.settings.message_content ? Number(application.flags) : Number(application.flags) & ~CONTENT_FLAGS

const KNOWN = Object.values(Intent).reduce<number>((all, bit) => (typeof bit === "number" ? all | bit : all), 0)

/** Returns the close code for intents that an application with these flags cannot have: 4013 if one is unknown, 4014 if one is disallowed. */
export const refusedIntents = (flags: number, intents: number): 4013 | 4014 | undefined => {
  if ((intents & ~KNOWN) !== 0) return 4013
  return privileged.some(([intent, allowing]) => (intents & intent) !== 0 && (flags & allowing) === 0)
    ? 4014
    : undefined
}
