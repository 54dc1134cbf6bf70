import { assert, describe, it } from "@effect/vitest"
import { PermissionFlagsBits } from "discord-api-types/v10"
import { Effect } from "effect"
import { findTool } from "../../src/catalogue.ts"
import type { Risk } from "../../src/safety/Clearance.ts"
import { Gate } from "../../src/safety/Gate.ts"
import type { SeedIds } from "../../src/sandbox/Seed.ts"
import { snowflakeAt } from "../../src/sandbox/Snowflakes.ts"
import { isDangerous } from "../../src/tools/parts/dangerous.ts"
import { tables } from "../../src/tools/tables.ts"
import { asked, call, codeOf, roomy, Sandbox, served } from "../dispatch/app.ts"

const ID = snowflakeAt(1_700_000_000_000)
const TOKEN = "t".repeat(68)
const EVERYONE = { allowed_mentions: { parse: ["everyone"] } }
const ROLES = { allowed_mentions: { parse: ["roles"] } }

/** A call, and the risk its arguments give it. */
type Row = readonly [what: string, risk: Risk, tool: string, input: (ids: SeedIds) => object]

const write = (what: string, tool: string, input: (ids: SeedIds) => object): Row => [what, "write", tool, input]
const destructive = (what: string, tool: string, input: (ids: SeedIds) => object): Row => [
  what,
  "destructive",
  tool,
  input
]

/** Permissions by role and overwrite. */
const permissions: ReadonlyArray<Row> = [
  write("a role that allows little", "roles_create", ({ guild }) => ({
    guild_id: guild,
    permissions: ["SEND_MESSAGES", "ADD_REACTIONS"]
  })),
  ...(["ADMINISTRATOR", "BAN_MEMBERS", "MANAGE_ROLES", "MENTION_EVERYONE"] as const).flatMap((name) => [
    destructive(`a role with ${name}`, "roles_create", ({ guild }) => ({ guild_id: guild, permissions: [name] })),
    destructive(`${name} for a role`, "roles_modify", ({ guild, roles }) => ({
      guild_id: guild,
      role_id: roles.member,
      permissions: ["SEND_MESSAGES", name]
    })),
    destructive(`an overwrite with ${name}`, "channels_modify_permissions", ({ channels, roles }) => ({
      channel_id: channels.general,
      overwrite_id: roles.member,
      type: "role",
      allow: [name]
    })),
    destructive(`a channel with ${name} for a member`, "channels_create_guild_channel", ({ guild, members }) => ({
      guild_id: guild,
      name: "x",
      permission_overwrites: [{ id: members.bruno, type: "member", allow: [name] }]
    }))
  ]),
  write("a role's colour", "roles_modify", ({ guild, roles }) => ({
    guild_id: guild,
    role_id: roles.member,
    color: 1
  })),
  write("an overwrite that takes away", "channels_modify_permissions", ({ channels, roles }) => ({
    channel_id: channels.general,
    overwrite_id: roles.member,
    type: "role",
    deny: ["ADMINISTRATOR"]
  })),
  write("a channel with harmless overwrites", "channels_create_guild_channel", ({ guild, roles }) => ({
    guild_id: guild,
    name: "x",
    permission_overwrites: [{ id: roles.member, type: "role", allow: ["VIEW_CHANNEL"] }]
  })),
  destructive("all overwrites of a channel replaced", "channels_modify", ({ channels }) => ({
    channel_id: channels.general,
    permission_overwrites: []
  })),
  write("a channel's topic", "channels_modify", ({ channels }) => ({ channel_id: channels.general, topic: "x" })),
  destructive("a category's permissions taken over", "channels_modify_positions", ({ channels, guild }) => ({
    guild_id: guild,
    positions: [{ id: channels.general, lock_permissions: true }]
  })),
  write("channels moved", "channels_modify_positions", ({ channels, guild }) => ({
    guild_id: guild,
    positions: [{ id: channels.general, position: 1, lock_permissions: false }]
  })),
  destructive("a bot that asks new guilds to be administrator", "application_modify_current", () => ({
    install_params: { scopes: ["bot"], permissions: ["ADMINISTRATOR"] }
  }))
]

/** What only the guild's own roles tell. */
const roles: ReadonlyArray<Row> = [
  destructive("a dangerous role for a member", "members_add_role", ({ guild, members, roles }) => ({
    guild_id: guild,
    user_id: members.bruno,
    role_id: roles.moderator
  })),
  write("a harmless role for a member", "members_add_role", ({ guild, members, roles }) => ({
    guild_id: guild,
    user_id: members.chiara,
    role_id: roles.member
  })),
  destructive("a new member with a dangerous role among others", "members_add", ({ guild, roles }) => ({
    guild_id: guild,
    user_id: ID,
    access_token: "x",
    roles: [roles.member, roles.admin]
  })),
  write("a new member with a harmless role", "members_add", ({ guild, roles }) => ({
    guild_id: guild,
    user_id: ID,
    access_token: "x",
    roles: [roles.member]
  })),
  write("a new member without roles", "members_add", ({ guild }) => ({
    guild_id: guild,
    user_id: ID,
    access_token: "x"
  })),
  destructive("all roles of a member replaced", "members_modify", ({ guild, members, roles }) => ({
    guild_id: guild,
    user_id: members.bruno,
    roles: [roles.member]
  })),
  destructive("a member timed out", "members_modify", ({ guild, members }) => ({
    guild_id: guild,
    user_id: members.bruno,
    communication_disabled_until: "2099-01-01T00:00:00Z"
  })),
  write("a timeout that ends", "members_modify", ({ guild, members }) => ({
    guild_id: guild,
    user_id: members.bruno,
    communication_disabled_until: null
  })),
  write("a nickname", "members_modify", ({ guild, members }) => ({
    guild_id: guild,
    user_id: members.bruno,
    nick: "x"
  })),
  destructive("an onboarding answer that gives a dangerous role", "onboarding_modify", ({ guild, roles }) => ({
    guild_id: guild,
    prompts: [
      { title: "Who?", options: [{ title: "A guest", role_ids: [roles.member] }] },
      { title: "What?", options: [{ title: "A chief", role_ids: [roles.moderator] }] }
    ]
  })),
  write("an onboarding answer that gives a harmless role", "onboarding_modify", ({ guild, roles }) => ({
    guild_id: guild,
    prompts: [{ title: "Who?", options: [{ title: "A guest", role_ids: [roles.member] }, { title: "Nobody" }] }]
  })),
  destructive("a role moved above a bot's", "roles_modify_positions", ({ guild, roles }) => ({
    guild_id: guild,
    positions: [{ id: roles.member, position: 4 }]
  })),
  destructive("a role moved to the place of a bot's", "roles_modify_positions", ({ guild, roles }) => ({
    guild_id: guild,
    positions: [{ id: roles.moderator, position: 3 }]
  })),
  destructive("a bot's role moved below others", "roles_modify_positions", ({ guild, roles }) => ({
    guild_id: guild,
    positions: [{ id: roles.bot, position: 1 }]
  })),
  write("roles moved below a bot's", "roles_modify_positions", ({ guild, roles }) => ({
    guild_id: guild,
    positions: [
      { id: roles.member, position: 2 },
      { id: roles.moderator, position: 1 }
    ]
  })),
  write("a role above all bots' moved", "roles_modify_positions", ({ guild, roles }) => ({
    guild_id: guild,
    positions: [{ id: roles.admin, position: 5 }]
  })),
  destructive("an invite that gives roles", "invites_create_channel", ({ channels, roles }) => ({
    channel_id: channels.general,
    role_ids: [roles.member]
  })),
  write("an invite", "invites_create_channel", ({ channels }) => ({ channel_id: channels.general, role_ids: [] }))
]

/** The guild as a whole. */
const guild: ReadonlyArray<Row> = [
  destructive("features, of which any not named goes", "guild_modify", ({ guild }) => ({
    guild_id: guild,
    features: ["COMMUNITY"]
  })),
  write("a guild's name", "guild_modify", ({ guild }) => ({ guild_id: guild, name: "Tide" })),
  destructive("a template made", "templates_create", ({ guild }) => ({ guild_id: guild, name: "x" })),
  destructive("a template brought up to date", "templates_sync", ({ guild, templateCode }) => ({
    guild_id: guild,
    template_code: templateCode
  })),
  write("a template renamed", "templates_modify", ({ guild, templateCode }) => ({
    guild_id: guild,
    template_code: templateCode,
    name: "x"
  })),
  ...(["timeout", "block_member_interaction"] as const).flatMap((type): ReadonlyArray<Row> => {
    const actions = [{ type, ...(type === "timeout" && { metadata: { duration_seconds: 60 } }) }]
    const of = type === "timeout" ? "keyword" : "member_profile"
    return [
      destructive(`a rule with ${type}`, "automod_create_rule", ({ guild }) => ({
        guild_id: guild,
        name: "x",
        trigger_type: of,
        trigger_metadata: { keyword_filter: ["x"] },
        actions: [...(type === "timeout" ? [{ type: "block_message" }] : []), ...actions]
      })),
      destructive(`a rule that gets ${type}`, "automod_modify_rule", ({ guild, rule }) => ({
        guild_id: guild,
        rule_id: rule,
        actions
      }))
    ]
  }),
  write("a rule that blocks messages", "automod_create_rule", ({ guild }) => ({
    guild_id: guild,
    name: "x",
    trigger_type: "spam",
    actions: [{ type: "block_message" }]
  })),
  write("a rule that only blocks messages switched on", "automod_modify_rule", ({ guild, rule }) => ({
    guild_id: guild,
    rule_id: rule,
    enabled: true
  })),
  destructive("all commands of a guild", "commands_bulk_overwrite_guild", ({ bot, guild }) => ({
    application_id: bot,
    guild_id: guild,
    commands: []
  })),
  destructive("an event canceled", "events_modify", ({ event, guild }) => ({
    guild_id: guild,
    event_id: event,
    status: "canceled"
  })),
  write("an event renamed", "events_modify", ({ event, guild }) => ({ guild_id: guild, event_id: event, name: "x" })),
  destructive("a stage of which everyone is notified", "stage_instances_create", ({ channels }) => ({
    channel_id: channels.general,
    topic: "x",
    send_start_notification: true
  })),
  write("a stage", "stage_instances_create", ({ channels }) => ({ channel_id: channels.general, topic: "x" })),
  destructive("interactions that go elsewhere", "application_modify_current", () => ({
    interactions_endpoint_url: "https://example.com/"
  })),
  destructive("events of a lobby that go elsewhere", "lobbies_create", () => ({
    override_event_webhooks_url: "https://example.com/"
  })),
  destructive("members of a lobby replaced", "lobbies_modify", () => ({ lobby_id: ID, members: [] })),
  destructive("a member taken out of a lobby", "lobbies_modify_members", () => ({
    lobby_id: ID,
    members: [{ id: ID, remove_member: true }]
  })),
  write("a member of a lobby", "lobbies_modify_members", () => ({ lobby_id: ID, members: [{ id: ID }] }))
]

/** Every tool that writes a message, with arguments that say nothing of whom to ping. */
const messages: ReadonlyArray<readonly [tool: string, input: (ids: SeedIds, mentions: object) => object]> = [
  ["messages_send", ({ channels }, it) => ({ channel_id: channels.general, content: "x", ...it })],
  ["messages_edit", ({ channels }, it) => ({ channel_id: channels.general, message_id: ID, content: "x", ...it })],
  [
    "channels_forum_create_thread",
    ({ channels }, it) => ({ channel_id: channels.forum, name: "x", message: { content: "x", ...it } })
  ],
  [
    "components_v2_send",
    ({ channels }, it) => ({ channel_id: channels.general, components: [{ type: 10, content: "x" }], ...it })
  ],
  [
    "components_v2_edit",
    ({ channels }, it) => ({
      channel_id: channels.general,
      message_id: ID,
      components: [{ type: 10, content: "x" }],
      ...it
    })
  ],
  ["webhooks_execute", (_, it) => ({ webhook_id: ID, token: TOKEN, content: "x", ...it })],
  ["webhooks_edit_message", (_, it) => ({ webhook_id: ID, token: TOKEN, message_id: ID, content: "x", ...it })],
  [
    "interactions_create_response",
    (_, it) => ({
      interaction_id: ID,
      interaction_token: TOKEN,
      type: "channel_message_with_source",
      message: { content: "x", ...it }
    })
  ],
  ["interactions_create_followup", (_, it) => ({ application_id: ID, interaction_token: TOKEN, content: "x", ...it })],
  [
    "interactions_edit_original_response",
    (_, it) => ({ application_id: ID, interaction_token: TOKEN, content: "x", ...it })
  ],
  [
    "interactions_edit_followup",
    (_, it) => ({ application_id: ID, interaction_token: TOKEN, message_id: ID, content: "x", ...it })
  ],
  ["lobbies_send_message", (_, it) => ({ lobby_id: ID, content: "x", ...it })]
]

const slack = (text: string) => () => ({ webhook_id: ID, token: TOKEN, payload: { attachments: [{ text }] } })

const mentions: ReadonlyArray<Row> = [
  ...messages.flatMap(([tool, input]) => [
    destructive("everyone pinged", tool, (ids) => input(ids, EVERYONE)),
    destructive("all roles that are named pinged", tool, (ids) => input(ids, ROLES)),
    destructive("a role pinged", tool, (ids) => input(ids, { allowed_mentions: { roles: [ids.roles.member] } })),
    write("users pinged", tool, (ids) => input(ids, { allowed_mentions: { parse: ["users"], roles: [] } })),
    write("nobody but who is meant pinged", tool, (ids) => input(ids, {}))
  ]),
  ...["@everyone", "hi @here", "<!channel>", "<!everyone>", "<!subteam^S1>", "<@&1>"].map((text) =>
    destructive(`${text} in Slack's format`, "webhooks_execute_slack", slack(text))
  ),
  write("one user in Slack's format", "webhooks_execute_slack", slack("<@1> everyone"))
]

const rows = [...permissions, ...roles, ...guild, ...mentions]

/** The risk a call is cleared for, by whichever way it comes, or how it is refused. */
const cleared = (name: string, input: object) =>
  Effect.gen(function* () {
    const tool = findTool(name)
    const gate = yield* Gate
    if (tool === undefined) return yield* Effect.dieMessage(`no tool ${name}`)
    const prepared = yield* tool.prepare(input)
    return (yield* gate.pass(prepared)).risk
  }).pipe(Effect.catchAll((refusal) => Effect.succeed(refusal)))

const armed = served({ MCP_DRY_RUN: "false" }, { ...roomy, permissions: PermissionFlagsBits.ManageGuild })

describe("the risk of a call", () => {
  for (const [what, risk, tool, input] of rows) {
    it.live(`is ${risk} for ${what} (${tool}), by itself and through its door alone`, () =>
      Effect.gen(function* () {
        const { ids } = yield* Sandbox
        const args = { ...input(ids), ...(hasConfirm(tool) && { __confirm: true }) }
        assert.deepStrictEqual(yield* cleared(tool, args), risk)
        const [own, other] = risk === "write" ? ["write", "destructive"] : ["destructive", "write"]
        assert.deepStrictEqual(yield* cleared(`mcp_tools_${own}`, { tool, args }), risk)
        const { structured } = yield* call(`mcp_tools_${other}`, { tool, args })
        assert.deepStrictEqual(
          [structured.code, structured.validation_issues, structured.suggested_tool],
          [
            "VALIDATION_FAILED",
            [
              {
                path: "tool",
                message: `${tool} with these arguments is ${risk}: run it through mcp_tools_${own}`,
                code: "wrong_risk"
              }
            ],
            `mcp_tools_${own}`
          ]
        )
        assert.deepStrictEqual(yield* changes, [])
      }).pipe(armed)
    )
  }

  it.live(
    "is shown in a preview, and nothing is sent, when it is raised",
    () =>
      Effect.gen(function* () {
        const { ids } = yield* Sandbox
        for (const [what, risk, tool, input] of rows) {
          if (risk === "write") continue
          for (const [name, given] of [
            [tool, input(ids)],
            ["mcp_tools_destructive", { tool, args: input(ids) }]
          ] as const) {
            assert.strictEqual(codeOf(yield* call(name, given)), "DRY_RUN_PREVIEW", `${what}: ${name}`)
          }
        }
        assert.deepStrictEqual(yield* changes, [])
      }).pipe(served({}, { ...roomy, permissions: PermissionFlagsBits.ManageGuild })),
    30_000
  )

  it.live("of a change to a rule is that of what the rule does", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const silencing = yield* call("automod_create_rule", {
        guild_id: ids.guild,
        name: "Quiet",
        trigger_type: "keyword",
        trigger_metadata: { keyword_filter: ["x"] },
        actions: [{ type: "timeout", metadata: { duration_seconds: 60 } }],
        enabled: true,
        __confirm: true
      })
      const rule = { guild_id: ids.guild, rule_id: silencing.structured.id, __confirm: true }
      const changed = (change: object) => cleared("automod_modify_rule", { ...rule, ...change })
      assert.strictEqual(yield* changed({ name: "Quieter" }), "write")
      assert.strictEqual(yield* changed({ enabled: false }), "write")
      assert.strictEqual(yield* changed({ enabled: false, exempt_roles: [] }), "write")
      assert.strictEqual(yield* changed({ actions: [{ type: "block_message" }] }), "write")
      assert.strictEqual(yield* changed({ enabled: true }), "destructive")
      assert.strictEqual(yield* changed({ exempt_roles: [] }), "destructive")
      assert.strictEqual(yield* changed({ trigger_metadata: { keyword_filter: ["a*"] } }), "destructive")
      yield* call("automod_modify_rule", { ...rule, enabled: false })
      assert.strictEqual(yield* changed({ exempt_roles: [] }), "write")
      assert.strictEqual(yield* changed({ enabled: true }), "destructive")
    }).pipe(armed)
  )

  it.live("is asked for anew each time: a role may have become dangerous", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const giving = () => cleared("members_add_role", { ...grant(ids), __confirm: true })
      assert.strictEqual(yield* giving(), "write")
      const roles = { guild_id: ids.guild, role_id: ids.roles.member }
      const changed = yield* call("roles_modify", { ...roles, permissions: ["MANAGE_MESSAGES"], __confirm: true })
      assert.strictEqual(codeOf(changed), "ok")
      assert.strictEqual(yield* giving(), "destructive")
    }).pipe(served({ MCP_DRY_RUN: "false" }, { ...roomy, permissions: PermissionFlagsBits.ManageRoles }))
  )

  it.live("that cannot be told keeps the call from running", () =>
    Effect.gen(function* () {
      const sandbox = yield* Sandbox
      const { guild } = sandbox.ids
      yield* sandbox.inject({ match: { path: `/guilds/${guild}/roles` }, do: { kind: "status", status: 503 } })
      const failed = yield* call("members_add_role", { ...grant(sandbox.ids), __confirm: true })
      assert.strictEqual(codeOf(failed), "DISCORD_REST_UNAVAILABLE")
      assert.deepStrictEqual(yield* changes, [])
    }).pipe(served({ MCP_DRY_RUN: "false", MCP_RETRY_ENABLED: "false" }))
  )

  it.live("is asked for inside the bounds alone", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      assert.strictEqual(codeOf(yield* call("members_add_role", grant(ids))), "GUILD_NOT_ALLOWED")
      assert.deepStrictEqual(yield* asked, [])
    }).pipe(served({ ALLOWED_GUILDS: ID }))
  )

  it("can be raised only where the schema takes consent", () => {
    const raised = new Set(rows.flatMap(([, risk, tool]) => (risk === "destructive" ? [tool] : [])))
    assert.deepStrictEqual(
      [...raised].filter((tool) => !hasConfirm(tool)),
      []
    )
    // And each tool whose floor is lower, and that takes consent, stands in the table.
    assert.deepStrictEqual(
      tables
        .filter(({ name, risk }) => risk === "write" && hasConfirm(name) && !raised.has(name))
        .map(({ name }) => name),
      ["application_modify", "components_v2_send_from_template"]
    )
  })
})

describe("the dangerous permissions", () => {
  it("are those that put others at risk", () => {
    assert.isTrue(isDangerous(["SEND_MESSAGES", "ADMINISTRATOR"]))
    assert.isFalse(isDangerous(["SEND_MESSAGES", "VIEW_CHANNEL", "CONNECT"]))
    assert.isFalse(isDangerous([]))
  })
})

const changes = Effect.map(asked, (all) => all.filter((line) => !line.startsWith("GET ")))

const grant = ({ guild, members, roles }: SeedIds) => ({
  guild_id: guild,
  user_id: members.bruno,
  role_id: roles.member
})

/** Whether a tool's input takes consent. */
function hasConfirm(name: string): boolean {
  const input = findTool(name)?.input
  return input !== undefined && "fields" in input && "__confirm" in Object(input.fields)
}
