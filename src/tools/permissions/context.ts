/** Fetches the guild, member and channel data that determine permissions, with as few requests as possible. */
import { OverwriteType } from "discord-api-types/v10"
import { Clock, Effect, Schema } from "effect"
import type {
  ChannelPermissions,
  GuildPermissions,
  MemberPermissions
} from "../../discord/permissions/effectivePermissions.ts"
import { channelKindOf } from "../../discord/permissions/effectivePermissions.ts"
import { MISSING_ACCESS } from "../../discord/permissions/PermissionLookups.ts"
import type { DiscordPermissionError } from "../../errors/DiscordMcpError.ts"
import { Bits, decisive, expected, Id, nullish, Time, whole } from "../../objects/schema/reply.ts"
import { isHidden, viewableChannels } from "../channels/hiddenChannels.ts"
import { getReadable } from "../dsl/getJson.ts"
import type { Fail } from "../dsl/Reason.ts"
import { highestFirst } from "../roles/view.ts"
import { NamedUser } from "../users/view.ts"

// A decision needs every field that decides it. Only names may be missing.
const Guild = Schema.Struct({
  id: Id,
  owner_id: Id,
  roles: whole(
    Schema.Struct({
      id: Id,
      position: Schema.Number,
      permissions: Bits,
      managed: decisive(Schema.Boolean),
      name: expected(Schema.String)
    })
  )
})

const Member = Schema.Struct({
  roles: whole(Schema.String),
  communication_disabled_until: decisive(Time),
  nick: nullish(Schema.String),
  user: expected(NamedUser)
})

/** A permission overwrite, as decoded from Discord's reply. */
export const Overwrite = Schema.Struct({ id: Id, type: Schema.Number, allow: Bits, deny: Bits })

/** The parts of a channel that decide about permissions. A thread has no overwrites. */
export const PermissionChannel = Schema.Struct({
  id: Id,
  type: Schema.Number,
  flags: nullish(Schema.Number),
  name: nullish(Schema.String),
  guild_id: nullish(Id),
  parent_id: decisive(Id),
  position: nullish(Schema.Number),
  permission_overwrites: decisive(whole(Overwrite))
}).pipe(Schema.filter((it) => it.permission_overwrites != null || isHidden(it) || channelKindOf(it.type) === "thread"))

/** Fetches a guild, with the evaluator's input. Roles are sorted highest first. */
export const guildContext = (guild_id: string) =>
  Effect.map(getReadable(Guild, "/guilds/{guild_id}", { guild_id }), ({ id, owner_id, roles }) => ({
    id,
    ownerId: owner_id,
    roles: highestFirst(roles),
    permissions: {
      id,
      ownerId: owner_id,
      roles: new Map(roles.map(({ id, permissions }) => [id, BigInt(permissions)]))
    } satisfies GuildPermissions as GuildPermissions
  }))

/** The result of `guildContext`. */
export type GuildContext = Effect.Effect.Success<ReturnType<typeof guildContext>>

/** Fetches a member, with the evaluator's input. */
export const memberContext = Effect.fn("permissions.memberContext")(function* (guild_id: string, user_id: string) {
  const member = yield* getReadable(Member, "/guilds/{guild_id}/members/{user_id}", { guild_id, user_id })
  const until = member.communication_disabled_until
  const nowMs = yield* Clock.currentTimeMillis
  return {
    name: member.nick ?? member.user?.global_name ?? member.user?.username,
    permissions: {
      id: user_id,
      roles: member.roles,
      timedOut: typeof until === "string" && Date.parse(until) > nowMs
    } satisfies MemberPermissions as MemberPermissions
  }
})

/**
 * Fetches a channel, the channel whose overwrites apply in it (a thread uses its parent's), and
 * its category. Fails with Discord's denial for a channel that the bot cannot view: whether it
 * exists in this guild is unknown.
 */
export const channelContext = Effect.fn("permissions.channelContext")(function* (
  guild_id: string,
  channel_id: string,
  fail: Fail<"channel_of_another_guild">
) {
  const channels = yield* viewableChannels(PermissionChannel, guild_id)
  const find = (id: string | null | undefined) => channels.find((it) => it.id === id)
  const fetchChannel = Effect.fnUntraced(function* (id: string) {
    const listed = find(id)
    if (listed !== undefined) return listed
    const channel = yield* getReadable(PermissionChannel, "/channels/{channel_id}", { channel_id: id })
    return channel.guild_id === guild_id ? channel : yield* fail("channel_of_another_guild", "channel_id")
  })
  const channel = yield* fetchChannel(channel_id)
  const parent = channel.parent_id
  const overwriteSource =
    channelKindOf(channel.type) === "thread" && parent != null ? yield* fetchChannel(parent) : channel
  const category = overwriteSource.parent_id ?? undefined
  return {
    channel,
    overwriteSource,
    category: find(category),
    /** The category's id, if the bot cannot view it. */
    hiddenCategory: find(category) === undefined ? category : undefined,
    permissions: permissionsIn(channel, overwriteSource)
  }
})

/** Returns the evaluator's input for a channel. A thread has the overwrites of its parent. */
export const permissionsIn = (
  { type }: typeof PermissionChannel.Type,
  overwriteSource: typeof PermissionChannel.Type
): ChannelPermissions => ({
  kind: channelKindOf(type),
  overwrites: overwritesOf(overwriteSource).map(({ allow, deny, id, type }) => ({
    id,
    of: type === OverwriteType.Role ? "role" : "member",
    allow: BigInt(allow),
    deny: BigInt(deny)
  }))
})

/** Returns whether Discord's denial means that the object exists and the bot cannot view it. */
export const isMissingAccess = ({ upstream }: DiscordPermissionError): boolean =>
  upstream.discord_code === MISSING_ACCESS

/** Returns the overwrites of a channel. A thread has none. */
export const overwritesOf = ({
  permission_overwrites: overwrites
}: Partial<Pick<typeof PermissionChannel.Type, "permission_overwrites">>): ReadonlyArray<typeof Overwrite.Type> =>
  overwrites ?? []
