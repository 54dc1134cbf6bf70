import { Predicate } from "effect"
import type { DiscordPermissionError } from "../../errors/ClientErrors.ts"
import { shapeOf } from "../Route.ts"
import { grantedPermissions } from "./effectivePermissions.ts"
import type { PermissionContext } from "./PermissionContext.ts"
import { MISSING_ACCESS } from "./PermissionLookups.ts"
import { bitsOf, permissionBits } from "./PermissionName.ts"
import { requiresPrivilegedIntent } from "./privilegedIntents.ts"
import { pathValues, type RequestParts } from "./requiredPermissions.ts"

/** Why a request was denied although every permission is granted; `undefined` where nothing tells. */
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

/** Permissions that take two-factor authentication where a guild wants it (Discord docs, permissions, the table's *). */
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

/** Routes on roles and members, where the order of roles decides beside the permissions. */
const USES_ROLE_HIERARCHY = /^(PUT|PATCH|POST|DELETE) \/guilds\/:id\/(roles|members\/:id|bans|bulk-ban)\b/

/**
 * Whether the target stands at or above the bot's highest role (Discord docs,
 * permissions, permission hierarchy). Of other members only the owner's rank is
 * known here, unless it is told which roles they have.
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
  // The positions of roles; a new role has none yet, and begins at the bottom.
  if (operation.endsWith("/roles")) return idsIn(request.body).some(outranks)
  if (second === context.guild.ownerId) return true
  const { roles }: { readonly roles?: unknown } = Object(request.body)
  if (Array.isArray(roles) && roles.some(outranks)) return true
  return targetRoles === undefined ? "unknown" : targetRoles.some(outranks)
}

const idsIn = (body: unknown): ReadonlyArray<unknown> =>
  Array.isArray(body) ? body.filter(Predicate.isRecord).map(({ id }) => id) : []

/** Whether a role stands below one of the bot's; of two at the same position the older one is higher. */
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
