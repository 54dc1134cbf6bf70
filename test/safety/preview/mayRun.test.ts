import { assert, describe, it } from "@effect/vitest"
import { PermissionFlagsBits as Bits } from "discord-api-types/v10"
import { Effect } from "effect"
import { findTool } from "../../../src/catalogue/catalogue.ts"
import { denialHint } from "../../../src/errors/permissionDenial.ts"
import type { Step } from "../../discord/wire.ts"
import { gateServer } from "../gateServer.ts"
import { ABOVE, BELOW, BOT, CHANNEL, DENIED, discordWith, GUILD, OBJECT, OURS, USER } from "./guildOfRoles.ts"

/** The prediction in a preview. */
const allowance = Effect.fnUntraced(function* (step: Step, tool: string, input: object) {
  const server = yield* gateServer({ MCP_WRITE_MODE: "preview" }, step)
  const { structured } = yield* server.call(tool, input)
  const { bot_may, missing_permissions, obstacle }: Readonly<Record<string, unknown>> = Object(structured.preview)
  return { bot_may, missing_permissions, obstacle }
}, Effect.scoped)

const may = { bot_may: true, missing_permissions: undefined, obstacle: undefined }
const unknown = { ...may, bot_may: undefined }
const lacks = (...missing_permissions: ReadonlyArray<string>) => ({ ...may, bot_may: false, missing_permissions })
const blocked = (reason: string) => ({ ...may, bot_may: false, obstacle: reason })

const kick = { guild_id: GUILD, user_id: USER }
const view = Bits.ViewChannel

describe("the permission prediction", () => {
  const rows: ReadonlyArray<
    readonly [what: string, Parameters<typeof discordWith>[0], tool: string, input: object, expected: object]
  > = [
    ["it has the permission", { allows: Bits.KickMembers }, "members_kick", kick, may],
    ["it lacks it", {}, "members_kick", kick, lacks("KICK_MEMBERS")],
    ["it is an administrator", { allows: Bits.Administrator }, "members_kick", kick, may],
    ["the member ranks below the bot", { allows: Bits.KickMembers, theirs: [BELOW] }, "members_kick", kick, may],
    [
      "the member ranks equal to the bot",
      { allows: Bits.KickMembers, theirs: [OURS] },
      "members_kick",
      kick,
      blocked("role_hierarchy")
    ],
    [
      "the member stands above",
      { allows: Bits.KickMembers, theirs: [ABOVE] },
      "members_kick",
      kick,
      blocked("role_hierarchy")
    ],
    [
      "who is banned is no member, and has no rank",
      { allows: Bits.BanMembers },
      "members_ban",
      { guild_id: GUILD, user_id: "777777777777777777" },
      may
    ],
    [
      "a timeout by minutes needs what members_modify needs",
      { allows: Bits.ManageNicknames },
      "members_timeout",
      { ...kick, minutes: 5 },
      lacks("MODERATE_MEMBERS")
    ],
    [
      "a poll needs a separate permission",
      { allows: view | Bits.SendMessages },
      "polls_create",
      { channel_id: CHANNEL, question: "When?", answers: ["now", "never"] },
      lacks("SEND_POLLS")
    ],
    ["it means itself", { allows: Bits.ManageNicknames }, "members_modify", { ...kick, user_id: BOT, nick: "x" }, may],
    [
      "it is timed out",
      { allows: Bits.KickMembers, bot: { communication_disabled_until: "2099-01-01T00:00:00Z" } },
      "members_kick",
      kick,
      blocked("timed_out")
    ],
    [
      "a timeout does not hold administrators",
      { allows: Bits.Administrator, bot: { communication_disabled_until: "2099-01-01T00:00:00Z" } },
      "members_kick",
      kick,
      may
    ],
    ["a role is below its own", { allows: Bits.ManageRoles }, "roles_delete", { guild_id: GUILD, role_id: BELOW }, may],
    [
      "a role is above its own",
      { allows: Bits.ManageRoles },
      "roles_delete",
      { guild_id: GUILD, role_id: ABOVE },
      blocked("role_hierarchy")
    ],
    [
      "one of the roles that move is above its own",
      { allows: Bits.ManageRoles },
      "roles_modify_positions",
      {
        guild_id: GUILD,
        positions: [
          { id: BELOW, position: 2 },
          { id: ABOVE, position: 1 }
        ]
      },
      blocked("role_hierarchy")
    ],
    [
      "it gives what it has not",
      { allows: Bits.ManageRoles },
      "roles_create",
      { guild_id: GUILD, permissions: ["BAN_MEMBERS"] },
      lacks("BAN_MEMBERS")
    ],
    [
      "it allows in a channel what it has not",
      { allows: Bits.ManageRoles | Bits.ManageChannels | view },
      "channels_modify",
      { channel_id: CHANNEL, permission_overwrites: [{ id: BELOW, type: "role", allow: ["KICK_MEMBERS"] }] },
      lacks("KICK_MEMBERS")
    ],
    [
      "an emoji is its own",
      {
        allows: Bits.CreateGuildExpressions,
        bodies: { [`/guilds/${GUILD}/emojis/${OBJECT}`]: { name: "x", user: { id: BOT } } }
      },
      "emojis_delete",
      { guild_id: GUILD, emoji_id: OBJECT },
      may
    ],
    [
      "an emoji is somebody else's",
      {
        allows: Bits.CreateGuildExpressions,
        bodies: { [`/guilds/${GUILD}/emojis/${OBJECT}`]: { name: "x", user: { id: USER } } }
      },
      "emojis_delete",
      { guild_id: GUILD, emoji_id: OBJECT },
      lacks("MANAGE_GUILD_EXPRESSIONS")
    ],
    [
      "a message is its own",
      { allows: view, bodies: { [`/channels/${CHANNEL}/messages/${OBJECT}`]: { author: { id: BOT } } } },
      "messages_delete",
      { channel_id: CHANNEL, message_id: OBJECT },
      may
    ],
    [
      "a webhook writes where it may manage webhooks",
      {
        allows: Bits.ManageWebhooks,
        bodies: { [`/webhooks/${OBJECT}`]: { id: OBJECT, name: "ci", channel_id: CHANNEL, guild_id: GUILD } }
      },
      "webhooks_delete",
      { webhook_id: OBJECT },
      may
    ],
    [
      "it is not even shown the webhook",
      { bodies: { [`/webhooks/${OBJECT}`]: DENIED } },
      "webhooks_delete",
      { webhook_id: OBJECT },
      lacks("MANAGE_WEBHOOKS")
    ],
    [
      "an invite leads where it may manage channels",
      {
        allows: Bits.ManageChannels,
        bodies: { "/invites/abcdefg": { code: "abcdefg", channel: { id: CHANNEL, name: "general" } } }
      },
      "invites_delete",
      { code: "abcdefg" },
      may
    ],
    ...[Bits.Administrator, Bits.ManageGuild | Bits.KickMembers].map(
      (allows) =>
        [
          `the guild lets only administrators prune, and the bot has ${allows}`,
          { allows, features: ["PRUNE_REQUIRES_ADMIN"] },
          "guild_begin_prune",
          { guild_id: GUILD },
          allows === Bits.Administrator ? may : lacks("ADMINISTRATOR")
        ] as const
    ),
    ["nothing but to be there is needed", {}, "users_leave_guild", { guild_id: GUILD }, unknown],
    [
      "a token decides, not a permission",
      {},
      "webhooks_delete_with_token",
      { webhook_id: OBJECT, token: "t".repeat(68) },
      unknown
    ]
  ]
  for (const [what, known, tool, input, expected] of rows) {
    it.effect(`is given when ${what}`, () =>
      Effect.map(allowance(discordWith(known), tool, input), (allowed) => assert.deepStrictEqual(allowed, expected))
    )
  }
})

describe("the hint of a refusal before sending", () => {
  for (const why of ["role_hierarchy", "guild_owner", "timed_out", "two_factor_required", "archived_thread"] as const) {
    it(`names only existing tools: ${why}`, () => {
      const named = [...denialHint(why).matchAll(/\b([a-z]+_\w+) \{/g)].map(([, name = ""]) => name)
      assert.deepStrictEqual(
        named.filter((name) => findTool(name) === undefined),
        []
      )
    })
  }
})
