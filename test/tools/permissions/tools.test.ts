import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { asked, call, Sandbox, served } from "../../dispatch/app.ts"
import { issuesOf } from "../wired.ts"

const explain = (input: object) => Effect.map(call("permissions_explain", input), ({ structured }) => structured)

describe("permissions_explain", () => {
  it.live("explains which rule decides for the bot in a channel", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const everyone = { id: ids.guild, name: "@everyone" }
      assert.deepStrictEqual(
        yield* explain({
          guild_id: ids.guild,
          channel_id: ids.channels.announcements,
          requested_permissions: ["VIEW_CHANNEL", "SEND_MESSAGES", "EMBED_LINKS", "MANAGE_MESSAGES", "BAN_MEMBERS"]
        }),
        {
          subject: { kind: "bot", id: ids.bot, name: "Sandbox Bot" },
          allowed: false,
          missing: ["MANAGE_MESSAGES", "BAN_MEMBERS"],
          recovery_hint:
            "Grant BAN_MEMBERS to the bot's role in Server Settings → Roles; grant MANAGE_MESSAGES to the bot's role in the channel's permissions, which deny it now, then retry.",
          decisions: [
            { permissions: ["VIEW_CHANNEL"], allowed: true, rule: "everyone", by: [everyone] },
            {
              permissions: ["SEND_MESSAGES"],
              allowed: true,
              rule: "role_overwrite",
              by: [{ id: ids.roles.bot, name: "sandbox-bot" }]
            },
            {
              permissions: ["EMBED_LINKS"],
              allowed: true,
              rule: "role",
              by: [{ id: ids.roles.bot, name: "sandbox-bot" }]
            },
            {
              permissions: ["MANAGE_MESSAGES"],
              allowed: false,
              rule: "role_overwrite",
              by: [{ id: ids.roles.bot, name: "sandbox-bot" }]
            },
            { permissions: ["BAN_MEMBERS"], allowed: false, rule: "not_granted" }
          ]
        }
      )
      assert.sameMembers(
        [...(yield* asked)],
        [
          `GET /guilds/${ids.guild}`,
          `GET /guilds/${ids.guild}/channels`,
          "GET /users/@me",
          `GET /guilds/${ids.guild}/members/${ids.bot}`
        ]
      )
    }).pipe(served())
  )

  it.live("explains only that the bot cannot view a channel, because Discord returns nothing else", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      assert.deepStrictEqual(
        yield* explain({ guild_id: ids.guild, channel_id: ids.channels.secret, action: "send_messages" }),
        {
          subject: { kind: "bot", id: ids.bot, name: "Sandbox Bot" },
          allowed: false,
          missing: ["VIEW_CHANNEL", "SEND_MESSAGES"],
          recovery_hint:
            "Grant VIEW_CHANNEL to the bot's role in Server Settings → Roles, or in the channel's permissions, then retry.",
          decisions: [
            {
              permissions: ["VIEW_CHANNEL"],
              allowed: false,
              rule: "hidden"
            },
            { permissions: ["SEND_MESSAGES"], allowed: false, rule: "implied", goes_by: "VIEW_CHANNEL" }
          ],
          notice: "The bot cannot view this channel. Which overwrite denies it, and in which guild, is unknown."
        }
      )
    }).pipe(served())
  )

  it.live("explains all permissions without arguments, grouped by equal decisions", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const admin = yield* explain({ guild_id: ids.guild, user_id: ids.members.dmitri })
      assert.deepInclude(admin.subject, { kind: "user", id: ids.members.dmitri })
      const [only, ...others] = Array.isArray(admin.decisions) ? admin.decisions : []
      assert.deepStrictEqual(others, [])
      assert.deepInclude(only, {
        allowed: true,
        rule: "administrator",
        by: [{ id: ids.roles.admin, name: "admin" }]
      })
      assert.isUndefined(admin.allowed)
    }).pipe(served())
  )

  it.live("evaluates a thread with its parent's overwrites and the thread permissions", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const explained = yield* explain({
        guild_id: ids.guild,
        channel_id: ids.channels.thread,
        role_id: ids.guild,
        action: "send_messages"
      })
      assert.deepStrictEqual(explained, {
        subject: { kind: "role", id: ids.guild, name: "@everyone" },
        allowed: true,
        decisions: [
          {
            permissions: ["VIEW_CHANNEL", "SEND_MESSAGES_IN_THREADS"],
            allowed: true,
            rule: "everyone",
            by: [{ id: ids.guild, name: "@everyone" }]
          }
        ]
      })
    }).pipe(served())
  )

  it.live("explains the role hierarchy, the owner, and managed roles", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const explained = (input: object) =>
        Effect.map(explain({ guild_id: ids.guild, ...input }), ({ allowed, obstacle }) => [allowed, obstacle])
      const byAda = { user_id: ids.members.ada, action: "kick_member" }
      assert.deepStrictEqual(yield* explained({ ...byAda, target_user_id: ids.members.bruno }), [true, undefined])
      assert.deepStrictEqual(yield* explained({ ...byAda, target_user_id: ids.members.dmitri }), [
        false,
        "role_hierarchy: the actor's highest role must be above this member"
      ])
      assert.deepStrictEqual(yield* explained({ ...byAda, target_user_id: ids.owner }), [
        false,
        "owner: this action is not possible on the owner"
      ])
      const assign = { user_id: ids.members.dmitri, action: "assign_role" }
      assert.deepStrictEqual(yield* explained({ ...assign, target_role_id: ids.roles.moderator }), [true, undefined])
      assert.deepStrictEqual(yield* explained({ ...assign, target_role_id: ids.roles.bot }), [
        false,
        "managed_role: an integration manages this role"
      ])
      assert.deepStrictEqual(
        yield* explained({
          user_id: ids.owner,
          action: "timeout_member",
          target_user_id: ids.members.dmitri
        }),
        [false, "administrator: administrators cannot be timed out"]
      )
      // A user outside the guild can be banned.
      assert.deepStrictEqual(
        yield* explained({ ...byAda, action: "ban_member", target_user_id: "999999999999999999" }),
        [true, undefined]
      )
    }).pipe(served())
  )

  it.live("rejects a missing target, and ids of another guild", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const wrong = (input: object) =>
        Effect.map(call("permissions_explain", { guild_id: ids.guild, ...input }), issuesOf)
      assert.deepStrictEqual(yield* wrong({ user_id: ids.owner, role_id: ids.guild, action: "kick_member" }), [
        "role_id cannot be set together with user_id",
        "target_user_id is required for kick_member"
      ])
      assert.deepStrictEqual(yield* wrong({ action: "view_channel" }), ["channel_id is required for view_channel"])
      assert.deepStrictEqual(yield* wrong({ channel_id: ids.channels.otherGeneral }), [
        "channel_id the channel is not in this guild"
      ])
      assert.deepStrictEqual(yield* wrong({ role_id: ids.otherGuild }), ["role_id the role belongs to another guild"])
    }).pipe(served())
  )
})

describe("permissions_audit_channel", () => {
  it.live("lists the roles that differ from @everyone, and the differences from the category", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const { structured } = yield* call("permissions_audit_channel", {
        guild_id: ids.guild,
        channel_id: ids.channels.staff
      })
      assert.deepStrictEqual(structured, {
        channel: { id: ids.channels.staff, name: "staff" },
        everyone: { can: [] },
        roles: [
          { id: ids.roles.admin, name: "admin", can: ["view_channel", "send_messages", "manage_channel"] },
          { id: ids.roles.bot, name: "sandbox-bot", can: ["view_channel", "manage_channel"] },
          { id: ids.roles.moderator, name: "moderator", can: ["view_channel", "send_messages", "manage_channel"] }
        ],
        roles_as_everyone: 1,
        category: { id: ids.channels.team, name: "Team" },
        synced: false,
        differs: [
          { id: ids.roles.moderator, kind: "role", name: "moderator", allow: ["VIEW_CHANNEL"], deny: [] },
          {
            id: ids.roles.bot,
            kind: "role",
            name: "sandbox-bot",
            allow: ["VIEW_CHANNEL"],
            deny: ["SEND_MESSAGES"]
          }
        ]
      })
    }).pipe(served())
  )

  it.live("audits only the given actions, and a thread by its parent", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const { structured } = yield* call("permissions_audit_channel", {
        guild_id: ids.guild,
        channel_id: ids.channels.thread,
        actions: ["send_messages"]
      })
      assert.deepStrictEqual(structured, {
        channel: { id: ids.channels.thread, name: "release 1.0" },
        overwrites_of: { id: ids.channels.general, name: "general" },
        everyone: { can: ["send_messages"] },
        roles: [],
        roles_as_everyone: 4,
        category: { id: ids.channels.community, name: "Community" },
        synced: true
      })
    }).pipe(served())
  )

  it.live("groups the channels of the guild by what everyone or a role can do there, as an audit of each says", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      for (const [role_id, subject] of [
        [undefined, { id: ids.guild, name: "@everyone" }],
        [ids.roles.moderator, { id: ids.roles.moderator, name: "moderator" }],
        [ids.roles.admin, { id: ids.roles.admin, name: "admin" }]
      ] as const) {
        const { structured } = yield* call("permissions_audit_channel", {
          guild_id: ids.guild,
          ...(role_id && { role_id })
        })
        const { groups, notice, role } = Object(structured)
        assert.deepStrictEqual(role, subject)
        const viewable = groups.flatMap(({ channels }: { readonly channels: ReadonlyArray<object> }) => channels)
        // The bot cannot view #secret.
        assert.strictEqual(viewable.length, 7)
        assert.match(notice, /^Covers 7 channels that the bot can view, .* Others may exist\.$/)
        for (const { can, channels, count } of groups) {
          assert.strictEqual(count, channels.length)
          for (const { id } of channels) {
            const one = Object(
              (yield* call("permissions_audit_channel", { guild_id: ids.guild, channel_id: id })).structured
            )
            const own = one.roles.find((it: { readonly id: string }) => it.id === role_id) ?? one.everyone
            assert.deepStrictEqual(own.can, can)
          }
        }
      }
    }).pipe(served())
  )

  it.live("takes permissions in place of actions, and only what belongs together", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const { guild: guild_id } = ids
      const audited = (input: object) => call("permissions_audit_channel", { guild_id, ...input })
      const { structured } = yield* audited({ permissions: ["CONNECT", "SEND_MESSAGES"] })
      assert.deepStrictEqual(
        Object(structured).groups.map(({ can, count }: { readonly can: unknown; readonly count: number }) => [
          can,
          count
        ]),
        [
          [["CONNECT", "SEND_MESSAGES"], 5],
          [["CONNECT"], 1],
          [[], 1]
        ]
      )
      const channel_id = ids.channels.general
      assert.match(String(issuesOf(yield* audited({ channel_id, role_id: ids.roles.member }))), /^role_id /)
      assert.match(
        String(issuesOf(yield* audited({ actions: ["view_channel"], permissions: ["SPEAK"] }))),
        /^permissions /
      )
      assert.deepStrictEqual(issuesOf(yield* audited({ role_id: ids.otherGuild })), [
        "role_id the role belongs to another guild"
      ])
    }).pipe(served())
  )
})
