import { group } from "../dsl/defineTool.ts"
import { custom } from "../dsl/toolBuilders.ts"
import { wordsOf } from "../shared/enums.ts"
import { reasons } from "../shared/failures.ts"
import { choice, described, optional, setOf } from "../shared/fields.ts"
import { ChannelId, GuildId, RoleId, UserId } from "../shared/ids.ts"
import { auditActions, auditChannel } from "./auditChannel.ts"
import { actionPermissions, explain, explainIssues } from "./explain.ts"
import { permissions as permissionList } from "./fields.ts"

const guild_id = described("The guild (server).", GuildId)

/** Tools that evaluate permissions: the evaluator that also explains permission errors. */
export const tools = group("permissions", [
  custom("permissions_explain", {
    description:
      "Explain whether the bot, a user or a role may do something in a guild or channel, and which rule decides. With no optional argument, returns all effective permissions of the bot.",
    fields: {
      guild_id,
      channel_id: optional(described("A channel or thread; omit it for the whole guild.", ChannelId)),
      user_id: optional(described("The user; without user_id and role_id the bot.", UserId)),
      role_id: optional(described("The role, evaluated for a member with no other role.", RoleId)),
      requested_permissions: optional(permissionList("Permissions to explain.")),
      action: optional(choice("An action to explain, instead of permissions.", ...wordsOf(actionPermissions))),
      target_user_id: optional(described("The target of kick_member, ban_member or timeout_member.", UserId)),
      target_role_id: optional(described("The role of assign_role or remove_role.", RoleId))
    },
    risk: "read",
    validate: explainIssues,
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
      "Audit a channel: which roles can view it, send in it and manage it, and which permission overwrites differ from its category. For one user use permissions_explain.",
    fields: {
      guild_id,
      channel_id: described("The channel or thread.", ChannelId),
      actions: optional(setOf("Actions to audit; all by default.", choice("An action.", ...auditActions), 1, 3))
    },
    risk: "read",
    run: auditChannel,
    failures: reasons("unknown_guild", "unknown_channel", "channel_of_another_guild")
  })
])
