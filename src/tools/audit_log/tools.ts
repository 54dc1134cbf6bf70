import { enumNames, longChoice } from "../../objects/schema/enums.ts"
import { described, optional } from "../../objects/schema/fields.ts"
import { guild_id, Snowflake, UserId } from "../../objects/schema/ids.ts"
import * as Limits from "../../objects/schema/limits.ts"
import { idTimes, timeFields } from "../dsl/cursor.ts"
import { group } from "../dsl/defineTool.ts"
import { paged } from "../dsl/paging.ts"
import { get } from "../dsl/toolBuilders.ts"
import { AuditLog, auditEntry, auditEvents, entriesOf } from "./view.ts"
import { auditWords } from "./words.ts"

const page = paged({
  max: Limits.AUDIT_LOG_PAGE_MAX,
  defaultLimit: 50,
  by: "either",
  returnsOldestFirst: true,
  from: {
    before: optional(described("Only entries older than this id.", Snowflake)),
    after: optional(described("Only entries newer than this id.", Snowflake))
  },
  positionOf: ({ id }) => id,
  times: idTimes,
  body: AuditLog,
  items: entriesOf,
  view: auditEntry,
  empty: "No matching entries. Discord keeps entries for 45 days."
})

const synonyms = {
  audit_log_get:
    "audit log, moderation log, mod log, who did what, who banned, who kicked, who deleted, who changed, who created, history of changes, who is responsible, who removed, who renamed, who gave, who did it, who has done it, recent moderator actions, find out who, when was it changed, log of actions, who banned and why, who changed the server, show the audit log, who removed my message, who deleted a message, who changed a role, who gave a role, who took a role, who invited the bot, which moderator, who made a channel, who unbanned, who timed out, who added the bot, who was it, who banned someone, who kicked someone, who added, moderators' actions, fetch audit logs, audit logs, mod logs, server log, who pinned, who invited, who timed out a user"
}

/** The audit log of a guild. */
export const tools = group({ category: "audit_log", synonyms }, [
  get("audit_log_get", "/guilds/{guild_id}/audit-logs", {
    description: "Read a guild's audit log: who changed what, when and why.",
    path: { guild_id },
    ...page,
    query: {
      ...page.query,
      user_id: optional(described("Only actions by this user.", UserId)),
      target_id: optional(described("Only actions on this user, channel, role or other id.", Snowflake))
    },
    options: {
      ...page.options,
      ...timeFields("Done"),
      action_type: optional(
        longChoice(
          "Only this event, such as MEMBER_BAN_ADD or MESSAGE_DELETE.",
          enumNames(auditEvents),
          auditEvents,
          auditWords
        )
      )
    },
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
