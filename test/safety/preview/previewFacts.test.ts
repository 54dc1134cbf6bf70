import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { answer, refusal, type Step } from "../../discord/wire.ts"
import { gateServer } from "../gateServer.ts"
import { assertDecodes } from "./assertDecodes.ts"

const GUILD = "111111111111111111"
const CHANNEL = "222222222222222222"
const APP = "333333333333333333"
const USER = "444444444444444444"
const OBJECT = "555555555555555555"
const ROLE = "666666666666666666"
const TOKEN = "t".repeat(68)

/** Discord's responses by path without fixed ids. */
type Known = Readonly<Record<string, unknown>>

const kelp = { id: USER, username: "kelp", global_name: "Kelp" }
const channel = { id: CHANNEL, type: 0, name: "general", guild_id: GUILD, permission_overwrites: [] }
/** A channel in which an overwrite lets moderators manage permissions. */
const staff = {
  ...channel,
  id: "777777777777777777",
  name: "staff",
  permission_overwrites: [{ id: ROLE, type: 0, allow: String(2n ** 28n), deny: "0" }]
}
const guild = {
  id: GUILD,
  name: "Tidepool",
  owner_id: "1",
  features: ["COMMUNITY", "NEWS"],
  approximate_member_count: 1200,
  roles: [
    { id: GUILD, name: "@everyone", position: 0, permissions: "1024" },
    { id: ROLE, name: "moderator", position: 1, permissions: "8194" }
  ]
}
const moderatorFacts = {
  roles_added: ["@moderator"],
  permissions_gained: ["KICK_MEMBERS", "MANAGE_MESSAGES"],
  allowed_by_overwrites: ["MANAGE_ROLES in #staff"]
}
const message = (id: string, content: string, more: object = {}) => ({
  id,
  author: kelp,
  content,
  timestamp: "2026-05-28T18:30:00.123000+00:00",
  edited_timestamp: null,
  attachments: [],
  embeds: [],
  ...more
})

const discordWith =
  (known: Known): Step =>
  (request, onPhase) => {
    const path = request.path
      .replace(GUILD, "G")
      .replace(CHANNEL, "C")
      .replace(APP, "A")
      .replace(USER, "U")
      .replace(OBJECT, "T")
    const all: Known = {
      "/channels/C": channel,
      "/guilds/G": guild,
      "/guilds/G/roles": guild.roles,
      "/guilds/G/channels": [staff],
      "/guilds/G/members/U": { user: kelp, roles: [] },
      ...known
    }
    const body = all[path]
    const answering = typeof body === "function" ? body(request.query) : body
    return (answering === undefined ? refusal(404, 10003) : answer(200, answering))(request, onPhase)
  }

/** The preview without arguments and permissions. */
const previewed = Effect.fnUntraced(function* (known: Known, tool: string, input: object) {
  const server = yield* gateServer({ MCP_WRITE_MODE: "preview" }, discordWith(known))
  const { structured } = yield* server.call(tool, input)
  assert.strictEqual(structured.code, "DRY_RUN_PREVIEW")
  assertDecodes(structured)
  const { action, facts, names, undo }: Readonly<Record<string, unknown>> = Object(structured.preview)
  return { action, names, facts, undo }
}, Effect.scoped)

const inGuild = { guild_id: GUILD }
const inChannel = { channel_id: CHANNEL }

type Row = readonly [what: string, known: Known, tool: string, input: object, expected: object]

const names: ReadonlyArray<Row> = [
  [
    "a sticker",
    { "/guilds/G/stickers/T": { id: OBJECT, name: "Wave" } },
    "stickers_delete_guild_sticker",
    { ...inGuild, sticker_id: OBJECT },
    { guild_id: "Tidepool", sticker_id: "Wave" }
  ],
  [
    "a sound",
    { "/guilds/G/soundboard-sounds/T": { name: "fog horn" } },
    "soundboard_delete_guild_sound",
    { ...inGuild, sound_id: OBJECT },
    { guild_id: "Tidepool", sound_id: '"fog horn"' }
  ],
  [
    "a rule that is off",
    { "/guilds/G/auto-moderation/rules/T": { name: "words", enabled: false } },
    "automod_delete_rule",
    { ...inGuild, rule_id: OBJECT },
    { guild_id: "Tidepool", rule_id: "words, switched off" }
  ],
  [
    "an event",
    {
      "/guilds/G/scheduled-events/T": {
        name: "Release party",
        scheduled_start_time: "2036-05-26T17:30:00.000000+00:00",
        user_count: 3
      }
    },
    "events_delete",
    { ...inGuild, event_id: OBJECT },
    { guild_id: "Tidepool", event_id: '"Release party", 2036-05-26T17:30:00Z, 3 interested' }
  ],
  [
    "an integration, found in the list",
    {
      "/guilds/G/integrations": [
        { id: "1", name: "x" },
        { id: OBJECT, name: "Helper", type: "discord" }
      ]
    },
    "guild_delete_integration",
    { ...inGuild, integration_id: OBJECT },
    { guild_id: "Tidepool", integration_id: "Helper (discord)" }
  ],
  [
    "a command of a guild",
    { "/applications/A/guilds/G/commands/T": { name: "deploy" } },
    "commands_delete_guild",
    { ...inGuild, application_id: APP, command_id: OBJECT },
    { guild_id: "Tidepool", command_id: "/deploy" }
  ],
  [
    "a command that is everywhere",
    { "/applications/A/commands/T": { name: "deploy" } },
    "commands_delete_global",
    { application_id: APP, command_id: OBJECT },
    { command_id: "/deploy" }
  ],
  [
    "an emoji of an application",
    { "/applications/A/emojis/T": { name: "tide" } },
    "app_emojis_delete",
    { application_id: APP, emoji_id: OBJECT },
    { emoji_id: ":tide:" }
  ],
  [
    "an entitlement",
    { "/applications/A/entitlements/T": { sku_id: "9", user_id: "8" } },
    "entitlements_delete_test",
    { application_id: APP, entitlement_id: OBJECT },
    { entitlement_id: "of user 8, SKU 9" }
  ],
  [
    "a template",
    { "/guilds/templates/abcdefgh": { name: "Two words", usage_count: 1 } },
    "templates_delete",
    { ...inGuild, template_code: "abcdefgh" },
    { guild_id: "Tidepool", template_code: '"Two words", used 1 time' }
  ],
  [
    "a lobby",
    { "/lobbies/T": { id: OBJECT, members: [{}, {}], linked_channel: { id: CHANNEL } } },
    "lobbies_delete",
    { lobby_id: OBJECT },
    { lobby_id: `2 members, linked to channel ${CHANNEL}` }
  ],
  [
    "a member by nickname, and a bot",
    { "/guilds/G/members/U": { user: { ...kelp, bot: true }, nick: "The Kelp", roles: [] } },
    "members_kick",
    { ...inGuild, user_id: USER },
    { guild_id: "Tidepool", user_id: '"The Kelp" (@kelp, a bot)' }
  ],
  [
    "a user who is no member",
    { "/guilds/G/members/U": undefined, "/users/U": { id: USER, username: "kelp", global_name: null } },
    "members_ban",
    { ...inGuild, user_id: USER },
    { guild_id: "Tidepool", user_id: "@kelp, not a member of this server" }
  ],
  [
    "a role, or a member, of an overwrite",
    {},
    "channels_delete_permissions",
    { ...inChannel, overwrite_id: USER },
    { channel_id: "#general (text)", overwrite_id: "Kelp (@kelp)" }
  ],
  [
    "a message of a thread that is named beside its webhook's channel",
    {
      "/webhooks/T": { name: "CI", channel_id: CHANNEL },
      "/channels/C/messages/U": message(USER, "", { embeds: [{}], poll: { question: { text: "?" } } })
    },
    "webhooks_delete_message",
    { webhook_id: OBJECT, token: TOKEN, message_id: USER, thread_id: CHANNEL },
    { webhook_id: "CI", thread_id: "#general (text)", message_id: 'Kelp (@kelp): 1 embed, a poll: "?"' }
  ]
]

const many = Array.from({ length: 60 }, (_, at) => String(10n ** 17n * 5n + BigInt(at * 7)))

const facts: ReadonlyArray<Row> = [
  [
    "how many a prune takes",
    { "/guilds/G/prune": { pruned: 17 } },
    "guild_begin_prune",
    { ...inGuild, days: 30 },
    { members: 17, inactive_for: "30 days", not_shown: "the names of these members: Discord gives only their number" }
  ],
  [
    "features that go on and off",
    {},
    "guild_modify",
    { ...inGuild, features: ["COMMUNITY", "INVITES_DISABLED"] },
    { features_disabled: ["NEWS"], features_enabled: ["INVITES_DISABLED"] }
  ],
  [
    "commands that vanish and appear, by id or by name and kind",
    {
      "/applications/A/commands": [
        { id: "1", name: "old", type: 1 },
        { id: OBJECT, name: "renamed", type: 1 },
        { id: "3", name: "menu", type: 3 }
      ]
    },
    "commands_bulk_overwrite_global",
    {
      application_id: APP,
      commands: [
        { id: OBJECT, name: "other", description: "x" },
        { name: "menu", type: "message" },
        { name: "old", type: "user" }
      ]
    },
    { vanish: ["/old"], appear: ["/old"] }
  ],
  [
    "what a stage is about",
    { "/stage-instances/C": { topic: "The tide" } },
    "stage_instances_delete",
    inChannel,
    { topic: '"The tide"' }
  ],
  [
    "that a stage pings everyone",
    {},
    "stage_instances_create",
    { ...inChannel, topic: "x", send_start_notification: true },
    { pings: "everyone who can see it, of about 1200 members" }
  ],
  [
    "what a webhook's token leads to",
    { [`/webhooks/T/${TOKEN}`]: { name: "CI", channel_id: CHANNEL } },
    "webhooks_delete_with_token",
    { webhook_id: OBJECT, token: TOKEN },
    { webhook: "CI", writes_to: "#general" }
  ],
  [
    "what a webhook wrote",
    { [`/webhooks/T/${TOKEN}/messages/U`]: message(USER, "built", { pinned: true }) },
    "webhooks_delete_message",
    { webhook_id: OBJECT, token: TOKEN, message_id: USER },
    { message: 'Kelp (@kelp): "built"', sent: "2026-05-28T18:30:00Z", pinned: true }
  ],
  [
    "what an interaction was answered with",
    { [`/webhooks/A/${TOKEN}/messages/@original`]: message(USER, "done") },
    "interactions_delete_original_response",
    { application_id: APP, interaction_token: TOKEN },
    { message: 'Kelp (@kelp): "done"', sent: "2026-05-28T18:30:00Z" }
  ],
  [
    "where interactions go now",
    { "/applications/@me": { id: APP, interactions_endpoint_url: "https://old.example/" } },
    "application_modify_current",
    { interactions_endpoint_url: "https://new.example/", event_webhooks_url: "https://new.example/" },
    { interactions_endpoint_url_now: "https://old.example/", event_webhooks_url_now: "none" }
  ],
  [
    "which reactions go",
    {
      "/channels/C/messages/T": message(OBJECT, "x", {
        reactions: [
          { count: 3, emoji: { id: null, name: "👍" } },
          { count: 2, emoji: { id: "7", name: "tide" } }
        ]
      })
    },
    "reactions_delete_all",
    { ...inChannel, message_id: OBJECT },
    { reactions: ["👍: 3", "tide:7: 2"] }
  ],
  [
    "how many reacted with one emoji",
    { "/channels/C/messages/T": message(OBJECT, "x", { reactions: [{ count: 3, emoji: { id: null, name: "👍" } }] }) },
    "reactions_delete_emoji",
    { ...inChannel, message_id: OBJECT, emoji: "👍" },
    { reactions: ["👍: 3"] }
  ],
  ["what a role given allows", {}, "members_add_role", { ...inGuild, user_id: USER, role_id: ROLE }, moderatorFacts],
  ["what an invite's roles allow", {}, "invites_create_channel", { ...inChannel, role_ids: [ROLE] }, moderatorFacts],
  [
    "what the roles of an invite allow a new target user",
    { "/invites/tide-pool": { code: "tide-pool", guild: { id: GUILD, name: "Tidepool" }, roles: [{ id: ROLE }] } },
    "invites_add_target_user",
    { code: "tide-pool", user_id: USER },
    moderatorFacts
  ],
  [
    "what answers of the onboarding give",
    {},
    "onboarding_modify",
    { ...inGuild, prompts: [{ title: "?", options: [{ title: "!", role_ids: [ROLE] }] }] },
    moderatorFacts
  ],
  [
    "what an overwrite changes against the one that is there",
    { "/channels/C": { ...channel, permission_overwrites: [{ id: ROLE, type: 0, allow: "64", deny: "1024" }] } },
    "channels_modify_permissions",
    { ...inChannel, overwrite_id: ROLE, type: "role", allow: ["VIEW_CHANNEL"], deny: ["ADD_REACTIONS"] },
    {
      newly_allowed: ["VIEW_CHANNEL"],
      newly_denied: ["ADD_REACTIONS"],
      no_longer_allowed: ["ADD_REACTIONS"],
      no_longer_denied: ["VIEW_CHANNEL"]
    }
  ],
  [
    "which channels lose their own permissions",
    { "/guilds/G/channels": [channel] },
    "channels_modify_positions",
    {
      ...inGuild,
      positions: [
        { id: CHANNEL, lock_permissions: true },
        { id: OBJECT, position: 1 }
      ]
    },
    { lose_own_permissions: ["#general"] }
  ],
  [
    "what a category leaves behind",
    {
      "/channels/C": { ...channel, type: 4, name: "Text channels" },
      "/guilds/G/threads/active": { threads: [] },
      "/guilds/G/channels": [
        { id: "1", name: "chat", parent_id: CHANNEL },
        { id: "2", name: "x", parent_id: "3" }
      ]
    },
    "channels_delete",
    inChannel,
    {
      left_without_category: ["#chat"],
      not_shown: "channels and threads that the bot cannot view, if there are any"
    }
  ],
  [
    "how large a thread is",
    {
      "/channels/C": {
        ...channel,
        type: 11,
        name: "help",
        message_count: 12,
        member_count: 3,
        last_message_id: "1509639900364800009"
      },
      "/guilds/G/threads/active": { threads: [] },
      "/guilds/G/channels": []
    },
    "channels_delete",
    inChannel,
    { last_message: "2026-05-28T19:30:00Z", messages: 12, thread_members: 3 }
  ],
  [
    "who has a role that all have",
    {},
    "roles_modify",
    { ...inGuild, role_id: GUILD, permissions: ["VIEW_CHANNEL", "SEND_MESSAGES"] },
    { permissions_added: ["SEND_MESSAGES"], members: "everyone" }
  ],
  [
    "a ban's hours",
    {},
    "members_ban",
    { ...inGuild, user_id: USER, delete_message_seconds: 5400 },
    { messages_deleted: "all of the last 1.5 hours" }
  ],
  [
    "many messages, read by pages until the oldest is passed",
    {
      "/channels/C/messages": (query: URLSearchParams) => {
        const before = BigInt(query.get("before") ?? 0)
        const all = Array.from({ length: 400 }, (_, at) => String(10n ** 17n * 5n + BigInt(at))).toReversed()
        return all
          .filter((id) => BigInt(id) < before)
          .slice(0, 100)
          .map((id) => message(id, `number ${BigInt(id) % 1000n}`))
      }
    },
    "messages_bulk_delete",
    { ...inChannel, message_ids: many },
    {
      authors: ["Kelp (@kelp): 43"],
      oldest: "2026-05-28T18:30:00Z",
      newest: "2026-05-28T18:30:00Z",
      messages: [
        'Kelp (@kelp): "number 399"',
        'Kelp (@kelp): "number 392"',
        'Kelp (@kelp): "number 385"',
        'Kelp (@kelp): "number 378"',
        'Kelp (@kelp): "number 371"',
        "and 38 more"
      ],
      not_found: "17, deleted or too old to look up"
    }
  ]
]

describe("a preview names", () => {
  for (const [what, known, tool, input, expected] of names) {
    it.effect(what, () =>
      Effect.map(previewed(known, tool, input), (preview) => assert.deepStrictEqual(preview.names, expected))
    )
  }
})

describe("a preview shows", () => {
  for (const [what, known, tool, input, expected] of facts) {
    it.effect(what, () =>
      Effect.map(previewed(known, tool, input), (preview) => assert.deepStrictEqual(preview.facts, expected))
    )
  }

  it.effect("only names for a plain write", () =>
    Effect.gen(function* () {
      for (const [tool, input] of [
        ["messages_send", { ...inChannel, content: "x" }],
        ["guild_modify", { ...inGuild, name: "Tide" }],
        ["roles_modify", { ...inGuild, role_id: ROLE, name: "x" }],
        ["channels_modify", { ...inChannel, topic: "x" }],
        ["members_modify", { ...inGuild, user_id: USER, nick: "x" }],
        ["events_modify", { ...inGuild, event_id: OBJECT, name: "x" }],
        ["application_modify_current", { description: "x" }],
        ["invites_create_channel", { ...inChannel, role_ids: [] }],
        ["stage_instances_create", { ...inChannel, topic: "x" }]
      ] as const) {
        const { facts, undo } = yield* previewed({}, tool, input)
        assert.deepStrictEqual(
          [tool, facts, tool === "invites_create_channel" ? undefined : undo],
          [tool, undefined, undefined]
        )
      }
    })
  )
})
