/** Seeds a webhook, an invite, an emoji, an event, a rule, a ban, a poll and pins. */
import type { APIUser } from "discord-api-types/v10"
import { makeRule } from "../routes/automod.ts"
import { makeEmoji } from "../routes/emojis.ts"
import { makeEvent } from "../routes/events.ts"
import { makeInvite } from "../routes/invites.ts"
import { makeTemplate } from "../routes/templates.ts"
import { addThreadMember } from "../routes/threads.ts"
import { makeWebhook } from "../routes/webhooks.ts"
import { snowflakeAt, timestamp } from "../Snowflakes.ts"
import { type Channel, NO_FLAGS, type SandboxState } from "../State.ts"
import type { channelsOf } from "./channels.ts"
import { writeMessage } from "./history.ts"

const DAY_MS = 24 * 60 * 60_000

/** The guild, channels and users that the objects belong to. */
interface SeededGuild {
  readonly guild: string
  readonly channels: ReturnType<typeof channelsOf>
  readonly named: Readonly<Record<"ada" | "bruno" | "chiara" | "dmitri", APIUser>>
  readonly owner: APIUser
}

/** Adds the objects to the state and returns their ids. */
export const seedGuildObjects = (state: SandboxState, { channels, guild, named, owner }: SeededGuild) => {
  const { general, showcase, thread } = channels
  const webhook = makeWebhook(state, guild, general.id, "Releases")
  state.webhooks.set(webhook.id, webhook)
  const invite = { ...makeInvite(state, guild, general.id, { max_age: 0, max_uses: 0, temporary: false }), uses: 3 }
  state.invites.set(invite.code, invite)
  const emoji = makeEmoji(state, "tidepool")
  const known = state.guilds.get(guild)
  if (known !== undefined) state.guilds.set(guild, { ...known, emojis: [emoji] })
  const event = makeEvent(
    state,
    guild,
    {
      name: "Release party",
      description: "1.0 is out",
      entity_type: 3,
      entity_metadata: { location: "The pier" },
      privacy_level: 2,
      image: null,
      scheduled_start_time: timestamp(state.nowMs + 3650 * DAY_MS),
      scheduled_end_time: timestamp(state.nowMs + 3651 * DAY_MS)
    },
    [named.ada.id, named.bruno.id]
  )
  state.eventsOf(guild).set(event.id, event)
  const rule = makeRule(state, guild, {
    name: "No spam links",
    event_type: 1,
    trigger_type: 1,
    trigger_metadata: { keyword_filter: ["free-nitro"] },
    actions: [{ type: 1 }],
    enabled: true
  })
  state.rulesOf(guild).set(rule.id, rule)
  const banned = spammer(state.nowMs)
  state.bans.of(guild).set(banned.id, { user: banned, reason: "spam" })
  for (const user of [owner, named.ada, named.bruno, named.dmitri]) addThreadMember(state, thread, user.id)
  seedPins(state, general)
  return {
    webhook: webhook.id,
    inviteCode: invite.code,
    emoji: emoji.id,
    event: event.id,
    rule: rule.id,
    banned: banned.id,
    poll: seedPoll(state, showcase, [named.ada, named.bruno, named.chiara])
  }
}

/** Adds a pin for each message that is marked as pinned. */
const seedPins = (state: SandboxState, channel: Channel): void => {
  for (const message of state.messagesOf(channel.id))
    if (message.pinned) state.pins.of(channel.id).set(message.id, message.timestamp)
}

const seedPoll = (state: SandboxState, channel: Channel, voters: ReadonlyArray<APIUser>): string => {
  const { id } = writeMessage(state, channel, state.bot, "", state.nowMs - DAY_MS + 1000, {
    poll: {
      question: { text: "Which build goes on the wall?" },
      answers: [
        { answer_id: 1, poll_media: { text: "The tide clock" } },
        { answer_id: 2, poll_media: { text: "The paper boat" } }
      ],
      expiry: timestamp(state.nowMs + 3650 * DAY_MS),
      allow_multiselect: false,
      layout_type: 1,
      results: {
        is_finalized: false,
        answer_counts: [
          { id: 1, count: voters.length - 1, me_voted: false },
          { id: 2, count: 1, me_voted: false }
        ]
      }
    }
  })
  state.voters.of(id).set("1", voters.slice(1))
  state.voters.of(id).set("2", voters.slice(0, 1))
  return id
}

const spammer = (nowMs: number): APIUser => ({
  id: snowflakeAt(nowMs - 900 * DAY_MS, 4_000_000),
  username: "totally.not.spam",
  global_name: null,
  discriminator: "0",
  avatar: null,
  public_flags: NO_FLAGS
})

/** Adds a sticker and a template to a guild. Returns their id and code. */
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
  const seeded = state.guilds.get(guild)
  if (seeded === undefined) return { sticker, templateCode: "" }
  const template = makeTemplate(state, seeded, { name: `Like ${seeded.name}` })
  state.entities.of(`/guilds/${guild}/templates`).set(template.id, template)
  return { sticker, templateCode: template.id }
}

/** Adds a webhook and an invite to a channel. Returns their id, token and code. */
export const seedWebhookAndInvite = (state: SandboxState, guild: string, channel: string) => {
  const webhook = makeWebhook(state, guild, channel, "Harbour")
  state.webhooks.set(webhook.id, webhook)
  const invite = makeInvite(state, guild, channel, { max_age: 0, max_uses: 0, temporary: false })
  state.invites.set(invite.code, invite)
  return { webhook: webhook.id, webhookToken: webhook.token ?? "", inviteCode: invite.code }
}
