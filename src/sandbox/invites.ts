import { Effect, Hash } from "effect"
import { type Refusal, unknownInvite } from "./discordError.ts"
import type { Invite, SandboxState } from "./State.ts"
import { timestamp } from "./timestamp.ts"

/** Returns an invite by the bot. Its code depends only on its id. */
export const makeInvite = (
  state: SandboxState,
  guild_id: string,
  channel_id: string,
  settings: Pick<Invite, "max_age" | "max_uses" | "temporary" | "role_ids">
): Invite => ({
  code: (Hash.string(state.nextId()) >>> 0).toString(36).padStart(8, "t").slice(0, 8),
  guild_id,
  channel_id,
  inviter: state.bot,
  uses: 0,
  createdMs: state.nowMs,
  ...settings
})

/** Returns whether an invite has not expired. */
export const isAlive = (state: SandboxState, { createdMs, max_age }: Invite): boolean =>
  max_age === 0 || createdMs + max_age * 1000 > state.nowMs

/** Finds an invite that has not expired. */
export const findInvite = (state: SandboxState, code: string): Effect.Effect<Invite, Refusal> => {
  const invite = state.invites.get(code)
  return invite === undefined || !isAlive(state, invite) ? unknownInvite : Effect.succeed(invite)
}

/** Returns an invite as Discord sends it. Only managers see its usage (`whole`). */
export const toApiInvite = (
  state: SandboxState,
  { channel_id, createdMs, guild_id, max_age, ...invite }: Invite,
  whole: boolean
) => {
  const channel = state.channels.get(channel_id)
  const guild = state.guilds.get(guild_id)
  const { max_uses, role_ids = [], targets: _, temporary, uses, ...open } = invite
  const roles = guild?.roles.filter(({ id }) => role_ids.includes(id)) ?? []
  return {
    type: 0,
    ...open,
    expires_at: max_age === 0 ? null : timestamp(createdMs + max_age * 1000),
    guild_id,
    guild: guild && {
      id: guild.id,
      name: guild.name,
      icon: guild.icon,
      description: guild.description,
      features: guild.features,
      verification_level: guild.verification_level,
      vanity_url_code: guild.vanity_url_code,
      nsfw_level: guild.nsfw_level,
      premium_subscription_count: guild.premium_subscription_count
    },
    ...(roles.length > 0 && {
      roles: roles.map(({ color, icon, id, name, position, unicode_emoji }) => ({
        id,
        name,
        position,
        color,
        icon,
        unicode_emoji
      }))
    }),
    channel: channel && { id: channel.id, type: channel.type, name: channel.name },
    ...(whole && { uses, max_uses, max_age, temporary, created_at: timestamp(createdMs) })
  }
}
