import { type APIGuild, AuditLogEvent, PermissionFlagsBits as Bit } from "discord-api-types/v10"
import { Effect, Schema } from "effect"
import { note } from "../audit.ts"
import { failedToBan, unknownBan } from "../discordError.ts"
import { decodeForm, integer, integerText, list, optional, snowflake } from "../Form.ts"
import { findGuild, findUser } from "../find.ts"
import { ensureAbove, ensureInGuild } from "../Permissions.ts"
import { json, noContent } from "../Reply.ts"
import { route } from "../Router.ts"
import { isOlder } from "../Snowflakes.ts"
import type { World } from "../State.ts"

const Page = Schema.Struct({
  limit: optional(integerText(1, 1000)),
  before: optional(snowflake),
  after: optional(snowflake)
})

const seconds = optional(integer(0, 604_800))

const Ban = Schema.Struct({ delete_message_seconds: seconds, delete_message_days: optional(integer(0, 7)) })

const BulkBan = Schema.Struct({ user_ids: list(snowflake, 1, 200), delete_message_seconds: seconds })

const BAN = "/guilds/:guild_id/bans/:user_id"

const DAY_S = 24 * 60 * 60

/** `/guilds/{guild.id}/bans`. */
export const banRoutes = [
  route(
    "GET",
    "/guilds/:guild_id/bans",
    Effect.fnUntraced(function* ({ param, query, world }) {
      const guild = yield* findGuild(world, param("guild_id"))
      yield* ensureInGuild(world, guild.id, Bit.BanMembers)
      const { after, before, limit = 1000 } = yield* decodeForm(Page)(query)
      const bans = [...world.bans.of(guild.id).values()]
        .sort((a, b) => (isOlder(a.user.id, b.user.id) ? -1 : 1))
        .filter(
          ({ user }) =>
            (before === undefined || isOlder(user.id, before)) && (after === undefined || isOlder(after, user.id))
        )
      return json(200, before === undefined ? bans.slice(0, limit) : bans.slice(-limit))
    })
  ),

  route(
    "GET",
    BAN,
    Effect.fnUntraced(function* ({ param, world }) {
      const guild = yield* findGuild(world, param("guild_id"))
      yield* ensureInGuild(world, guild.id, Bit.BanMembers)
      const ban = world.bans.of(guild.id).get(param("user_id"))
      return ban === undefined ? yield* unknownBan : json(200, ban)
    })
  ),

  route(
    "PUT",
    BAN,
    Effect.fnUntraced(function* ({ body, param, reason, world }) {
      const guild = yield* findGuild(world, param("guild_id"))
      yield* ensureInGuild(world, guild.id, Bit.BanMembers)
      const { delete_message_days = 0, delete_message_seconds } = yield* decodeForm(Ban)(body)
      yield* ban(world, guild, param("user_id"), delete_message_seconds ?? delete_message_days * DAY_S, reason)
      return noContent
    })
  ),

  route(
    "DELETE",
    BAN,
    Effect.fnUntraced(function* ({ param, reason, world }) {
      const guild = yield* findGuild(world, param("guild_id"))
      yield* ensureInGuild(world, guild.id, Bit.BanMembers)
      const lifted = world.bans.of(guild.id).get(param("user_id"))
      if (lifted === undefined) return yield* unknownBan
      world.bans.of(guild.id).delete(lifted.user.id)
      world.users.set(lifted.user.id, lifted.user)
      note({ world, reason }, guild.id, { action: AuditLogEvent.MemberBanRemove, target: lifted.user.id })
      return noContent
    })
  ),

  route(
    "POST",
    "/guilds/:guild_id/bulk-ban",
    Effect.fnUntraced(function* ({ body, param, reason, world }) {
      const guild = yield* findGuild(world, param("guild_id"))
      yield* ensureInGuild(world, guild.id, Bit.BanMembers, Bit.ManageGuild)
      const { delete_message_seconds = 0, user_ids } = yield* decodeForm(BulkBan)(body)
      const [failed_users, banned_users] = yield* Effect.partition(user_ids, (id) =>
        Effect.mapBoth(ban(world, guild, id, delete_message_seconds, reason), {
          onFailure: () => id,
          onSuccess: () => id
        })
      )
      return banned_users.length === 0 ? yield* failedToBan : json(200, { banned_users, failed_users })
    })
  )
]

/** Bans a user, member or not, and deletes what they wrote lately. */
const ban = Effect.fnUntraced(function* (
  world: World,
  guild: APIGuild,
  userId: string,
  deleteSeconds: number,
  reason: string | undefined
) {
  const user = yield* findUser(world, userId)
  if (world.membersOf(guild.id).has(user.id)) yield* ensureAbove(world, guild, user.id)
  world.membersOf(guild.id).delete(user.id)
  world.bans.of(guild.id).set(user.id, { user, reason: reason ?? null })
  const sinceMs = world.nowMs - deleteSeconds * 1000
  for (const channel of [...world.channelsOf(guild.id), ...world.threadsOf(guild.id)])
    for (const message of world.messagesOf(channel.id))
      if (message.author.id === user.id && Date.parse(message.timestamp) >= sinceMs)
        world.removeMessage(channel.id, message.id)
  note({ world, reason }, guild.id, { action: AuditLogEvent.MemberBanAdd, target: user.id })
})
