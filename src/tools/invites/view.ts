import { InviteTargetType, InviteTargetUsersJobStatus } from "discord-api-types/v10"
import { Schema } from "effect"
import { enumName, enumTable } from "../../objects/schema/enums.ts"
import { expected, Id, nullish, Time } from "../../objects/schema/reply.ts"
import { channelName } from "../channels/hiddenChannels.ts"
import { compact, created, viewOf } from "../dsl/view.ts"

/** Names of invite target types, mapped to Discord's numbers. */
export const targetTypes = enumTable(InviteTargetType)

const Named = Schema.Struct({ id: expected(Id), name: expected(Schema.String) })

/** An invite, as decoded from Discord's reply. */
export const Invite = Schema.Struct({
  code: expected(Schema.String.pipe(Schema.minLength(1))),
  guild: nullish(Named),
  channel: nullish(Schema.Struct({ id: expected(Id), name: nullish(Schema.String), flags: nullish(Schema.Number) })),
  inviter: nullish(
    Schema.Struct({ id: expected(Id), username: expected(Schema.String), global_name: nullish(Schema.String) })
  ),
  approximate_member_count: nullish(Schema.Number),
  approximate_presence_count: nullish(Schema.Number),
  created_at: nullish(Time),
  expires_at: nullish(Time),
  uses: nullish(Schema.Number),
  max_uses: nullish(Schema.Number),
  temporary: nullish(Schema.Boolean),
  target_type: nullish(Schema.Number),
  target_user: nullish(Schema.Struct({ username: nullish(Schema.String) })),
  target_application: nullish(Schema.Struct({ name: nullish(Schema.String) })),
  guild_scheduled_event: nullish(Named),
  roles: nullish(Schema.Array(Named))
})

/** Compact view of an invite: URL, guild, channel, inviter, expiry. */
export const invite = viewOf(
  Invite,
  (invite) =>
    compact({
      code: invite.code,
      url: invite.code && `https://discord.gg/${invite.code}`,
      guild: invite.guild && compact({ id: invite.guild.id, name: invite.guild.name }),
      channel: invite.channel && compact({ id: invite.channel.id, name: channelName(invite.channel) }),
      inviter:
        invite.inviter &&
        compact({ id: invite.inviter.id, name: invite.inviter.global_name ?? invite.inviter.username }),
      members: invite.approximate_member_count,
      online: invite.approximate_presence_count,
      created: invite.created_at,
      expires: invite.expires_at,
      uses: invite.uses,
      max_uses: invite.max_uses === 0 ? undefined : invite.max_uses,
      temporary: invite.temporary,
      target: enumName(targetTypes, invite.target_type || undefined),
      target_user: invite.target_user?.username,
      target_application: invite.target_application?.name,
      event:
        invite.guild_scheduled_event &&
        compact({ id: invite.guild_scheduled_event.id, name: invite.guild_scheduled_event.name }),
      roles: invite.roles?.map(({ id, name }) => compact({ id, name }))
    }),
  {
    role_ids: "roles",
    target_application_id: "target_application",
    target_type: "target",
    target_user_id: "target_user"
  }
)

/** Compact view of an invite that a call created. */
export const createdInvite = created(invite, "code")

/** Compact view of the job that processes an invite's target users. */
export const targetUsersJob = viewOf(
  Schema.Struct({
    status: expected(Schema.Number),
    processed_users: nullish(Schema.Number),
    total_users: nullish(Schema.Number),
    created_at: nullish(Time),
    completed_at: nullish(Time),
    error_message: nullish(Schema.String)
  }),
  (job) =>
    compact({
      status: enumName(jobStatuses, job.status),
      processed: job.processed_users,
      total: job.total_users,
      created: job.created_at,
      completed: job.completed_at,
      error: job.error_message
    })
)

const jobStatuses = enumTable(InviteTargetUsersJobStatus)
