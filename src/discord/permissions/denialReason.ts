import { Predicate } from "effect"
import type { DiscordPermissionError } from "../../errors/ClientErrors.ts"
import { shapeOf } from "../Route.ts"
import { granted } from "./effective.ts"
import { MISSING_ACCESS } from "./Lookups.ts"
import type { Standing } from "./PermissionContext.ts"
import { bitsOf, permissionBits } from "./PermissionName.ts"
import { isBehindIntent } from "./privilegedIntents.ts"
import { type Asked, valuesOf } from "./required.ts"

/** Why a request was denied although every permission is granted; `undefined` where nothing tells. */
export const obstacleOf = (
  asked: Asked,
  required: bigint,
  standing: Standing,
  code: number | undefined
): DiscordPermissionError["why"] => {
  const operation = `${asked.method} ${shapeOf(asked.route)}`
  if (code === MISSING_ACCESS && isBehindIntent(operation)) return "privileged_intent"
  if (standing.member.timedOut && !isAdministrator(standing)) return "timed_out"
  const outranked = isOutranked(operation, asked, standing)
  if (outranked === true) return "role_hierarchy"
  if (standing.twoFactor && (required & NEEDS_TWO_FACTOR) !== 0n) return "two_factor_required"
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

const isAdministrator = ({ guild, member }: Standing): boolean =>
  (granted(guild, member) & permissionBits.ADMINISTRATOR) !== 0n

/** Routes on roles and members, where the order of roles decides beside the permissions. */
const RANKED = /^(PUT|PATCH|POST|DELETE) \/guilds\/:id\/(roles|members\/:id|bans|bulk-ban)\b/

/**
 * Whether the target stands at or above the bot's highest role (Discord docs,
 * permissions, permission hierarchy). Of other members only the owner's rank is
 * known here, unless it is told which roles they have.
 */
export const isOutranked = (
  operation: string,
  asked: Asked,
  standing: Standing,
  theirs?: ReadonlyArray<string>
): boolean | "unknown" => {
  if (!RANKED.test(operation) || standing.guild.ownerId === standing.member.id) return false
  const [, second, third] = valuesOf(asked)
  const outranks = (role: unknown) => !isBelow(String(role), standing)
  if (operation.endsWith("/roles/:id")) return outranks(third ?? second)
  // The positions of roles; a new role has none yet, and begins at the bottom.
  if (operation.endsWith("/roles")) return idsIn(asked.body).some(outranks)
  if (second === standing.guild.ownerId) return true
  const { roles }: { readonly roles?: unknown } = Object(asked.body)
  if (Array.isArray(roles) && roles.some(outranks)) return true
  return theirs === undefined ? "unknown" : theirs.some(outranks)
}

const idsIn = (body: unknown): ReadonlyArray<unknown> =>
  Array.isArray(body) ? body.filter(Predicate.isRecord).map(({ id }) => id) : []

/** Whether a role stands below one of the bot's; of two at the same position the older one is higher. */
const isBelow = (role: string, { member, positions }: Standing): boolean => {
  const at = positions.get(role)
  return (
    at === undefined ||
    member.roles.some((mine) => {
      const own = positions.get(mine) ?? 0
      return own > at || (own === at && BigInt(mine) < BigInt(role))
    })
  )
}
