import {
  applicableOverwrites,
  type ChannelPermissions,
  effectivePermissions,
  type GuildPermissions,
  grantedPermissions,
  type MemberPermissions
} from "./effectivePermissions.ts"
import { type PermissionName, permissionBits } from "./PermissionName.ts"

/** The rules that can have the last word about a permission (Discord docs, permissions). */
export type PermissionRule =
  | "owner"
  | "administrator"
  | "member_overwrite"
  | "role_overwrite"
  | "everyone_overwrite"
  | "role"
  | "everyone"
  | "not_granted"
  /** It is granted, but goes by another permission. */
  | "implied"
  /** It is granted, but a member who is timed out may only look on. */
  | "timeout"

/** Whether a permission is held, and what decides it. */
export interface PermissionDecision {
  readonly allowed: boolean
  readonly rule: PermissionRule
  /** The roles, or the member, that the rule is about. */
  readonly by: ReadonlyArray<string>
  /** Of what is implied: the permission it goes by. */
  readonly goesBy?: PermissionName
}

/** What decides about one permission. Whether it is allowed is what `effective` says. */
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
      : { allowed: false, rule: "implied", by: [], goesBy: goesBy(held, channel) }
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

/** What something granted goes by that is denied all the same; in threads it stands for SEND_MESSAGES. */
const goesBy = (held: bigint, channel: ChannelPermissions | undefined): PermissionName => {
  if ((held & permissionBits.VIEW_CHANNEL) === 0n) return "VIEW_CHANNEL"
  if (channel?.kind === "voice" && (held & permissionBits.CONNECT) === 0n) return "CONNECT"
  return channel?.kind === "thread" ? "SEND_MESSAGES_IN_THREADS" : "SEND_MESSAGES"
}
