import { PermissionFlagsBits } from "discord-api-types/v10"
import { Clock, Effect } from "effect"
import { snowflakeAt } from "../../../src/sandbox/Snowflakes.ts"
import { added, DAY_MS, messagesIn, modified, type SeededGuild, type Task } from "../task.ts"

const bitsIn = (value: unknown): bigint => BigInt(String(value))

/** Posts of the forum: one with an answer, two without. */
const posts = ({ ids, nowMs, state }: SeededGuild) =>
  ["Sort by date", "Export to CSV", "A tide widget"].map((name, at) => {
    const id = snowflakeAt(nowMs - (20 + at) * DAY_MS, at + 1)
    const example: object = state[`/channels/${ids.channels.idea}`] ?? {}
    return { id, fields: { ...example, name, message_count: at === 0 ? 3 : 0, last_message_id: id } }
  })

export const upkeep: ReadonlyArray<Task> = [
  {
    name: "a private channel for a team",
    says: () => "Make a role Event team, and a text channel event-planning that only this role (and you) can see.",
    solve: Effect.fnUntraced(function* ({ call, plan }) {
      const roles = yield* call("roles_list")
      const shows = (id: string) => ({ id, type: "role", allow: ["VIEW_CHANNEL"] })
      const hides = { id: "@everyone", type: "role", deny: ["VIEW_CHANNEL"] }
      yield* plan(
        { id: "role", tool: "roles_create", args: { name: "Event team" } },
        {
          id: "channel",
          tool: "channels_create_guild_channel",
          args: {
            name: "event-planning",
            permission_overwrites: [hides, shows("{{role.id}}"), shows(roles.named("sandbox-bot").id)]
          }
        }
      )
      return "The channel is there, and only the event team and I see it."
    }),
    changes: ({ ids }) => [
      added(`/guilds/${ids.guild}/roles/*`, { name: "Event team" }),
      added("/channels/*", {
        name: "event-planning",
        permission_overwrites: (value: unknown) =>
          Array.isArray(value) &&
          value.some(({ deny, id }) => id === ids.guild && (bitsIn(deny) & PermissionFlagsBits.ViewChannel) !== 0n) &&
          value.some(({ allow, id }) => id !== ids.guild && (bitsIn(allow) & PermissionFlagsBits.ViewChannel) !== 0n)
      })
    ]
  },
  {
    name: "close a thread by its name",
    says: () =>
      "The thread about release 1.0 is done. Archive it, and lock it so that only moderators can open it again.",
    solve: Effect.fnUntraced(function* ({ call }) {
      yield* call("channels_modify", { channel_id: "release 1.0", archived: true, locked: true })
      return "The thread is archived and locked."
    }),
    changes: ({ ids }) => [
      modified(`/channels/${ids.channels.thread}`, { thread_metadata: { archived: true, locked: true } })
    ]
  },
  {
    name: "find quiet channels",
    says: () => "In which text channels did nobody write in the last week?",
    seed: (guild) =>
      Object.assign(
        {},
        ...(["general", "support", "announcements", "staff"] as const).map(
          (name) => messagesIn(guild, guild.ids.channels[name], [[guild.ids.members.ada, 60, "Good morning."]]).patch
        )
      ),
    solve: Effect.fnUntraced(function* ({ call, plan }) {
      const channels = (yield* call("channels_list")).items().filter(({ kind }) => kind === "text")
      const last = yield* plan({
        id: "last",
        tool: "messages_read",
        for_each: channels.map(({ id }) => id),
        args: { channel_id: "{{item}}", limit: 1 }
      })
      const weekAgo = (yield* Clock.currentTimeMillis) - 7 * DAY_MS
      const newest = last.items("last").map(({ result }) => Object(result).items[0]?.time)
      return channels.flatMap(({ name }, at) => (Date.parse(newest[at]) < weekAgo ? [name] : [])).join(", ")
    }),
    answer: [/showcase/],
    notInAnswer: [/general|support|staff/]
  },
  {
    name: "close posts without an answer",
    says: () => "Close every post in the forum #ideas that nobody has answered, and tell me which.",
    seed: (guild) => Object.fromEntries(posts(guild).map(({ fields, id }) => [`/channels/${id}`, fields])),
    solve: Effect.fnUntraced(function* ({ call, plan }) {
      const forum = (yield* call("channels_list")).named("ideas").id
      const open = (yield* call("channels_list_active_threads_guild"))
        .items()
        .filter(({ messages = 0, parent_id }) => parent_id === forum && messages === 0)
      yield* plan({
        id: "close",
        tool: "channels_modify",
        for_each: open.map(({ id }) => id),
        args: { channel_id: "{{item}}", archived: true }
      })
      return open.map(({ name }) => name).join(", ")
    }),
    changes: (guild) =>
      posts(guild)
        .slice(1)
        .map(({ id }) => modified(`/channels/${id}`, { thread_metadata: { archived: true } })),
    answer: [/CSV/, /widget/],
    notInAnswer: [/Sort by date/]
  },
  {
    name: "tags of a forum",
    says: () =>
      'Our forum #ideas needs the tags "planned" and "done". Then mark the post "Dark theme for printed reports" as planned.',
    solve: Effect.fnUntraced(function* ({ call }) {
      yield* call("channels_modify", { channel_id: "#ideas", available_tags: [{ name: "planned" }, { name: "done" }] })
      yield* call("channels_modify", { channel_id: "Dark theme for printed reports", applied_tags: ["planned"] })
      return "The tags are there, and the post is planned."
    }),
    changes: ({ ids }) => [
      modified(`/channels/${ids.channels.forum}`, { available_tags: [{ name: "planned" }, { name: "done" }] }),
      modified(`/channels/${ids.channels.idea}`, {
        applied_tags: (tags: unknown) => Array.isArray(tags) && tags.length === 1
      })
    ]
  },
  {
    name: "rename several channels",
    says: () => "Put a 💬- in front of the names of the text channels in the category Community.",
    solve: Effect.fnUntraced(function* ({ call, plan }) {
      const list = yield* call("channels_list")
      const community = list.named("Community").id
      yield* plan({
        id: "rename",
        tool: "channels_modify",
        for_each: list
          .items()
          .filter(({ kind, parent_id }) => kind === "text" && parent_id === community)
          .map(({ id, name }) => ({ id, name: `💬-${name}` })),
        args: { channel_id: "{{item.id}}", name: "{{item.name}}" }
      })
      return "The channels are renamed."
    }),
    changes: ({ ids }) =>
      (["general", "support", "showcase"] as const).map((name) =>
        modified(`/channels/${ids.channels[name]}`, { name: `💬-${name}` })
      )
  },
  {
    name: "let a member write in a channel",
    says: () => "Chiara helps with the releases. Let her write in #announcements.",
    solve: Effect.fnUntraced(function* ({ call }) {
      yield* call("channels_modify_permissions", {
        channel_id: "#announcements",
        overwrite_id: "Chiara",
        type: "member",
        allow: ["SEND_MESSAGES"]
      })
      return "Chiara can write in #announcements."
    }),
    changes: ({ ids }) => [
      modified(`/channels/${ids.channels.announcements}`, {
        permission_overwrites: (value: unknown) =>
          Array.isArray(value) &&
          value.length === 3 &&
          value.some(
            ({ allow, id }) => id === ids.members.chiara && (bitsIn(allow) & PermissionFlagsBits.SendMessages) !== 0n
          )
      })
    ]
  },
  {
    name: "the look of a role",
    says: () => "Make the role moderator gold (#F1C40F), and let people mention it.",
    solve: Effect.fnUntraced(function* ({ call }) {
      yield* call("roles_modify", { role_id: "@moderator", color: 0xf1c40f, mentionable: true })
      return "The role is gold and can be mentioned."
    }),
    changes: ({ ids }) => [
      modified(`/guilds/${ids.guild}/roles/${ids.roles.moderator}`, {
        color: 0xf1c40f,
        colors: { primary_color: 0xf1c40f },
        mentionable: true
      })
    ]
  }
]
