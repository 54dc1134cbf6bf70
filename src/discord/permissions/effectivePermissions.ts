/** What a member may do, by Discord's algorithm: pure, over plain values (Discord docs, permissions). */
import type { ChannelKind } from "./ChannelKind.ts"
import { bitsOf, permissionBits } from "./PermissionName.ts"

/** A guild as far as permissions need it: roles by id. The role with the guild's own id is `@everyone`. */
export interface GuildPermissions {
  readonly id: string
  readonly ownerId: string
  readonly roles: ReadonlyMap<string, bigint>
}

/** A member; `@everyone` is not among the roles. */
export interface MemberPermissions {
  readonly id: string
  readonly roles: ReadonlyArray<string>
  readonly timedOut: boolean
}

/** What a channel changes for one role or one member. */
export interface Overwrite {
  readonly id: string
  readonly of: "role" | "member"
  readonly allow: bigint
  readonly deny: bigint
}

/** A channel; the overwrites of a thread are those of its parent. */
export interface ChannelPermissions {
  readonly kind: ChannelKind
  readonly overwrites: ReadonlyArray<Overwrite>
}

/**
 * What roles and overwrites grant, before anything is implicitly denied. This
 * tells what to grant: one missing SEND_MESSAGES, not all that goes with it.
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

/** What the member may do now: what is granted, less what is implicitly denied and what a timeout takes. */
export const effectivePermissions = (
  guild: GuildPermissions,
  member: MemberPermissions,
  channel?: ChannelPermissions
): bigint => {
  const bits = grantedPermissions(guild, member, channel)
  // Owners and administrators are exempt: nothing is denied to them, and no timeout holds.
  if (bits === ALL_PERMISSIONS) return ALL_PERMISSIONS
  const left = channel === undefined ? bits : withoutImplicitlyDenied(bits, channel.kind)
  return member.timedOut ? left & WHILE_TIMED_OUT : left
}

/** Every permission there is. */
export const ALL_PERMISSIONS: bigint = union(Object.values(permissionBits))

const WHILE_TIMED_OUT = bitsOf(["VIEW_CHANNEL", "READ_MESSAGE_HISTORY"])

const NEEDS_SENDING = bitsOf(["MENTION_EVERYONE", "SEND_TTS_MESSAGES", "ATTACH_FILES", "EMBED_LINKS"])

/** The overwrites that matter, in Discord's three steps; in each, denials come before grants. */
export const applicableOverwrites = (
  overwrites: ReadonlyArray<Overwrite>,
  guild: GuildPermissions,
  member: MemberPermissions
): ReadonlyArray<ReadonlyArray<Overwrite>> => [
  overwrites.filter((it) => it.of === "role" && it.id === guild.id),
  overwrites.filter((it) => it.of === "role" && member.roles.includes(it.id)),
  overwrites.filter((it) => it.of === "member" && it.id === member.id)
]

/** What a missing permission takes with it (Discord docs, permissions, implicit permissions). */
const withoutImplicitlyDenied = (bits: bigint, kind: ChannelKind): bigint => {
  const may = (bit: bigint) => (bits & bit) !== 0n
  if (!may(permissionBits.VIEW_CHANNEL)) return 0n
  if (kind === "voice" && !may(permissionBits.CONNECT)) return 0n
  // SEND_MESSAGES is the one permission threads do not inherit.
  const own = kind === "thread" ? bits & ~permissionBits.SEND_MESSAGES : bits
  const sending = kind === "thread" ? permissionBits.SEND_MESSAGES_IN_THREADS : permissionBits.SEND_MESSAGES
  return may(sending) ? own : own & ~NEEDS_SENDING
}

function union(bits: ReadonlyArray<bigint>): bigint {
  return bits.reduce((all, bit) => all | bit, 0n)
}
