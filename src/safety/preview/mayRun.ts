/** Predicts whether the bot's permissions allow a call. */
import { Effect, Predicate, Schema } from "effect"
import { Discord } from "../../discord/Discord.ts"
import { fieldsOf, shapeOf } from "../../discord/DiscordRequest.ts"
import { grantedPermissions } from "../../discord/permissions/effectivePermissions.ts"
import {
  deniedInChannel,
  hierarchyReason,
  isOutranked,
  requiresTwoFactor
} from "../../discord/permissions/explainDenial.ts"
import type { PermissionTarget } from "../../discord/permissions/needs.ts"
import { type PermissionContext, resolvePermissionContext } from "../../discord/permissions/PermissionContext.ts"
import * as Lookups from "../../discord/permissions/PermissionLookups.ts"
import { type RequestParts, requiredPermissions } from "../../discord/permissions/requiredPermissions.ts"
import { bitsOf, grantHint, namesOf, type PermissionName, permissionBits } from "../../errors/PermissionName.ts"
import { denialHint } from "../../errors/permissionDenial.ts"
import type { CallPreview } from "../../errors/preview/Preview.ts"
import { permissionsText } from "../../objects/overwrite.ts"
import { Id, nullish } from "../../objects/schema/reply.ts"
import { getReadable } from "../../tools/dsl/getJson.ts"
import type { ToolCall } from "../../tools/Tool.ts"
import { type CertainRefusal, deniedBecause, lacksPermissions } from "./certainRefusal.ts"

/** The prediction. Empty if permissions do not decide. `refusal`: the error of a call that must fail. */
export type Allowance = Pick<CallPreview, "bot_may" | "missing_permissions" | "obstacle" | "recovery_hint"> & {
  readonly refusal?: CertainRefusal
}

/** Compares the permissions that a call requires with those of the bot. */
export const mayRun = Effect.fn("Preview.mayRun")(function* (call: ToolCall) {
  const request = requestOf(call)
  const { permissions } = call.tool
  if (request === undefined || (requiredPermissions(request) === undefined && permissions.length === 0)) return UNKNOWN
  const lookups = yield* Lookups.make((yield* Discord).request)
  const here = yield* resolvePermissionContext(lookups, request)
  const context = here === "nowhere" ? yield* resolveLinkedContext(lookups, call) : here
  if (context === "denied") return lacking(request, bitsOf(permissions))
  if (context === "nowhere") return UNKNOWN
  if (context === "hidden") return lacking(request, permissionBits.VIEW_CHANNEL, { hidden: true })

  const held = grantedPermissions(context.guild, context.member, context.channel)
  const requiredOf = (target: PermissionTarget) => requiredPermissions(request, target, held) ?? bitsOf(permissions)
  const missing = requiredOf(context.target) & ~held
  // The bot's own objects can require less. The owner is read only if it decides.
  const own = { ...context.target, own: true }
  const decidesOwn = requiredOf(context.target) !== requiredOf(own) && (missing !== 0n || context.twoFactor)
  const required = requiredOf(decidesOwn && (yield* isOwn(request, context)) ? own : context.target)
  const lacks = required & ~held
  if (lacks !== 0n) {
    return lacking(request, lacks, { required, deniedInChannel: deniedInChannel(lacks, context) })
  }
  if (context.member.timedOut && (held & permissionBits.ADMINISTRATOR) === 0n) return blocked(request, "timed_out")
  if (yield* outranks(lookups, request, context)) return blocked(request, hierarchyReason(request, context))
  if (context.ownerHasTwoFactor === false && requiresTwoFactor(required, context)) {
    return blocked(request, "two_factor_required")
  }
  return isImmutable(request, context) ? blocked(request, "archived_thread") : ALLOWED
})

const UNKNOWN: Allowance = {}
const ALLOWED: Allowance = { bot_may: true }

const lacking = (
  request: RequestParts,
  bits: bigint,
  {
    deniedInChannel = [],
    hidden = false,
    required = bits
  }: {
    readonly required?: bigint
    readonly deniedInChannel?: ReadonlyArray<PermissionName>
    readonly hidden?: boolean
  } = {}
): Allowance => {
  const missing = namesOf(bits)
  const inChannel = !request.route.startsWith("/guilds/")
  return {
    bot_may: false,
    missing_permissions: missing,
    recovery_hint: grantHint({ missing, inChannel, deniedInChannel }),
    ...(missing.length > 0 && {
      refusal: lacksPermissions(request, { missing, required: namesOf(required), deniedInChannel, hidden })
    })
  }
}

const blocked = (request: RequestParts, why: NonNullable<Allowance["obstacle"]>): Allowance => ({
  bot_may: false,
  obstacle: why,
  recovery_hint: denialHint(why),
  refusal: deniedBecause(request, why)
})

/** Returns whether an archived thread does not allow a request (Discord docs, threads, active and archived threads). */
const isImmutable = ({ method, route }: RequestParts, { archived }: PermissionContext): boolean =>
  archived && CHANGES_IN_THREAD.test(`${method} ${shapeOf(route)}`)

/** Messages can be deleted in an archived thread. */
const CHANGES_IN_THREAD =
  /^(?:DELETE|PUT) \/channels\/:id\/(?:messages\/:id\/reactions|thread-members|pins|messages\/pins)(?:\/|$)/

/**
 * Resolves the channel of a webhook or an invite, if the route has no other. Reading a webhook requires the same
 * permission as changing it.
 */
const resolveLinkedContext = Effect.fnUntraced(
  function* (lookups: Lookups.PermissionLookups, { referencedIds }: ToolCall) {
    const idOf = (kind: "webhook" | "invite") => referencedIds.find((referenced) => referenced.kind === kind)?.id
    const [webhook_id, code] = [idOf("webhook"), idOf("invite")]
    const channel_id =
      webhook_id !== undefined
        ? (yield* getReadable(WebhookChannel, "/webhooks/{webhook_id}", { webhook_id })).channel_id
        : code !== undefined
          ? (yield* getReadable(InviteChannel, "/invites/{code}", { code })).channel?.id
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

const WebhookChannel = Schema.Struct({ channel_id: nullish(Id) })
const InviteChannel = Schema.Struct({ channel: nullish(Schema.Struct({ id: Id })) })

/** Returns whether the bot created the object of a request: a message, an expression or an event. */
const isOwn = ({ path, route }: RequestParts, { member }: PermissionContext) =>
  Effect.map(getReadable(CreatedObject, OBJECT.exec(route)?.[0] ?? route, path), ({ author, creator_id, user }) =>
    [author?.id, user?.id, creator_id].includes(member.id)
  )

/** The part of a route that leads to the object: up to the second id, without what is inside the object. */
const OBJECT = /^(?:[^{]*\{\w+\}){2}/

/** The creator of an object: a message's author, an expression's user, an event's creator. */
const CreatedObject = Schema.Struct({
  author: nullish(Schema.Struct({ id: Id })),
  user: nullish(Schema.Struct({ id: Id })),
  creator_id: nullish(Id)
})

/** Returns whether the target has a role at or above the highest role of the bot. Reads a member only if its roles decide. */
const outranks = Effect.fnUntraced(function* (
  lookups: Lookups.PermissionLookups,
  request: RequestParts,
  context: PermissionContext
) {
  const operation = `${request.method} ${shapeOf(request.route)}`
  const { user_id } = request.path
  const known = isOutranked(operation, request, context)
  if (known !== "unknown" || user_id === undefined || user_id === context.member.id) return known === true
  const member = yield* lookups.member({ guild_id: context.guild.id, user_id }).pipe(
    // A user who is not a member has no rank.
    Effect.catchIf(Predicate.isTagged("DiscordNotFoundError"), () => Effect.succeed("hidden" as const))
  )
  return member !== "hidden" && isOutranked(operation, request, context, member.roles) === true
})

/** Returns the request that a call will send, its arguments as the body; `undefined` for a tool with its own logic. */
const requestOf = ({ arguments: own, longhand: sent = own, tool: { operation } }: ToolCall): RequestParts | undefined =>
  operation && {
    ...operation,
    path: Object.fromEntries(fieldsOf(operation.route).map((field) => [field, String(sent[field] ?? "")])),
    // The body of a role reordering is the list itself.
    body: Array.isArray(sent.positions) ? sent.positions : inBits(sent)
  }

/** Converts permission names at any depth to bit sets: arguments have names, requests have bit sets. */
const inBits = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(inBits)
    : Predicate.isRecord(value)
      ? Object.fromEntries(
          Object.entries(value).map(([name, inner]) => [
            name,
            PERMISSIONS.has(name) && isNames(inner) ? permissionsText(inner) : inBits(inner)
          ])
        )
      : value

const PERMISSIONS: ReadonlySet<string> = new Set(["permissions", "allow", "deny"])

/** Returns whether a value is a list of permission names. Inputs are decoded, so a list in these fields holds them. */
const isNames = (value: unknown): value is ReadonlyArray<PermissionName> => Array.isArray(value)
