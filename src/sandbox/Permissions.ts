/** What the bot may do in a guild or a channel. The algorithm and the needs of operations are those of the server. */
import {
  type APIGuild,
  type APIGuildMember,
  type APIRole,
  PermissionFlagsBits as Bit,
  ChannelType,
  GuildMFALevel,
  OverwriteType
} from "discord-api-types/v10"
import { Effect } from "effect"
import {
  ALL_PERMISSIONS,
  channelKindOf,
  effectivePermissions,
  type MemberPermissions,
  needsTwoFactor
} from "../discord/permissions/effectivePermissions.ts"
import {
  alwaysRequired,
  locationOf,
  type RequestLocation,
  type RequestParts
} from "../discord/permissions/requiredPermissions.ts"
import { bitsOf } from "../errors/PermissionName.ts"
import { missingAccess, missingPermissions, type Refusal, twoFactorRequired } from "./discordError.ts"
import { isDirect } from "./find.ts"
import { isOlder } from "./Snowflakes.ts"
import { type Channel, isThread, type SandboxState } from "./State.ts"

/**
 * Fails with 50001 or 50013 if the bot lacks a permission that an operation always requires. What depends on the
 * object itself, such as its author, is checked by its route. For a place that does not exist, the route fails.
 */
export const ensurePermitted = (state: SandboxState, request: RequestParts): Effect.Effect<void, Refusal> => {
  const place = placeOf(state, request)
  const channel = state.channels.get(place.channel ?? "")
  const guild = state.guilds.get(channel?.guild_id ?? place.guild ?? "")
  if (guild === undefined) return Effect.void
  const held = permissionsOf(state, guild.id, state.bot.id, channel)
  const target = {
    own: true,
    reacted: true,
    features: guild.features,
    ...(channel !== undefined && {
      kind: channelKindOf(channel.type),
      locked: channel.thread_metadata?.locked ?? false
    })
  }
  const required = bitsOf(alwaysRequired(request, target, held))
  if (channel === undefined) return has(held, required) ? ensureTwoFactor(guild, required) : missingPermissions
  const visible = isViewable(state, channel)
  if (has(held | (visible ? Bit.ViewChannel : 0n), required)) return ensureTwoFactor(guild, required)
  return visible ? missingPermissions : missingAccess
}

/** Fails with 60003 if the guild demands two factors for one of these permissions. The bot's owner has only one. */
const ensureTwoFactor = (guild: APIGuild | undefined, required: bigint): Effect.Effect<void, Refusal> =>
  guild?.mfa_level === GuildMFALevel.Elevated && needsTwoFactor(required) ? twoFactorRequired : Effect.void

/** Returns where an operation needs its permissions. The place of a webhook or an invite is known by the state. */
const placeOf = (state: SandboxState, request: RequestParts): RequestLocation => {
  const { code = "", webhook_id = "" } = request.path
  const channel = (state.webhooks.get(webhook_id) ?? state.invites.get(code))?.channel_id
  return channel === undefined ? locationOf(request) : { channel }
}

/** Returns the permissions of a member in a guild, or in one of its channels. */
export const permissionsOf = (state: SandboxState, guildId: string, userId: string, channel?: Channel): bigint => {
  if (channel !== undefined && isDirect(channel)) return DIRECT
  const guild = state.guilds.get(guildId)
  const member = state.membersOf(guildId).get(userId)
  if (guild === undefined || member === undefined) return 0n
  const until = member.communication_disabled_until
  const timedOut = typeof until === "string" && Date.parse(until) > state.nowMs
  return permissionsFor(state, guild, { id: userId, roles: member.roles, timedOut }, channel)
}

/** Returns whether a member without roles has all these permissions in a channel of the guild. */
export const everyoneCan = (state: SandboxState, guild: APIGuild, channelId: string, bits: bigint): boolean =>
  has(permissionsFor(state, guild, { id: "0", roles: [], timedOut: false }, state.channels.get(channelId)), bits)

const permissionsFor = (
  state: SandboxState,
  { id, owner_id, roles }: APIGuild,
  member: MemberPermissions,
  channel: Channel | undefined
): bigint =>
  effectivePermissions(
    { id, ownerId: owner_id, roles: new Map(roles.map((role) => [role.id, BigInt(role.permissions)])) },
    member,
    channel && { kind: channelKindOf(channel.type), overwrites: overwritesOf(state, channel) }
  )

const overwritesOf = (state: SandboxState, channel: Channel) =>
  ((isThread(channel) ? state.channels.get(channel.parent_id ?? "") : channel)?.permission_overwrites ?? []).map(
    ({ allow, deny, id, type }) => ({
      id,
      of: type === OverwriteType.Role ? ("role" as const) : ("member" as const),
      allow: BigInt(allow),
      deny: BigInt(deny)
    })
  )

/** Fails with 50013 unless the bot's highest role is above the member's highest role. The owner is above all roles. */
export const ensureAbove = (state: SandboxState, guild: APIGuild, userId: string): Effect.Effect<void, Refusal> => {
  if (guild.owner_id === state.bot.id) return Effect.void
  const highest = highestRoleOf(guild, state.membersOf(guild.id).get(userId))
  return userId !== guild.owner_id && isBelowBot(state, guild, highest) ? Effect.void : missingPermissions
}

/** Fails with 50013 unless the bot's highest role is above this role. */
export const ensureAboveRole = (state: SandboxState, guild: APIGuild, role: APIRole): Effect.Effect<void, Refusal> =>
  isBelowBot(state, guild, role) ? Effect.void : missingPermissions

/** Returns whether a role is below the bot's highest role. `undefined` is a member without roles. */
const isBelowBot = (state: SandboxState, guild: APIGuild, role: APIRole | undefined): boolean => {
  if (guild.owner_id === state.bot.id) return true
  const own = highestRoleOf(guild, state.membersOf(guild.id).get(state.bot.id))
  return own !== undefined && (role === undefined || compareRoles(role, own) < 0)
}

/** Compares roles by position. Of roles with the same position, the older one is higher. `@everyone` is the lowest. */
export const compareRoles = (a: APIRole, b: APIRole): number =>
  a.position - b.position || (a.id === b.id ? 0 : isOlder(a.id, b.id) ? 1 : -1)

/** Returns the highest role of a member; `undefined` if the member has only `@everyone`. */
export const highestRoleOf = (guild: APIGuild, member: APIGuildMember | undefined): APIRole | undefined =>
  guild.roles
    .filter((role) => member?.roles.includes(role.id))
    .sort(compareRoles)
    .at(-1)

/** Fails with 50001 if the bot cannot view the channel, and with 50013 if it lacks these permissions. */
export const ensureInChannel = (state: SandboxState, channel: Channel, bits = 0n): Effect.Effect<void, Refusal> => {
  if (!botHas(state, channel, Bit.ViewChannel)) return missingAccess
  if (!botHas(state, channel, bits)) return missingPermissions
  return ensureTwoFactor(state.guilds.get(channel.guild_id), bits)
}

/** Fails with 50013 unless the bot has these permissions in the guild. */
export const ensureInGuild = (state: SandboxState, guildId: string, bits: bigint): Effect.Effect<void, Refusal> =>
  has(permissionsOf(state, guildId, state.bot.id), bits & ALL_PERMISSIONS)
    ? ensureTwoFactor(state.guilds.get(guildId), bits)
    : missingPermissions

/** Returns whether the bot has a permission in a channel. */
export const botHas = (state: SandboxState, channel: Channel, bit: bigint): boolean =>
  has(permissionsOf(state, channel.guild_id, state.bot.id, channel), bit)

/** Returns whether the bot can view a channel. A category is visible if one of its channels is. */
export const isViewable = (state: SandboxState, channel: Channel): boolean =>
  botHas(state, channel, Bit.ViewChannel) ||
  (channel.type === ChannelType.GuildCategory &&
    state.channelsOf(channel.guild_id).some((it) => it.parent_id === channel.id && botHas(state, it, Bit.ViewChannel)))

/** Returns whether the bot can view a thread. Private threads are visible to their members and with MANAGE_THREADS. */
export const botSees = (state: SandboxState, thread: Channel): boolean =>
  botHas(state, thread, Bit.ViewChannel) &&
  (thread.type !== ChannelType.PrivateThread ||
    state.threadMembers.of(thread.id).has(state.bot.id) ||
    botHas(state, thread, Bit.ManageThreads))

/** Returns whether `bits` contains all bits of `bit`. */
export const has = (bits: bigint, bit: bigint): boolean => (bits & bit) === bit

/** Permissions in a direct message. */
const DIRECT =
  Bit.ViewChannel |
  Bit.ReadMessageHistory |
  Bit.SendMessages |
  Bit.EmbedLinks |
  Bit.AttachFiles |
  Bit.AddReactions |
  Bit.SendPolls |
  Bit.PinMessages
