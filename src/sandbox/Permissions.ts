/** Effective permissions by Discord's algorithm (Discord docs, permissions, permission overwrites). */
import {
  type APIGuild,
  type APIGuildMember,
  type APIOverwrite,
  type APIRole,
  PermissionFlagsBits as Bit,
  OverwriteType
} from "discord-api-types/v10"
import { Effect } from "effect"
import { type Channel, isDirect, isThread } from "./Channel.ts"
import { missingAccess, missingPermissions, type Refusal } from "./discordError.ts"
import type { SandboxState } from "./State.ts"

/** Returns the permissions of a member in a guild, or in one of its channels. */
export const permissionsOf = (state: SandboxState, guildId: string, userId: string, channel?: Channel): bigint => {
  if (channel !== undefined && isDirect(channel)) return DIRECT
  const guild = state.guilds.get(guildId)
  const member = state.membersOf(guildId).get(userId)
  if (guild === undefined || member === undefined) return 0n
  if (guild.owner_id === userId) return ALL
  const base = guild.roles
    .filter((role) => role.id === guildId || member.roles.includes(role.id))
    .reduce((bits, role) => bits | BigInt(role.permissions), 0n)
  if (has(base, Bit.Administrator)) return ALL
  const left = isTimedOut(state, member) ? TIMED_OUT : ALL
  if (channel === undefined) return base & left
  const overwrites = (isThread(channel) ? state.channels.get(channel.parent_id ?? "") : channel)?.permission_overwrites
  return implied(overwritten(base, overwrites ?? [], guildId, member) & left, isThread(channel))
}

/** Fails with 50013 unless the bot's highest role is above the member's highest role. The owner is above all roles. */
export const ensureAbove = (state: SandboxState, guild: APIGuild, userId: string): Effect.Effect<void, Refusal> => {
  if (guild.owner_id === state.bot.id) return Effect.void
  const rank = (id: string) => rankOf(guild, state.membersOf(guild.id).get(id))
  return userId !== guild.owner_id && rank(state.bot.id) > rank(userId) ? Effect.void : missingPermissions
}

/** Fails with 50013 unless the bot's highest role is above this role. */
export const ensureAboveRole = (state: SandboxState, guild: APIGuild, role: APIRole): Effect.Effect<void, Refusal> =>
  guild.owner_id === state.bot.id || rankOf(guild, state.membersOf(guild.id).get(state.bot.id)) > role.position
    ? Effect.void
    : missingPermissions

const rankOf = (guild: APIGuild, member: APIGuildMember | undefined): number =>
  Math.max(0, ...guild.roles.filter((role) => member?.roles.includes(role.id)).map((role) => role.position))

const isTimedOut = (state: SandboxState, { communication_disabled_until: until }: APIGuildMember): boolean =>
  typeof until === "string" && Date.parse(until) > state.nowMs

/** Fails with 50001 if the bot cannot view the channel, and with 50013 if it lacks one of these permissions. */
export const ensureInChannel = (
  state: SandboxState,
  channel: Channel,
  ...bits: ReadonlyArray<bigint>
): Effect.Effect<void, Refusal> => {
  const held = permissionsOf(state, channel.guild_id, state.bot.id, channel)
  if (!has(held, Bit.ViewChannel)) return missingAccess
  return bits.every((bit) => has(held, bit)) ? Effect.void : missingPermissions
}

/** Fails with 50013 unless the bot has all these permissions in the guild. */
export const ensureInGuild = (
  state: SandboxState,
  guildId: string,
  ...bits: ReadonlyArray<bigint>
): Effect.Effect<void, Refusal> => {
  const held = permissionsOf(state, guildId, state.bot.id)
  return bits.every((bit) => has(held, bit)) ? Effect.void : missingPermissions
}

/** Returns whether the bot has a permission in a channel. */
export const botHas = (state: SandboxState, channel: Channel, bit: bigint): boolean =>
  has(permissionsOf(state, channel.guild_id, state.bot.id, channel), bit)

/** Returns whether `bits` contains all bits of `bit`. */
export const has = (bits: bigint, bit: bigint): boolean => (bits & bit) === bit

const ALL = Object.values(Bit).reduce((bits, bit) => bits | bit, 0n)

/** Permissions that a timed-out member keeps (Discord docs, permissions for timed out members). */
const TIMED_OUT = Bit.ViewChannel | Bit.ReadMessageHistory

/** Permissions in a direct message. */
const DIRECT =
  TIMED_OUT | Bit.SendMessages | Bit.EmbedLinks | Bit.AttachFiles | Bit.AddReactions | Bit.SendPolls | Bit.PinMessages

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

/** Applies all denials of one step, then all its grants. */
const apply = (bits: bigint, step: ReadonlyArray<APIOverwrite>): bigint =>
  (bits & ~union(step.map((it) => it.deny))) | union(step.map((it) => it.allow))

const union = (bits: ReadonlyArray<string>): bigint => bits.reduce((all, it) => all | BigInt(it), 0n)

/** Removes permissions that depend on a missing one (Discord docs, permissions, implicit permissions). */
const implied = (bits: bigint, inThread: boolean): bigint => {
  if (!has(bits, Bit.ViewChannel)) return 0n
  const sending = inThread ? Bit.SendMessagesInThreads : Bit.SendMessages
  // SEND_MESSAGES_IN_THREADS replaces SEND_MESSAGES in a thread, so that routes check only SEND_MESSAGES.
  return has(bits, sending) ? bits | Bit.SendMessages : bits & ~WITHOUT_SENDING
}

const WITHOUT_SENDING = Bit.SendMessages | Bit.SendTTSMessages | Bit.EmbedLinks | Bit.AttachFiles | Bit.MentionEveryone
