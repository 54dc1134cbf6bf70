/** Tells channels apart, and finds entities by the ids in a path. Fails with Discord's error if one does not exist. */
import {
  type APIGuild,
  type APIGuildMember,
  type APIMessage,
  type APIRole,
  type APIUser,
  ChannelType
} from "discord-api-types/v10"
import { Effect } from "effect"
import {
  notInDirectMessages,
  type Refusal,
  unknownChannel,
  unknownEvent,
  unknownGuild,
  unknownMember,
  unknownMessage,
  unknownRole,
  unknownUser,
  unknownWebhook,
  wrongChannelType
} from "./discordError.ts"
import { type Channel, type Entity, isThread, type SandboxState, type Webhook } from "./State.ts"

/** Returns whether a channel is a direct message. It belongs to no guild. */
export const isDirect = (channel: Channel): boolean => channel.type === ChannelType.DM

/** Returns whether a channel holds only threads: its posts. */
export const isForum = (channel: Pick<Channel, "type">): boolean =>
  channel.type === ChannelType.GuildForum || channel.type === ChannelType.GuildMedia

/** Returns whether a channel can hold messages. */
export const holdsMessages = (channel: Channel): boolean =>
  isThread(channel) ||
  isDirect(channel) ||
  channel.type === ChannelType.GuildText ||
  channel.type === ChannelType.GuildAnnouncement ||
  channel.type === ChannelType.GuildVoice ||
  channel.type === ChannelType.GuildStageVoice

/** Returns a channel as Discord sends it. A direct message has no name and no guild. */
export const toApiChannel = (channel: Channel): object => {
  if (!isDirect(channel)) return channel
  const { flags, id, last_message_id, recipients, type } = channel
  return { id, type, flags, last_message_id, recipients }
}

export const findGuild = (state: SandboxState, id: string): Effect.Effect<APIGuild, Refusal> =>
  orElse(state.guilds.get(id), unknownGuild)

export const findChannel = (state: SandboxState, id: string): Effect.Effect<Channel, Refusal> =>
  orElse(state.channels.get(id), unknownChannel)

/** Finds a channel that holds messages. */
export const findTextChannel = (state: SandboxState, id: string): Effect.Effect<Channel, Refusal> =>
  Effect.filterOrFail(findChannel(state, id), holdsMessages, () => wrongChannelType)

/** Finds a channel that belongs to a guild. */
export const findGuildChannel = (state: SandboxState, id: string): Effect.Effect<Channel, Refusal> =>
  Effect.filterOrFail(
    findChannel(state, id),
    (channel) => channel.guild_id !== "",
    () => notInDirectMessages
  )

export const findThread = (state: SandboxState, id: string): Effect.Effect<Channel, Refusal> =>
  Effect.filterOrFail(findChannel(state, id), isThread, () => wrongChannelType)

export const findMessage = (state: SandboxState, channelId: string, id: string): Effect.Effect<APIMessage, Refusal> =>
  orElse(state.message(channelId, id), unknownMessage)

export const findRole = (guild: APIGuild, id: string): Effect.Effect<APIRole, Refusal> =>
  orElse(
    guild.roles.find((role) => role.id === id),
    unknownRole
  )

export const findUser = (state: SandboxState, id: string): Effect.Effect<APIUser, Refusal> =>
  orElse(state.userOf(id), unknownUser)

/** Finds a member. Fails with 10007 for a user who is not a member, and with 10013 for an unknown user. */
export const findMember = (state: SandboxState, guildId: string, id: string): Effect.Effect<APIGuildMember, Refusal> =>
  orElse(state.membersOf(guildId).get(id), state.userOf(id) === undefined ? unknownUser : unknownMember)

export const findWebhook = (state: SandboxState, id: string): Effect.Effect<Webhook, Refusal> =>
  orElse(state.webhooks.get(id), unknownWebhook)

export const findEvent = (state: SandboxState, guildId: string, id: string): Effect.Effect<Entity, Refusal> =>
  orElse(state.eventsOf(guildId).get(id), unknownEvent)

const orElse = <A>(found: A | undefined, refusal: Refusal): Effect.Effect<A, Refusal> =>
  found === undefined ? refusal : Effect.succeed(found)
