/** Predicts whether the bot's permissions allow a call. */
import { Effect, Predicate, Schema } from "effect"
import { Discord } from "../../discord/Discord.ts"
import { grantedPermissions } from "../../discord/permissions/effectivePermissions.ts"
import { isOutranked } from "../../discord/permissions/explainDenial.ts"
import type { PermissionTarget } from "../../discord/permissions/needs.ts"
import { type PermissionContext, resolvePermissionContext } from "../../discord/permissions/PermissionContext.ts"
import * as Lookups from "../../discord/permissions/PermissionLookups.ts"
import { bitsOf, namesOf, type PermissionName, permissionBits } from "../../discord/permissions/PermissionName.ts"
import { type RequestParts, requiredPermissions } from "../../discord/permissions/requiredPermissions.ts"
import { shapeOf } from "../../discord/Route.ts"
import { getReadable } from "../../tools/dsl/getJson.ts"
import { Id, nullish } from "../../tools/dsl/reply.ts"
import type { ToolCall } from "../../tools/Tool.ts"
import { requestOf } from "./requestedOf.ts"

/** The prediction. Empty if permissions do not decide. */
export interface Allowance {
  readonly bot_may?: boolean
  readonly missing_permissions?: ReadonlyArray<PermissionName>
  readonly obstacle?: "role_hierarchy" | "timed_out"
}

/** Compares the permissions that a call requires with those of the bot. */
export const mayRun = Effect.fn("Preview.mayRun")(function* (call: ToolCall) {
  const asked = requestOf(call)
  const { permissions } = call.tool
  if (asked === undefined || (requiredPermissions(asked) === undefined && permissions.length === 0)) return UNKNOWN
  const lookups = yield* Lookups.make((yield* Discord).request)
  const here = yield* resolvePermissionContext(lookups, asked)
  const context = here === "nowhere" ? yield* resolveOtherContext(lookups, asked) : here
  if (context === "denied") return lacking(bitsOf(permissions))
  if (context === "nowhere") return UNKNOWN
  if (context === "hidden") return lacking(permissionBits.VIEW_CHANNEL)

  const held = grantedPermissions(context.guild, context.member, context.channel)
  const missingOf = (target: PermissionTarget) =>
    (requiredPermissions(asked, target, held) ?? bitsOf(permissions)) & ~held
  const missing = missingOf(context.target)
  // The bot's own objects require less. Ownership is read only if it decides.
  const own = missing !== 0n && OWNABLE.test(shapeOf(asked.route)) && (yield* isOwn(asked, context))
  const lacks = own ? missingOf({ ...context.target, own }) : missing
  if (lacks !== 0n) return lacking(lacks)
  if (context.member.timedOut && (held & permissionBits.ADMINISTRATOR) === 0n) return blocked("timed_out")
  const theirs = yield* rolesOfTarget(lookups, asked, context)
  return isOutranked(`${asked.method} ${shapeOf(asked.route)}`, asked, context, theirs) === true
    ? blocked("role_hierarchy")
    : ALLOWED
})

const UNKNOWN: Allowance = {}
const ALLOWED: Allowance = { bot_may: true }
const lacking = (bits: bigint): Allowance => ({ bot_may: false, missing_permissions: namesOf(bits) })
const blocked = (reason: NonNullable<Allowance["obstacle"]>): Allowance => ({ bot_may: false, obstacle: reason })

/**
 * Resolves the channel of a webhook or an invite, because its route has none. Reading a
 * webhook requires the same permission as changing it.
 */
const resolveOtherContext = Effect.fnUntraced(
  function* (lookups: Lookups.PermissionLookups, { path, route }: RequestParts) {
    const { code, webhook_id } = path
    const channel_id =
      route.startsWith("/webhooks/") && webhook_id !== undefined
        ? (yield* getReadable(InChannel, "/webhooks/{webhook_id}", { webhook_id })).channel_id
        : route.startsWith("/invites/") && code !== undefined
          ? (yield* getReadable(ToChannel, "/invites/{code}", { code })).channel?.id
          : undefined
    return channel_id == null
      ? "nowhere"
      : yield* resolvePermissionContext(lookups, {
          method: "GET",
          route: "/channels/{channel_id}",
          path: { channel_id }
        })
  },
  Effect.catchIf(Predicate.isTagged("DiscordPermissionError"), () => Effect.succeed("denied" as const))
)

const InChannel = Schema.Struct({ channel_id: nullish(Id) })
const ToChannel = Schema.Struct({ channel: nullish(Schema.Struct({ id: Id })) })

/** Routes of objects that the bot can own. */
const OWNABLE =
  /^\/(channels\/:id\/messages\/:id|guilds\/:id\/(emojis|stickers|soundboard-sounds|scheduled-events)\/:id)$/

const isOwn = (asked: RequestParts, { member }: PermissionContext) =>
  Effect.map(getReadable(CreatedObject, asked.route, asked.path), (it) =>
    [it.author?.id, it.user?.id, it.creator_id].includes(member.id)
  )

/** The owner: a message's author, an expression's user, an event's creator. */
const CreatedObject = Schema.Struct({
  author: nullish(Schema.Struct({ id: Id })),
  user: nullish(Schema.Struct({ id: Id })),
  creator_id: nullish(Id)
})

/** Returns the roles of the target member; `undefined` without a target, for the bot itself and for non-members. */
const rolesOfTarget = (
  lookups: Lookups.PermissionLookups,
  { path, route }: RequestParts,
  { guild, member }: PermissionContext
) => {
  const { user_id } = path
  if (!/^\/guilds\/\{guild_id\}\/(members|bans)\//.test(route) || user_id === undefined || user_id === member.id) {
    return Effect.succeed(undefined)
  }
  return lookups.member({ guild_id: guild.id, user_id }).pipe(
    Effect.map((it) => (it === "hidden" ? undefined : it.roles)),
    Effect.catchIf(Predicate.isTagged("DiscordNotFoundError"), () => Effect.succeed(undefined))
  )
}
