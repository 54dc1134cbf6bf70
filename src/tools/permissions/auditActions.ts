/** What an audit checks: actions, or permissions in place of them. */
import {
  type ChannelPermissions,
  effectivePermissions,
  type GuildPermissions
} from "../../discord/permissions/effectivePermissions.ts"
import { type PermissionName, permissionBits } from "../../errors/PermissionName.ts"

/** Actions that an audit checks. */
export const auditActions = ["view_channel", "send_messages", "manage_channel"] as const

type Action = (typeof auditActions)[number]

/** The input of permissions_audit_channel. */
export interface AuditInput {
  readonly guild_id: string
  readonly channel_id?: string
  readonly role_id?: string
  readonly actions?: ReadonlyArray<Action>
  readonly permissions?: ReadonlyArray<PermissionName>
}

/** Returns the actions or permissions of an audit that a member with only these roles has in a channel. */
export const allowedIn = (
  { actions = auditActions, permissions }: AuditInput,
  roles: ReadonlyArray<string>,
  guild: GuildPermissions,
  channel: ChannelPermissions
): ReadonlyArray<string> => {
  const bits = effectivePermissions(guild, { id: "", roles, timedOut: false }, channel)
  const inThread = channel.kind === "thread"
  const needed: Readonly<Record<Action, bigint>> = {
    view_channel: permissionBits.VIEW_CHANNEL,
    send_messages: inThread ? permissionBits.SEND_MESSAGES_IN_THREADS : permissionBits.SEND_MESSAGES,
    manage_channel: inThread ? permissionBits.MANAGE_THREADS : permissionBits.MANAGE_CHANNELS
  }
  return permissions === undefined
    ? actions.filter((action) => (bits & needed[action]) !== 0n)
    : permissions.filter((name) => (bits & permissionBits[name]) !== 0n)
}
