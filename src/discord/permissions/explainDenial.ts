import { Effect, Option } from "effect"
import { DiscordPermissionError } from "../../errors/ClientErrors.ts"
import * as Deadline from "../../resilience/Deadline.ts"
import type { Permit } from "../../safety/Permit.ts"
import type { DiscordRequest } from "../DiscordRequest.ts"
import { shapeOf } from "../Route.ts"
import { denialReason } from "./denialReason.ts"
import { grantedPermissions } from "./effectivePermissions.ts"
import { resolvePermissionContext } from "./PermissionContext.ts"
import * as Lookups from "./PermissionLookups.ts"
import { namesOf, permissionBits } from "./PermissionName.ts"
import { requiredPermissions } from "./requiredPermissions.ts"

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
    return withPermissions(denied, bits, missing, missing === 0n ? denialReason(asked, bits, context, code) : undefined)
  })

  const explain: ExplainDenial = (denied, asked) => {
    const bits = requiredPermissions(asked)
    if (asked.subject !== "bot" || !DERIVABLE.has(denied.upstream.discord_code) || bits === undefined) {
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

const withinBudget = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<Option.Option<A>, E, R> =>
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
  why?: DiscordPermissionError["why"]
): DiscordPermissionError =>
  new DiscordPermissionError({
    ...denied,
    ...(required !== 0n && { required_permissions: namesOf(required) }),
    ...(missing !== 0n && { missing_permissions: namesOf(missing) }),
    ...(why !== undefined && { why })
  })
