/** What a session receives: by its intents, by the bot's permissions, and without the content of messages. */
import { ApplicationFlags, PermissionFlagsBits as Bit, GatewayIntentBits as Intent } from "discord-api-types/v10"
import { Predicate } from "effect"
import { has, permissionsOf } from "../Permissions.ts"
import type { SandboxState } from "../State.ts"
import { type Place, sees } from "./eventData.ts"

/** The intents that an event needs in a guild and in a direct message, and for an event about the bot itself. */
interface Needs {
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
const needs = {
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
export interface SandboxEvent extends Place {
  readonly t: EventName
  readonly d: Readonly<Record<string, unknown>>
  /** Whether the event is about the bot itself. */
  readonly own?: boolean
}

/** Returns an event as a session receives it, or `undefined` if the session does not receive it. */
export const receivedBy = (state: SandboxState, intents: number, event: SandboxEvent): SandboxEvent | undefined => {
  if (!isEntitled(intents, event) || !isPermitted(state, event)) return undefined
  if (event.t === "GUILD_CREATE" && !has(BigInt(intents), BigInt(Intent.GuildMembers)))
    return { ...event, d: { ...event.d, members: onlyBot(state, event.d.members) } }
  const isMessage = event.t === "MESSAGE_CREATE" || event.t === "MESSAGE_UPDATE"
  if (!isMessage || event.guildId === undefined || (intents & Intent.MessageContent) !== 0) return event
  return { ...event, d: withoutContent(state, event.d) }
}

const isEntitled = (intents: number, { guildId, own, t }: SandboxEvent): boolean => {
  const row: Needs = needs[t]
  const required = [guildId === undefined ? (row.direct ?? row.guild) : row.guild, own === true ? row.own : undefined]
  return required.some((bits) => bits !== undefined && (bits === 0 || (intents & bits) !== 0))
}

/** A bot receives the events of the channels that it can view. */
const isPermitted = (state: SandboxState, { channel, guildId, t }: SandboxEvent): boolean => {
  const { permission = 0n }: Needs = needs[t]
  if (channel !== undefined && !sees(state, channel)) return false
  return (
    guildId === undefined || permission === 0n || has(permissionsOf(state, guildId, state.bot.id, channel), permission)
  )
}

const onlyBot = (state: SandboxState, all: unknown): ReadonlyArray<unknown> =>
  Array.isArray(all) ? all.filter(({ user }) => user.id === state.bot.id) : []

/** Empties the content, except of the bot's own messages and of those that mention it. */
const withoutContent = (state: SandboxState, message: Readonly<Record<string, unknown>>): typeof message => {
  const isBot = (user: unknown) => Predicate.hasProperty(user, "id") && user.id === state.bot.id
  const mentions = Array.isArray(message.mentions) ? message.mentions : []
  const { poll: _, message_snapshots: __, referenced_message: replied, ...rest } = message
  const inner = Predicate.isReadonlyRecord(replied) ? withoutContent(state, replied) : replied
  const reference = replied === undefined ? {} : { referenced_message: inner }
  if (isBot(message.author) || mentions.some(isBot)) return { ...message, ...reference }
  return { ...rest, ...reference, content: "", embeds: [], attachments: [], components: [] }
}

/** Privileged intents, each with the flags of an application that has it. */
const privileged: ReadonlyArray<readonly [intent: number, flags: number]> = [
  [Intent.GuildPresences, ApplicationFlags.GatewayPresence | ApplicationFlags.GatewayPresenceLimited],
  [Intent.GuildMembers, ApplicationFlags.GatewayGuildMembers | ApplicationFlags.GatewayGuildMembersLimited],
  [Intent.MessageContent, ApplicationFlags.GatewayMessageContent | ApplicationFlags.GatewayMessageContentLimited]
]

const KNOWN = Object.values(Intent).reduce<number>((all, bit) => (typeof bit === "number" ? all | bit : all), 0)

/** Returns the close code for intents that Discord does not accept: 4013 if one is unknown, 4014 if one is disallowed. */
export const refusedIntents = ({ application }: SandboxState, intents: number): 4013 | 4014 | undefined => {
  if ((intents & ~KNOWN) !== 0) return 4013
  const flags = Number(application.flags)
  return privileged.some(([intent, allowing]) => (intents & intent) !== 0 && (flags & allowing) === 0)
    ? 4014
    : undefined
}
