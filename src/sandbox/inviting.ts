import { Effect, Hash } from "effect"
import { type Refusal, unknownInvite } from "./discordError.ts"
import type { Invite, World } from "./State.ts"
import { timestamp } from "./timestamp.ts"

/** An invite of the bot's; its code is the same for the same seed. */
export const makeInvite = (
  world: World,
  guild_id: string,
  channel_id: string,
  settings: Pick<Invite, "max_age" | "max_uses" | "temporary">
): Invite => ({
  code: (Hash.string(world.nextId()) >>> 0).toString(36).padStart(8, "t").slice(0, 8),
  guild_id,
  channel_id,
  inviter: world.bot,
  uses: 0,
  createdMs: world.nowMs,
  ...settings
})

/** Whether it has not run out. */
export const isAlive = (world: World, { createdMs, max_age }: Invite): boolean =>
  max_age === 0 || createdMs + max_age * 1000 > world.nowMs

/** The invite of a path. */
export const findInvite = (world: World, code: string): Effect.Effect<Invite, Refusal> => {
  const invite = world.invites.get(code)
  return invite === undefined || !isAlive(world, invite) ? unknownInvite : Effect.succeed(invite)
}

/** An invite as Discord answers it; how it is used is for those who manage it. */
export const told = (world: World, { channel_id, createdMs, guild_id, max_age, ...invite }: Invite, whole: boolean) => {
  const channel = world.channels.get(channel_id)
  const guild = world.guilds.get(guild_id)
  const { max_uses, targets: _, temporary, uses, ...open } = invite
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
    channel: channel && { id: channel.id, type: channel.type, name: channel.name },
    ...(whole && { uses, max_uses, max_age, temporary, created_at: timestamp(createdMs) })
  }
}
