import { GuildMemberFlags } from "discord-api-types/v10"
import { Schema } from "effect"
import { may } from "../dsl/reply.ts"
import { viewOf } from "../dsl/view.ts"
import { compact } from "../shared/compact.ts"
import { User, user } from "../users/view.ts"

/** What is read of a member. */
export const Member = Schema.Struct({
  user: User,
  nick: may(Schema.String),
  roles: Schema.Array(Schema.String),
  joined_at: may(Schema.String),
  premium_since: may(Schema.String),
  communication_disabled_until: may(Schema.String),
  pending: may(Schema.Boolean),
  flags: may(Schema.Number)
})

/** What an agent needs of a member: who it is, by which name, with which roles, and what limits it. */
export const member = viewOf(Member, (it) => {
  const has = (flags: number) => ((it.flags ?? 0) & flags) !== 0
  return compact({
    ...user(it.user),
    nick: it.nick,
    roles: it.roles,
    joined: it.joined_at,
    boosting_since: it.premium_since,
    timed_out_until: it.communication_disabled_until,
    pending: it.pending,
    guest: has(GuildMemberFlags.IsGuest),
    bypasses_verification: has(GuildMemberFlags.BypassesVerification),
    quarantined: has(QUARANTINED)
  })
})

/** Whom AutoMod keeps from talking until the name or tag is changed. */
const QUARANTINED =
  GuildMemberFlags.AutomodQuarantinedUsernameOrGuildNickname | GuildMemberFlags.AutoModQuarantinedGuildTag

/** A ban: of whom, and why. */
export const ban = viewOf(Schema.Struct({ user: User, reason: may(Schema.String) }), (it) =>
  compact({ ...user(it.user), reason: it.reason })
)
