import { type APIBan, type APIGuildMember, GuildMemberFlags } from "discord-api-types/v10"
import { compact } from "./compact.ts"
import { user } from "./User.ts"

/** What an agent needs of a member: who it is, by which name, with which roles, and what limits it. */
export const member = (it: APIGuildMember) =>
  compact({
    ...user(it.user),
    nick: it.nick,
    roles: it.roles,
    joined: it.joined_at,
    boosting_since: it.premium_since,
    timed_out_until: it.communication_disabled_until,
    pending: it.pending,
    guest: (it.flags & GuildMemberFlags.IsGuest) !== 0,
    bypasses_verification: (it.flags & GuildMemberFlags.BypassesVerification) !== 0,
    quarantined: (it.flags & QUARANTINED) !== 0
  })

/** Whom AutoMod keeps from talking until the name or tag is changed. */
const QUARANTINED =
  GuildMemberFlags.AutomodQuarantinedUsernameOrGuildNickname | GuildMemberFlags.AutoModQuarantinedGuildTag

/** A ban: of whom, and why. */
export const ban = (it: APIBan) => compact({ ...user(it.user), reason: it.reason })
