/**
 * What a write takes from the bot itself: a channel that it can no longer see, manage or write in, or its role's rights.
 * The notice of the write says so, and the preview says so before.
 */
import { ChannelType, OverwriteType } from "discord-api-types/v10"
import { Effect, Option, Schema } from "effect"
import { Discord } from "../../discord/Discord.ts"
import { grantedPermissions } from "../../discord/permissions/effectivePermissions.ts"
import { withinBudget } from "../../discord/permissions/explainDenial.ts"
import { resolvePermissionContext } from "../../discord/permissions/PermissionContext.ts"
import * as Lookups from "../../discord/permissions/PermissionLookups.ts"
import { bitsOf, namesOf, type Permission, type PermissionName, permissionBits } from "../../errors/PermissionName.ts"
import { readerOf } from "../../objects/schema/reply.ts"
import { shortList } from "../../text/words.ts"
import { isHidden } from "../channels/hiddenChannels.ts"
import { getReadable } from "../dsl/getJson.ts"
import type { PreviewFacts } from "../Tool.ts"
import { overwritesOf, PermissionChannel } from "./context.ts"
import { bitsFor, mergeOverwrite, type OverwriteChange } from "./mergeOverwrite.ts"

/** What the bot lacks in a channel after a change: sight of it, or some of these. Without sight, it can do nothing there. */
type Loss = ReadonlyArray<PermissionName>

const NOTHING: Loss = []

/** The permissions to write in a channel and in its threads. */
const WRITING = ["SEND_MESSAGES", "SEND_MESSAGES_IN_THREADS"] as const satisfies ReadonlyArray<PermissionName>

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

/** A channel with its overwrites. Without a type, it is not a category. */
interface Overwritten {
  readonly type?: number | undefined
  readonly overwrites: ReadonlyArray<AnyOverwrite>
}

/** The permissions that the bot needs in a channel. Nobody writes in a category. */
const neededIn = ({ type }: Overwritten, managing: Managing): ReadonlyArray<PermissionName> => [
  "VIEW_CHANNEL",
  managing,
  ...(type === ChannelType.GuildCategory ? [] : WRITING)
]

type Bot = Effect.Effect.Success<ReturnType<typeof botIn>>

/** Returns which of the permissions that the bot needs in a channel it lacks there. */
const lackedIn = (bot: Bot, channel: Overwritten, managing: Managing): Loss => {
  if (bot === undefined) return NOTHING
  const held = grantedPermissions(bot.guild, bot.member, {
    kind: "text",
    overwrites: channel.overwrites.map(({ allow, deny, id = "", type }) => ({
      id,
      of: type === OverwriteType.Member || type === "member" ? "member" : "role",
      allow: toBits(allow),
      deny: toBits(deny)
    }))
  })
  const lacked = neededIn(channel, managing).filter((name) => (held & permissionBits[name]) === 0n)
  return lacked.includes("VIEW_CHANNEL") ? ["VIEW_CHANNEL"] : lacked
}

/** Whether overwrites deny somebody what the bot needs. */
const deniesNeeded = (channel: Overwritten, managing: Managing): boolean => {
  const needed = bitsOf(neededIn(channel, managing))
  return channel.overwrites.some(({ deny }) => (toBits(deny) & needed) !== 0n)
}

/** Returns what the bot lacks by the overwrites of a channel. Sends nothing if they deny nothing that the bot needs. */
const lossBy = (guild_id: string | null | undefined, channel: Overwritten, managing: Managing) =>
  guild_id == null || !deniesNeeded(channel, managing)
    ? Effect.succeed(NOTHING)
    : Effect.map(botIn(guild_id), (bot) => lackedIn(bot, channel, managing))

/** Returns what the bot lacks in a channel. Sends one request, and others only if an overwrite denies what it needs. */
const lossIn = (channel_id: string) =>
  getReadable(PermissionChannel, "/channels/{channel_id}", { channel_id }).pipe(
    Effect.flatMap((it) => lossBy(it.guild_id, overwritten(it), "MANAGE_ROLES")),
    Effect.catchTag("DiscordPermissionError", () => Effect.succeed<Loss>(["VIEW_CHANNEL"]))
  )

const overwritten = (channel: typeof PermissionChannel.Type): Overwritten => ({
  type: channel.type,
  overwrites: overwritesOf(channel)
})

const isWriting = (name: PermissionName): boolean => WRITING.some((writing) => writing === name)

const noticeOf = (loss: Loss): string | undefined => {
  if (loss.includes("VIEW_CHANNEL")) return CANNOT_SEE
  const [manage] = loss.filter((name) => !isWriting(name))
  const notices = [...(manage === undefined ? [] : [cannotManage(manage)]), ...writingNotice("there", loss)]
  return notices.length === 0 ? undefined : notices.join(" ")
}

const CANNOT_SEE =
  "The bot cannot see this channel now, because it lacks VIEW_CHANNEL there. It cannot undo that: a person must allow VIEW_CHANNEL to the bot or its role."

const cannotManage = (permission: PermissionName) =>
  `The bot can see this channel but not manage it now, because it lacks ${permission} there. A person must allow ${permission} to the bot or its role.`

/** Says that the bot cannot write somewhere. */
const writingNotice = (where: string, loss: Loss): ReadonlyArray<string> => {
  const lacked = loss.filter(isWriting)
  return lacked.length === 0
    ? []
    : [
        `The bot cannot write ${lacked.length === 1 && lacked[0] === "SEND_MESSAGES_IN_THREADS" ? "in threads " : ""}${where} now, because it lacks ${lacked.join(" and ")}. To write, allow it to the bot's role in channels_modify_permissions.`
      ]
}

/** A lookup after a call. It takes little time, and its failure does not fail the call. */
const afterWrite = <A, E, R>(lookup: Effect.Effect<A | undefined, E, R>) =>
  withinBudget(lookup).pipe(
    Effect.map(Option.getOrUndefined),
    Effect.catchAllCause((cause) => Effect.as(Effect.logDebug("the bot's access is unknown", cause), undefined))
  )

const readChannel = readerOf(PermissionChannel)

/** Returns the notice of a created channel, from the overwrites in the reply. */
export const channelNotice = (_: object, reply: unknown) => {
  const channel = readChannel(reply)?.body
  return channel === undefined
    ? Effect.succeed(undefined)
    : afterWrite(Effect.map(lossBy(channel.guild_id, overwritten(channel), "MANAGE_CHANNELS"), noticeOf))
}

/** Returns the notice of a changed channel. A change that leaves the overwrites takes nothing. */
export const changedChannelNotice = (input: { readonly permission_overwrites?: unknown }, reply: unknown) =>
  input.permission_overwrites === undefined ? Effect.succeed(undefined) : channelNotice(input, reply)

/** Returns the notice of a changed overwrite. One that only allows takes nothing. */
export const overwriteNotice = ({ allow = [], channel_id, deny = [], inherit = [] }: OverwriteInput) =>
  allow.length > 0 && deny.length === 0 && inherit.length === 0
    ? Effect.succeed(undefined)
    : afterWrite(Effect.map(lossIn(channel_id), noticeOf))

type OverwriteInput = OverwriteChange & { readonly channel_id: string }

/** Returns the notice of channels that took the permissions of their category: what the bot cannot see there, or write in. */
export const lockedNotice = (
  guild_id: string,
  ids: ReadonlyArray<string>,
  channels: ReadonlyArray<
    Pick<typeof PermissionChannel.Type, "id" | "type"> &
      Partial<Pick<typeof PermissionChannel.Type, "permission_overwrites">>
  >
) => {
  const hidden = ids.filter((id) => channels.every((it) => it.id !== id))
  const seen = channels
    .filter(({ id }) => ids.includes(id))
    .map((channel) => ({ id: channel.id, type: channel.type, overwrites: overwritesOf(channel) }))
  const sightNotice =
    hidden.length === 0
      ? []
      : [
          `The bot cannot see these channels now, because their category hides them from it: ${shortList(hidden, SHOWN_MAX)}. A person must allow VIEW_CHANNEL to the bot or its role.`
        ]
  return Effect.map(
    seen.some((channel) => deniesNeeded(channel, "MANAGE_CHANNELS"))
      ? afterWrite(botIn(guild_id))
      : Effect.succeed(undefined),
    (bot) => {
      const silent = seen.filter((channel) => lackedIn(bot, channel, "MANAGE_CHANNELS").some(isWriting))
      const loss = silent.flatMap((channel) => lackedIn(bot, channel, "MANAGE_CHANNELS"))
      const where = `in ${shortList(
        silent.map(({ id }) => id),
        SHOWN_MAX
      )}`
      const notices = [...sightNotice, ...writingNotice(where, [...new Set(loss)])]
      return notices.length === 0 ? undefined : notices.join(" ")
    }
  )
}

const SHOWN_MAX = 5

/** Returns the notice of categories that a list of viewable channels has for their channels: the bot cannot view them. */
export const hiddenCategoriesNotice = ({ guild_id }: { readonly guild_id: string }, reply: unknown) => {
  const categories = (readChannels(reply)?.body ?? []).filter(
    ({ flags, type, permission_overwrites }) =>
      type === ChannelType.GuildCategory &&
      !isHidden({ flags }) &&
      (permission_overwrites ?? []).some(({ deny }) => (BigInt(deny) & permissionBits.VIEW_CHANNEL) !== 0n)
  )
  if (categories.length === 0) return Effect.succeed(undefined)
  return Effect.map(afterWrite(botIn(guild_id)), (bot) => {
    const hidden = categories.filter((it) => lackedIn(bot, overwritten(it), "MANAGE_CHANNELS").includes("VIEW_CHANNEL"))
    return hidden.length === 0
      ? undefined
      : `The bot cannot view these categories, which are here for their channels only: ${shortList(
          hidden.map(({ id }) => id),
          SHOWN_MAX
        )}.`
  })
}

const readChannels = readerOf(Schema.Array(PermissionChannel))

/** Returns the notice of a changed role of the bot. Only a list without one of these permissions can take it. */
export const roleNotice = ({ guild_id, permissions, role_id }: RoleInput) =>
  permissions === undefined || keepsAll(permissions)
    ? Effect.succeed(undefined)
    : afterWrite(
        Effect.map(botIn(guild_id), (bot) => {
          if (bot === undefined || (role_id !== guild_id && !bot.member.roles.includes(role_id))) return undefined
          const held = grantedPermissions(bot.guild, bot.member)
          const lacked = VITAL.filter((name) => !permissions.includes(name) && (held & permissionBits[name]) === 0n)
          return lacked.length === 0
            ? undefined
            : `This is a role of the bot, which ${lacked.map((name) => VITAL_USES[name]).join(" and ")} in this guild now. A person must give it ${lacked.join(" and ")} again.`
        })
      )

const VITAL = ["MANAGE_ROLES", "VIEW_CHANNEL", "SEND_MESSAGES"] as const satisfies ReadonlyArray<PermissionName>

const VITAL_USES = {
  MANAGE_ROLES: "cannot manage roles",
  VIEW_CHANNEL: "cannot see channels",
  SEND_MESSAGES: "cannot write"
} as const satisfies Record<(typeof VITAL)[number], string>

interface RoleInput {
  readonly guild_id: string
  readonly role_id: string
  readonly permissions?: ReadonlyArray<Permission>
}

const keepsAll = (permissions: ReadonlyArray<Permission>): boolean =>
  permissions.includes("ADMINISTRATOR") || VITAL.every((name) => permissions.includes(name))

/** Says in a preview what the bot loses. */
const lossFacts = (loss: Loss): { readonly bot_loses?: string } => {
  if (loss.length === 0) return {}
  if (loss.includes("VIEW_CHANNEL")) return { bot_loses: "sight of this channel" }
  return {
    bot_loses: [
      ...(loss.every(isWriting) ? [] : ["management of this channel"]),
      ...(loss.includes("SEND_MESSAGES")
        ? ["writing in this channel"]
        : loss.includes("SEND_MESSAGES_IN_THREADS")
          ? ["writing in threads of this channel"]
          : [])
    ].join(" and ")
  }
}

/** Returns which of these permissions the bot lacks in the guild. It can set no others in overwrites of a new channel. */
export const lacked = (guild_id: string, bits: bigint) =>
  Effect.map(botIn(guild_id), (bot) =>
    bot === undefined ? [] : namesOf(bits & ~grantedPermissions(bot.guild, bot.member))
  )

/** Returns what the bot would lose in a new channel. */
export const newChannelFacts = ({
  guild_id,
  kind,
  permission_overwrites: overwrites = []
}: {
  readonly guild_id: string
  readonly kind?: string
  readonly permission_overwrites?: ReadonlyArray<AnyOverwrite>
}): PreviewFacts => {
  const type = kind === "category" ? ChannelType.GuildCategory : undefined
  return Effect.map(lossBy(guild_id, { type, overwrites }, "MANAGE_CHANNELS"), lossFacts)
}

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
        return Effect.map(lossBy(channel.guild_id, { type: channel.type, overwrites: after }, managing), lossFacts)
      })

/** Returns the facts of two previews. */
export const bothFacts =
  <Input>(
    one: (input: Input) => PreviewFacts,
    other: (input: Input) => PreviewFacts
  ): ((input: Input) => PreviewFacts) =>
  (input) =>
    Effect.zipWith(one(input), other(input), (a, b) => ({ ...a, ...b }))
