import { Schema } from "effect"
import { decodeForm, integerText, optional, snowflake } from "../Form.ts"
import { findGuild } from "../find.ts"
import { json } from "../Reply.ts"
import { route } from "../Router.ts"
import { isOlder } from "../Snowflakes.ts"
import { botSees } from "../threads.ts"

const Page = Schema.Struct({
  user_id: optional(snowflake),
  target_id: optional(snowflake),
  action_type: optional(integerText(1, 255)),
  before: optional(snowflake),
  after: optional(snowflake),
  limit: optional(integerText(1, 100))
})

/** `/guilds/{guild.id}/audit-logs`: changes by the bot. */
export const auditLogRoutes = [
  route("GET", "/guilds/:guild_id/audit-logs", function* ({ param, query, state }) {
    const guild = yield* findGuild(state, param("guild_id"))
    const { action_type, after, before, limit = 50, target_id, user_id } = yield* decodeForm(Page)(query)
    const found = [...state.auditLog.of(guild.id).values()].filter(
      (entry) =>
        (user_id === undefined || entry.user_id === user_id) &&
        (target_id === undefined || entry.target_id === target_id) &&
        (action_type === undefined || entry.action_type === action_type) &&
        (before === undefined || isOlder(entry.id, before)) &&
        (after === undefined || isOlder(after, entry.id))
    )
    // Newest first, except with `after`.
    const audit_log_entries = (after === undefined ? found.reverse() : found).slice(0, limit)
    const ids = new Set(audit_log_entries.flatMap((entry) => [entry.user_id, entry.target_id]))
    const among = (it: { readonly id: string }) => ids.has(it.id)
    return json(200, {
      audit_log_entries,
      users: [...ids].flatMap((id) => state.userOf(id ?? "") ?? []),
      webhooks: [...state.webhooks.values()].filter(among),
      threads: state.threadsOf(guild.id).filter((it) => among(it) && botSees(state, it)),
      guild_scheduled_events: [...state.eventsOf(guild.id).values()].filter(among),
      auto_moderation_rules: [...state.rulesOf(guild.id).values()].filter(among),
      integrations: [],
      application_commands: []
    })
  })
]
