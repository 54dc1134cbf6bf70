/** What a guild has beside people and talk: a webhook, an invite, an emoji, an event, a rule, a ban, a poll, a pin. */
import type { APIUser } from "discord-api-types/v10"
import type { Channel } from "../Channel.ts"
import { makeEvent } from "../eventForm.ts"
import { makeInvite } from "../inviting.ts"
import { makeRule } from "../routes/automod.ts"
import { makeEmoji } from "../routes/emojis.ts"
import { makeWebhook } from "../routes/webhooks.ts"
import { snowflakeAt } from "../Snowflakes.ts"
import type { World } from "../State.ts"
import { enter } from "../threading.ts"
import { timestamp } from "../timestamp.ts"
import type { channelsOf } from "./channels.ts"
import { write } from "./messages.ts"
import { NO_FLAGS } from "./noFlags.ts"

const DAY_MS = 24 * 60 * 60_000

/** Where and by whom. */
export interface Place {
  readonly guild: string
  readonly channels: ReturnType<typeof channelsOf>
  readonly named: Readonly<Record<"ada" | "bruno" | "chiara" | "dmitri", APIUser>>
  readonly owner: APIUser
}

/** Puts it all there, and returns the ids. */
export const furnish = (world: World, { channels, guild, named, owner }: Place) => {
  const { general, showcase, thread } = channels
  const webhook = makeWebhook(world, guild, general.id, "Releases")
  world.webhooks.set(webhook.id, webhook)
  const invite = { ...makeInvite(world, guild, general.id, { max_age: 0, max_uses: 0, temporary: false }), uses: 3 }
  world.invites.set(invite.code, invite)
  const emoji = makeEmoji(world, "tidepool")
  const known = world.guilds.get(guild)
  if (known !== undefined) world.guilds.set(guild, { ...known, emojis: [emoji] })
  const event = makeEvent(
    world,
    guild,
    {
      name: "Release party",
      description: "1.0 is out",
      entity_type: 3,
      entity_metadata: { location: "The pier" },
      privacy_level: 2,
      image: null,
      scheduled_start_time: timestamp(world.nowMs + 3650 * DAY_MS),
      scheduled_end_time: timestamp(world.nowMs + 3651 * DAY_MS)
    },
    [named.ada.id, named.bruno.id]
  )
  world.events.of(guild).set(event.id, event)
  const rule = makeRule(world, guild, {
    name: "No spam links",
    event_type: 1,
    trigger_type: 1,
    trigger_metadata: { keyword_filter: ["free-nitro"] },
    actions: [{ type: 1 }],
    enabled: true
  })
  world.rules.of(guild).set(rule.id, rule)
  const banned = spammer(world.nowMs)
  world.bans.of(guild).set(banned.id, { user: banned, reason: "spam" })
  for (const user of [owner, named.ada, named.bruno, named.dmitri]) enter(world, thread, user.id)
  pinned(world, general)
  return {
    webhook: webhook.id,
    inviteCode: invite.code,
    emoji: emoji.id,
    event: event.id,
    rule: rule.id,
    banned: banned.id,
    poll: poll(world, showcase, [named.ada, named.bruno, named.chiara])
  }
}

/** The messages that say they are pinned, are. */
const pinned = (world: World, channel: Channel): void => {
  for (const message of world.messagesOf(channel.id))
    if (message.pinned) world.pins.of(channel.id).set(message.id, message.timestamp)
}

const poll = (world: World, channel: Channel, voters: ReadonlyArray<APIUser>): string => {
  const { id } = write(world, channel, world.bot, "", world.nowMs - DAY_MS + 1000, {
    poll: {
      question: { text: "Which build goes on the wall?" },
      answers: [
        { answer_id: 1, poll_media: { text: "The tide clock" } },
        { answer_id: 2, poll_media: { text: "The paper boat" } }
      ],
      expiry: timestamp(world.nowMs + 3650 * DAY_MS),
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
  world.voters.of(id).set("1", voters.slice(1))
  world.voters.of(id).set("2", voters.slice(0, 1))
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
