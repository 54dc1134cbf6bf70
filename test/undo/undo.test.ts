/** What the bot did is taken back: each kind of entry, and what stays. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type { SeedIds } from "../../src/sandbox/Seed.ts"
import { Sandbox } from "../dispatch/app.ts"
import { act, inSandbox, items, run, type Step, state, undo } from "./undoing.ts"

/** Calls whose undo leaves the guild as it was, one object each. */
const exact: Readonly<Record<string, (ids: SeedIds) => ReadonlyArray<Step>>> = {
  "the topic of a channel": ({ channels }) => [["channels_modify", { channel_id: channels.general, topic: "Tides" }]],
  "a cleared topic": ({ channels }) => [["channels_modify", { channel_id: channels.general, clear: ["topic"] }]],
  "slow mode and age restriction": ({ channels }) => [
    ["channels_modify", { channel_id: channels.general, rate_limit_per_user: 30, nsfw: true, name: "slow" }]
  ],
  "several changes of one key": ({ channels }) => [
    ["channels_modify", { channel_id: channels.general, topic: "One" }],
    ["channels_modify", { channel_id: channels.general, topic: "Two" }]
  ],
  "a nickname": ({ guild, members }) => [["members_modify", { guild_id: guild, user_id: members.bruno, nick: "Hush" }]],
  "a role of a member": ({ guild, members, roles }) => [
    ["members_add_role", { guild_id: guild, user_id: members.bruno, role_id: roles.moderator }]
  ],
  "all roles of a member": ({ guild, members }) => [
    ["members_modify", { guild_id: guild, user_id: members.ada, roles: [], nick: "Ada!" }]
  ],
  "a new overwrite": ({ channels, roles }) => [
    [
      "channels_modify_permissions",
      { channel_id: channels.general, overwrite_id: roles.moderator, type: "role", deny: ["SEND_MESSAGES"] }
    ]
  ],
  "an overwrite that changed and went": ({ channels, roles }) => [
    [
      "channels_modify_permissions",
      { channel_id: channels.general, overwrite_id: roles.moderator, type: "role", deny: ["SEND_MESSAGES"] }
    ],
    [
      "channels_modify_permissions",
      {
        channel_id: channels.general,
        overwrite_id: roles.moderator,
        type: "role",
        allow: ["SEND_MESSAGES"],
        deny: ["ATTACH_FILES"]
      }
    ],
    ["channels_delete_permissions", { channel_id: channels.general, overwrite_id: roles.moderator }]
  ],
  "the permissions and colour of a role": ({ guild, roles }) => [
    ["roles_modify", { guild_id: guild, role_id: roles.member, permissions: ["VIEW_CHANNEL"], color: 255, hoist: true }]
  ],
  "settings of the guild": ({ guild }) => [
    ["guild_modify", { guild_id: guild, name: "Renamed", verification_level: "high", afk_timeout: 900 }]
  ],
  "a new channel": ({ guild }) => [["channels_create_guild_channel", { guild_id: guild, name: "fresh" }]],
  "a new role": ({ guild }) => [["roles_create", { guild_id: guild, name: "fresh", permissions: [] }]],
  "a ban that was lifted": ({ guild, banned }) => [["members_unban", { guild_id: guild, user_id: banned }]],
  "a new event": ({ guild }) => [
    [
      "events_create",
      {
        guild_id: guild,
        name: "Tide pool",
        entity_type: "external",
        entity_metadata: { location: "Beach" },
        scheduled_start_time: "2030-01-01T10:00:00Z",
        scheduled_end_time: "2030-01-01T11:00:00Z"
      }
    ]
  ],
  "a new AutoMod rule": ({ guild }) => [
    [
      "automod_create_rule",
      {
        guild_id: guild,
        name: "No spam",
        trigger_type: "spam",
        actions: [{ type: "block_message" }]
      }
    ]
  ],
  "a new webhook": ({ channels }) => [["webhooks_create", { channel_id: channels.general, name: "Captain" }]],
  "a new invite": ({ channels }) => [["invites_create_channel", { channel_id: channels.general }]]
}

describe("an undo of all leaves the guild as it was", () => {
  for (const [name, steps] of Object.entries(exact)) {
    it.live(name, () =>
      inSandbox((ids) =>
        Effect.gen(function* () {
          const before = yield* state
          yield* act(steps(ids))
          const done = yield* undo({ since: "2020-01-01T00:00:00Z" })
          assert.strictEqual(done.status, "ok", JSON.stringify(done, null, 1))
          assert.deepStrictEqual(yield* state, before)
        })
      )
    )
  }
})

/** Calls whose undo cannot give all back: what entries say, newest first. */
const partial: Readonly<
  Record<
    string,
    readonly [
      steps: (ids: SeedIds) => ReadonlyArray<Step>,
      outcomes: ReadonlyArray<readonly [string, ReadonlyArray<string>]>
    ]
  >
> = {
  "a deleted channel with its overwrites": [
    ({ channels, roles }) => [
      [
        "channels_modify_permissions",
        { channel_id: channels.general, overwrite_id: roles.moderator, type: "role", deny: ["SEND_MESSAGES"] }
      ],
      ["channels_delete", { channel_id: channels.general }]
    ],
    [
      ["part", ["channel_without_messages"]],
      ["whole", []]
    ]
  ],
  "a deleted role that a member had lost": [
    ({ guild, members, roles }) => [
      ["members_remove_role", { guild_id: guild, user_id: members.ada, role_id: roles.moderator }],
      ["roles_delete", { guild_id: guild, role_id: roles.moderator }]
    ],
    [
      ["part", ["role_without_members"]],
      ["whole", []]
    ]
  ],
  "a ban": [
    ({ guild, members }) => [["members_ban", { guild_id: guild, user_id: members.bruno }]],
    [["part", ["must_be_invited"]]]
  ],
  "a kick": [
    ({ guild, members }) => [["members_kick", { guild_id: guild, user_id: members.bruno }]],
    [["no", ["must_be_invited"]]]
  ],
  "a deleted message": [
    ({ channels, messages }) => [["messages_delete", { channel_id: channels.general, message_id: messages.byMember }]],
    [["no", ["messages_gone"]]]
  ],
  "a deleted emoji": [
    ({ emoji, guild }) => [["emojis_delete", { guild_id: guild, emoji_id: emoji }]],
    [["no", ["files_gone"]]]
  ],
  "a deleted webhook": [
    ({ webhook }) => [["webhooks_delete", { webhook_id: webhook }]],
    [["part", ["another_address"]]]
  ],
  "a deleted invite": [({ inviteCode }) => [["invites_delete", { code: inviteCode }]], [["part", ["another_code"]]]],
  "a deleted event, whose times are not logged": [
    ({ event, guild }) => [["events_delete", { guild_id: guild, event_id: event }]],
    [["no", ["not_logged"]]]
  ]
}

describe("an undo says what does not come back", () => {
  for (const [name, [steps, expected]] of Object.entries(partial)) {
    it.live(name, () =>
      inSandbox((ids) =>
        Effect.gen(function* () {
          yield* act(steps(ids))
          const listed = yield* run("changes_list", { guild_id: ids.guild })
          const done = yield* undo({ last: 20 })
          assert.strictEqual(done.status, "ok", JSON.stringify(done, null, 1))
          for (const answer of [listed, done])
            assert.deepStrictEqual<unknown>(
              items(answer).map(({ undo, why = [] }) => [undo, why]),
              expected
            )
          // Nothing is created twice.
          const again = yield* undo({ entries: items(done).map(({ id }) => id) })
          assert.deepInclude(Object(again).calls, { ok: 0, failed: 0 })
        })
      )
    )
  }

  it.live("creates a deleted channel again with its settings and overwrites, and later steps use its new id", () =>
    inSandbox(({ channels, guild, roles }) =>
      Effect.gen(function* () {
        const of = (name: string) =>
          Effect.flatMap(Sandbox, ({ snapshot }) =>
            Effect.map(snapshot, (all) =>
              Object(Object.values(all).find((one) => Object(one).name === name && Object(one).guild_id === guild))
            )
          )
        const before = yield* of("general")
        yield* act([
          [
            "channels_modify_permissions",
            { channel_id: channels.general, overwrite_id: roles.member, type: "role", deny: ["SEND_MESSAGES"] }
          ],
          ["channels_modify", { channel_id: channels.general, name: "gone", topic: "Else" }],
          ["channels_delete", { channel_id: channels.general }]
        ])
        yield* undo({ last: 3 })
        const after = yield* of("general")
        const settings = ({ name, nsfw, permission_overwrites, rate_limit_per_user, topic, type }: typeof after) => ({
          name,
          nsfw,
          permission_overwrites,
          rate_limit_per_user,
          topic,
          type
        })
        assert.deepStrictEqual(settings(after), settings(before))
        assert.notStrictEqual(after.id, before.id)
      })
    )
  )
})
