/** Fetches the guild, member and channel data that determine permissions, with as few requests as possible. */
import { OverwriteType } from "discord-api-types/v10"
import { Clock, Effect, Schema } from "effect"
import { channelKindOf } from "../../discord/permissions/ChannelKind.ts"
import type {
  ChannelPermissions,
  GuildPermissions,
  MemberPermissions
} from "../../discord/permissions/effectivePermissions.ts"
import { MISSING_ACCESS } from "../../discord/permissions/PermissionLookups.ts"
import type { DiscordPermissionError } from "../../errors/ClientErrors.ts"
import { Channel, type Overwrite } from "../channels/view.ts"
import { viewableChannels } from "../channels/viewableChannels.ts"
import { getJson } from "../dsl/getJson.ts"
import type { Fail } from "../dsl/Reason.ts"
import { Id } from "../dsl/reply.ts"
import { Member } from "../members/view.ts"
import { highestFirst, Role } from "../roles/view.ts"

const Guild = Schema.Struct({ id: Id, owner_id: Id, roles: Schema.Array(Role) })

/** Fetches a guild, with the evaluator's input. Roles are sorted highest first. */
export const guildContext = (guild_id: string) =>
  Effect.map(getJson(Guild, "/guilds/{guild_id}", { guild_id }), ({ id, owner_id, roles }) => ({
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
  const member = yield* getJson(Member, "/guilds/{guild_id}/members/{user_id}", { guild_id, user_id })
  const until = member.communication_disabled_until
  const nowMs = yield* Clock.currentTimeMillis
  return {
    name: member.nick ?? member.user.global_name ?? member.user.username,
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
  const channels = yield* viewableChannels(guild_id)
  const find = (id: string | null | undefined) => channels.find((it) => it.id === id)
  const fetchChannel = Effect.fnUntraced(function* (id: string) {
    const listed = find(id)
    if (listed !== undefined) return listed
    const channel = yield* getJson(Channel, "/channels/{channel_id}", { channel_id: id })
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
    permissions: {
      kind: channelKindOf(channel.type),
      overwrites: overwritesOf(overwriteSource).map(({ allow, deny, id, type }) => ({
        id,
        of: type === OverwriteType.Role ? "role" : "member",
        allow: BigInt(allow),
        deny: BigInt(deny)
      }))
    } satisfies ChannelPermissions as ChannelPermissions
  }
})

/** Returns whether Discord's denial means that the object exists and the bot cannot view it. */
export const isMissingAccess = ({ upstream }: DiscordPermissionError): boolean =>
  upstream.discord_code === MISSING_ACCESS

/** Returns the overwrites of a channel. A thread has none. */
export const overwritesOf = ({
  permission_overwrites: overwrites
}: Pick<typeof Channel.Type, "id" | "permission_overwrites">): ReadonlyArray<typeof Overwrite.Type> => overwrites ?? []
