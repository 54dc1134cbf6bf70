import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect } from "effect"
import type { SeedIds } from "../../../src/sandbox/Seed.ts"
import { call, Sandbox, served } from "../../dispatch/app.ts"
import { makeJumps } from "../../jumpingClock.ts"
import { assertDecodes } from "./assertDecodes.ts"

/** The preview of a call in the sandbox, without its arguments. */
const previewOf = Effect.fnUntraced(function* (tool: string, input: object) {
  // Discord deletes only messages of the last two weeks at once.
  const { structured } = yield* tool === "messages_bulk_delete" ? onSeedDay(call(tool, input)) : call(tool, input)
  // test/discord/permissions/grantHints.test.ts has the hints.
  const { arguments: given, recovery_hint, ...preview }: Readonly<Record<string, unknown>> = Object(structured.preview)
  assert.deepStrictEqual([structured.code, given], ["DRY_RUN_PREVIEW", input])
  assert.strictEqual(recovery_hint !== undefined, preview.bot_may === false)
  assertDecodes(structured)
  return preview
})

/** Runs an effect by a wall clock of three days after the last messages of the seed. */
const onSeedDay = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.flatMap(Clock.currentTimeMillis, (nowMs) => {
    const clock = makeJumps()
    clock.ms = Date.parse("2026-06-01T00:00:00Z") - nowMs
    return clock.onWall(effect)
  })

const step = (id: string) => ({ id, on_error: "stop" })
const FOR_GOOD = "This cannot be undone."
const lacking = (...missing_permissions: ReadonlyArray<string>) => ({ bot_may: false, missing_permissions })

/** Calls with their previews, without the arguments. */
const previews: Readonly<Record<string, readonly [tool: string, (ids: SeedIds) => object, preview: object]>> = {
  "one message": [
    "messages_delete",
    ({ channels, messages }) => ({ channel_id: channels.general, message_id: messages.byMember }),
    {
      action: "Delete one message permanently",
      names: {
        channel_id: "#general (text)",
        message_id: 'Bruno (@bruno_salvi): "has anybody tried the beta on a Raspberry Pi?"'
      },
      facts: { sent: "2026-05-28T18:30:00Z" },
      bot_may: true,
      undo: FOR_GOOD
    }
  ],
  "a message of somebody else, where the bot may delete only its own": [
    "messages_delete",
    ({ channels, messages }) => ({ channel_id: channels.announcements, message_id: messages.inAnnouncements }),
    {
      action: "Delete one message permanently",
      names: { channel_id: "#announcements (announcement)", message_id: "Mira (@mira.holm): 1 embed" },
      facts: { sent: "2026-05-28T20:30:00Z" },
      ...lacking("MANAGE_MESSAGES"),
      undo: FOR_GOOD
    }
  ],
  "a message that is not there": [
    "messages_delete",
    ({ channels }) => ({ channel_id: channels.general, message_id: "1248328050999999999" }),
    {
      action: "Delete one message permanently",
      names: { channel_id: "#general (text)", message_id: "(not found, or not visible to the bot)" },
      bot_may: true,
      undo: FOR_GOOD,
      incomplete: "Not all of this could be looked up."
    }
  ],
  "many messages": [
    "messages_bulk_delete",
    ({ channels, messages: { byBot, byMember } }) => ({
      channel_id: channels.general,
      message_ids: [byBot, byMember, "1509655000000000000"]
    }),
    {
      action: "Delete 3 messages at once, permanently",
      names: { channel_id: "#general (text)" },
      facts: {
        authors: ['"Sandbox Bot" (@sandbox-bot, a bot): 1', "Bruno (@bruno_salvi): 1"],
        oldest: "2026-05-28T18:30:00Z",
        newest: "2026-05-28T19:30:00Z",
        messages: [
          '"Sandbox Bot" (@sandbox-bot, a bot): "The build of `main` is green again."',
          'Bruno (@bruno_salvi): "has anybody tried the beta on a Raspberry Pi?"'
        ],
        not_found: "1, deleted or too old to look up"
      },
      bot_may: true,
      undo: FOR_GOOD
    }
  ],
  "a member who goes": [
    "members_kick",
    ({ guild, members }) => ({ guild_id: guild, user_id: members.ada }),
    {
      action: "Kick a member from a guild",
      names: { guild_id: "Tidepool", user_id: "Ada (@ada.okafor)" },
      facts: { roles: ["@member", "@moderator"], joined: "2025-12-20T17:30:00Z" },
      ...lacking("KICK_MEMBERS"),
      undo: "They can rejoin with an invite."
    }
  ],
  "a ban with what was written": [
    "members_ban",
    ({ guild, members }) => ({ guild_id: guild, user_id: members.bruno, delete_message_seconds: 604_800 }),
    {
      action: "Ban a user from a guild, member or not, and optionally delete recent messages",
      names: { guild_id: "Tidepool", user_id: "Bruno (@bruno_salvi)" },
      facts: { roles: ["@member"], joined: "2024-11-26T17:30:00Z", messages_deleted: "all of the last 7 days" },
      ...lacking("BAN_MEMBERS"),
      undo: "members_unban lifts a ban; deleted messages cannot be restored."
    }
  ],
  "many bans": [
    "members_bulk_ban",
    ({ guild, members, owner, banned }) => ({
      guild_id: guild,
      user_ids: [members.ada, banned, members.chiara, members.dmitri, owner, members.bruno]
    }),
    {
      action: "Ban 6 users",
      names: { guild_id: "Tidepool" },
      facts: {
        users: [
          "Ada (@ada.okafor), since 2025-12-20T17:30:00Z, @member @moderator",
          "BANNED, not a member of this server",
          "Chiara (@chiara), since 2025-05-29T17:30:00Z, @member",
          "Dmitri (@dmitri.v), since 2024-08-24T17:30:00Z, @member @admin",
          "Mira (@mira.holm), since 2024-07-09T17:30:00Z, @member",
          "and 1 more"
        ]
      },
      ...lacking("BAN_MEMBERS", "MANAGE_GUILD"),
      undo: "members_unban lifts a ban; deleted messages cannot be restored."
    }
  ],
  "roles that go and come": [
    "members_modify",
    ({ guild, members, roles }) => ({ guild_id: guild, user_id: members.ada, roles: [roles.admin] }),
    {
      action: "Change a member",
      names: { guild_id: "Tidepool", user_id: "Ada (@ada.okafor)", roles: ["@admin"] },
      facts: {
        roles_removed: ["@member", "@moderator"],
        roles_added: ["@admin"],
        permissions_gained: ["ADMINISTRATOR"],
        permissions_lost: [
          "KICK_MEMBERS",
          "BAN_MEMBERS",
          "MANAGE_CHANNELS",
          "MANAGE_MESSAGES",
          "EMBED_LINKS",
          "ATTACH_FILES",
          "MENTION_EVERYONE",
          "MANAGE_THREADS",
          "MODERATE_MEMBERS"
        ]
      },
      ...lacking("MANAGE_ROLES")
    }
  ],
  "a timeout": [
    "members_modify",
    ({ guild, members }) => ({
      guild_id: guild,
      user_id: members.bruno,
      communication_disabled_until: "2099-01-01T00:00:00.000Z"
    }),
    {
      action: "Change a member",
      names: { guild_id: "Tidepool", user_id: "Bruno (@bruno_salvi)" },
      facts: { cannot_talk_until: "2099-01-01T00:00:00Z" },
      ...lacking("MODERATE_MEMBERS")
    }
  ],
  "a timeout in minutes": [
    "members_timeout",
    ({ guild, members }) => ({ guild_id: guild, user_id: members.bruno, minutes: 90 }),
    {
      action: "Time out (mute) a member",
      names: { guild_id: "Tidepool", user_id: "Bruno (@bruno_salvi)" },
      facts: { cannot_talk_for: "90 minutes" },
      ...lacking("MODERATE_MEMBERS")
    }
  ],
  "a timeout until a time": [
    "members_timeout",
    ({ guild, members }) => ({ guild_id: guild, user_id: members.bruno, until: "2099-01-01T00:00:00.000Z" }),
    {
      action: "Time out (mute) a member",
      names: { guild_id: "Tidepool", user_id: "Bruno (@bruno_salvi)" },
      facts: { cannot_talk_until: "2099-01-01T00:00:00Z" },
      ...lacking("MODERATE_MEMBERS")
    }
  ],
  "a prune the bot may not even count": [
    "guild_begin_prune",
    ({ guild }) => ({ guild_id: guild, days: 7 }),
    {
      action: "Kick all inactive members at once",
      names: { guild_id: "Tidepool" },
      ...lacking("KICK_MEMBERS", "MANAGE_GUILD"),
      undo: "Kicked members need an invite to return.",
      incomplete: "Not all of this could be looked up."
    }
  ],
  "a feature that goes off": [
    "guild_modify",
    ({ guild }) => ({ guild_id: guild, features: ["NEWS"] }),
    {
      action: "Change a guild's settings",
      names: { guild_id: "Tidepool" },
      facts: { features_disabled: ["COMMUNITY"] },
      ...lacking("ADMINISTRATOR", "MANAGE_GUILD")
    }
  ],
  "a role that allows more": [
    "roles_modify",
    ({ guild, roles }) => ({ guild_id: guild, role_id: roles.moderator, permissions: ["BAN_MEMBERS", "MANAGE_GUILD"] }),
    {
      action: "Change a role below the bot's highest role",
      grants: [{ to: "MODERATOR", id: "MODERATOR", permissions: ["BAN_MEMBERS", "MANAGE_GUILD"] }],
      names: { guild_id: "Tidepool", role_id: "@moderator" },
      facts: {
        permissions_added: ["MANAGE_GUILD"],
        permissions_removed: [
          "KICK_MEMBERS",
          "MANAGE_CHANNELS",
          "MANAGE_MESSAGES",
          "EMBED_LINKS",
          "ATTACH_FILES",
          "MENTION_EVERYONE",
          "MANAGE_THREADS",
          "MODERATE_MEMBERS"
        ],
        members: 1,
        drops: [
          "permissions: KICK_MEMBERS",
          "permissions: MANAGE_CHANNELS",
          "permissions: MANAGE_MESSAGES",
          "permissions: EMBED_LINKS",
          "permissions: ATTACH_FILES",
          "permissions: MENTION_EVERYONE",
          "permissions: MANAGE_THREADS",
          "permissions: MODERATE_MEMBERS"
        ]
      },
      ...lacking("BAN_MEMBERS", "MANAGE_GUILD", "MANAGE_ROLES")
    }
  ],
  "a role that goes": [
    "roles_delete",
    ({ guild, roles }) => ({ guild_id: guild, role_id: roles.admin }),
    {
      action: "Delete a role permanently",
      names: { guild_id: "Tidepool", role_id: "@admin" },
      facts: { members: 1, permissions: ["ADMINISTRATOR"] },
      ...lacking("MANAGE_ROLES"),
      undo: FOR_GOOD
    }
  ],
  "overwrites that are replaced": [
    "channels_modify",
    ({ channels, roles }) => ({
      channel_id: channels.staff,
      permission_overwrites: [{ id: roles.member, type: "role", allow: ["MANAGE_CHANNELS"] }]
    }),
    {
      action: "Change a channel or thread",
      grants: [{ to: "MEMBER", id: "MEMBER", permissions: ["MANAGE_CHANNELS"] }],
      names: { channel_id: "#staff (text)", "permission_overwrites.id": ["@member"] },
      facts: {
        overwrites_removed: [
          "@everyone: no longer denied VIEW_CHANNEL",
          "@moderator: no longer allowed VIEW_CHANNEL",
          "@sandbox-bot: no longer allowed VIEW_CHANNEL; no longer denied SEND_MESSAGES"
        ],
        overwrites_set: ["@member: newly allowed MANAGE_CHANNELS"]
      },
      ...lacking("MANAGE_ROLES")
    }
  ],
  "a channel that goes": [
    "channels_delete",
    ({ channels }) => ({ channel_id: channels.general }),
    {
      action: "Delete a channel with all its messages, or a thread, permanently",
      names: { channel_id: "#general (text)" },
      facts: {
        topic: '"Everything that fits in no other channel"',
        last_message: "2026-05-28T19:30:00Z",
        active_threads: ['#"release 1.0"'],
        not_shown: "channels and threads that the bot cannot view, if there are any"
      },
      bot_may: true,
      undo: FOR_GOOD
    }
  ],
  "a channel the bot cannot see": [
    "channels_delete",
    ({ channels }) => ({ channel_id: channels.secret }),
    {
      action: "Delete a channel with all its messages, or a thread, permanently",
      ...lacking("VIEW_CHANNEL"),
      undo: FOR_GOOD,
      incomplete: "Not all of this could be looked up."
    }
  ],
  "everyone pinged": [
    "messages_send",
    ({ channels }) => ({
      channel_id: channels.general,
      content: "Hi @everyone",
      allowed_mentions: { parse: ["everyone"] }
    }),
    {
      action: "Send a message to a channel or thread, or reply to one",
      names: { channel_id: "#general (text)" },
      facts: { pings: "everyone who can see it, of about 20 members" },
      ...lacking("MENTION_EVERYONE"),
      undo: "A ping cannot be undone.",
      whole_content: true
    }
  ],
  "an invite that is revoked": [
    "invites_delete",
    ({ inviteCode }) => ({ code: inviteCode }),
    {
      action: "Revoke an invite permanently",
      names: { code: 'to #general in Tidepool, by "Sandbox Bot" (@sandbox-bot, a bot)' },
      bot_may: true,
      undo: FOR_GOOD
    }
  ],
  "a webhook the bot may not manage": [
    "webhooks_delete",
    ({ webhook }) => ({ webhook_id: webhook }),
    {
      action: "Delete a webhook permanently",
      ...lacking("MANAGE_WEBHOOKS"),
      undo: FOR_GOOD,
      incomplete: "Not all of this could be looked up."
    }
  ],
  "commands that vanish": [
    "commands_bulk_overwrite_guild",
    ({ bot, guild }) => ({ application_id: bot, guild_id: guild, commands: [{ name: "hello", description: "x" }] }),
    {
      action: "Replace 0 commands with 1",
      names: { guild_id: "Tidepool" },
      facts: { appear: ["/hello"] },
      undo: "Deleted commands must be created again and get new ids."
    }
  ],
  "a whole plan": [
    "mcp_pipeline",
    ({ channels, messages }) => ({
      mode: "serial",
      steps: [
        { ...step("look"), tool: "messages_read", args: { channel_id: channels.general } },
        {
          ...step("delete"),
          tool: "messages_delete",
          args: { channel_id: channels.general, message_id: messages.byMember }
        },
        {
          ...step("rest"),
          tool: "messages_bulk_delete",
          args: { channel_id: channels.general, message_ids: "{{look.items[*].id}}" }
        }
      ]
    }),
    {
      action: "Run a plan of 3 calls",
      steps: [
        {
          tool: "messages_delete",
          risk: "destructive",
          action: "Delete one message permanently",
          names: {
            channel_id: "#general (text)",
            message_id: 'Bruno (@bruno_salvi): "has anybody tried the beta on a Raspberry Pi?"'
          },
          facts: { sent: "2026-05-28T18:30:00Z" },
          bot_may: true,
          undo: FOR_GOOD,
          arguments: { channel_id: "GENERAL", message_id: "BY_MEMBER" }
        },
        {
          tool: "messages_bulk_delete",
          risk: "destructive",
          action: "Delete 2 to 100 messages of a channel at once, permanently",
          names: { channel_id: "#general (text)" },
          from_steps: [{ argument: "message_ids", steps: ["look"] }],
          undo: FOR_GOOD,
          arguments: { channel_id: "GENERAL", message_ids: "{{look.items[*].id}}" }
        },
        {
          tool: "messages_read",
          risk: "read",
          action: "Read the messages of a channel or thread, newest first",
          calls: 1
        }
      ]
    }
  ]
}

describe("a preview", () => {
  for (const [what, [tool, input, expected]] of Object.entries(previews)) {
    it.live(`shows ${what}`, () =>
      Effect.gen(function* () {
        const { ids, requests } = yield* Sandbox
        const shown = yield* previewOf(tool, input(ids))
        const names: ReadonlyArray<readonly [string, string]> = [
          ["BANNED", ids.banned],
          ["MODERATOR", ids.roles.moderator],
          ['"MEMBER"', `"${ids.roles.member}"`],
          ["GENERAL", ids.channels.general],
          ["BY_MEMBER", ids.messages.byMember]
        ]
        const placed = JSON.parse(
          names.reduce((text, [name, id]) => text.replaceAll(name, id), JSON.stringify(expected))
        )
        assert.deepStrictEqual(shown, placed)
        const methods = new Set((yield* requests).map(({ method }) => method))
        assert.deepStrictEqual([...methods], ["GET"])
      }).pipe(served({ MCP_DRY_RUN: "true" }))
    )
  }
})
