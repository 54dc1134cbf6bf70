import { type APIGuild, type APIGuildMember, AuditLogEvent } from "discord-api-types/v10"
import { Effect, Schema } from "effect"
import { decodeFields, integer, integerText, list, optional, page, snowflake } from "../BodySchema.ts"
import { failedToBan, json, noContent, unknownBan } from "../discordError.ts"
import { findGuild, findUser } from "../find.ts"
import { ensureAbove } from "../Permissions.ts"
import { route } from "../Router.ts"
import { pageOf } from "../Snowflakes.ts"
import type { SandboxState } from "../State.ts"
import { writeAuditEntry } from "./auditLog.ts"

const Page = Schema.Struct(page(1000))

const seconds = optional(integer(0, 604_800))

const Ban = Schema.Struct({ delete_message_seconds: seconds, delete_message_days: optional(integer(0, 7)) })

const BulkBan = Schema.Struct({ user_ids: list(snowflake, 1, 200), delete_message_seconds: seconds })

const BAN = "/guilds/:guild_id/bans/:user_id"

const DAY_S = 24 * 60 * 60

/** `/guilds/{guild.id}/bans`. */
export const banRoutes = [
  route("GET", "/guilds/:guild_id/bans", function* ({ param, query, state }) {
    const guild = yield* findGuild(state, param("guild_id"))
    const asked = { limit: 1000, ...(yield* decodeFields(Page)(query)) }
    return json(
      200,
      pageOf(state.bans.of(guild.id).values(), ({ user }) => user.id, asked)
    )
  }),

  route("GET", BAN, function* ({ param, state }) {
    const guild = yield* findGuild(state, param("guild_id"))
    const ban = state.bans.of(guild.id).get(param("user_id"))
    return ban === undefined ? yield* unknownBan : json(200, ban)
  }),

  route("PUT", BAN, function* ({ body, param, reason, state }) {
    const guild = yield* findGuild(state, param("guild_id"))
    const { delete_message_days = 0, delete_message_seconds } = yield* decodeFields(Ban)(body)
    yield* ban(state, guild, param("user_id"), delete_message_seconds ?? delete_message_days * DAY_S, reason)
    return noContent
  }),

  route("DELETE", BAN, function* ({ param, reason, state }) {
    const guild = yield* findGuild(state, param("guild_id"))
    const lifted = state.bans.of(guild.id).get(param("user_id"))
    if (lifted === undefined) return yield* unknownBan
    state.bans.of(guild.id).delete(lifted.user.id)
    state.users.set(lifted.user.id, lifted.user)
    writeAuditEntry({ state, reason }, guild.id, { action: AuditLogEvent.MemberBanRemove, target: lifted.user.id })
    return noContent
  }),

  route("POST", "/guilds/:guild_id/bulk-ban", function* ({ body, param, reason, state }) {
    const guild = yield* findGuild(state, param("guild_id"))
    const { delete_message_seconds = 0, user_ids } = yield* decodeFields(BulkBan)(body)
    const [failed_users, banned_users] = yield* Effect.partition(user_ids, (id) =>
      Effect.mapBoth(ban(state, guild, id, delete_message_seconds, reason), {
        onFailure: () => id,
        onSuccess: () => id
      })
    )
    return banned_users.length === 0 ? yield* failedToBan : json(200, { banned_users, failed_users })
  })
]

/** Bans a user and deletes their messages of the last `deleteSeconds`. */
const ban = Effect.fnUntraced(function* (
  state: SandboxState,
  guild: APIGuild,
  userId: string,
  deleteSeconds: number,
  reason: string | undefined
) {
  const user = yield* findUser(state, userId)
  if (state.membersOf(guild.id).has(user.id)) yield* ensureAbove(state, guild, user.id)
  state.membersOf(guild.id).delete(user.id)
  state.bans.of(guild.id).set(user.id, { user, reason: reason ?? null })
  const sinceMs = state.nowMs - deleteSeconds * 1000
  for (const channel of [...state.channelsOf(guild.id), ...state.threadsOf(guild.id)])
    for (const message of state.messagesOf(channel.id))
      if (message.author.id === user.id && Date.parse(message.timestamp) >= sinceMs)
        state.removeMessage(channel.id, message.id)
  writeAuditEntry({ state, reason }, guild.id, { action: AuditLogEvent.MemberBanAdd, target: user.id })
})

const Count = Schema.Struct({ days: optional(integerText(1, 30)) })

const Prune = Schema.Struct({
  days: optional(integer(1, 30)),
  compute_prune_count: optional(Schema.Boolean),
  include_roles: optional(Schema.Union(Schema.String, list(snowflake, 0, 100)))
})

const PRUNE = "/guilds/:guild_id/prune"

/** `/guilds/{guild.id}/prune`: inactive members. */
export const pruneRoutes = [
  route("GET", PRUNE, function* ({ queryAll, param, query, state }) {
    const guild = yield* findGuild(state, param("guild_id"))
    const { days = 7 } = yield* decodeFields(Count)(query)
    const included = queryAll("include_roles").flatMap((roles) => roles.split(","))
    return json(200, { pruned: inactiveMembers(state, guild, days, included).length })
  }),

  route("POST", PRUNE, function* ({ body, param, reason, state }) {
    const guild = yield* findGuild(state, param("guild_id"))
    const { compute_prune_count = true, days = 7, include_roles = [] } = yield* decodeFields(Prune)(body)
    const included = typeof include_roles === "string" ? include_roles.split(",") : include_roles
    const pruned = inactiveMembers(state, guild, days, included)
    for (const { user } of pruned) state.membersOf(guild.id).delete(user.id)
    writeAuditEntry({ state, reason }, guild.id, {
      action: AuditLogEvent.MemberPrune,
      target: null,
      options: { delete_member_days: String(days), members_removed: String(pruned.length) }
    })
    return json(200, { pruned: compute_prune_count ? pruned.length : null })
  })
]

const DAY_MS = 24 * 60 * 60_000

/** Returns members who have only included roles and wrote nothing for `days` days. */
const inactiveMembers = (
  state: SandboxState,
  guild: APIGuild,
  days: number,
  included: ReadonlyArray<string>
): ReadonlyArray<APIGuildMember> => {
  const sinceMs = state.nowMs - days * DAY_MS
  const channels = [...state.channelsOf(guild.id), ...state.threadsOf(guild.id)]
  const active = new Set(
    channels
      .flatMap((channel) => state.messagesOf(channel.id))
      .filter((message) => Date.parse(message.timestamp) >= sinceMs)
      .map((message) => message.author.id)
  )
  return [...state.membersOf(guild.id).values()].filter(
    ({ roles, user }) => !active.has(user.id) && !user.bot && roles.every((role) => included.includes(role))
  )
}
