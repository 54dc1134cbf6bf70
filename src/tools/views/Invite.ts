import {
  type APIExtendedInvite,
  type APIInvite,
  InviteTargetType,
  InviteTargetUsersJobStatus,
  type RESTGetAPIInviteTargetUsersJobStatusResult
} from "discord-api-types/v10"
import { channelName } from "../parts/hiddenChannels.ts"
import { wordFor } from "../parts/words.ts"
import { compact } from "./compact.ts"

/** What an invite can lead to beside its channel. */
export const targetTypes = {
  stream: InviteTargetType.Stream,
  embedded_application: InviteTargetType.EmbeddedApplication
} as const

/** What an agent needs of an invite: its address, where it leads, by whom, and for how long. */
export const invite = (it: APIInvite & Partial<APIExtendedInvite>) =>
  compact({
    code: it.code,
    url: `https://discord.gg/${it.code}`,
    guild: it.guild && { id: it.guild.id, name: it.guild.name },
    channel: it.channel && compact({ id: it.channel.id, name: channelName(it.channel) }),
    inviter: it.inviter && { id: it.inviter.id, name: it.inviter.global_name ?? it.inviter.username },
    members: it.approximate_member_count,
    online: it.approximate_presence_count,
    created: it.created_at,
    expires: it.expires_at,
    uses: it.uses,
    max_uses: it.max_uses === 0 ? undefined : it.max_uses,
    temporary: it.temporary,
    target: it.target_type && wordFor(targetTypes, it.target_type),
    target_user: it.target_user?.username,
    target_application: it.target_application?.name,
    event: it.guild_scheduled_event && { id: it.guild_scheduled_event.id, name: it.guild_scheduled_event.name },
    roles: it.roles?.map(({ id, name }) => ({ id, name }))
  })

/** How far Discord is with the list of users an invite is for. */
export const job = (it: RESTGetAPIInviteTargetUsersJobStatusResult) =>
  compact({
    status: wordFor(jobStatuses, it.status),
    processed: it.processed_users,
    total: it.total_users,
    created: it.created_at,
    completed: it.completed_at,
    error: it.error_message
  })

const jobStatuses = {
  unspecified: InviteTargetUsersJobStatus.Unspecified,
  processing: InviteTargetUsersJobStatus.Processing,
  completed: InviteTargetUsersJobStatus.Completed,
  failed: InviteTargetUsersJobStatus.Failed
} as const
