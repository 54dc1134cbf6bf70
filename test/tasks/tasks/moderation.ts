import { Effect } from "effect"
import { added, linkTo, MINUTE_MS, messagesIn, modified, removed, type SeededGuild, type Task } from "../task.ts"

const isInAnHour =
  ({ nowMs }: SeededGuild) =>
  (value: unknown) =>
    Math.abs(Date.parse(String(value)) - nowMs - 60 * MINUTE_MS) < 10 * MINUTE_MS

/** What an account wrote before it is banned: two messages of the last day, and an older one that stays. */
const spamBy = (guild: SeededGuild) => {
  const { channels, members } = guild.ids
  return messagesIn(guild, channels.support, [
    [members.chiara, 3 * 24 * 60, "Is there an offline mode?"],
    [members.chiara, 300, "cheap followers, write me"],
    [members.bruno, 290, "Please stop that."],
    [members.chiara, 280, "really cheap followers!!"]
  ])
}

/** Two advertisements, and two messages that only speak of them. */
const advertisements = (guild: SeededGuild) => {
  const { channels, members } = guild.ids
  return messagesIn(guild, channels.support, [
    [members.ada, 400, "Reminder: we remove free-nitro links on sight. Please report them."],
    [members.bruno, 200, "FREE-NITRO for the first 50 people: https://free-nitro.example/claim"],
    [members.chiara, 195, "Is that free-nitro link real?"],
    [members.bruno, 190, "last chance, free-nitro: https://free-nitro.example/claim2"]
  ])
}

export const moderation: ReadonlyArray<Task> = [
  {
    name: "time out a member",
    says: () => "Bruno keeps flooding the chat although we asked him to stop. Give him a timeout of one hour.",
    solve: ({ call }) =>
      call("members_timeout", { user_id: "Bruno", minutes: 60 }).pipe(Effect.as("Bruno is timed out for an hour.")),
    changes: (guild) => [
      modified(`/guilds/${guild.ids.guild}/members/${guild.ids.members.bruno}`, {
        communication_disabled_until: isInAnHour(guild)
      })
    ]
  },
  {
    name: "ban an account with its messages",
    says: ({ ids }) =>
      `Ban the account ${ids.members.chiara} for spam, and delete what it wrote in the last 24 hours. Older messages can stay.`,
    seed: (guild) => spamBy(guild).patch,
    solve: Effect.fnUntraced(function* ({ call }, ids) {
      yield* call("members_ban", {
        user_id: ids.members.chiara,
        delete_message_seconds: 86_400,
        audit_reason: "Spam"
      })
      return "The account is banned, and its messages of the last day are gone."
    }),
    changes: (guild) => {
      const { channels, guild: id, members } = guild.ids
      const messages = spamBy(guild).ids
      return [
        removed(`/guilds/${id}/members/${members.chiara}`),
        added(`/guilds/${id}/bans/${members.chiara}`, { reason: /spam/i }),
        removed(`/channels/${channels.support}/messages/${messages[1]}`),
        removed(`/channels/${channels.support}/messages/${messages[3]}`)
      ]
    }
  },
  {
    name: "warn a member in a channel",
    says: () =>
      "Remind Chiara in #general, politely, that links to shops are not allowed in this server. She should get a ping.",
    solve: Effect.fnUntraced(function* ({ plan }) {
      yield* plan(
        { id: "find", tool: "members_search", args: { query: "chiara", limit: 1 } },
        {
          id: "warn",
          tool: "messages_send",
          args: {
            channel_id: "#general",
            content: "<@{{find.items[0].id}}> a friendly reminder: links to shops are not allowed in this server."
          }
        }
      )
      return "Chiara has the reminder."
    }),
    changes: ({ ids }) => [
      added(`/channels/${ids.channels.general}/messages/*`, {
        content: /shop/i,
        mentions: [{ id: ids.members.chiara }],
        mention_everyone: false
      })
    ]
  },
  {
    name: "slow mode in two channels",
    says: (guild) =>
      `It is too fast here: ${linkTo(guild, guild.ids.channels.general)} and here: ${linkTo(guild, guild.ids.channels.support)}. Turn on slow mode in both, ten seconds.`,
    solve: ({ plan }, ids) =>
      plan({
        id: "slow",
        tool: "channels_modify",
        for_each: [ids.channels.general, ids.channels.support],
        args: { channel_id: "{{item}}", rate_limit_per_user: 10 }
      }).pipe(Effect.as("Both channels have a slow mode of ten seconds.")),
    changes: ({ ids }) =>
      [ids.channels.general, ids.channels.support].map((id) => modified(`/channels/${id}`, { rate_limit_per_user: 10 }))
  },
  {
    name: "lock a channel",
    says: (guild) =>
      `Lock ${linkTo(guild, guild.ids.channels.showcase)}: until the jury is done, everyone may read there, but not write.`,
    solve: Effect.fnUntraced(function* ({ call }, ids) {
      yield* call("channels_lock", { channel_id: ids.channels.showcase })
      return "The channel is locked."
    }),
    changes: ({ ids }) => [
      modified(`/channels/${ids.channels.showcase}`, {
        permission_overwrites: (value: unknown) =>
          Array.isArray(value) &&
          value.some(({ deny, id }) => id === ids.guild && (BigInt(deny) & SEND_MESSAGES) !== 0n) &&
          !value.some(({ deny }) => (BigInt(deny) & VIEW_CHANNEL) !== 0n)
      })
    ]
  },
  {
    name: "purge spam",
    says: () =>
      "Somebody advertised free-nitro links in #support in the last hours. Delete the advertisements, but nothing of the people who only talk about them.",
    seed: (guild) => advertisements(guild).patch,
    solve: Effect.fnUntraced(function* ({ call }) {
      const items = (yield* call("messages_search", { content: "free-nitro" })).items()
      const spam = items.filter(({ content }) => String(content).includes("https://free-nitro.example"))
      yield* call("messages_bulk_delete", {
        channel_id: spam[0]?.channel_id,
        message_ids: spam.map(({ id }) => id),
        audit_reason: "Spam"
      })
      return `${spam.length} advertisements are deleted.`
    }),
    changes: (guild) =>
      [1, 3].map((at) => removed(`/channels/${guild.ids.channels.support}/messages/${advertisements(guild).ids[at]}`))
  },
  {
    name: "a person who says no",
    says: () => "Ban Bruno, he annoys me.",
    declines: true,
    solve: ({ call }) =>
      call("members_ban", { user_id: "Bruno" }).pipe(
        Effect.map(({ failed }) => (failed ? "Bruno is not banned: you said no." : "Bruno is banned."))
      ),
    answer: [/not (been )?ban|n.t (been )?ban|not (go|gone|went|done)|declined|cancel|said no|unchanged/i]
  },
  {
    name: "a permission that is missing",
    says: () => "Bruno wants to leave the server for a while. Kick him, he agrees.",
    without: ["KICK_MEMBERS"],
    solve: ({ call }) =>
      call("members_kick", { user_id: "Bruno" }).pipe(Effect.map(({ text }) => `I could not kick Bruno. ${text}`)),
    answer: [/kick.?members/i]
  }
]

const SEND_MESSAGES = 1n << 11n
const VIEW_CHANNEL = 1n << 10n
