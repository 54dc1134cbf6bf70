/**
 * What a write takes from the bot itself: a channel that it can no longer see or manage, or its right to manage roles.
 * The notice of the write says so, and the preview says so before.
 */
import { OverwriteType } from "discord-api-types/v10"
import { Effect, Option } from "effect"
import { Discord } from "../../discord/Discord.ts"
import { grantedPermissions } from "../../discord/permissions/effectivePermissions.ts"
import { withinBudget } from "../../discord/permissions/explainDenial.ts"
import { resolvePermissionContext } from "../../discord/permissions/PermissionContext.ts"
import * as Lookups from "../../discord/permissions/PermissionLookups.ts"
import { bitsOf, namesOf, type Permission, type PermissionName, permissionBits } from "../../errors/PermissionName.ts"
import { shortList } from "../../text/words.ts"
import { viewableChannels } from "../channels/hiddenChannels.ts"
import { getReadable } from "../dsl/getJson.ts"
import { readerOf } from "../dsl/reply.ts"
import type { PreviewFacts } from "../Tool.ts"
import { overwritesOf, PermissionChannel } from "./context.ts"
import { bitsFor, mergeOverwrite, type OverwriteChange } from "./mergeOverwrite.ts"

/** What the bot loses in a channel. Without `see`, it can do nothing there. */
type Loss = "see" | "manage" | undefined

/** The permission that a change of a channel requires: of its settings, or of its overwrites. */
type Managing = Extract<PermissionName, "MANAGE_CHANNELS" | "MANAGE_ROLES">

/** A permission overwrite: of a reply, or of an input. */
interface AnyOverwrite {
  readonly id?: string | undefined
  readonly type?: number | string | undefined
  readonly allow?: string | ReadonlyArray<Permission> | null | undefined
  readonly deny?: string | ReadonlyArray<Permission> | null | undefined
}

const toBits = (permissions: AnyOverwrite["allow"]): bigint =>
  typeof permissions === "string" ? BigInt(permissions) : bitsOf(permissions ?? [])

/** Returns the bot as a member of a guild; `undefined` if the bot may not read it. */
const botIn = (guild_id: string) =>
  Effect.gen(function* () {
    const lookups = yield* Lookups.make((yield* Discord).request)
    const route = { method: "GET", route: "/guilds/{guild_id}", path: { guild_id } } as const
    const context = yield* resolvePermissionContext(lookups, route)
    return typeof context === "string" ? undefined : context
  }).pipe(Effect.catchTag("ParseError", () => Effect.succeed(undefined)))

/** Returns what the bot loses by the overwrites of a channel. Sends nothing if they deny nothing that the bot needs. */
export const lossBy = (
  guild_id: string | null | undefined,
  overwrites: ReadonlyArray<AnyOverwrite> | null | undefined,
  managing: Managing
) =>
  guild_id == null || !(overwrites ?? []).some(({ deny }) => (toBits(deny) & bitsOf(["VIEW_CHANNEL", managing])) !== 0n)
    ? Effect.succeed<Loss>(undefined)
    : Effect.map(botIn(guild_id), (bot): Loss => {
        if (bot === undefined) return undefined
        const held = grantedPermissions(bot.guild, bot.member, {
          kind: "text",
          overwrites: (overwrites ?? []).map(({ allow, deny, id = "", type }) => ({
            id,
            of: type === OverwriteType.Member || type === "member" ? "member" : "role",
            allow: toBits(allow),
            deny: toBits(deny)
          }))
        })
        const lacks = (name: PermissionName) => (held & permissionBits[name]) === 0n
        return lacks("VIEW_CHANNEL") ? "see" : lacks(managing) ? "manage" : undefined
      })

/** Returns what the bot has lost in a channel. Sends one request, and others only if an overwrite denies what it needs. */
const lossIn = (channel_id: string) =>
  getReadable(PermissionChannel, "/channels/{channel_id}", { channel_id }).pipe(
    Effect.flatMap((it) => lossBy(it.guild_id, overwritesOf(it), "MANAGE_ROLES")),
    Effect.catchTag("DiscordPermissionError", () => Effect.succeed<Loss>("see"))
  )

const noticeOf = (loss: Loss, managing: Managing): string | undefined =>
  loss === undefined ? undefined : NOTICES[loss](managing)

const NOTICES = {
  see: () =>
    "The bot cannot see this channel now, because it lacks VIEW_CHANNEL there. It cannot undo that: a person must allow VIEW_CHANNEL to the bot or its role.",
  manage: (managing: Managing) =>
    `The bot can see this channel but not manage it now, because it lacks ${managing} there. A person must allow ${managing} to the bot or its role.`
}

/** A lookup after a write. It takes little time, and its failure does not fail the call. */
const afterWrite = <E, R>(lookup: Effect.Effect<string | undefined, E, R>) =>
  withinBudget(lookup).pipe(
    Effect.map(Option.getOrUndefined),
    Effect.catchAllCause((cause) => Effect.as(Effect.logDebug("the bot's access is unknown", cause), undefined))
  )

const readChannel = readerOf(PermissionChannel)

/** Returns the notice of a created or changed channel, from the overwrites in the reply. */
export const channelNotice = (_: object, reply: unknown) => {
  const channel = readChannel(reply)?.body
  return channel === undefined
    ? Effect.succeed(undefined)
    : afterWrite(
        Effect.map(lossBy(channel.guild_id, overwritesOf(channel), "MANAGE_CHANNELS"), (loss) =>
          noticeOf(loss, "MANAGE_CHANNELS")
        )
      )
}

/** Returns the notice of a changed overwrite. One that only allows takes nothing. */
export const overwriteNotice = ({ allow = [], channel_id, deny = [], inherit = [] }: OverwriteInput) =>
  allow.length > 0 && deny.length === 0 && inherit.length === 0
    ? Effect.succeed(undefined)
    : afterWrite(Effect.map(lossIn(channel_id), (loss) => noticeOf(loss, "MANAGE_ROLES")))

type OverwriteInput = OverwriteChange & { readonly channel_id: string }

interface Move {
  readonly id: string
  readonly lock_permissions?: boolean
  readonly parent_id?: string | null
}

/** Returns the notice of channels that took the permissions of their category. */
export const moveNotice = ({
  guild_id,
  positions
}: {
  readonly guild_id: string
  readonly positions: ReadonlyArray<Move>
}) => {
  const locked = positions.filter((it) => it.lock_permissions === true)
  return locked.length === 0
    ? Effect.succeed(undefined)
    : afterWrite(
        Effect.map(viewableChannels(PermissionChannel, guild_id), (channels) =>
          hiddenNotice(
            locked.map(({ id }) => id),
            channels
          )
        )
      )
}

/** Returns the notice of channels that a list of the channels that the bot can view lacks now. */
export const hiddenNotice = (
  ids: ReadonlyArray<string>,
  channels: ReadonlyArray<{ readonly id: string }>
): string | undefined => {
  const hidden = ids.filter((id) => channels.every((it) => it.id !== id))
  return hidden.length === 0
    ? undefined
    : `The bot cannot see these channels now, because their category hides them from it: ${shortList(hidden, SHOWN_MAX)}. A person must allow VIEW_CHANNEL to the bot or its role.`
}

const SHOWN_MAX = 5

/** Returns the notice of a changed role of the bot. Only a list without MANAGE_ROLES can take that permission. */
export const roleNotice = ({ guild_id, permissions, role_id }: RoleInput) =>
  permissions === undefined || keepsRoles(permissions)
    ? Effect.succeed(undefined)
    : afterWrite(
        Effect.map(botIn(guild_id), (bot) => {
          if (bot === undefined || (role_id !== guild_id && !bot.member.roles.includes(role_id))) return undefined
          const held = grantedPermissions(bot.guild, bot.member)
          return (held & permissionBits.MANAGE_ROLES) === 0n ? LOST_ROLES : undefined
        })
      )

const LOST_ROLES =
  "This is a role of the bot, which cannot manage roles in this guild now. A person must give it MANAGE_ROLES again."

interface RoleInput {
  readonly guild_id: string
  readonly role_id: string
  readonly permissions?: ReadonlyArray<Permission>
}

const keepsRoles = (permissions: ReadonlyArray<Permission>): boolean =>
  permissions.includes("MANAGE_ROLES") || permissions.includes("ADMINISTRATOR")

/** Says in a preview what the bot loses. */
const lossFacts = (loss: Loss): { readonly bot_loses?: string } =>
  loss === undefined ? {} : { bot_loses: loss === "see" ? "sight of this channel" : "management of this channel" }

/** Returns which of these permissions the bot lacks in the guild. It can set no others in overwrites of a new channel. */
export const lacked = (guild_id: string, bits: bigint) =>
  Effect.map(botIn(guild_id), (bot) =>
    bot === undefined ? [] : namesOf(bits & ~grantedPermissions(bot.guild, bot.member))
  )

/** Returns what the bot would lose in a new channel. */
export const newChannelFacts = ({
  guild_id,
  permission_overwrites
}: {
  readonly guild_id: string
  readonly permission_overwrites?: ReadonlyArray<AnyOverwrite>
}): PreviewFacts => Effect.map(lossBy(guild_id, permission_overwrites, "MANAGE_CHANNELS"), lossFacts)

/** Returns what the bot would lose by new overwrites of a channel: all of them, or one. */
export const changedChannelFacts = ({
  channel_id,
  overwrite_id,
  permission_overwrites,
  type,
  ...change
}: {
  readonly channel_id: string
  readonly overwrite_id?: string
  readonly permission_overwrites?: ReadonlyArray<AnyOverwrite>
  readonly type?: string
} & OverwriteChange): PreviewFacts =>
  permission_overwrites === undefined && overwrite_id === undefined
    ? Effect.succeed({})
    : Effect.flatMap(getReadable(PermissionChannel, "/channels/{channel_id}", { channel_id }), (channel) => {
        const before = overwritesOf(channel)
        const others: ReadonlyArray<AnyOverwrite> = before.filter(({ id }) => id !== overwrite_id)
        const { allow, deny } = mergeOverwrite(bitsFor(before, overwrite_id ?? ""), change)
        // Without a type, the overwrite is deleted.
        const after = permission_overwrites ?? [
          ...others,
          ...(type === undefined ? [] : [{ id: overwrite_id, type, allow: String(allow), deny: String(deny) }])
        ]
        const managing = permission_overwrites === undefined ? "MANAGE_ROLES" : "MANAGE_CHANNELS"
        return Effect.map(lossBy(channel.guild_id, after, managing), lossFacts)
      })

/** Returns the facts of two previews. */
export const bothFacts =
  <Input>(
    one: (input: Input) => PreviewFacts,
    other: (input: Input) => PreviewFacts
  ): ((input: Input) => PreviewFacts) =>
  (input) =>
    Effect.zipWith(one(input), other(input), (a, b) => ({ ...a, ...b }))
