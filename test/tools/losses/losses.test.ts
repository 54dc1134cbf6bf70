/** Each check of the table: what only adds or repeats runs at once, what drops or weakens asks and is named. */
import { assert, describe, it } from "@effect/vitest"
import { PermissionFlagsBits as Bit, ChannelFlags, MessageFlags } from "discord-api-types/v10"
import { Effect } from "effect"
import type { CallResult } from "../../../src/dispatch/CallResult.ts"
import { routes } from "../../../src/sandbox/routes/all.ts"
import type { SeedIds } from "../../../src/sandbox/Seed.ts"
import { guards } from "../../../src/tools/losses/table.ts"
import { answer } from "../../discord/wire.ts"
import { call, roomy, Sandbox, served } from "../../dispatch/app.ts"
import { gateServer, outcomeOf } from "../../safety/gateServer.ts"
import { grantedRisk } from "../../safety/grantedRisk.ts"
import { turn } from "../../turns.ts"

const limits = Object.fromEntries(routes.map(({ operation }) => [operation, { limit: 10_000, windowMs: 1000 }]))
const mighty = served(
  { MCP_DRY_RUN: "false", MCP_RETRY_ENABLED: "false" },
  { ...roomy, limits, permissions: Bit.Administrator }
)

const ID = "1248328050311954441"
const [A, B, C] = ["1248328050311954442", "1248328050311954443", "1248328050311954444"] as const
const TOKEN = "t".repeat(68)

/** A field with what Discord has, and values for it. */
interface Case {
  readonly tool: keyof typeof guards
  readonly field: string
  readonly input: (ids: SeedIds) => object
  /** The path of the read, and what it returns. */
  readonly path: (ids: SeedIds) => string
  readonly present: object
  /** Changes that run at once, and those that ask, with what their preview names. */
  readonly runs: ReadonlyArray<object>
  readonly asks: ReadonlyArray<readonly [change: object, named: ReadonlyArray<string>]>
}

const inGuild = ({ guild }: SeedIds) => ({ guild_id: guild })
const guildPath =
  (end: string) =>
  ({ guild }: SeedIds) =>
    `/guilds/${guild}${end}`

const settings = {
  verification_level: 3,
  explicit_content_filter: 2,
  default_message_notifications: 1,
  system_channel_flags: 3,
  rules_channel_id: A,
  public_updates_channel_id: B,
  safety_alerts_channel_id: C
}

const guildCase = (field: string, runs: Case["runs"], asks: Case["asks"]): Case => ({
  tool: "guild_modify",
  field,
  input: inGuild,
  path: guildPath(""),
  present: settings,
  runs,
  asks
})

const rule = {
  enabled: true,
  trigger_metadata: {
    keyword_filter: ["bad", "worse"],
    regex_patterns: ["b.d"],
    allow_list: ["badge"],
    presets: [1],
    mention_total_limit: 5,
    mention_raid_protection_enabled: true
  },
  actions: [
    { type: 1, metadata: { custom_message: "No." } },
    { type: 2, metadata: { channel_id: A } },
    { type: 3, metadata: { duration_seconds: 600 } }
  ],
  exempt_roles: [A],
  exempt_channels: [B]
}

/** Rules that silence ask for all that is not a name, so these rules only block. */
const quiet = { ...rule, actions: rule.actions.slice(0, 2) }
const words = { keyword_filter: ["bad", "worse"], regex_patterns: ["b.d"], allow_list: ["badge"] }
const presentWords = { ...quiet, trigger_metadata: words }
const block = { type: "block_message" }
const alert = { type: "send_alert_message", metadata: { channel_id: A } }

const ruleCase = (field: string, runs: Case["runs"], asks: Case["asks"], present: object = quiet): Case => ({
  tool: "automod_modify_rule",
  field,
  input: ({ guild }) => ({ guild_id: guild, rule_id: ID }),
  path: guildPath(`/auto-moderation/rules/${ID}`),
  present,
  runs,
  asks
})

const metadata = (change: object) => ({ trigger_metadata: { ...words, ...change } })

const channelCase = (field: string, present: object, runs: Case["runs"], asks: Case["asks"]): Case => ({
  tool: "channels_modify",
  field,
  input: ({ channels }) => ({ channel_id: channels.general }),
  path: ({ channels }) => `/channels/${channels.general}`,
  present: { id: ID, type: 15, ...present },
  runs,
  asks
})

const tag = (id: string, more: object = {}) => ({ id, name: `tag${id.at(-1)}`, ...more })

const message = {
  id: ID,
  content: "Hello",
  flags: 0,
  embeds: [{ title: "One" }, { title: "Two" }],
  attachments: [
    { id: A, filename: "a.png" },
    { id: B, filename: "b.png" }
  ],
  components: [{ type: 1, components: [{ type: 2, custom_id: "x", label: "X", style: 1 }] }]
}
const button = (id: string) => ({ type: 2, custom_id: id, label: id, style: 1 })
const row = (...ids: ReadonlyArray<string>) => ({ type: 1, components: ids.map(button) })

const messageCases = (tool: keyof typeof guards, input: Case["input"], path: Case["path"]): ReadonlyArray<Case> => [
  {
    tool,
    field: "embeds",
    input,
    path,
    present: message,
    runs: [{ embeds: [{ title: "1" }, { title: "2" }] }, { embeds: [{ title: "1" }, { title: "2" }, { title: "3" }] }],
    asks: [
      [{ embeds: [{ title: "1" }] }, ['embeds: "Two"']],
      [{ content: "x", embeds: [] }, ['embeds: "One"', 'embeds: "Two"']]
    ]
  },
  {
    tool,
    field: "components",
    input,
    path,
    present: message,
    runs: [{ components: [row("other")] }, { components: [row("x", "y")] }],
    asks: [[{ content: "x", components: [] }, ["components: button 1"]]]
  },
  {
    tool,
    field: "keep_attachments",
    input,
    path,
    present: message,
    runs: [{ keep_attachments: [A, B] }, { keep_attachments: [B, A] }],
    asks: [
      [{ keep_attachments: [B] }, ["keep_attachments: a.png"]],
      [{ content: "x", keep_attachments: [] }, ["keep_attachments: a.png", "keep_attachments: b.png"]]
    ]
  }
]

const command = {
  id: ID,
  nsfw: true,
  default_member_permissions: String(Bit.BanMembers | Bit.KickMembers),
  contexts: [0, 1],
  integration_types: [0, 1],
  options: [{ type: 3, name: "who", description: "w", choices: [{ name: "me", value: "1" }] }],
  name_localizations: { de: "x", fr: "y" },
  description_localizations: null
}
const who = { type: "string", name: "who", description: "w" }
const me = { name: "me", value: "1" }

const commandCase = (field: string, runs: Case["runs"], asks: Case["asks"], present: object = command): Case => ({
  tool: "commands_modify_global",
  field,
  input: () => ({ application_id: ID, command_id: A }),
  path: () => `/applications/${ID}/commands/${A}`,
  present,
  runs,
  asks
})

const application = {
  tags: ["a", "b"],
  flags: (1 << 15) | (1 << 19),
  install_params: { scopes: ["bot", "applications.commands"], permissions: String(Bit.SendMessages | Bit.ViewChannel) },
  integration_types_config: { "0": { oauth2_install_params: { scopes: ["bot"], permissions: "1024" } } },
  event_webhooks_types: ["ENTITLEMENT_CREATE", "APPLICATION_AUTHORIZED"],
  event_webhooks_status: 2
}
const applicationCase = (field: string, runs: Case["runs"], asks: Case["asks"]): Case => ({
  tool: "application_modify_current",
  field,
  input: () => ({}),
  path: () => "/applications/@me",
  present: application,
  runs,
  asks
})
const view = { scopes: ["bot"], permissions: ["VIEW_CHANNEL"] }

const prompt = (options: ReadonlyArray<object>) => ({ id: A, title: "Who?", options })
const option = { id: B, title: "Me", role_ids: [], channel_ids: [C] }
const present = { enabled: true, mode: 0, default_channel_ids: [A, B], prompts: [prompt([option])] }
const onboardingCase = (field: string, runs: Case["runs"], asks: Case["asks"]): Case => ({
  tool: "onboarding_modify",
  field,
  input: inGuild,
  path: guildPath("/onboarding"),
  present,
  runs,
  asks
})

const screen = { description: null, welcome_channels: [{ channel_id: A, description: "a" }] }
const later = "2099-01-01T00:00:00.000Z"

const cases: ReadonlyArray<Case> = [
  guildCase(
    "verification_level",
    [{ verification_level: "high" }, { verification_level: "very_high" }],
    [[{ verification_level: "none" }, ["verification_level: high becomes none"]]]
  ),
  guildCase(
    "explicit_content_filter",
    [{ explicit_content_filter: "all_members" }],
    [[{ explicit_content_filter: "disabled" }, ["explicit_content_filter: all_members becomes disabled"]]]
  ),
  guildCase(
    "default_message_notifications",
    [{ default_message_notifications: "only_mentions" }],
    [[{ default_message_notifications: "all_messages" }, ["only_mentions becomes all_messages"]]]
  ),
  guildCase(
    "system_channel_flags",
    [
      { system_channel_flags: ["SUPPRESS_PREMIUM_SUBSCRIPTIONS", "SUPPRESS_JOIN_NOTIFICATIONS"] },
      {
        system_channel_flags: [
          "SUPPRESS_JOIN_NOTIFICATIONS",
          "SUPPRESS_PREMIUM_SUBSCRIPTIONS",
          "SUPPRESS_GUILD_REMINDER_NOTIFICATIONS"
        ]
      }
    ],
    [
      [{ system_channel_flags: ["SUPPRESS_JOIN_NOTIFICATIONS"] }, ["SUPPRESS_PREMIUM_SUBSCRIPTIONS"]],
      [{ system_channel_flags: [] }, ["SUPPRESS_JOIN_NOTIFICATIONS", "SUPPRESS_PREMIUM_SUBSCRIPTIONS"]]
    ]
  ),
  ...["rules_channel_id", "public_updates_channel_id", "safety_alerts_channel_id"].map((field) =>
    guildCase(field, [{ [field]: C }], [[{ clear: [field] }, [field]]])
  ),
  {
    tool: "guild_modify_widget",
    field: "enabled",
    input: inGuild,
    path: guildPath("/widget"),
    present: { enabled: false, channel_id: null },
    runs: [{ enabled: false }],
    asks: [[{ enabled: true }, ["enabled: the widget shows online members"]]]
  },
  {
    tool: "guild_modify_welcome_screen",
    field: "welcome_channels",
    input: inGuild,
    path: guildPath("/welcome-screen"),
    present: screen,
    runs: [
      { welcome_channels: screen.welcome_channels },
      { welcome_channels: [{ channel_id: B, description: "b" }, ...screen.welcome_channels] }
    ],
    asks: [
      [{ welcome_channels: [] }, [`welcome_channels: ${A}`]],
      [{ welcome_channels: [{ channel_id: B, description: "b" }] }, [`welcome_channels: ${A}`]]
    ]
  },
  ...(["invites_disabled_until", "dms_disabled_until"] as const).map(
    (field): Case => ({
      tool: "guild_set_incident_actions",
      field,
      input: inGuild,
      path: guildPath(""),
      present: { incidents_data: { [field]: later } },
      runs: [{ [field]: later }, { [field]: "2099-01-02T00:00:00.000Z" }],
      asks: [
        [{ clear: [field] }, [`${field}: the pause until`]],
        [{ [field]: "2098-01-01T00:00:00.000Z" }, [`${field}: the pause until`]]
      ]
    })
  ),
  onboardingCase("enabled", [], [[{ enabled: false }, ["enabled: newcomers are asked nothing"]]]),
  onboardingCase(
    "default_channel_ids",
    [{ default_channel_ids: [B, A] }, { default_channel_ids: [A, B, C] }],
    [
      [{ default_channel_ids: [A] }, [`default_channel_ids: ${B}`]],
      [{ default_channel_ids: [] }, [A, B]]
    ]
  ),
  onboardingCase(
    "prompts",
    [
      { prompts: [prompt([option])] },
      { prompts: [prompt([option, { title: "Other", channel_ids: [A] }]), { title: "More?", options: [option] }] }
    ],
    [
      [{ prompts: [] }, ['prompts: "Who?"']],
      [{ prompts: [{ title: "Who?", options: [{ ...option }] }] }, ['prompts: "Who?"']],
      [{ prompts: [prompt([{ title: "Me", channel_ids: [C] }])] }, ['prompts: "Me"']],
      [{ prompts: [prompt([{ ...option, channel_ids: [] }])] }, [`prompts: ${C}`]]
    ]
  ),
  ruleCase("enabled", [{ enabled: true }], [[{ enabled: false }, ["enabled: the rule is disabled"]]]),
  ruleCase(
    "exempt_roles",
    [{ exempt_roles: [A] }],
    [
      [{ exempt_roles: [A, C] }, [`exempt_roles: ${C}`]],
      [{ exempt_roles: [] }, [`exempt_roles: ${A}`]]
    ]
  ),
  ruleCase(
    "exempt_channels",
    [{ exempt_channels: [B] }],
    [
      [{ exempt_channels: [B, C] }, [`exempt_channels: ${C}`]],
      [{ exempt_channels: [] }, [`exempt_channels: ${B}`]]
    ]
  ),
  ruleCase(
    "trigger_metadata",
    [metadata({}), metadata({ keyword_filter: ["more", "worse", "bad"], regex_patterns: ["b.d", "x"] })],
    [
      [metadata({ keyword_filter: ["bad"] }), ["trigger_metadata: worse"]],
      [metadata({ regex_patterns: [] }), ["trigger_metadata: b.d"]],
      [metadata({ allow_list: ["badge", "x"] }), ["trigger_metadata: x"]],
      [{ trigger_metadata: { keyword_filter: ["new"] } }, ["bad", "worse", "b.d", "badge"]]
    ],
    presentWords
  ),
  ruleCase(
    "trigger_metadata",
    [{ trigger_metadata: { mention_total_limit: 4, mention_raid_protection_enabled: true } }],
    [
      [
        { trigger_metadata: { mention_total_limit: 50, mention_raid_protection_enabled: true } },
        ["at most 5 mentions becomes 50"]
      ],
      [{ trigger_metadata: { mention_total_limit: 5 } }, ["mention raids are not detected"]]
    ],
    { ...quiet, trigger_metadata: { mention_total_limit: 5, mention_raid_protection_enabled: true } }
  ),
  ruleCase(
    "actions",
    [{ actions: [alert, block] }],
    [
      [{ actions: [block] }, ["actions: send_alert_message"]],
      [{ actions: [block, { ...alert, metadata: { channel_id: B } }] }, ["actions: send_alert_message"]]
    ]
  ),
  {
    tool: "members_modify",
    field: "flags",
    input: ({ guild, members }) => ({ guild_id: guild, user_id: members.bruno }),
    path: ({ guild, members }) => `/guilds/${guild}/members/${members.bruno}`,
    present: { flags: 4, roles: [], user: { id: ID, username: "bruno" } },
    runs: [{ flags: ["bypasses_verification"] }],
    asks: [[{ flags: [] }, ["flags: bypasses_verification"]]]
  },
  {
    tool: "emojis_modify",
    field: "roles",
    input: ({ guild }) => ({ guild_id: guild, emoji_id: ID }),
    path: guildPath(`/emojis/${ID}`),
    present: { id: ID, name: "x", roles: [A, B] },
    runs: [{ roles: [B, A] }, { roles: [A, B, C] }],
    asks: [
      [{ roles: [A] }, [`roles: ${B}`]],
      [{ roles: [] }, [`roles: ${A}`, `roles: ${B}`]]
    ]
  },
  channelCase(
    "available_tags",
    { available_tags: [tag(A), tag(B, { moderated: true })] },
    [
      { available_tags: [tag(B, { moderated: true }), tag(A)] },
      { available_tags: [tag(A), tag(B, { moderated: true }), { name: "new" }] }
    ],
    [
      [{ available_tags: [{ name: "new" }] }, ["tag2", "tag3"]],
      [{ available_tags: [tag(A)] }, ["available_tags: tag3"]],
      [{ available_tags: [] }, ["tag2", "tag3"]],
      [{ available_tags: [tag(A), tag(B)] }, ["everybody may apply tag3"]]
    ]
  ),
  channelCase(
    "applied_tags",
    { applied_tags: [A, B] },
    [{ applied_tags: [B, A] }, { applied_tags: [A, B, C] }],
    [
      [{ applied_tags: [C] }, [A, B]],
      [{ applied_tags: [] }, [A, B]]
    ]
  ),
  channelCase(
    "flags",
    { flags: ChannelFlags.RequireTag },
    [{ flags: ["require_tag"] }, { flags: ["require_tag", "hide_media_download_options"] }],
    [
      [{ flags: [] }, ["flags: require_tag"]],
      [{ flags: ["hide_media_download_options"] }, ["require_tag"]]
    ]
  ),
  channelCase("nsfw", { nsfw: true }, [{ nsfw: true }], [[{ nsfw: false }, ["no longer age-restricted"]]]),
  channelCase(
    "invitable",
    { thread_metadata: { invitable: false } },
    [{ invitable: false }],
    [[{ invitable: true }, ["members may add others"]]]
  ),
  ...messageCases(
    "messages_edit",
    ({ channels }) => ({ channel_id: channels.general, message_id: ID }),
    ({ channels }) => `/channels/${channels.general}/messages/${ID}`
  ),
  ...messageCases(
    "webhooks_edit_message",
    () => ({ webhook_id: A, token: TOKEN, message_id: ID }),
    () => `/webhooks/${A}/${TOKEN}/messages/${ID}`
  ),
  ...messageCases(
    "interactions_edit_followup",
    () => ({ application_id: A, interaction_token: TOKEN, message_id: ID }),
    () => `/webhooks/${A}/${TOKEN}/messages/${ID}`
  ),
  ...messageCases(
    "interactions_edit_original_response",
    () => ({ application_id: A, interaction_token: TOKEN }),
    () => `/webhooks/${A}/${TOKEN}/messages/@original`
  ),
  {
    tool: "components_v2_edit",
    field: "components",
    input: ({ channels }) => ({ channel_id: channels.general, message_id: ID }),
    path: ({ channels }) => `/channels/${channels.general}/messages/${ID}`,
    present: { id: ID, flags: MessageFlags.IsComponentsV2, components: [{ type: 10, content: "x" }, row("a", "b")] },
    runs: [{ components: [{ type: 10, content: "y" }, row("c", "d")] }, { components: [row("a", "b", "c")] }],
    asks: [[{ components: [row("a")] }, ["components: button 2"]]]
  },
  commandCase(
    "options",
    [{ options: [{ ...who, choices: [me] }] }, { options: [{ ...who, choices: [me, { name: "you", value: "2" }] }] }],
    [
      [{ options: [who] }, ['options: "who: me"']],
      [{ options: [] }, ["options: who"]]
    ]
  ),
  commandCase("contexts", [{ contexts: ["bot_dm", "guild"] }], [[{ contexts: ["guild"] }, ["contexts: bot_dm"]]]),
  commandCase(
    "integration_types",
    [{ integration_types: ["user_install", "guild_install"] }],
    [[{ integration_types: ["guild_install"] }, ["user_install"]]]
  ),
  commandCase(
    "default_member_permissions",
    [
      { default_member_permissions: ["KICK_MEMBERS", "BAN_MEMBERS"] },
      { default_member_permissions: ["KICK_MEMBERS", "BAN_MEMBERS", "MANAGE_GUILD"] },
      { default_member_permissions: [] }
    ],
    [
      [{ default_member_permissions: ["KICK_MEMBERS"] }, ["BAN_MEMBERS is no longer required"]],
      [{ clear: ["default_member_permissions"] }, ["everybody may use the command"]]
    ]
  ),
  commandCase(
    "default_member_permissions",
    [{ default_member_permissions: [] }],
    [[{ default_member_permissions: ["KICK_MEMBERS"] }, ["members with KICK_MEMBERS"]]],
    { ...command, default_member_permissions: "0" }
  ),
  commandCase("nsfw", [{ nsfw: true }], [[{ nsfw: false }, ["no longer age-restricted"]]]),
  commandCase(
    "name_localizations",
    [{ name_localizations: { fr: "z", de: "x", it: "q" } }],
    [[{ name_localizations: { de: "x" } }, ["name_localizations: fr"]]]
  ),
  applicationCase("tags", [{ tags: ["b", "a", "c"] }], [[{ tags: [] }, ["tags: a", "tags: b"]]]),
  applicationCase(
    "flags",
    [{ flags: ["GATEWAY_GUILD_MEMBERS_LIMITED", "GATEWAY_MESSAGE_CONTENT_LIMITED"] }],
    [[{ flags: ["GATEWAY_GUILD_MEMBERS_LIMITED"] }, ["GATEWAY_MESSAGE_CONTENT_LIMITED"]]]
  ),
  applicationCase(
    "install_params",
    [{ install_params: { scopes: ["applications.commands", "bot"], permissions: ["VIEW_CHANNEL", "SEND_MESSAGES"] } }],
    [
      [{ install_params: view }, ["applications.commands", "SEND_MESSAGES"]],
      [{ clear: ["install_params"] }, ["bot", "VIEW_CHANNEL"]]
    ]
  ),
  applicationCase(
    "integration_types_config",
    [{ integration_types_config: { guild_install: view } }],
    [[{ integration_types_config: { user_install: view } }, ["bot", "VIEW_CHANNEL"]]]
  ),
  applicationCase(
    "event_webhooks_types",
    [{ event_webhooks_types: ["APPLICATION_AUTHORIZED", "ENTITLEMENT_CREATE"] }],
    [[{ event_webhooks_types: [] }, ["ENTITLEMENT_CREATE", "APPLICATION_AUTHORIZED"]]]
  ),
  applicationCase(
    "event_webhooks_status",
    [{ event_webhooks_status: "enabled" }],
    [[{ event_webhooks_status: "disabled" }, ["events are no longer sent"]]]
  ),
  {
    tool: "lobbies_modify",
    field: "metadata",
    input: () => ({ lobby_id: ID }),
    path: () => `/lobbies/${ID}`,
    present: { id: ID, metadata: { a: "1", b: "2" } },
    runs: [{ metadata: { b: "3", a: "1", c: "4" } }],
    asks: [
      [{ metadata: { a: "1" } }, ["metadata: b"]],
      [{ clear: ["metadata"] }, ["metadata: a", "metadata: b"]]
    ]
  }
]

const unreadable = { kind: "status", status: 403, body: { message: "Missing Permissions", code: 50013 } } as const

describe("a call that replaces a list or weakens a protection", () => {
  it.live("asks only if it takes something away, and names that", () =>
    Effect.gen(function* () {
      const sandbox = yield* Sandbox
      for (const one of cases.filter(({ asks }) => asks.length > 0)) {
        yield* turn
        const at = (change: object) => `${one.tool}.${one.field}: ${JSON.stringify(change)}`
        const base = one.input(sandbox.ids)
        const match = { path: one.path(sandbox.ids), method: "GET" as const }
        yield* sandbox.clearFaults
        yield* sandbox.inject({ match, do: { kind: "status", status: 200, body: one.present }, times: "forever" })
        for (const change of one.runs) {
          assert.strictEqual(yield* grantedRisk(one.tool, { ...base, ...change }), "write", at(change))
        }
        for (const [change, named] of one.asks) {
          const { structured } = yield* call(one.tool, { ...base, ...change })
          assert.strictEqual(structured.code, "DRY_RUN_PREVIEW", at(change))
          const { drops = [], weakens = [] } = Object(Object(structured.preview).facts)
          for (const name of named) assert.include([...drops, ...weakens].join("\n"), name, at(change))
        }
        yield* sandbox.clearFaults
        yield* sandbox.inject({ match, do: unreadable, times: "forever" })
        const change = one.runs[0] ?? one.asks[0]?.[0] ?? {}
        const { structured } = yield* call(one.tool, { ...base, ...change })
        assert.strictEqual(structured.code, "DRY_RUN_PREVIEW", `unreadable: ${at(change)}`)
        assert.include(String(Object(structured.preview).facts?.not_read), "cannot be read")
      }
    }).pipe(mighty)
  )

  it("has a case for each check of the table", () => {
    const same: Readonly<Record<string, string>> = {
      application_modify: "application_modify_current",
      commands_modify_guild: "commands_modify_global"
    }
    const tested = new Set([...cases.map(({ field, tool }) => `${tool}.${field}`), ...elsewhere])
    const missing = Object.entries(guards).flatMap(([tool, { fields }]) =>
      Object.entries(fields).flatMap(([field, row]) =>
        typeof row === "string" || tested.has(`${same[tool] ?? tool}.${field}`) ? [] : [`${tool}.${field}`]
      )
    )
    assert.deepStrictEqual(missing, [])
  })

  it.live("names roles, and asks for permissions that a role loses and for pings by everybody", () =>
    Effect.gen(function* () {
      const { guild, roles } = (yield* Sandbox).ids
      const made = yield* call("roles_create", { guild_id: guild, name: "kelp", permissions: ["SPEAK", "STREAM"] })
      const role = { guild_id: guild, role_id: String(made.structured.id) }
      for (const change of [{ permissions: ["STREAM", "SPEAK", "CONNECT"] }, { mentionable: false }, { hoist: true }]) {
        assert.strictEqual(yield* grantedRisk("roles_modify", { ...role, ...change }), "write", JSON.stringify(change))
      }
      for (const change of [{ permissions: ["STREAM"] }, { permissions: [] }, { mentionable: true }]) {
        const { structured } = yield* call("roles_modify", { ...role, ...change })
        assert.strictEqual(structured.code, "DRY_RUN_PREVIEW", JSON.stringify(change))
      }
      const rule = yield* call("automod_create_rule", {
        guild_id: guild,
        name: "words",
        trigger_type: "keyword",
        trigger_metadata: { keyword_filter: ["x"] },
        actions: [{ type: "block_message" }],
        enabled: true
      })
      const exempting = { guild_id: guild, rule_id: String(rule.structured.id), exempt_roles: [guild, roles.moderator] }
      const { structured } = yield* call("automod_modify_rule", exempting)
      const { weakens } = Object(Object(structured.preview).facts)
      assert.include(weakens, "exempt_roles: @everyone")
      assert.match(String(weakens), /^(exempt_roles: @\w+,?){2}$/)
    }).pipe(mighty)
  )

  it.scoped("of the users of an invite names those that it drops, and says how many a file may drop", () =>
    Effect.gen(function* () {
      const server = yield* gateServer({ MCP_DRY_RUN: "false" }, (request, onPhase) =>
        (request.method !== "GET"
          ? answer(204)
          : request.path.endsWith("/target-users")
            ? answer(200, `user_id\n${A}\n${B}\n`)
            : answer(200, { code: "tide-pool", guild: { id: ID, name: "x" } }))(request, onPhase)
      )
      const set = (input: object) => server.call("invites_set_target_users", { code: "tide-pool", ...input })
      const factsOf = (result: CallResult) => JSON.stringify(Object(result.structured.preview).facts)
      assert.strictEqual(outcomeOf(yield* set({ user_ids: [A, B, C] })), "ran")
      const fewer = yield* set({ user_ids: [A] })
      assert.strictEqual(outcomeOf(fewer), "armed token")
      assert.include(factsOf(fewer), `user_ids: ${B}`)
      const csv = Buffer.from(`user_id\n${A}\n`).toString("base64")
      assert.include(
        factsOf(yield* set({ users_file: { base64: csv, name: "users.csv" } })),
        "any of the 2 present users"
      )
    })
  )

  it.live("of the welcome screen asks only while there is one", () =>
    Effect.gen(function* () {
      const sandbox = yield* Sandbox
      const { guild } = sandbox.ids
      const off = { guild_id: guild, enabled: false }
      const path = `/guilds/${guild}/welcome-screen`
      const absent = { kind: "status", status: 404, body: { message: "Unknown", code: 10069 } } as const
      yield* sandbox.inject({ match: { path, method: "GET" }, do: absent, times: "forever" })
      assert.strictEqual(yield* grantedRisk("guild_modify_welcome_screen", off), "write")
      yield* sandbox.clearFaults
      yield* sandbox.inject({
        match: { path, method: "GET" },
        do: { kind: "status", status: 200, body: screen },
        times: "forever"
      })
      for (const [features, risk] of [
        [[], "write"],
        [["WELCOME_SCREEN_ENABLED"], "DryRunPreview"]
      ] as const) {
        yield* sandbox.inject({
          match: { path: `/guilds/${guild}`, method: "GET" },
          do: { kind: "status", status: 200, body: { id: guild, features } }
        })
        const granted = yield* grantedRisk("guild_modify_welcome_screen", off)
        assert.strictEqual(typeof granted === "string" ? granted : granted._tag, risk)
      }
    }).pipe(mighty)
  )

  it.live("sends no read if none of its fields can take something away", () =>
    Effect.gen(function* () {
      const sandbox = yield* Sandbox
      const { channels, guild } = sandbox.ids
      for (const [tool, input] of [
        ["channels_modify", { channel_id: channels.general, topic: "x", rate_limit_per_user: 5 }],
        ["guild_modify", { guild_id: guild, name: "Other" }],
        ["roles_modify", { guild_id: guild, role_id: ID, name: "x" }]
        // An edit of a message reads whether the message is published.
      ] as const) {
        assert.strictEqual(yield* grantedRisk(tool, input), "write", tool)
      }
      assert.deepStrictEqual(yield* sandbox.requests, [])
    }).pipe(mighty)
  )
})

/** Checks whose cases are below the table. */
const elsewhere = [
  "roles_modify.permissions",
  "roles_modify.mentionable",
  "guild_modify_welcome_screen.enabled",
  "components_v2_edit.embeds",
  "components_v2_edit.keep_attachments",
  "commands_modify_global.description_localizations",
  "invites_set_target_users.user_ids",
  "invites_set_target_users.users_file"
]
