import type { PermissionName } from "../../discord/permissions/PermissionName.ts"

/** Permissions that put other members at risk. A call that grants one is destructive (docs/safety.md). */
export const dangerousPermissions: ReadonlyArray<PermissionName> = [
  "ADMINISTRATOR",
  "BAN_MEMBERS",
  "KICK_MEMBERS",
  "MANAGE_GUILD",
  "MANAGE_ROLES",
  "MANAGE_CHANNELS",
  "MANAGE_WEBHOOKS",
  "MANAGE_MESSAGES",
  "MANAGE_THREADS",
  "MANAGE_NICKNAMES",
  "MANAGE_GUILD_EXPRESSIONS",
  "MANAGE_EVENTS",
  "MENTION_EVERYONE",
  "MODERATE_MEMBERS",
  "MUTE_MEMBERS",
  "DEAFEN_MEMBERS",
  "MOVE_MEMBERS",
  "VIEW_AUDIT_LOG"
]

/** Dangerous permissions that reach only members and roles below the holder's highest role (Discord docs, permissions). */
export const rankedPermissions: ReadonlyArray<PermissionName> = [
  "ADMINISTRATOR",
  "BAN_MEMBERS",
  "KICK_MEMBERS",
  "MANAGE_ROLES",
  "MANAGE_NICKNAMES",
  "MODERATE_MEMBERS"
]

/** Returns whether any of these permissions is dangerous. */
export const isDangerous = (permissions: ReadonlyArray<PermissionName>): boolean =>
  permissions.some((name) => dangerousPermissions.includes(name))
