/** What somebody may do, by Discord's algorithm (Discord docs, permissions, permission overwrites). */
import {
  type APIGuildMember,
  type APIOverwrite,
  PermissionFlagsBits as Bit,
  OverwriteType
} from "discord-api-types/v10"
import { Effect } from "effect"
import { missingAccess, missingPermissions, type Refusal } from "./discordError.ts"
import { type Channel, isThread, type World } from "./World.ts"

/** The bits a member has in a guild, or in one of its channels. */
export const permissionsOf = (world: World, guildId: string, userId: string, channel?: Channel): bigint => {
  const guild = world.guilds.get(guildId)
  const member = world.membersOf(guildId).get(userId)
  if (guild === undefined || member === undefined) return 0n
  if (guild.owner_id === userId) return ALL
  const base = guild.roles
    .filter((role) => role.id === guildId || member.roles.includes(role.id))
    .reduce((bits, role) => bits | BigInt(role.permissions), 0n)
  if (has(base, Bit.Administrator)) return ALL
  if (channel === undefined) return base
  const overwrites = (isThread(channel) ? world.channels.get(channel.parent_id ?? "") : channel)?.permission_overwrites
  return implied(overwritten(base, overwrites ?? [], guildId, member), isThread(channel))
}

/** Refuses unless the bot sees the channel (50001) and has all these bits in it (50013). */
export const ensureInChannel = (
  world: World,
  channel: Channel,
  ...bits: ReadonlyArray<bigint>
): Effect.Effect<void, Refusal> => {
  const held = permissionsOf(world, channel.guild_id, world.bot.id, channel)
  if (!has(held, Bit.ViewChannel)) return missingAccess
  return bits.every((bit) => has(held, bit)) ? Effect.void : missingPermissions
}

/** Refuses unless the bot has all these bits in the whole guild (50013). */
export const ensureInGuild = (
  world: World,
  guildId: string,
  ...bits: ReadonlyArray<bigint>
): Effect.Effect<void, Refusal> => {
  const held = permissionsOf(world, guildId, world.bot.id)
  return bits.every((bit) => has(held, bit)) ? Effect.void : missingPermissions
}

/** Whether the bot has a bit in a channel. */
export const botHas = (world: World, channel: Channel, bit: bigint): boolean =>
  has(permissionsOf(world, channel.guild_id, world.bot.id, channel), bit)

/** Whether all bits of `bit` are among `bits`. */
export const has = (bits: bigint, bit: bigint): boolean => (bits & bit) === bit

const ALL = Object.values(Bit).reduce((bits, bit) => bits | bit, 0n)

const overwritten = (
  base: bigint,
  overwrites: ReadonlyArray<APIOverwrite>,
  guildId: string,
  member: APIGuildMember
): bigint => {
  const everyone = overwrites.filter((overwrite) => overwrite.id === guildId)
  const roles = overwrites.filter((it) => it.type === OverwriteType.Role && member.roles.includes(it.id))
  const personal = overwrites.filter((it) => it.type === OverwriteType.Member && it.id === member.user.id)
  return [everyone, roles, personal].reduce(apply, base)
}

/** All denials of one step, then all its grants. */
const apply = (bits: bigint, step: ReadonlyArray<APIOverwrite>): bigint =>
  (bits & ~union(step.map((it) => it.deny))) | union(step.map((it) => it.allow))

const union = (bits: ReadonlyArray<string>): bigint => bits.reduce((all, it) => all | BigInt(it), 0n)

/** What a missing bit takes with it (Discord docs, permissions, implicit permissions). */
const implied = (bits: bigint, inThread: boolean): bigint => {
  if (!has(bits, Bit.ViewChannel)) return 0n
  const sending = inThread ? Bit.SendMessagesInThreads : Bit.SendMessages
  // In a thread one bit decides about sending; routes then ask for SEND_MESSAGES everywhere.
  return has(bits, sending) ? bits | Bit.SendMessages : bits & ~WITHOUT_SENDING
}

const WITHOUT_SENDING = Bit.SendMessages | Bit.SendTTSMessages | Bit.EmbedLinks | Bit.AttachFiles | Bit.MentionEveryone
