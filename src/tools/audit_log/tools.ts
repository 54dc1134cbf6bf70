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

const reading = paged({
  max: Limits.AUDIT_LOG_PAGE_MAX,
  fallback: 50,
  by: "either",
  turns: true,
  at: ({ id }) => id,
  body: AuditLog,
  items: entriesOf,
  view: auditEntry,
  empty: "No entries like this. Discord keeps them for 45 days."
})

/** Who did what in a guild. */
export const tools = group("audit_log", [
  get("audit_log_get", "/guilds/{guild_id}/audit-logs", {
    description:
      "See who did what in a guild, to whom, when, why, and what it changed: bans, roles, channels, settings. Newest first; with after, oldest first.",
    path: { guild_id: described("The guild (server).", GuildId) },
    ...reading,
    query: {
      ...reading.query,
      user_id: optional(described("Only what this user did.", UserId)),
      target_id: optional(described("Only what was done to this user, channel, role or other thing.", Snowflake)),
      before: optional(described("Only entries older than this one.", Snowflake)),
      after: optional(described("Only entries newer than this one.", Snowflake))
    },
    options: {
      ...reading.options,
      action_type: optional(
        oneOfMany(
          "Only this kind, such as MEMBER_BAN_ADD, MEMBER_KICK, MEMBER_ROLE_UPDATE, MESSAGE_DELETE, CHANNEL_DELETE.",
          wordsOf(auditEvents)
        )
      )
    },
    permissions: ["VIEW_AUDIT_LOG"],
    validate: (input) => [...reading.validate(input), ...atMostOne("before", "after", "cursor")(input)],
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
