/** What Discord knows that decides about permissions, gathered in as few requests as it takes. */
import { type APIChannel, type APIGuild, type APIGuildMember, type APIRole, OverwriteType } from "discord-api-types/v10"
import { Clock, Effect } from "effect"
import { kindOf } from "../../discord/permissions/ChannelKind.ts"
import type { ChannelPermissions, GuildPermissions, MemberPermissions } from "../../discord/permissions/effective.ts"
import { lookUp } from "../language/lookUp.ts"
import type { Fail } from "../language/Reason.ts"

/** A guild, as it is and as the evaluator takes it; roles highest first. */
export const guildFacts = (guild_id: string) =>
  Effect.map(lookUp<APIGuild>("/guilds/{guild_id}", { guild_id }), ({ id, owner_id, roles }) => ({
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

/** Whether a role stands above another; of two at one position the older one does. */
export const isAbove = (a: APIRole, b: APIRole): boolean =>
  a.position > b.position || (a.position === b.position && BigInt(a.id) < BigInt(b.id))

/** A member as the evaluator takes it. */
export const memberFacts = Effect.fn("permissions.memberFacts")(function* (guild_id: string, user_id: string) {
  const member = yield* lookUp<APIGuildMember>("/guilds/{guild_id}/members/{user_id}", { guild_id, user_id })
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
 * A channel, and whose overwrites hold in it: its own, a thread's parent's. The
 * guild's list has every channel, also one that the bot may not view.
 */
export const channelFacts = Effect.fn("permissions.channelFacts")(function* (
  guild_id: string,
  channel_id: string,
  fail: Fail<"channel_of_another_guild">
) {
  const channels = yield* lookUp<ReadonlyArray<APIChannel>>("/guilds/{guild_id}/channels", { guild_id })
  const find = (id: string | null | undefined) => channels.find((it) => it.id === id)
  const channel = find(channel_id) ?? (yield* lookUp<APIChannel>("/channels/{channel_id}", { channel_id }))
  const ruling = find(channel_id) ?? find("parent_id" in channel ? channel.parent_id : undefined)
  if (ruling === undefined) return yield* fail("channel_of_another_guild", "channel_id")
  return {
    channel,
    ruling,
    category: find("parent_id" in ruling ? ruling.parent_id : undefined),
    permissions: {
      kind: kindOf(channel.type),
      overwrites: overwritesOf(ruling).map(({ allow, deny, id, type }) => ({
        id,
        of: type === OverwriteType.Role ? "role" : "member",
        allow: BigInt(allow),
        deny: BigInt(deny)
      }))
    } satisfies ChannelPermissions as ChannelPermissions
  }
})

/** The overwrites of a channel; a thread has none. */
export const overwritesOf = (channel: APIChannel) =>
  "permission_overwrites" in channel ? (channel.permission_overwrites ?? []) : []
