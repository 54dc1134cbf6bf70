import {
  applicableOverwrites,
  type ChannelPermissions,
  effectivePermissions,
  type GuildPermissions,
  grantedPermissions,
  type MemberPermissions
} from "./effectivePermissions.ts"
import { type PermissionName, permissionBits } from "./PermissionName.ts"

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
  channel?: ChannelPermissions
): PermissionDecision => {
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

const STEPS = ["everyone_overwrite", "role_overwrite", "member_overwrite"] as const

/** Returns the missing permission that a granted one requires; in threads SEND_MESSAGES_IN_THREADS. */
const requiredFirst = (held: bigint, channel: ChannelPermissions | undefined): PermissionName => {
  if ((held & permissionBits.VIEW_CHANNEL) === 0n) return "VIEW_CHANNEL"
  if (channel?.kind === "voice" && (held & permissionBits.CONNECT) === 0n) return "CONNECT"
  return channel?.kind === "thread" ? "SEND_MESSAGES_IN_THREADS" : "SEND_MESSAGES"
}
