import type { Risk } from "../../discord/Permit.ts"
import { isUnnamed, type Permission, type PermissionName } from "../../errors/PermissionName.ts"
import type { Grant } from "../../errors/preview/Preview.ts"

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

/** Whether a permission puts other members at risk. Of bits without a name, nobody can tell. */
export const isDangerousOne = (permission: string): boolean =>
  isUnnamed(permission) || dangerousPermissions.some((one) => one === permission)

/** Returns whether any of these permissions is dangerous. */
export const isDangerous = (permissions: ReadonlyArray<Permission>): boolean => permissions.some(isDangerousOne)

/** Permissions that a call grants: to a role or member by its id, or to something without an id. */
export type GrantedPermissions = { readonly permissions: ReadonlyArray<Permission> | undefined } & (
  | { readonly id: () => string }
  | { readonly to: () => string }
)

/**
 * Returns the dangerous permissions among those that a call grants. The role with the id of the guild is @everyone. Reads
 * an id only if it is needed, because parts of a plan's step are not known yet.
 */
export const dangerousGrants = (granted: ReadonlyArray<GrantedPermissions>, guild_id?: unknown): ReadonlyArray<Grant> =>
  granted.flatMap(({ permissions: names = [], ...target }) => {
    // The list of a plan's step can be a template.
    const permissions = Array.isArray(names) ? names.filter(isDangerousOne) : []
    if (permissions.length === 0) return []
    if ("to" in target) return [{ to: target.to(), permissions }]
    const id = String(target.id())
    return [{ to: id === guild_id ? `@everyone (${id})` : id, id, permissions }]
  })

/** The definition parts of a tool that grants permissions: a dangerous one makes the call destructive. */
export const granting = <Input>(grants: (input: Input) => ReadonlyArray<GrantedPermissions>) => ({
  asks: ["grants"] as const,
  grants,
  riskOf: (input: Input): Risk => (dangerousGrants(grants(input)).length > 0 ? "destructive" : "write")
})
