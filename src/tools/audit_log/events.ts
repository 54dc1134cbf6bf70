/** Audit log event types by their documented names. */
import { AuditLogEvent } from "discord-api-types/v10"
import { constantTable } from "../shared/enums.ts"

/** Events of Discord's OpenAPI description that discord-api-types lacks. */
const newerEvents = {
  GUILD_HOME_FEATURE_ITEM: 171,
  GUILD_HOME_REMOVE_ITEM: 172,
  HARMFUL_LINKS_BLOCKED_MESSAGE: 180,
  GUILD_SCHEDULED_EVENT_EXCEPTION_CREATE: 200,
  GUILD_SCHEDULED_EVENT_EXCEPTION_UPDATE: 201,
  GUILD_SCHEDULED_EVENT_EXCEPTION_DELETE: 202,
  GUILD_PROFILE_UPDATE: 211
}

/** Maps each documented name to its number. */
export const auditEvents: Readonly<Record<string, number>> = { ...constantTable(AuditLogEvent), ...newerEvents }
