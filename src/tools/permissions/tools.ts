import { Effect } from "effect"
import { namedPermissions } from "../../objects/overwrite.ts"
import { enumNames } from "../../objects/schema/enums.ts"
import { choice, described, optional, setOf } from "../../objects/schema/fields.ts"
import { ChannelId, guild_id, RoleId, UserId } from "../../objects/schema/ids.ts"
import { atMostOne, issueIf } from "../dsl/checks.ts"
import { group } from "../dsl/defineTool.ts"
import type { Fail } from "../dsl/Reason.ts"
import { custom } from "../dsl/toolBuilders.ts"
import { reasons } from "../shared/failures.ts"
import type { ToolResult } from "../ToolResult.ts"
import { type AuditInput, auditActions } from "./auditActions.ts"
import { auditChannel } from "./auditChannel.ts"
import { auditGuild } from "./auditGuild.ts"
import { actionPermissions, explain, explainIssues } from "./explain.ts"

const synonyms = {
  permissions_explain:
    "why can, why can't, cannot, may not, not allowed, permission denied, missing permission, what may a user do, why is it forbidden, why not, can the bot, can a user, is someone allowed, check permissions, am I allowed, effective permissions, what permissions does a user have, what may the bot do, what can the bot do in a channel, what am I allowed to do, what permissions does the bot have, permission check, does a user have permission, which permissions, why is something not possible, why can't the bot, can someone see a channel, may a role, perms, permissions for, permissions in a channel, missing access, has permission",
  permissions_audit_channel:
    "who can see a channel, who can write in a channel, which channels can everyone write in, where may everyone write, permissions of a role in all channels, what can a role do in each channel, where can a role write, which channels can a role see, which channels are private, which channels are read-only, permissions over all channels, audit all channels, channels by permission, which channels are open to everyone, access check, which roles can view, who is able to post, who may read a channel, who may write in a channel, who has access to a channel, who can see, who has access, which roles can see a channel, audit a channel, is a channel private, who can write, channel permissions overview, show the permissions of a channel"
}

/** Tools that evaluate permissions: the evaluator that also explains permission errors. */
export const tools = group({ category: "permissions", synonyms }, [
  custom("permissions_explain", {
    description: "Explain whether the bot, a user or a role may do something, and why.",
    fields: {
      guild_id,
      channel_id: optional(described("Channel or thread id; omitted: the whole guild.", ChannelId)),
      user_id: optional(described("User id; without it and role_id, the bot.", UserId)),
      role_id: optional(described("Role id, as of a member with no other role.", RoleId)),
      requested_permissions: optional(namedPermissions("Permissions, such as SEND_MESSAGES.")),
      action: optional(choice("Action, in place of permissions.", ...enumNames(actionPermissions))),
      target_user_id: optional(described("For kick_member, ban_member, timeout_member.", UserId)),
      target_role_id: optional(described("For assign_role, remove_role.", RoleId))
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
      "Audit who can do what in a channel or in all channels: which roles can view it, send in it and manage it, and which permission overwrites differ from its category. Without channel_id, audit all channels: where everyone, or a role, can do what. For one user use permissions_explain.",
    fields: {
      guild_id,
      channel_id: optional(described("Channel or thread id; omitted: all channels.", ChannelId)),
      role_id: optional(described("Without channel_id: the role; omitted: everyone.", RoleId)),
      actions: optional(setOf("Actions to audit; all by default.", choice("An action.", ...auditActions), 1, 3)),
      permissions: optional(namedPermissions("In place of actions: permissions, such as CONNECT."))
    },
    risk: "read",
    validate: (input) => [
      ...atMostOne("channel_id", "role_id")(input),
      ...atMostOne("actions", "permissions")(input),
      ...issueIf(input.permissions?.length === 0, "permissions", "must have a permission", "too_short")
    ],
    run: (input: AuditInput, fail) => audit(input, fail),
    failures: reasons("unknown_guild", "unknown_channel", "channel_of_another_guild", "role_of_another_guild")
  })
])

type Audited =
  | Effect.Effect.Success<ReturnType<typeof auditChannel>>["value"]
  | Effect.Effect.Success<ReturnType<typeof auditGuild>>["value"]

const audit = Effect.fnUntraced(function* (
  { channel_id, ...input }: AuditInput,
  fail: Fail<"channel_of_another_guild" | "role_of_another_guild">
) {
  const result: ToolResult<Audited> =
    channel_id === undefined ? yield* auditGuild(input, fail) : yield* auditChannel({ ...input, channel_id }, fail)
  return result
})
