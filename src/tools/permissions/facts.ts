/** What Discord knows that decides about permissions, gathered in as few requests as it takes. */
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
import { Role } from "../roles/view.ts"

const Guild = Schema.Struct({ id: Id, owner_id: Id, roles: Schema.Array(Role) })

/** A guild, as it is and as the evaluator takes it; roles highest first. */
export const guildFacts = (guild_id: string) =>
  Effect.map(getJson(Guild, "/guilds/{guild_id}", { guild_id }), ({ id, owner_id, roles }) => ({
    id,
    ownerId: owner_id,
    roles: [...roles].sort((a, b) => (isAbove(a, b) ? -1 : 1)),
    permissions: {
      id,
      ownerId: owner_id,
      roles: new Map(roles.map(({ id, permissions }) => [id, BigInt(permissions)]))
    } satisfies GuildPermissions as GuildPermissions
  }))

/** A guild's facts. */
export type GuildFacts = Effect.Effect.Success<ReturnType<typeof guildFacts>>

type Ranked = Pick<typeof Role.Type, "id" | "position">

/** Whether a role stands above another; of two at one position the older one does. */
export const isAbove = (a: Ranked, b: Ranked): boolean =>
  a.position > b.position || (a.position === b.position && BigInt(a.id) < BigInt(b.id))

/** A member as the evaluator takes it. */
export const memberFacts = Effect.fn("permissions.memberFacts")(function* (guild_id: string, user_id: string) {
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
 * A channel, and whose overwrites hold in it: its own, a thread's parent's. A
 * channel that the bot cannot view is not in the guild's list: it fails with
 * Discord's denial, for it is not known to be missing or of another guild.
 */
export const channelFacts = Effect.fn("permissions.channelFacts")(function* (
  guild_id: string,
  channel_id: string,
  fail: Fail<"channel_of_another_guild">
) {
  const channels = yield* viewableChannels(guild_id)
  const find = (id: string | null | undefined) => channels.find((it) => it.id === id)
  const read = Effect.fnUntraced(function* (id: string) {
    const listed = find(id)
    if (listed !== undefined) return listed
    const channel = yield* getJson(Channel, "/channels/{channel_id}", { channel_id: id })
    return channel.guild_id === guild_id ? channel : yield* fail("channel_of_another_guild", "channel_id")
  })
  const channel = yield* read(channel_id)
  const parent = channel.parent_id
  const ruling = channelKindOf(channel.type) === "thread" && parent != null ? yield* read(parent) : channel
  const category = ruling.parent_id ?? undefined
  return {
    channel,
    ruling,
    category: find(category),
    /** The category, where the bot cannot view it. */
    hiddenCategory: find(category) === undefined ? category : undefined,
    permissions: {
      kind: channelKindOf(channel.type),
      overwrites: overwritesOf(ruling).map(({ allow, deny, id, type }) => ({
        id,
        of: type === OverwriteType.Role ? "role" : "member",
        allow: BigInt(allow),
        deny: BigInt(deny)
      }))
    } satisfies ChannelPermissions as ChannelPermissions
  }
})

/** Whether Discord denies something for want of access to it: it is there, and the bot cannot view it. */
export const isMissingAccess = ({ upstream }: DiscordPermissionError): boolean =>
  upstream.discord_code === MISSING_ACCESS

/** The overwrites of a channel; a thread has none. */
export const overwritesOf = ({
  permission_overwrites: overwrites
}: Pick<typeof Channel.Type, "id" | "permission_overwrites">): ReadonlyArray<typeof Overwrite.Type> => overwrites ?? []
