/** Events of the audit log by the names Discord's documentation uses. */
import { AuditLogEvent } from "discord-api-types/v10"

/** What discord-api-types does not name yet; Discord's published description does. */
const newer = {
  GUILD_HOME_FEATURE_ITEM: 171,
  GUILD_HOME_REMOVE_ITEM: 172,
  HARMFUL_LINKS_BLOCKED_MESSAGE: 180,
  GUILD_SCHEDULED_EVENT_EXCEPTION_CREATE: 200,
  GUILD_SCHEDULED_EVENT_EXCEPTION_UPDATE: 201,
  GUILD_SCHEDULED_EVENT_EXCEPTION_DELETE: 202,
  GUILD_PROFILE_UPDATE: 211
}

/** The number of each: `MemberBanAdd` is documented as `MEMBER_BAN_ADD`. */
export const auditEvents: Readonly<Record<string, number>> = {
  ...Object.fromEntries(
    Object.entries(AuditLogEvent).flatMap(([name, number]) =>
      // A numeric enum holds its numbers as names, too.
      typeof number === "number" ? [[name.replaceAll(/([a-z])([A-Z])/g, "$1_$2").toUpperCase(), number]] : []
    )
  ),
  ...newer
}
