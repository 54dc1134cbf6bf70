import { atMostOne } from "../dsl/checks.ts"
import { group } from "../dsl/defineTool.ts"
import { paged } from "../dsl/paging.ts"
import { get } from "../dsl/toolBuilders.ts"
import { oneOfMany, wordsOf } from "../shared/enums.ts"
import { described, optional } from "../shared/fields.ts"
import { GuildId, Snowflake, UserId } from "../shared/ids.ts"
import * as Limits from "../shared/limits.ts"
import { auditEvents } from "./events.ts"
import { AuditLog, auditEntry, entriesOf } from "./view.ts"

const page = paged({
  max: Limits.AUDIT_LOG_PAGE_MAX,
  fallback: 50,
  by: "either",
  turns: true,
  at: ({ id }) => id,
  body: AuditLog,
  items: entriesOf,
  view: auditEntry,
  empty: "No matching entries. Discord keeps entries for 45 days."
})

/** The audit log of a guild. */
export const tools = group("audit_log", [
  get("audit_log_get", "/guilds/{guild_id}/audit-logs", {
    description:
      "Read a guild's audit log: who did what to whom, when, why, and what changed (bans, roles, channels, settings). Newest first; with after, oldest first.",
    path: { guild_id: described("The guild (server).", GuildId) },
    ...page,
    query: {
      ...page.query,
      user_id: optional(described("Only actions by this user.", UserId)),
      target_id: optional(described("Only actions on this user, channel, role or other target.", Snowflake)),
      before: optional(described("Only entries older than this entry id.", Snowflake)),
      after: optional(described("Only entries newer than this entry id.", Snowflake))
    },
    options: {
      ...page.options,
      action_type: optional(
        oneOfMany(
          "Only this event type, such as MEMBER_BAN_ADD, MEMBER_KICK, MEMBER_ROLE_UPDATE, MESSAGE_DELETE, CHANNEL_DELETE.",
          wordsOf(auditEvents)
        )
      )
    },
    permissions: ["VIEW_AUDIT_LOG"],
    validate: (input) => [...page.validate(input), ...atMostOne("before", "after", "cursor")(input)],
    toQuery: ({ action_type, after, before, limit, target_id, user_id }) => ({
      limit,
      user_id,
      target_id,
      action_type: action_type && auditEvents[action_type],
      before,
      after
    })
  })
])
