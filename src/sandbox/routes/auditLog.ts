import type { AuditLogEvent } from "discord-api-types/v10"
import { Schema } from "effect"
import { decodeFields, integerText, optional, page, snowflake } from "../BodySchema.ts"
import { json } from "../discordError.ts"
import { findGuild } from "../find.ts"
import { botSees } from "../Permissions.ts"
import { route } from "../Router.ts"
import { isOlder } from "../Snowflakes.ts"
import type { AuditEntry, SandboxState } from "../State.ts"

/** A change for the audit log. */
interface AuditChange {
  readonly action: AuditLogEvent
  readonly target: string | null
  /** The entity before the change. Absent for a new entity. */
  readonly before?: object
  /** The entity after the change. Absent for a deleted entity. */
  readonly after?: object
  readonly options?: Readonly<Record<string, string>>
}

/** Writes an audit log entry: the change by the bot and its reason. */
export const writeAuditEntry = (
  { reason, state }: { readonly state: SandboxState; readonly reason: string | undefined },
  guildId: string,
  { action, after, before, options, target }: AuditChange
): void => {
  const entry: AuditEntry = {
    id: state.nextId(),
    user_id: state.bot.id,
    target_id: target,
    action_type: action,
    changes: changesOf(before ?? {}, after ?? {}),
    ...(options !== undefined && { options }),
    ...(reason !== undefined && { reason })
  }
  state.auditLog.of(guildId).set(entry.id, entry)
}

const changesOf = (before: object, after: object): AuditEntry["changes"] => {
  const old = new Map<string, unknown>(Object.entries(before))
  const fresh = new Map<string, unknown>(Object.entries(after))
  return [...new Set([...old.keys(), ...fresh.keys()])]
    .filter((key) => JSON.stringify(old.get(key)) !== JSON.stringify(fresh.get(key)))
    .map((key) => ({
      key,
      ...(old.has(key) && { old_value: old.get(key) }),
      ...(fresh.has(key) && { new_value: fresh.get(key) })
    }))
}

const Page = Schema.Struct({
  user_id: optional(snowflake),
  target_id: optional(snowflake),
  action_type: optional(integerText(1, 255)),
  ...page(100)
})

/** `/guilds/{guild.id}/audit-logs`: changes by the bot. */
export const auditLogRoutes = [
  route("GET", "/guilds/:guild_id/audit-logs", function* ({ param, query, state }) {
    const guild = yield* findGuild(state, param("guild_id"))
    const { action_type, after, before, limit = 50, target_id, user_id } = yield* decodeFields(Page)(query)
    const entries = [...state.auditLog.of(guild.id).values()].filter(
      (entry) =>
        (user_id === undefined || entry.user_id === user_id) &&
        (target_id === undefined || entry.target_id === target_id) &&
        (action_type === undefined || entry.action_type === action_type) &&
        (before === undefined || isOlder(entry.id, before)) &&
        (after === undefined || isOlder(after, entry.id))
    )
    // Newest first, except with `after`.
    const audit_log_entries = (after === undefined ? entries.reverse() : entries).slice(0, limit)
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
