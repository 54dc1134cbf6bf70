import { type APIGuild, type APIGuildMember, AuditLogEvent } from "discord-api-types/v10"
import { Schema } from "effect"
import { decodeForm, integer, integerText, list, optional, snowflake } from "../Form.ts"
import { findGuild } from "../find.ts"
import { json } from "../Reply.ts"
import { route } from "../Router.ts"
import type { SandboxState } from "../State.ts"
import { writeAuditEntry } from "../writeAuditEntry.ts"

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
    const { days = 7 } = yield* decodeForm(Count)(query)
    const included = queryAll("include_roles").flatMap((roles) => roles.split(","))
    return json(200, { pruned: inactiveMembers(state, guild, days, included).length })
  }),

  route("POST", PRUNE, function* ({ body, param, reason, state }) {
    const guild = yield* findGuild(state, param("guild_id"))
    const { compute_prune_count = true, days = 7, include_roles = [] } = yield* decodeForm(Prune)(body)
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
