import { group } from "../dsl/defineTool.ts"
import { custom } from "../dsl/toolBuilders.ts"
import { wordsOf } from "../shared/enums.ts"
import { reasons } from "../shared/failures.ts"
import { choice, described, optional, setOf } from "../shared/fields.ts"
import { ChannelId, GuildId, RoleId, UserId } from "../shared/ids.ts"
import { audit, auditActions } from "./audit.ts"
import { actions, explain, questionIssues } from "./explain.ts"
import { permissions as permissionList } from "./fields.ts"

const guild_id = described("The guild (server).", GuildId)

/** Who may do what, and why: the evaluator that names missing permissions, asked directly. */
export const tools = group("permissions", [
  custom("permissions_explain", {
    description:
      "Explain whether the bot, a user or a role may do something in a guild or channel and which rule decides. With no optional argument, returns all effective permissions.",
    fields: {
      guild_id,
      channel_id: optional(described("Explain for this channel or thread, not for the whole guild.", ChannelId)),
      user_id: optional(described("The user; without user and role it is the bot.", UserId)),
      role_id: optional(described("The role: what a member could do that has no other.", RoleId)),
      requested_permissions: optional(permissionList("Permissions to explain.")),
      action: optional(choice("Or what is to be done.", ...wordsOf(actions))),
      target_user_id: optional(described("To whom it is to be done: kick, ban, timeout.", UserId)),
      target_role_id: optional(described("Which role is to be assigned or removed.", RoleId))
    },
    risk: "read",
    validate: questionIssues,
    run: explain,
    failures: reasons(
      "unknown_guild",
      "unknown_channel",
      "unknown_member",
      "unknown_user",
      "channel_of_another_guild",
      "role_of_another_guild"
    )
  }),
  custom("permissions_audit_channel", {
    description:
      "See which roles can view, send in and manage a channel, and which of its permission overwrites differ from its category. For one user use permissions_explain.",
    fields: {
      guild_id,
      channel_id: described("The channel or thread.", ChannelId),
      actions: optional(setOf("What to look at; all by default.", choice("An action.", ...auditActions), 1, 3))
    },
    risk: "read",
    run: audit,
    failures: reasons("unknown_guild", "unknown_channel", "channel_of_another_guild")
  })
])
