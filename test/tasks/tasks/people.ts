import { AuditLogEvent } from "discord-api-types/v10"
import { Effect } from "effect"
import type { Snapshot } from "../../../src/sandbox/Snapshot.ts"
import { snowflakeAt, timestamp } from "../../../src/sandbox/Snowflakes.ts"
import { added, DAY_MS, isoTime, modified, removed, type SeededGuild, type Task } from "../task.ts"

/** Members who joined in the last days: two without a role, and one with a role. */
const joined = ({ ids, nowMs, state }: SeededGuild) =>
  Object.fromEntries(
    ["yara", "viktor", "ingrid"].map((username, at) => {
      const id = snowflakeAt(nowMs - 90 * DAY_MS, at + 1)
      const example: { readonly user?: object } = state[`/guilds/${ids.guild}/members/${ids.members.bruno}`] ?? {}
      const member = {
        ...example,
        user: { ...example.user, id, username, global_name: null },
        joined_at: timestamp(nowMs - (at + 1) * DAY_MS),
        roles: username === "ingrid" ? [ids.roles.member] : []
      }
      return [`/guilds/${ids.guild}/members/${id}`, member]
    })
  )

/** The paths of the members who have a role. */
const holders = ({ ids, state }: SeededGuild, role: string): ReadonlyArray<string> =>
  Object.entries(state).flatMap(([path, value]) =>
    path.startsWith(`/guilds/${ids.guild}/members/`) && [Reflect.get(value, "roles")].flat().includes(role)
      ? [path]
      : []
  )

const hasRegulars = (roles: ReadonlyArray<string>, after: Snapshot) =>
  roles.some((id) =>
    Object.entries(after).some(
      ([path, value]) => path.endsWith(`/roles/${id}`) && Reflect.get(value, "name") === "Regulars"
    )
  )

const TOPIC = "Everything that fits in no other channel"

export const people: ReadonlyArray<Task> = [
  {
    name: "new members without a role",
    says: ({ nowMs }) => `Who joined since ${isoTime(nowMs - 7 * DAY_MS)} and still has no role?`,
    seed: joined,
    solve: Effect.fnUntraced(function* ({ call, sentence }) {
      const list = yield* call("members_list", { joined_after: /\d{4}-\S+Z/.exec(sentence)?.[0] })
      const without = list.items().filter(({ roles = [] }) => [roles].flat().length === 0)
      return without.map(({ name, username }) => name ?? username).join(", ")
    }),
    answer: [/yara/i, /viktor/i],
    notInAnswer: [/ingrid/i]
  },
  {
    name: "a new role for all who have another",
    says: () => "Make a role Regulars, and give it to everybody who has the role member.",
    solve: Effect.fnUntraced(function* ({ plan }) {
      yield* plan(
        { id: "role", tool: "roles_create", args: { name: "Regulars" } },
        { id: "holders", tool: "members_list", args: { role_id: "@member", all: true } },
        {
          id: "give",
          tool: "members_add_role",
          for_each: "{{holders.items}}",
          args: { user_id: "{{item.id}}", role_id: "{{role.id}}" }
        }
      )
      return "All members are Regulars."
    }),
    changes: (guild) => [
      added(`/guilds/${guild.ids.guild}/roles/*`, { name: "Regulars" }),
      ...holders(guild, guild.ids.roles.member).map((path) => modified(path, { roles: hasRegulars }))
    ]
  },
  {
    name: "change a nickname",
    says: () => "Bruno is called Bruno S. in this server from now on. Please change his nickname.",
    solve: Effect.fnUntraced(function* ({ call }) {
      yield* call("members_modify", { user_id: "Bruno", nick: "Bruno S." })
      return "The nickname is changed."
    }),
    changes: ({ ids }) => [modified(`/guilds/${ids.guild}/members/${ids.members.bruno}`, { nick: "Bruno S." })]
  },
  {
    name: "lift a ban",
    says: () => "The ban of totally.not.spam was a mistake. Lift it.",
    solve: Effect.fnUntraced(function* ({ call, search }) {
      yield* search("list bans, unban a user", "members_list_bans", "members_unban")
      const ban = (yield* call("members_list_bans"))
        .items()
        .find((item) => JSON.stringify(item).includes("totally.not.spam"))
      yield* call("members_unban", { user_id: Object(ban?.user).id ?? ban?.id })
      return "The ban is lifted."
    }),
    changes: ({ ids }) => [removed(`/guilds/${ids.guild}/bans/${ids.banned}`)]
  },
  {
    name: "count who has each role",
    says: () => "How many people have each role?",
    solve: Effect.fnUntraced(function* ({ plan }) {
      const lists = yield* plan(
        { id: "roles", tool: "roles_list", args: {} },
        { id: "counts", tool: "roles_member_counts", args: {} }
      )
      const names = new Map(lists.items("roles").map(({ id, name }) => [id, name]))
      return lists
        .items("counts")
        .map(({ members, role_id }) => `${names.get(String(role_id))}: ${members}`)
        .join("\n")
    }),
    answer: [/moderator\D{0,80}\b1\b|\b1\b\D{0,80}moderator/is, /\b19\b/]
  },
  {
    name: "write to a person",
    says: () => 'Write to Chiara in private: "Your report about the importer is fixed in 1.0. Thank you!"',
    solve: Effect.fnUntraced(function* ({ call }) {
      yield* call("users_send_dm", {
        user_id: "Chiara",
        content: "Your report about the importer is fixed in 1.0. Thank you!"
      })
      return "Chiara has the message."
    }),
    changes: ({ ids }) => [
      added("/channels/*", { type: 1, recipients: [{ id: ids.members.chiara }] }),
      added("/channels/*/messages/*", { content: "Your report about the importer is fixed in 1.0. Thank you!" })
    ]
  },
  {
    name: "take two changes back",
    says: () =>
      "Your last two changes here were wrong: the topic of #general and the slow mode of #support. Take both back.",
    seed: ({ ids, nowMs }) => {
      const entry = (channel: string, minutes: number, key: string, old_value: unknown, new_value: unknown) => ({
        [`/guilds/${ids.guild}/audit-logs/${snowflakeAt(nowMs - minutes * 60_000)}`]: {
          user_id: ids.bot,
          target_id: channel,
          action_type: AuditLogEvent.ChannelUpdate,
          changes: [{ key, old_value, new_value }]
        }
      })
      return {
        [`/channels/${ids.channels.general}`]: { topic: "Off-topic only" },
        [`/channels/${ids.channels.support}`]: { rate_limit_per_user: 120 },
        ...entry(ids.channels.general, 30, "topic", TOPIC, "Off-topic only"),
        ...entry(ids.channels.support, 20, "rate_limit_per_user", 0, 120)
      }
    },
    solve: Effect.fnUntraced(function* ({ call }) {
      yield* call("changes_undo", { last: 2 })
      return "Both changes are taken back."
    }),
    changes: ({ ids }) => [
      modified(`/channels/${ids.channels.general}`, { topic: TOPIC }),
      modified(`/channels/${ids.channels.support}`, { rate_limit_per_user: 0 })
    ]
  }
]
