/** Permission overwrites of channels. */
import { type APIOverwrite, AuditLogEvent, PermissionFlagsBits as Bit, ChannelType } from "discord-api-types/v10"
import { Effect, Schema } from "effect"
import { ALL_PERMISSIONS } from "../../discord/permissions/effectivePermissions.ts"
import { bits, choice, decodeFields, optional, snowflake } from "../BodySchema.ts"
import {
  missingPermissions,
  noContent,
  type Refusal,
  tooManyOverwrites,
  unknownOverwrite,
  wrongChannelType
} from "../discordError.ts"
import { findGuildChannel } from "../find.ts"
import { has, permissionsOf } from "../Permissions.ts"
import { type RouteRequest, route } from "../Router.ts"
import { type Channel, isThread, type SandboxState } from "../State.ts"
import { writeAuditEntry } from "./auditLog.ts"

/** Maximum number of overwrites in a channel. */
const MAX_OVERWRITES = 1000

/** An overwrite in the body of a channel. */
export const Overwrite = Schema.mutable(
  Schema.Struct({
    id: snowflake,
    type: choice(0, 1),
    allow: Schema.optionalWith(snowflake, { exact: true, nullable: true, default: () => "0" }),
    deny: Schema.optionalWith(snowflake, { exact: true, nullable: true, default: () => "0" })
  })
)

/** Where overwrites are: a channel, or the place of a new one. */
type OverwritePlace = Pick<Channel, "guild_id" | "parent_id" | "permission_overwrites">

/**
 * Fails with 50013 if overwrites change permissions that the bot lacks in the guild and in the category. With an
 * overwrite that allows it MANAGE_ROLES in the channel, the bot can change all. Only administrators can change
 * MANAGE_ROLES itself.
 */
export const checkOverwrites = (
  state: SandboxState,
  { guild_id, parent_id, permission_overwrites: before = [] }: OverwritePlace,
  after: ReadonlyArray<APIOverwrite> | undefined
): Effect.Effect<void, Refusal> => {
  const changed = after === undefined ? 0n : changedBits(before, after) & ALL_PERMISSIONS
  const inGuild = permissionsOf(state, guild_id, state.bot.id)
  const parent = state.channels.get(parent_id ?? "")
  const held = inGuild | (parent === undefined ? 0n : permissionsOf(state, guild_id, state.bot.id, parent))
  const own = [state.bot.id, ...(state.membersOf(guild_id).get(state.bot.id)?.roles ?? [])]
  const free = before.some(({ allow, id }) => own.includes(id) && has(BigInt(allow), Bit.ManageRoles))
  if (has(changed, Bit.ManageRoles) && !has(inGuild, Bit.Administrator)) return missingPermissions
  return free || has(held, changed) ? Effect.void : missingPermissions
}

/** Returns the permissions that at least one overwrite allows or denies differently. */
const changedBits = (before: ReadonlyArray<APIOverwrite>, after: ReadonlyArray<APIOverwrite>): bigint => {
  const bitsOf = (overwrites: ReadonlyArray<APIOverwrite>, id: string) => {
    const { allow = "0", deny = "0" } = overwrites.find((it) => it.id === id) ?? {}
    return { allow: BigInt(allow), deny: BigInt(deny) }
  }
  return [...before, ...after].reduce((all, { id }) => {
    const [old, now] = [bitsOf(before, id), bitsOf(after, id)]
    return all | (old.allow ^ now.allow) | (old.deny ^ now.deny)
  }, 0n)
}

/**
 * Returns the overwrites of a new channel. A channel that is created without overwrites gets those of its category. By the
 * strict reading, so does one with an empty list.
 */
export const firstOverwrites = (
  state: SandboxState,
  { parent_id, permission_overwrites: own = [] }: Pick<Partial<Channel>, "parent_id" | "permission_overwrites">
): Array<APIOverwrite> => [
  ...(own.length > 0 ? own : (state.channels.get(parent_id ?? "")?.permission_overwrites ?? []))
]

/**
 * Stores a changed channel. The channels of a category that have the same overwrites as it are synced with it: Discord
 * changes theirs together with those of the category.
 */
export const putChannel = (state: SandboxState, before: Channel, after: Channel): void => {
  const overwrites = after.permission_overwrites ?? []
  if (after.type === ChannelType.GuildCategory && !isSynced(before, after)) {
    for (const channel of state.channelsOf(after.guild_id)) {
      if (channel.parent_id !== after.id || !isSynced(channel, before)) continue
      state.channels.set(channel.id, { ...channel, permission_overwrites: [...overwrites] })
    }
  }
  state.channels.set(after.id, after)
}

const isSynced = (one: Channel, other: Channel): boolean => {
  const textOf = ({ permission_overwrites: all = [] }: Channel) =>
    JSON.stringify(all.map(({ allow, deny, id }) => `${id} ${allow} ${deny}`).toSorted())
  return textOf(one) === textOf(other)
}

const OverwriteBody = Schema.Struct({ type: choice(0, 1), allow: optional(bits), deny: optional(bits) })

const PERMISSION = "/channels/:channel_id/permissions/:overwrite_id"

/** `/channels/{channel.id}/permissions`. */
export const overwriteRoutes = [
  route("PUT", PERMISSION, function* (request) {
    const channel = yield* overwritable(request)
    const { allow = 0, deny = 0, type } = yield* decodeFields(OverwriteBody)(request.body)
    const overwrite: APIOverwrite = {
      id: request.param("overwrite_id"),
      type,
      allow: String(allow),
      deny: String(deny)
    }
    const after = [...without(channel, overwrite.id), overwrite]
    yield* checkOverwrites(request.state, channel, after)
    if (after.length > MAX_OVERWRITES) return yield* tooManyOverwrites
    putOverwrites(request, channel, after)
    logOverwrites(request, channel, { permission_overwrites: after })
    return noContent
  }),

  route("DELETE", PERMISSION, function* (request) {
    const channel = yield* overwritable(request)
    const before = channel.permission_overwrites?.find((it) => it.id === request.param("overwrite_id"))
    if (before === undefined) return yield* unknownOverwrite
    const after = without(channel, before.id)
    yield* checkOverwrites(request.state, channel, after)
    putOverwrites(request, channel, after)
    logOverwrites(request, channel, { permission_overwrites: after })
    return noContent
  })
]

const overwritable = Effect.fnUntraced(function* ({ param, state }: RouteRequest<"channel_id">) {
  const channel = yield* findGuildChannel(state, param("channel_id"))
  if (isThread(channel)) return yield* wrongChannelType
  return channel
})

const without = ({ permission_overwrites = [] }: Channel, id: string): ReadonlyArray<APIOverwrite> =>
  permission_overwrites.filter((it) => it.id !== id)

const putOverwrites = (
  { state }: RouteRequest<"channel_id">,
  channel: Channel,
  permission_overwrites: ReadonlyArray<APIOverwrite>
): void => {
  putChannel(state, channel, { ...channel, permission_overwrites: [...permission_overwrites] })
}

/** Logs each overwrite that was created, changed or deleted. */
export const logOverwrites = (
  request: Parameters<typeof writeAuditEntry>[0],
  { guild_id, id: target, permission_overwrites: before = [] }: Channel,
  { permission_overwrites: after = [] }: Pick<Channel, "permission_overwrites">
): void => {
  for (const id of new Set([...before, ...after].map((overwrite) => overwrite.id))) {
    const [old, fresh] = [before, after].map((list) => list.find((overwrite) => overwrite.id === id))
    const { type } = old ?? fresh ?? { type: 0 }
    const role = request.state.guilds.get(guild_id)?.roles.find((one) => one.id === id)
    writeAuditEntry(request, guild_id, {
      action:
        old === undefined
          ? AuditLogEvent.ChannelOverwriteCreate
          : fresh === undefined
            ? AuditLogEvent.ChannelOverwriteDelete
            : AuditLogEvent.ChannelOverwriteUpdate,
      target,
      ...(old !== undefined && { before: old }),
      ...(fresh !== undefined && { after: fresh }),
      options: { id, type: String(type), ...(role && { role_name: role.name }) }
    })
  }
}
