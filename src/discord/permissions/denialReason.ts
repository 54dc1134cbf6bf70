import { Predicate } from "effect"
import type { DiscordPermissionError } from "../../errors/ClientErrors.ts"
import { shapeOf } from "../Route.ts"
import { grantedPermissions } from "./effectivePermissions.ts"
import type { PermissionContext } from "./PermissionContext.ts"
import { MISSING_ACCESS } from "./PermissionLookups.ts"
import { bitsOf, permissionBits } from "./PermissionName.ts"
import { requiresPrivilegedIntent } from "./privilegedIntents.ts"
import { pathValues, type RequestParts } from "./requiredPermissions.ts"

/** Returns why Discord denied a request although every permission is granted; `undefined` if unknown. */
export const denialReason = (
  request: RequestParts,
  required: bigint,
  context: PermissionContext,
  code: number | undefined
): DiscordPermissionError["why"] => {
  const operation = `${request.method} ${shapeOf(request.route)}`
  if (code === MISSING_ACCESS && requiresPrivilegedIntent(operation)) return "privileged_intent"
  if (context.member.timedOut && !isAdministrator(context)) return "timed_out"
  const outranked = isOutranked(operation, request, context)
  if (outranked === true) return "role_hierarchy"
  if (context.twoFactor && (required & NEEDS_TWO_FACTOR) !== 0n) return "two_factor_required"
  return outranked === "unknown" ? "role_hierarchy" : undefined
}

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

const isAdministrator = ({ guild, member }: PermissionContext): boolean =>
  (grantedPermissions(guild, member) & permissionBits.ADMINISTRATOR) !== 0n

/** Routes on roles and members that also depend on the role hierarchy. */
const USES_ROLE_HIERARCHY = /^(PUT|PATCH|POST|DELETE) \/guilds\/:id\/(roles|members\/:id|bans|bulk-ban)\b/

/**
 * Returns whether the target is at or above the bot's highest role (Discord docs, permissions,
 * permission hierarchy). Without `targetRoles`, a member's rank is `unknown` unless the member
 * owns the guild.
 */
export const isOutranked = (
  operation: string,
  request: RequestParts,
  context: PermissionContext,
  targetRoles?: ReadonlyArray<string>
): boolean | "unknown" => {
  if (!USES_ROLE_HIERARCHY.test(operation) || context.guild.ownerId === context.member.id) return false
  const [, second, third] = pathValues(request)
  const outranks = (role: unknown) => !isBelow(String(role), context)
  if (operation.endsWith("/roles/:id")) return outranks(third ?? second)
  // The body has role positions. A new role has no id yet and starts at the bottom.
  if (operation.endsWith("/roles")) return idsIn(request.body).some(outranks)
  if (second === context.guild.ownerId) return true
  const { roles }: { readonly roles?: unknown } = Object(request.body)
  if (Array.isArray(roles) && roles.some(outranks)) return true
  return targetRoles === undefined ? "unknown" : targetRoles.some(outranks)
}

const idsIn = (body: unknown): ReadonlyArray<unknown> =>
  Array.isArray(body) ? body.filter(Predicate.isRecord).map(({ id }) => id) : []

/** Returns whether a role is below one of the bot's roles. At the same position the older role is higher. */
const isBelow = (role: string, { member, positions }: PermissionContext): boolean => {
  const at = positions.get(role)
  return (
    at === undefined ||
    member.roles.some((mine) => {
      const own = positions.get(mine) ?? 0
      return own > at || (own === at && BigInt(mine) < BigInt(role))
    })
  )
}
