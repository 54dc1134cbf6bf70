import { type APIRole, AuditLogEvent, PermissionFlagsBits } from "discord-api-types/v10"
import { Effect } from "effect"
import type { Snapshot } from "../../../src/sandbox/Snapshot.ts"
import { snowflakeAt } from "../../../src/sandbox/Snowflakes.ts"
import { added, DAY_MS, isoTime, linkTo, modified, type SeededGuild, type Task } from "../task.ts"

const isAt = (time: string) => (value: unknown) => Date.parse(String(value)) === Date.parse(time)

/** The day of an event, a week from now. */
const dayOf = ({ nowMs }: SeededGuild) => isoTime(nowMs + 7 * DAY_MS).slice(0, 10)

const PURPLE = 0x9b59b6

const isArtists = (after: Snapshot, guild: string, id: string) => {
  const role: Partial<APIRole> = after[`/guilds/${guild}/roles/${id}`] ?? {}
  return role.name === "Artists"
}

export const server: ReadonlyArray<Task> = [
  {
    name: "create a role and give it to two members",
    says: () => "Make a role Artists in purple (#9B59B6), and give it to Ada and Chiara.",
    solve: ({ plan }) =>
      plan(
        { id: "role", tool: "roles_create", args: { name: "Artists", color: PURPLE } },
        {
          id: "give",
          tool: "members_add_role",
          for_each: ["Ada", "Chiara"],
          args: { user_id: "{{item}}", role_id: "{{role.id}}" }
        }
      ).pipe(Effect.as("Ada and Chiara are Artists.")),
    changes: ({ ids }) => [
      added(`/guilds/${ids.guild}/roles/*`, {
        name: "Artists",
        color: PURPLE,
        permissions: (bits: string) => (BigInt(bits) & PermissionFlagsBits.Administrator) === 0n
      }),
      ...[ids.members.ada, ids.members.chiara].map((id) =>
        modified(`/guilds/${ids.guild}/members/${id}`, {
          roles: (roles: ReadonlyArray<string>, after: Snapshot) =>
            roles.length === (id === ids.members.ada ? 3 : 2) && roles.some((role) => isArtists(after, ids.guild, role))
        })
      )
    ]
  },
  {
    name: "who has a role",
    says: () => "Who is a moderator here, and who is an admin?",
    solve: Effect.fnUntraced(function* ({ plan }) {
      const lists = yield* plan(
        { id: "moderator", tool: "members_list", args: { role_id: "@moderator" } },
        { id: "admin", tool: "members_list", args: { role_id: "@admin" } }
      )
      return ["moderator", "admin"].map((role) => `${role}: ${lists.items(role).map(({ name }) => name)}`).join("\n")
    }),
    answer: [/Ada.{0,60}moderator|moderator.{0,60}Ada/is, /Dmitri.{0,60}admin|admin.{0,60}Dmitri/is],
    notInAnswer: [/Bruno|Chiara/]
  },
  {
    name: "schedule an event",
    says: (guild) =>
      `Schedule our community call: ${dayOf(guild)}, 17:00 to 18:00 UTC, online at https://meet.example/tidepool.`,
    solve: Effect.fnUntraced(function* ({ call, sentence }) {
      const [day] = /\d{4}-\d\d-\d\d/.exec(sentence) ?? []
      yield* call("events_create", {
        name: "Community call",
        entity_type: "external",
        scheduled_start_time: `${day}T17:00:00Z`,
        scheduled_end_time: `${day}T18:00:00Z`,
        entity_metadata: { location: "https://meet.example/tidepool" }
      })
      return "The call is scheduled."
    }),
    changes: (guild) => [
      added(`/guilds/${guild.ids.guild}/scheduled-events/*`, {
        name: /community call/i,
        scheduled_start_time: isAt(`${dayOf(guild)}T17:00:00Z`),
        scheduled_end_time: isAt(`${dayOf(guild)}T18:00:00Z`),
        entity_metadata: { location: /meet\.example\/tidepool/ }
      })
    ]
  },
  {
    name: "create an invite",
    says: (guild) =>
      `I need an invite to ${linkTo(guild, guild.ids.channels.general)} for five people. It should end after one hour.`,
    solve: Effect.fnUntraced(function* ({ call }, ids) {
      const { value } = yield* call("invites_create_channel", {
        channel_id: ids.channels.general,
        max_age: 3600,
        max_uses: 5
      })
      return `https://discord.gg/${value.code}`
    }),
    changes: ({ ids }) => [added("/invites/*", { channel_id: ids.channels.general, max_age: 3600, max_uses: 5 })],
    answer: [/discord\.(gg|com\/invite)\/\w+/]
  },
  {
    name: "block words",
    says: () => 'Block every message that has "crypto airdrop" or "nude leaks" in it, automatically, starting now.',
    solve: Effect.fnUntraced(function* ({ call }) {
      yield* call("automod_create_rule", {
        name: "Spam phrases",
        enabled: true,
        trigger_type: "keyword",
        trigger_metadata: { keyword_filter: ["*crypto airdrop*", "*nude leaks*"] },
        actions: [{ type: "block_message" }]
      })
      return "Such messages are blocked."
    }),
    changes: ({ ids }) => [
      added(`/guilds/${ids.guild}/auto-moderation/rules/*`, {
        enabled: true,
        trigger_metadata: (value: unknown) =>
          ["crypto airdrop", "nude leaks"].every((words) => JSON.stringify(value).includes(words)),
        actions: (value: unknown) => Array.isArray(value) && value.some(({ type }) => type === 1)
      })
    ]
  },
  {
    name: "rename an emoji",
    says: () => "Our emoji :tidepool: should be called :tide_wave: from now on.",
    solve: Effect.fnUntraced(function* ({ call, search }) {
      yield* search("list custom emojis, rename an emoji", "emojis_list_guild", "emojis_modify")
      const { id } = (yield* call("emojis_list_guild")).named("tidepool")
      yield* call("emojis_modify", { emoji_id: id, name: "tide_wave" })
      return "The emoji is :tide_wave: now."
    }),
    changes: ({ ids }) => [modified(`/guilds/${ids.guild}/emojis/${ids.emoji}`, { name: "tide_wave" })]
  },
  {
    name: "create a webhook",
    says: (guild) =>
      `Our CI should be able to post in ${linkTo(guild, guild.ids.channels.support)}. Set up a webhook "CI" for it, but do not show me its token.`,
    solve: Effect.fnUntraced(function* ({ call }, ids) {
      yield* call("webhooks_create", { channel_id: ids.channels.support, name: "CI" })
      return "The webhook CI exists."
    }),
    changes: ({ ids }) => [added("/webhooks/*", { channel_id: ids.channels.support, name: "CI" })],
    answer: [/CI/],
    notInAnswer: [/api\/webhooks\/\d+\/[\w-]{20}/]
  },
  {
    name: "explain a missing permission",
    says: (guild) =>
      `Why can you not delete the messages of other people in ${linkTo(guild, guild.ids.channels.announcements)}?`,
    solve: Effect.fnUntraced(function* ({ call }, ids) {
      const { text } = yield* call("permissions_explain", {
        channel_id: ids.channels.announcements,
        requested_permissions: ["MANAGE_MESSAGES"]
      })
      return text
    }),
    answer: [/manage.?messages/i, /overwrite|channel.{0,20}permission|den(y|ied|ies)/i]
  },
  {
    name: "change server settings",
    says: () =>
      'Raise the verification level of the server to high, and set the description to "Sync that works offline."',
    solve: Effect.fnUntraced(function* ({ call }) {
      yield* call("guild_modify", { verification_level: "high", description: "Sync that works offline." })
      return "Both are set."
    }),
    changes: ({ ids }) => [
      modified(`/guilds/${ids.guild}`, { verification_level: 3, description: "Sync that works offline." })
    ]
  },
  {
    name: "who deleted a channel",
    says: () => "The channel #old-releases is gone. Who deleted it, and why?",
    seed: ({ ids, nowMs }) => ({
      [`/guilds/${ids.guild}/audit-logs/${snowflakeAt(nowMs - DAY_MS)}`]: {
        user_id: ids.members.dmitri,
        target_id: snowflakeAt(nowMs - 400 * DAY_MS),
        action_type: AuditLogEvent.ChannelDelete,
        changes: [{ key: "name", old_value: "old-releases" }],
        reason: "merged into #announcements"
      },
      [`/guilds/${ids.guild}/audit-logs/${snowflakeAt(nowMs - DAY_MS / 2)}`]: {
        user_id: ids.members.ada,
        target_id: snowflakeAt(nowMs - 300 * DAY_MS),
        action_type: AuditLogEvent.ChannelDelete,
        changes: [{ key: "name", old_value: "beta-feedback" }],
        reason: "the beta is over"
      }
    }),
    solve: Effect.fnUntraced(function* ({ call }) {
      const log = yield* call("audit_log_get", { action_type: "CHANNEL_DELETE" })
      const entry = log.items().find((one) => JSON.stringify(one).includes("old-releases"))
      return JSON.stringify(entry)
    }),
    answer: [/Dmitri/, /merged|announcements/],
    notInAnswer: [/beta is over/]
  }
]
