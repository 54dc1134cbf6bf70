/** Discord's algorithm for a member's permissions (Discord docs, permissions). Pure. */
import { ChannelType } from "discord-api-types/v10"
import { bitsOf, GUILD_WIDE, isOverwritable, type PermissionName, permissionBits } from "../../errors/PermissionName.ts"

/** The kinds of channels that permissions distinguish. */
export type ChannelKind = "text" | "voice" | "forum" | "thread"

/** Returns the kind of a Discord channel type. A stage counts as voice, a media channel as forum. */
export const channelKindOf = (type: number): ChannelKind =>
  // All other types have the permissions of text channels, also those that Discord may add.
  KINDS.get(type) ?? "text"

const KINDS: ReadonlyMap<number, ChannelKind> = new Map([
  [ChannelType.AnnouncementThread, "thread"],
  [ChannelType.PublicThread, "thread"],
  [ChannelType.PrivateThread, "thread"],
  [ChannelType.GuildVoice, "voice"],
  [ChannelType.GuildStageVoice, "voice"],
  [ChannelType.GuildForum, "forum"],
  [ChannelType.GuildMedia, "forum"]
])

/** The permission data of a guild: role permissions by id. The role with the guild's id is `@everyone`. */
export interface GuildPermissions {
  readonly id: string
  readonly ownerId: string
  readonly roles: ReadonlyMap<string, bigint>
}

/** The permission data of a member. `roles` does not include `@everyone`. */
export interface MemberPermissions {
  readonly id: string
  readonly roles: ReadonlyArray<string>
  readonly timedOut: boolean
}

/** A channel's permission overwrite for one role or member. */
export interface Overwrite {
  readonly id: string
  readonly of: "role" | "member"
  readonly allow: bigint
  readonly deny: bigint
}

/** The permission data of a channel. A thread has its parent's overwrites. */
export interface ChannelPermissions {
  readonly kind: ChannelKind
  readonly overwrites: ReadonlyArray<Overwrite>
}

/**
 * Returns what roles and overwrites grant, before implicit denials. The result shows what to grant:
 * one missing SEND_MESSAGES, not all the permissions that depend on it.
 */
export const grantedPermissions = (
  guild: GuildPermissions,
  member: MemberPermissions,
  channel?: ChannelPermissions
): bigint => {
  if (guild.ownerId === member.id) return ALL_PERMISSIONS
  const base = union([guild.id, ...member.roles].map((id) => guild.roles.get(id) ?? 0n))
  if ((base & permissionBits.ADMINISTRATOR) !== 0n) return ALL_PERMISSIONS
  const inChannel = applicableOverwrites(channel?.overwrites ?? [], guild, member).reduce(
    (bits, step) => (bits & ~union(step.map(({ deny }) => deny))) | union(step.map(({ allow }) => allow)),
    base
  )
  return (base & GUILD_WIDE) | (inChannel & ~GUILD_WIDE)
}

/** Returns what the member may do now: the granted permissions minus implicit denials and a timeout. */
export const effectivePermissions = (
  guild: GuildPermissions,
  member: MemberPermissions,
  channel?: ChannelPermissions
): bigint => {
  const bits = grantedPermissions(guild, member, channel)
  // Owners and administrators are exempt from denials and timeouts.
  if (bits === ALL_PERMISSIONS) return ALL_PERMISSIONS
  const left = channel === undefined ? bits : withoutImplicitlyDenied(bits, channel.kind)
  return member.timedOut ? left & WHILE_TIMED_OUT : left
}

export const ALL_PERMISSIONS: bigint = union(Object.values(permissionBits))

const WHILE_TIMED_OUT = bitsOf(["VIEW_CHANNEL", "READ_MESSAGE_HISTORY"])

const NEEDS_SENDING = bitsOf(["MENTION_EVERYONE", "SEND_TTS_MESSAGES", "ATTACH_FILES", "EMBED_LINKS"])

/** Returns the applicable overwrites in Discord's three steps. Within a step, denials apply before grants. */
export const applicableOverwrites = (
  overwrites: ReadonlyArray<Overwrite>,
  guild: GuildPermissions,
  member: MemberPermissions
): ReadonlyArray<ReadonlyArray<Overwrite>> => [
  overwrites.filter((it) => it.of === "role" && it.id === guild.id),
  overwrites.filter((it) => it.of === "role" && member.roles.includes(it.id)),
  overwrites.filter((it) => it.of === "member" && it.id === member.id)
]

/** Removes the permissions that a missing one implicitly denies (Discord docs, permissions, implicit permissions). */
const withoutImplicitlyDenied = (bits: bigint, kind: ChannelKind): bigint => {
  const may = (bit: bigint) => (bits & bit) !== 0n
  if (!may(permissionBits.VIEW_CHANNEL)) return bits & GUILD_WIDE
  if (kind === "voice" && !may(permissionBits.CONNECT)) return bits & GUILD_WIDE
  // Threads inherit every permission except SEND_MESSAGES.
  const own = kind === "thread" ? bits & ~permissionBits.SEND_MESSAGES : bits
  const sending = kind === "thread" ? permissionBits.SEND_MESSAGES_IN_THREADS : permissionBits.SEND_MESSAGES
  return may(sending) ? own : own & ~NEEDS_SENDING
}

function union(bits: ReadonlyArray<bigint>): bigint {
  return bits.reduce((all, bit) => all | bit, 0n)
}

/** The rules that can decide about a permission (Discord docs, permissions). */
export type PermissionRule =
  | "owner"
  | "administrator"
  | "member_overwrite"
  | "role_overwrite"
  | "everyone_overwrite"
  | "role"
  | "everyone"
  | "not_granted"
  /** Granted, but it requires another permission that is missing. */
  | "implied"
  /** Granted, but a member in timeout may only read. */
  | "timeout"

/** Whether a permission is held, and which rule decides. */
export interface PermissionDecision {
  readonly allowed: boolean
  readonly rule: PermissionRule
  /** The ids of the roles or the member that the rule applies to. */
  readonly by: ReadonlyArray<string>
  /** With `implied`: the missing permission that this one requires. */
  readonly requires?: PermissionName
}

/** Returns which rule decides about a permission. `allowed` agrees with `effectivePermissions`. */
export const decidePermission = (
  name: PermissionName,
  guild: GuildPermissions,
  member: MemberPermissions,
  place?: ChannelPermissions
): PermissionDecision => {
  const channel = isOverwritable(name) ? place : undefined
  const has = (bits: bigint) => (bits & permissionBits[name]) !== 0n
  if (guild.ownerId === member.id) return { allowed: true, rule: "owner", by: [] }
  const roles = [guild.id, ...member.roles]
  const admins = roles.filter((id) => ((guild.roles.get(id) ?? 0n) & permissionBits.ADMINISTRATOR) !== 0n)
  if (admins.length > 0) return { allowed: true, rule: "administrator", by: admins }

  const held = grantedPermissions(guild, member, channel)
  if (has(held) && !has(effectivePermissions(guild, member, channel))) {
    return has(effectivePermissions(guild, { ...member, timedOut: false }, channel))
      ? { allowed: false, rule: "timeout", by: [] }
      : { allowed: false, rule: "implied", by: [], requires: requiredFirst(held, channel) }
  }
  const steps = applicableOverwrites(channel?.overwrites ?? [], guild, member)
  for (const at of [2, 1, 0] as const) {
    const allowing = (steps[at] ?? []).filter(({ allow }) => has(allow))
    const denying = (steps[at] ?? []).filter(({ deny }) => has(deny))
    const deciding = allowing.length > 0 ? allowing : denying
    if (deciding.length > 0) {
      return { allowed: allowing.length > 0, rule: STEPS[at], by: deciding.map(({ id }) => id) }
    }
  }
  const giving = roles.filter((id) => has(guild.roles.get(id) ?? 0n))
  if (giving.length === 0) return { allowed: false, rule: "not_granted", by: [] }
  return giving.includes(guild.id)
    ? { allowed: true, rule: "everyone", by: [guild.id] }
    : { allowed: true, rule: "role", by: giving }
}

/** Returns whether an overwrite of the channel denies a permission, so that no role can grant it there. */
export const isDeniedInChannel = ({ allowed, rule }: Pick<PermissionDecision, "allowed" | "rule">): boolean =>
  !allowed && STEPS.some((step) => step === rule)

const STEPS = ["everyone_overwrite", "role_overwrite", "member_overwrite"] as const

/** Returns the missing permission that a granted one requires; in threads SEND_MESSAGES_IN_THREADS. */
const requiredFirst = (held: bigint, channel: ChannelPermissions | undefined): PermissionName => {
  if ((held & permissionBits.VIEW_CHANNEL) === 0n) return "VIEW_CHANNEL"
  if (channel?.kind === "voice" && (held & permissionBits.CONNECT) === 0n) return "CONNECT"
  return channel?.kind === "thread" ? "SEND_MESSAGES_IN_THREADS" : "SEND_MESSAGES"
}

/** Returns whether one of these permissions requires two factors in guilds that demand them of moderators. */
export const needsTwoFactor = (required: bigint): boolean => (required & NEEDS_TWO_FACTOR) !== 0n

/** Permissions that require two-factor authentication in guilds that enforce it (Discord docs, permissions, marked *). */
const NEEDS_TWO_FACTOR = bitsOf([
  "KICK_MEMBERS",
  "BAN_MEMBERS",
  "ADMINISTRATOR",
  "MANAGE_CHANNELS",
  "MANAGE_GUILD",
  "MANAGE_MESSAGES",
  "MANAGE_ROLES",
  "MANAGE_WEBHOOKS",
  "MANAGE_GUILD_EXPRESSIONS",
  "MANAGE_THREADS",
  "VIEW_CREATOR_MONETIZATION_ANALYTICS"
])
