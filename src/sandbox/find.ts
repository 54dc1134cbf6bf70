/** What a path names, or the refusal Discord has for a thing that is not there. */
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
  unknownRule,
  unknownUser,
  unknownWebhook,
  wrongChannelType
} from "./discordError.ts"
import type { Thing, Webhook, World } from "./State.ts"

export const findGuild = (world: World, id: string): Effect.Effect<APIGuild, Refusal> =>
  orElse(world.guilds.get(id), unknownGuild)

export const findChannel = (world: World, id: string): Effect.Effect<Channel, Refusal> =>
  orElse(world.channels.get(id), unknownChannel)

/** The channel of a path, if it can hold messages. */
export const findTextChannel = (world: World, id: string): Effect.Effect<Channel, Refusal> =>
  Effect.filterOrFail(findChannel(world, id), holdsMessages, () => wrongChannelType)

/** The channel of a path, if it belongs to a guild. */
export const findGuildChannel = (world: World, id: string): Effect.Effect<Channel, Refusal> =>
  Effect.filterOrFail(
    findChannel(world, id),
    (channel) => channel.guild_id !== "",
    () => notInDirectMessages
  )

export const findThread = (world: World, id: string): Effect.Effect<Channel, Refusal> =>
  Effect.filterOrFail(findChannel(world, id), isThread, () => wrongChannelType)

export const findMessage = (world: World, channelId: string, id: string): Effect.Effect<APIMessage, Refusal> =>
  orElse(world.message(channelId, id), unknownMessage)

export const findRole = (guild: APIGuild, id: string): Effect.Effect<APIRole, Refusal> =>
  orElse(
    guild.roles.find((role) => role.id === id),
    unknownRole
  )

export const findUser = (world: World, id: string): Effect.Effect<APIUser, Refusal> =>
  orElse(world.userOf(id), unknownUser)

/** A member; a user who is none is told from a user who is nobody. */
export const findMember = (world: World, guildId: string, id: string): Effect.Effect<APIGuildMember, Refusal> =>
  orElse(world.membersOf(guildId).get(id), world.userOf(id) === undefined ? unknownUser : unknownMember)

export const findWebhook = (world: World, id: string): Effect.Effect<Webhook, Refusal> =>
  orElse(world.webhooks.get(id), unknownWebhook)

export const findEvent = (world: World, guildId: string, id: string): Effect.Effect<Thing, Refusal> =>
  orElse(world.events.of(guildId).get(id), unknownEvent)

export const findRule = (world: World, guildId: string, id: string): Effect.Effect<Thing, Refusal> =>
  orElse(world.rules.of(guildId).get(id), unknownRule)

const orElse = <A>(found: A | undefined, refusal: Refusal): Effect.Effect<A, Refusal> =>
  found === undefined ? refusal : Effect.succeed(found)
