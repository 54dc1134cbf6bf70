import { InviteTargetType, InviteTargetUsersJobStatus } from "discord-api-types/v10"
import { Schema } from "effect"
import { channelName } from "../channels/hiddenChannels.ts"
import { expected, Id, nullish, Time } from "../dsl/reply.ts"
import { compact, created, viewOf } from "../dsl/view.ts"
import { enumName, enumTable } from "../shared/enums.ts"

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
  (it) =>
    compact({
      code: it.code,
      url: it.code && `https://discord.gg/${it.code}`,
      guild: it.guild && compact({ id: it.guild.id, name: it.guild.name }),
      channel: it.channel && compact({ id: it.channel.id, name: channelName(it.channel) }),
      inviter: it.inviter && compact({ id: it.inviter.id, name: it.inviter.global_name ?? it.inviter.username }),
      members: it.approximate_member_count,
      online: it.approximate_presence_count,
      created: it.created_at,
      expires: it.expires_at,
      uses: it.uses,
      max_uses: it.max_uses === 0 ? undefined : it.max_uses,
      temporary: it.temporary,
      target: enumName(targetTypes, it.target_type || undefined),
      target_user: it.target_user?.username,
      target_application: it.target_application?.name,
      event:
        it.guild_scheduled_event && compact({ id: it.guild_scheduled_event.id, name: it.guild_scheduled_event.name }),
      roles: it.roles?.map(({ id, name }) => compact({ id, name }))
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
  (it) =>
    compact({
      status: enumName(jobStatuses, it.status),
      processed: it.processed_users,
      total: it.total_users,
      created: it.created_at,
      completed: it.completed_at,
      error: it.error_message
    })
)

const jobStatuses = enumTable(InviteTargetUsersJobStatus)
