import { Effect, Option, Predicate } from "effect"
import { DiscordPermissionError } from "../../errors/DiscordMcpError.ts"
import { namesOf, type PermissionName, permissionBits } from "../../errors/PermissionName.ts"
import * as Deadline from "../../resilience/Deadline.ts"
import type { DiscordRequest } from "../DiscordRequest.ts"
import { shapeOf } from "../DiscordRequest.ts"
import type { Permit } from "../Permit.ts"
import { decidePermission, grantedPermissions, isDeniedInChannel, needsTwoFactor } from "./effectivePermissions.ts"
import { type PermissionContext, resolvePermissionContext } from "./PermissionContext.ts"
import * as Lookups from "./PermissionLookups.ts"
import { requiresPrivilegedIntent } from "./privilegedIntents.ts"
import { pathValues, type RequestParts, requiredPermissions } from "./requiredPermissions.ts"

/**
 * Adds to a denial what Discord does not say: the missing permissions or another reason. Returns the
 * denial unchanged if the reason is unknown.
 */
export type ExplainDenial = (
  denied: DiscordPermissionError,
  request: DiscordRequest
) => Effect.Effect<DiscordPermissionError, never, Permit>

/**
 * Makes the explanation. All calls share the lookup caches. `request` is the request chain without
 * explanations, so that a denied lookup is not explained in turn.
 */
export const make = Effect.fnUntraced(function* (request: Lookups.SendRequest) {
  const lookups = yield* Lookups.make(request)

  const deriveReason = Effect.fn("Discord.explainDenial")(function* (
    denied: DiscordPermissionError,
    asked: DiscordRequest
  ) {
    const code = denied.upstream.discord_code
    const isChannelItself = asked.method === "GET" && shapeOf(asked.route) === "/channels/:id"
    const context =
      code === Lookups.MISSING_ACCESS && isChannelItself ? "hidden" : yield* resolvePermissionContext(lookups, asked)
    if (context === "nowhere") return denied
    if (context === "hidden") return withPermissions(denied, requiredPermissions(asked), permissionBits.VIEW_CHANNEL)
    const held = grantedPermissions(context.guild, context.member, context.channel)
    const bits = requiredPermissions(asked, context.target, held) ?? 0n
    const missing = bits & ~held
    const why = missing === 0n ? denialReason(asked, bits, context, code) : undefined
    return withPermissions(denied, bits, missing, why, deniedInChannel(missing, context))
  })

  const explain: ExplainDenial = (denied, asked) => {
    const bits = requiredPermissions(asked)
    const isExplained = asked.subject === "bot" && asked.explained !== false
    if (!isExplained || !DERIVABLE.has(denied.upstream.discord_code) || bits === undefined) {
      return Effect.succeed(denied)
    }
    return withinBudget(deriveReason(denied, asked)).pipe(
      // A failure of the explanation, even a defect, must not replace Discord's denial.
      Effect.catchAllCause((cause) =>
        Effect.as(Effect.logDebug("the missing permission could not be determined", cause), Option.none())
      ),
      Effect.map(Option.getOrElse(() => withPermissions(denied, bits)))
    )
  }
  return explain
})

/**
 * The codes of missing access and missing permissions (Discord docs, JSON error codes). Other codes
 * name their cause.
 */
const DERIVABLE: ReadonlySet<number | undefined> = new Set([Lookups.MISSING_ACCESS, 50013])

/** The minimum time to start lookups, the time reserved for the result, and the maximum time of lookups. */
const MIN_BUDGET_MS = 1500
const RESERVED_MS = 500
const MAX_BUDGET_MS = 5000

/** Runs lookups in the time that is left. `none` if there is too little time, or the time is up. */
export const withinBudget = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<Option.Option<A>, E, R> =>
  Effect.flatMap(Deadline.remainingMs, (left) => {
    if (left < MIN_BUDGET_MS) return Effect.succeedNone
    const ms = Math.min(left - RESERVED_MS, MAX_BUDGET_MS)
    return effect.pipe(Deadline.limit(ms), Effect.timeoutOption(ms))
  })

/** Adds required and missing permissions and the reason to a denial; empty fields are left out. */
const withPermissions = (
  denied: DiscordPermissionError,
  required = 0n,
  missing = 0n,
  why?: DiscordPermissionError["why"],
  denied_in_channel: ReadonlyArray<PermissionName> = []
): DiscordPermissionError =>
  new DiscordPermissionError({
    ...denied,
    ...(required !== 0n && { required_permissions: namesOf(required) }),
    ...(missing !== 0n && { missing_permissions: namesOf(missing) }),
    ...(denied_in_channel.length > 0 && { denied_in_channel }),
    ...(why !== undefined && { why })
  })

/** Returns the missing permissions that an overwrite of the channel denies. */
export const deniedInChannel = (
  missing: bigint,
  { channel, guild, member }: PermissionContext
): ReadonlyArray<PermissionName> =>
  namesOf(missing).filter((name) => isDeniedInChannel(decidePermission(name, guild, member, channel)))

/** Returns why Discord denied a request although every permission is granted; `undefined` if unknown. */
export const denialReason = (
  request: RequestParts,
  required: bigint,
  context: PermissionContext,
  code: number | undefined
): DiscordPermissionError["why"] => {
  const operation = `${request.method} ${shapeOf(request.route)}`
  if (code === Lookups.MISSING_ACCESS && requiresPrivilegedIntent(operation)) return "privileged_intent"
  if (context.member.timedOut && !isAdministrator(context)) return "timed_out"
  const outranked = isOutranked(operation, request, context)
  if (outranked === true) return hierarchyReason(request, context)
  if (context.ownerHasTwoFactor !== true && requiresTwoFactor(required, context)) return "two_factor_required"
  return outranked === "unknown" ? "role_hierarchy" : undefined
}

/** Returns whether the guild demands two-factor authentication for one of these permissions. */
export const requiresTwoFactor = (required: bigint, { twoFactor }: PermissionContext): boolean =>
  twoFactor && needsTwoFactor(required)

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

/** Returns why the bot may not change a target that it does not outrank. No role is above the owner of the guild. */
export const hierarchyReason = (
  request: RequestParts,
  { guild }: PermissionContext
): "guild_owner" | "role_hierarchy" => (pathValues(request)[1] === guild.ownerId ? "guild_owner" : "role_hierarchy")

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
