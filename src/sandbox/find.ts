/** Finds entities by the ids in a path. Fails with Discord's error if one does not exist. */
import type { APIGuild, APIGuildMember, APIMessage, APIRole, APIUser } from "discord-api-types/v10"
import { Effect } from "effect"
import { type Channel, holdsMessages, isThread } from "./Channel.ts"
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
import type { Entity, SandboxState, Webhook } from "./State.ts"

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
