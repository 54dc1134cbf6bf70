import { GuildMemberFlags } from "discord-api-types/v10"
import { Schema } from "effect"
import { expected, nullish, Time } from "../../objects/schema/reply.ts"
import { compact, viewOf } from "../dsl/view.ts"
import { User, user } from "../users/view.ts"

/** A guild member, as decoded from Discord's reply. */
export const Member = Schema.Struct({
  user: expected(User),
  nick: nullish(Schema.String),
  roles: expected(Schema.Array(Schema.String)),
  joined_at: nullish(Time),
  premium_since: nullish(Time),
  communication_disabled_until: nullish(Time),
  pending: nullish(Schema.Boolean),
  flags: nullish(Schema.Number)
})

/** Compact view of a member: user, nickname, roles, restrictions. */
export const member = viewOf(
  Member,
  (member) => {
    const has = (flags: number) => ((member.flags ?? 0) & flags) !== 0
    return compact({
      ...user(member.user ?? {}),
      nick: member.nick,
      roles: member.roles,
      joined: member.joined_at,
      boosting_since: member.premium_since,
      timed_out_until: member.communication_disabled_until,
      pending: member.pending,
      guest: has(GuildMemberFlags.IsGuest),
      bypasses_verification: has(GuildMemberFlags.BypassesVerification),
      quarantined: has(QUARANTINED)
    })
  },
  { communication_disabled_until: "timed_out_until" }
)

/** AutoMod blocks the member from talking until they change their name or tag. */
const QUARANTINED =
  GuildMemberFlags.AutomodQuarantinedUsernameOrGuildNickname | GuildMemberFlags.AutoModQuarantinedGuildTag

/** Compact view of a ban: user and reason. */
export const ban = viewOf(Schema.Struct({ user: expected(User), reason: nullish(Schema.String) }), (it) =>
  compact({ ...user(it.user ?? {}), reason: it.reason })
)
