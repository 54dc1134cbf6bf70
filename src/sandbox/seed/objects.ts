/** What is asked for without its guild, and yet is of one: a sticker, a template, a webhook, an invite. */
import { makeInvite } from "../inviting.ts"
import { makeWebhook } from "../routes/webhooks.ts"
import type { World } from "../State.ts"
import { timestamp } from "../timestamp.ts"

/** Gives a guild a sticker and a template, and returns how they are asked for. */
export const equip = (world: World, guild: string) => {
  const sticker = world.nextId()
  world.things.of(`/guilds/${guild}/stickers`).set(sticker, {
    id: sticker,
    name: "wave",
    tags: "wave",
    type: 2,
    format_type: 1,
    description: null,
    available: true,
    guild_id: guild,
    user: world.bot
  })
  const templateCode = codeOf(world.nextId())
  const made = timestamp(world.nowMs)
  const name = world.guilds.get(guild)?.name
  world.things.of(`/guilds/${guild}/templates`).set(templateCode, {
    id: templateCode,
    code: templateCode,
    name: `Like ${name}`,
    description: null,
    usage_count: 0,
    creator_id: world.bot.id,
    creator: world.bot,
    created_at: made,
    updated_at: made,
    source_guild_id: guild,
    serialized_source_guild: { name, roles: [], channels: [] },
    is_dirty: null
  })
  return { sticker, templateCode }
}

/** Gives a channel of it a webhook and an invite, too. */
export const equipChannel = (world: World, guild: string, channel: string) => {
  const webhook = makeWebhook(world, guild, channel, "Harbour")
  world.webhooks.set(webhook.id, webhook)
  const invite = makeInvite(world, guild, channel, { max_age: 0, max_uses: 0, temporary: false })
  world.invites.set(invite.code, invite)
  return { webhook: webhook.id, webhookToken: webhook.token ?? "", inviteCode: invite.code }
}

/** A code has twelve letters and digits. */
const codeOf = (id: string): string => BigInt(id).toString(36).padStart(12, "t").slice(-12)
