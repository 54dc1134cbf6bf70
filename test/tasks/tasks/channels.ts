import { Effect } from "effect"
import type { Snapshot } from "../../../src/sandbox/Snapshot.ts"
import type { Channel } from "../../../src/sandbox/State.ts"
import { added, linkTo, modified, type Task } from "../task.ts"

const CATEGORY = 4
const TEXT = 0
const VOICE = 2

const isCategory = (id: unknown, after: Snapshot) => {
  const parent: Partial<Channel> = after[`/channels/${id}`] ?? {}
  return parent.name === "Game night"
}

export const channels: ReadonlyArray<Task> = [
  {
    name: "a category with channels",
    says: () =>
      'We start a game night. Make a category "Game night" with a text channel game-chat and a voice channel Game table in it.',
    solve: ({ plan }) =>
      plan(
        { id: "category", tool: "channels_create_guild_channel", args: { name: "Game night", kind: "category" } },
        {
          id: "channels",
          tool: "channels_create_guild_channel",
          for_each: [
            { name: "game-chat", kind: "text" },
            { name: "Game table", kind: "voice" }
          ],
          args: { name: "{{item.name}}", kind: "{{item.kind}}", parent_id: "{{category.id}}" }
        }
      ).pipe(Effect.as("The category has both channels.")),
    changes: () => [
      added("/channels/*", { type: CATEGORY, name: "Game night" }),
      added("/channels/*", { type: TEXT, name: "game-chat", parent_id: isCategory }),
      added("/channels/*", { type: VOICE, name: "Game table", parent_id: isCategory })
    ]
  },
  {
    name: "move a channel and set its topic",
    says: () => 'Move #showcase into the category Information, and make its topic "Made by members, judged by nobody".',
    solve: Effect.fnUntraced(function* ({ call }) {
      yield* call("channels_modify", {
        channel_id: "#showcase",
        parent_id: "Information",
        topic: "Made by members, judged by nobody"
      })
      return "#showcase is in Information."
    }),
    changes: ({ ids }) => [
      modified(`/channels/${ids.channels.showcase}`, {
        parent_id: ids.channels.information,
        topic: "Made by members, judged by nobody"
      })
    ]
  },
  {
    name: "archive a thread",
    says: (guild) =>
      `1.0 is out, so ${linkTo(guild, guild.ids.channels.thread)} is done. Say "Shipped, thank you all." there, then archive it.`,
    solve: ({ plan }, ids) =>
      plan(
        {
          id: "say",
          tool: "messages_send",
          args: { channel_id: ids.channels.thread, content: "Shipped, thank you all." }
        },
        { id: "archive", tool: "channels_modify", args: { channel_id: ids.channels.thread, archived: true } }
      ).pipe(Effect.as("The thread is archived.")),
    changes: ({ ids }) => [
      added(`/channels/${ids.channels.thread}/messages/*`, { content: "Shipped, thank you all." }),
      modified(`/channels/${ids.channels.thread}`, { thread_metadata: { archived: true, locked: false } })
    ]
  },
  {
    name: "post in a forum",
    says: (guild) =>
      `Post this in our forum ${linkTo(guild, guild.ids.channels.forum)}. Title: "Keyboard shortcuts for the diff view". Text: "j and k should go to the next and the previous change."`,
    solve: Effect.fnUntraced(function* ({ call }, ids) {
      yield* call("channels_forum_create_thread", {
        channel_id: ids.channels.forum,
        name: "Keyboard shortcuts for the diff view",
        message: { content: "j and k should go to the next and the previous change." }
      })
      return "The post is in the forum."
    }),
    changes: ({ ids }) => [
      added("/channels/*", { name: "Keyboard shortcuts for the diff view", parent_id: ids.channels.forum }),
      added("/channels/*/messages/*", { content: "j and k should go to the next and the previous change." })
    ]
  }
]
