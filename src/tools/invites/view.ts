import { InviteTargetType, InviteTargetUsersJobStatus } from "discord-api-types/v10"
import { Schema } from "effect"
import { channelName } from "../channels/hiddenChannels.ts"
import { Id, may } from "../dsl/reply.ts"
import { viewOf } from "../dsl/view.ts"
import { compact } from "../shared/compact.ts"
import { wordFor } from "../shared/enums.ts"

/** Names of invite target types, mapped to Discord's numbers. */
export const targetTypes = {
  stream: InviteTargetType.Stream,
  embedded_application: InviteTargetType.EmbeddedApplication
} as const

const Named = Schema.Struct({ id: Id, name: Schema.String })

/** An invite, as decoded from Discord's reply. */
export const Invite = Schema.Struct({
  code: Schema.String.pipe(Schema.minLength(1)),
  guild: may(Named),
  channel: may(Schema.Struct({ id: Id, name: may(Schema.String), flags: may(Schema.Number) })),
  inviter: may(Schema.Struct({ id: Id, username: Schema.String, global_name: may(Schema.String) })),
  approximate_member_count: may(Schema.Number),
  approximate_presence_count: may(Schema.Number),
  created_at: may(Schema.String),
  expires_at: may(Schema.String),
  uses: may(Schema.Number),
  max_uses: may(Schema.Number),
  temporary: may(Schema.Boolean),
  target_type: may(Schema.Number),
  target_user: may(Schema.Struct({ username: may(Schema.String) })),
  target_application: may(Schema.Struct({ name: may(Schema.String) })),
  guild_scheduled_event: may(Named),
  roles: may(Schema.Array(Named))
})

/** Compact view of an invite: URL, guild, channel, inviter, expiry. */
export const invite = viewOf(Invite, (it) =>
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
    target: wordFor(targetTypes, it.target_type || undefined),
    target_user: it.target_user?.username,
    target_application: it.target_application?.name,
    event: it.guild_scheduled_event && { id: it.guild_scheduled_event.id, name: it.guild_scheduled_event.name },
    roles: it.roles?.map(({ id, name }) => ({ id, name }))
  })
)

/** Compact view of the job that processes an invite's target users. */
export const targetUsersJob = viewOf(
  Schema.Struct({
    status: Schema.Number,
    processed_users: may(Schema.Number),
    total_users: may(Schema.Number),
    created_at: may(Schema.String),
    completed_at: may(Schema.String),
    error_message: may(Schema.String)
  }),
  (it) =>
    compact({
      status: wordFor(jobStatuses, it.status),
      processed: it.processed_users,
      total: it.total_users,
      created: it.created_at,
      completed: it.completed_at,
      error: it.error_message
    })
)

const jobStatuses = {
  unspecified: InviteTargetUsersJobStatus.Unspecified,
  processing: InviteTargetUsersJobStatus.Processing,
  completed: InviteTargetUsersJobStatus.Completed,
  failed: InviteTargetUsersJobStatus.Failed
} as const
