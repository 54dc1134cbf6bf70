/** What is asked for without its guild, and yet is of one: a sticker, a template, a webhook, an invite. */
import { makeInvite } from "../invites.ts"
import { makeWebhook } from "../routes/webhooks.ts"
import type { SandboxState } from "../State.ts"
import { timestamp } from "../timestamp.ts"

/** Gives a guild a sticker and a template, and returns how they are asked for. */
export const seedStickerAndTemplate = (state: SandboxState, guild: string) => {
  const sticker = state.nextId()
  state.entities.of(`/guilds/${guild}/stickers`).set(sticker, {
    id: sticker,
    name: "wave",
    tags: "wave",
    type: 2,
    format_type: 1,
    description: null,
    available: true,
    guild_id: guild,
    user: state.bot
  })
  const templateCode = codeOf(state.nextId())
  const made = timestamp(state.nowMs)
  const name = state.guilds.get(guild)?.name
  state.entities.of(`/guilds/${guild}/templates`).set(templateCode, {
    id: templateCode,
    code: templateCode,
    name: `Like ${name}`,
    description: null,
    usage_count: 0,
    creator_id: state.bot.id,
    creator: state.bot,
    created_at: made,
    updated_at: made,
    source_guild_id: guild,
    serialized_source_guild: { name, roles: [], channels: [] },
    is_dirty: null
  })
  return { sticker, templateCode }
}

/** Gives a channel of it a webhook and an invite, too. */
export const seedWebhookAndInvite = (state: SandboxState, guild: string, channel: string) => {
  const webhook = makeWebhook(state, guild, channel, "Harbour")
  state.webhooks.set(webhook.id, webhook)
  const invite = makeInvite(state, guild, channel, { max_age: 0, max_uses: 0, temporary: false })
  state.invites.set(invite.code, invite)
  return { webhook: webhook.id, webhookToken: webhook.token ?? "", inviteCode: invite.code }
}

/** A code has twelve letters and digits. */
const codeOf = (id: string): string => BigInt(id).toString(36).padStart(12, "t").slice(-12)
