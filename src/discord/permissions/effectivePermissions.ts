/** Discord's algorithm for a member's permissions (Discord docs, permissions). Pure. */
import type { ChannelKind } from "./ChannelKind.ts"
import { bitsOf, permissionBits } from "./PermissionName.ts"

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
  return applicableOverwrites(channel?.overwrites ?? [], guild, member).reduce(
    (bits, step) => (bits & ~union(step.map(({ deny }) => deny))) | union(step.map(({ allow }) => allow)),
    base
  )
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
  if (!may(permissionBits.VIEW_CHANNEL)) return 0n
  if (kind === "voice" && !may(permissionBits.CONNECT)) return 0n
  // Threads inherit every permission except SEND_MESSAGES.
  const own = kind === "thread" ? bits & ~permissionBits.SEND_MESSAGES : bits
  const sending = kind === "thread" ? permissionBits.SEND_MESSAGES_IN_THREADS : permissionBits.SEND_MESSAGES
  return may(sending) ? own : own & ~NEEDS_SENDING
}

function union(bits: ReadonlyArray<bigint>): bigint {
  return bits.reduce((all, bit) => all | bit, 0n)
}
