import { Clock, Effect } from "effect"
import { added, DAY_MS, isoTime, linkTo, modified, removed, type SeededGuild, type Task } from "../task.ts"

const HOUR_MS = 3_600_000

const isSoon =
  ({ nowMs }: SeededGuild, hours: number) =>
  (value: unknown) =>
    Math.abs(Date.parse(String(value)) - nowMs - hours * HOUR_MS) < 600_000

const isAt = (time: string) => (value: unknown) => Date.parse(String(value)) === Date.parse(time)

const dayOf = ({ nowMs }: SeededGuild) => isoTime(nowMs + 5 * DAY_MS).slice(0, 10)

export const community: ReadonlyArray<Task> = [
  {
    name: "end a poll",
    says: (guild) =>
      `End the poll ${linkTo(guild, guild.ids.channels.showcase, guild.ids.messages.poll)} and tell me what won.`,
    solve: Effect.fnUntraced(function* ({ call }, ids) {
      const { text } = yield* call("polls_end", { channel_id: ids.channels.showcase, message_id: ids.messages.poll })
      return text
    }),
    changes: ({ ids }) => [
      modified(`/channels/${ids.channels.showcase}/messages/${ids.messages.poll}`, { poll: Boolean })
    ],
    answer: [/tide clock/i]
  },
  {
    name: "tidy the pins",
    says: () => "What is pinned in #general? Unpin the welcome message, if it is there.",
    solve: Effect.fnUntraced(function* ({ call, search }) {
      yield* search("list pinned messages, unpin a message", "messages_list_pins", "messages_unpin")
      const pins = (yield* call("messages_list_pins", { channel_id: "#general" })).items()
      const welcome = pins
        .map((pin) => Object(pin.message ?? pin))
        .find(({ content }) => String(content).includes("Welcome"))
      yield* call("messages_unpin", { channel_id: welcome.channel_id ?? "#general", message_id: welcome.id })
      return `Pinned was: ${welcome.content}. It is not pinned any more.`
    }),
    changes: ({ ids }) => [
      removed(`/channels/${ids.channels.general}/pins/${ids.messages.firstInGeneral}`),
      modified(`/channels/${ids.channels.general}/messages/${ids.messages.firstInGeneral}`, { pinned: false })
    ],
    answer: [/welcome/i]
  },
  {
    name: "schedule a weekly call",
    says: (guild) =>
      `Schedule "Office hours" in the voice channel Lounge: every week, first on ${dayOf(guild)} at 16:00 UTC.`,
    solve: Effect.fnUntraced(function* ({ call, sentence }) {
      const [day] = /\d{4}-\d\d-\d\d/.exec(sentence) ?? []
      const start = `${day}T16:00:00Z`
      yield* call("events_create", {
        name: "Office hours",
        entity_type: "voice",
        channel_id: "Lounge",
        scheduled_start_time: start,
        recurrence_rule: { start, frequency: "weekly", interval: 1 }
      })
      return "The call is scheduled every week."
    }),
    changes: (guild) => [
      added(`/guilds/${guild.ids.guild}/scheduled-events/*`, {
        name: /office hours/i,
        channel_id: guild.ids.channels.voice,
        scheduled_start_time: isAt(`${dayOf(guild)}T16:00:00Z`),
        recurrence_rule: { frequency: 2, interval: 1 }
      })
    ]
  },
  {
    name: "move an event",
    says: () =>
      "The Release party is not at the pier but in the boathouse. Correct it, and tell me how many are coming.",
    solve: Effect.fnUntraced(function* ({ call, search }) {
      yield* search("list scheduled events, change an event", "events_list", "events_modify")
      const event = (yield* call("events_list", { with_user_count: true })).named("Release party")
      yield* call("events_modify", { event_id: event.id, entity_metadata: { location: "The boathouse" } })
      return `${event.users} people are coming.`
    }),
    changes: ({ ids }) => [
      modified(`/guilds/${ids.guild}/scheduled-events/${ids.event}`, { entity_metadata: { location: /boathouse/i } })
    ],
    answer: [/\b(2|two)\b/i]
  },
  {
    name: "a slash command",
    says: () =>
      'Add a slash command /docs to this server: "Search the documentation", with a required text option "query".',
    solve: Effect.fnUntraced(function* ({ call }) {
      yield* call("commands_create_guild", {
        name: "docs",
        description: "Search the documentation",
        options: [{ type: "string", name: "query", description: "What to look for", required: true }]
      })
      return "/docs is there."
    }),
    changes: ({ ids }) => [
      added(`/applications/*/guilds/${ids.guild}/commands/*`, {
        name: "docs",
        options: [{ type: 3, name: "query", required: true }]
      })
    ]
  },
  {
    name: "retire a webhook",
    says: () => "Which webhooks do we have? Delete the one named Releases.",
    solve: Effect.fnUntraced(function* ({ call, search }) {
      yield* search("list webhooks, delete a webhook", "webhooks_list_guild", "webhooks_delete")
      const hook = (yield* call("webhooks_list_guild")).named("Releases")
      yield* call("webhooks_delete", { webhook_id: hook.id })
      return "Releases was the only webhook, and is deleted."
    }),
    changes: ({ ids }) => [removed(`/webhooks/${ids.webhook}`)]
  },
  {
    name: "invites that never end",
    says: () => "Delete the invites that never end, and tell me how often they were used.",
    solve: Effect.fnUntraced(function* ({ call, search }) {
      yield* search("list invites, delete an invite", "guild_list_invites", "invites_delete")
      const endless = (yield* call("guild_list_invites")).items().filter(({ max_age = 0 }) => max_age === 0)
      for (const { code } of endless) yield* call("invites_delete", { code })
      return `Deleted: ${endless.map(({ code, uses }) => `${code} with ${uses} uses`).join(", ")}`
    }),
    changes: ({ ids }) => [removed(`/invites/${ids.inviteCode}`)],
    answer: [/\b3\b/]
  },
  {
    name: "one more word to block",
    says: () => 'Our rule "No spam links" should block "gift-card" as well.',
    solve: Effect.fnUntraced(function* ({ call, search }) {
      yield* search("list AutoMod rules, change a rule", "automod_list_rules", "automod_modify_rule")
      const rule = (yield* call("automod_list_rules")).named("No spam links")
      const words = Object(rule.trigger_metadata).keyword_filter
      yield* call("automod_modify_rule", {
        rule_id: rule.id,
        trigger_metadata: { keyword_filter: [...words, "gift-card"] }
      })
      return "gift-card is blocked, too."
    }),
    changes: ({ ids }) => [
      modified(`/guilds/${ids.guild}/auto-moderation/rules/${ids.rule}`, {
        trigger_metadata: { keyword_filter: ["free-nitro", /gift-card/] }
      })
    ]
  },
  {
    name: "forward a message",
    says: (guild) => `Forward ${linkTo(guild, guild.ids.channels.general, guild.ids.messages.byMember)} to #support.`,
    solve: Effect.fnUntraced(function* ({ call }, ids) {
      yield* call("messages_forward", {
        channel_id: ids.channels.general,
        message_id: ids.messages.byMember,
        to: "#support"
      })
      return "Forwarded."
    }),
    changes: ({ ids }) => [
      added(`/channels/${ids.channels.support}/messages/*`, {
        message_reference: { type: 1, message_id: ids.messages.byMember }
      })
    ]
  },
  {
    name: "a raid",
    says: () =>
      "We are being raided. Stop new people from joining, and direct messages between members, for the next two hours.",
    solve: Effect.fnUntraced(function* ({ call }) {
      const until = isoTime((yield* Clock.currentTimeMillis) + 2 * HOUR_MS)
      yield* call("guild_set_incident_actions", { invites_disabled_until: until, dms_disabled_until: until })
      return "Invites and direct messages are paused for two hours."
    }),
    changes: (guild) => [
      modified(`/guilds/${guild.ids.guild}`, {
        incidents_data: { invites_disabled_until: isSoon(guild, 2), dms_disabled_until: isSoon(guild, 2) }
      })
    ]
  }
]
