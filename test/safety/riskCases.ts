/** Calls with their resolved risk: each argument that raises it, and a similar one that does not. */
import type { Risk } from "../../src/discord/Permit.ts"
import type { SeedIds } from "../../src/sandbox/Seed.ts"
import { snowflakeAt } from "../../src/sandbox/Snowflakes.ts"

/** An id without an object. */
export const ID = snowflakeAt(1_700_000_000_000)
const TOKEN = "t".repeat(68)
const EVERYONE = { allowed_mentions: { parse: ["everyone"] } }
const ROLES = { allowed_mentions: { parse: ["roles"] } }

/** A call with the risk of its arguments. */
export type Row = readonly [what: string, risk: Risk, tool: string, input: (ids: SeedIds) => object]

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
  destructive("an overwrite that no longer denies what roles give", "channels_modify_permissions", (ids) => ({
    channel_id: ids.channels.announcements,
    overwrite_id: ids.roles.bot,
    type: "role",
    inherit: ["MANAGE_MESSAGES"]
  })),
  write("an overwrite that keeps what it denies", "channels_modify_permissions", (ids) => ({
    channel_id: ids.channels.announcements,
    overwrite_id: ids.roles.bot,
    type: "role",
    allow: ["SEND_MESSAGES"]
  })),
  write("an overwrite that denies as before", "channels_modify_permissions", ({ channels, roles }) => ({
    channel_id: channels.announcements,
    overwrite_id: roles.bot,
    type: "role",
    deny: ["MANAGE_MESSAGES", "SEND_MESSAGES"]
  })),
  write("an overwrite that no longer denies what is not dangerous", "channels_modify_permissions", (ids) => ({
    channel_id: ids.channels.announcements,
    overwrite_id: ids.guild,
    type: "role",
    allow: ["SEND_MESSAGES"]
  })),
  destructive(
    "an overwrite in a channel that cannot be read",
    "channels_modify_permissions",
    ({ channels, roles }) => ({
      channel_id: channels.secret,
      overwrite_id: roles.member,
      type: "role",
      deny: ["SEND_MESSAGES"]
    })
  ),
  destructive("an overwrite of a channel removed", "channels_delete_permissions", ({ channels, roles }) => ({
    channel_id: channels.announcements,
    overwrite_id: roles.bot
  })),
  destructive("settings of a command", "commands_edit_command_permissions", ({ bot, guild }) => ({
    application_id: bot,
    guild_id: guild,
    command_id: ID,
    permissions: []
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
  destructive("a channel moved with the permissions of its category", "channels_move", ({ channels }) => ({
    channel_id: channels.general,
    position: "first",
    lock_permissions: true
  })),
  write("a channel moved with its own permissions", "channels_move", ({ channels }) => ({
    channel_id: channels.general,
    position: "first"
  })),
  write("a channel cloned", "channels_clone", ({ channels }) => ({ channel_id: channels.general })),
  destructive("a clone of a channel that cannot be read", "channels_clone", () => ({ channel_id: ID })),
  write("a channel locked", "channels_lock", ({ channels }) => ({ channel_id: channels.general })),
  write("a channel unlocked", "channels_unlock", ({ channels }) => ({ channel_id: channels.general })),
  write("channels moved", "channels_modify_positions", ({ channels, guild }) => ({
    guild_id: guild,
    positions: [{ id: channels.general, position: 1, lock_permissions: false }]
  })),
  destructive("a bot that asks new guilds to be administrator", "application_modify_current", () => ({
    install_params: { scopes: ["bot"], permissions: ["ADMINISTRATOR"] }
  }))
]

/** Calls whose risk depends on the guild's roles. */
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
  destructive("a role nobody knows for a member", "members_add_role", ({ guild, members }) => ({
    guild_id: guild,
    user_id: members.bruno,
    role_id: ID
  })),
  write("a harmless role taken away", "members_remove_role", ({ guild, members, roles }) => ({
    guild_id: guild,
    user_id: members.bruno,
    role_id: roles.member
  })),
  destructive("a role taken away whose overwrite denies what roles give", "members_remove_role", (ids) => ({
    guild_id: ids.guild,
    user_id: ids.bot,
    role_id: ids.roles.bot
  })),
  destructive("the timeout of a moderator ended", "members_timeout", ({ guild, members }) => ({
    guild_id: guild,
    user_id: members.ada,
    minutes: 0
  })),
  destructive("the timeout of a moderator cleared", "members_modify", ({ guild, members }) => ({
    guild_id: guild,
    user_id: members.ada,
    clear: ["communication_disabled_until"]
  })),
  ...(
    [
      ["invites_set_target_users", ({ members }) => ({ user_ids: [members.bruno] })],
      ["invites_add_target_user", ({ members }) => ({ user_id: members.bruno })],
      ["invites_remove_target_user", ({ members }) => ({ user_id: members.bruno })],
      ["invites_bulk_add_target_users", ({ members }) => ({ user_ids: [members.bruno] })],
      ["invites_bulk_remove_target_users", ({ members }) => ({ user_ids: [members.bruno] })]
    ] satisfies ReadonlyArray<readonly [string, (ids: SeedIds) => object]>
  ).flatMap(([tool, users]) => [
    write("target users of an invite without roles", tool, (ids) => ({ code: ids.inviteCode, ...users(ids) })),
    destructive("target users of an unknown invite", tool, (ids) => ({ code: "nowhere", ...users(ids) }))
  ]),
  write("metadata of linked roles that nobody uses yet", "application_modify_linked_role_metadata", ({ bot }) => ({
    application_id: bot,
    records: [{ key: "level", type: "integer_greater_than_or_equal", name: "Level", description: "The level" }]
  })),
  destructive("a role nobody knows moved", "roles_modify_positions", ({ guild }) => ({
    guild_id: guild,
    positions: [{ id: ID, position: 1 }]
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
    clear: ["communication_disabled_until"]
  })),
  destructive("a member timed out for minutes", "members_timeout", ({ guild, members }) => ({
    guild_id: guild,
    user_id: members.bruno,
    minutes: 1
  })),
  destructive("a member timed out until a time", "members_timeout", ({ guild, members }) => ({
    guild_id: guild,
    user_id: members.bruno,
    until: "2099-01-01T00:00:00Z"
  })),
  write("a timeout that ends after no minutes", "members_timeout", ({ guild, members }) => ({
    guild_id: guild,
    user_id: members.bruno,
    minutes: 0
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

/** Calls about the guild itself. */
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

/** Every tool that writes a message, without allowed mentions. */
const messages: ReadonlyArray<readonly [tool: string, input: (ids: SeedIds, mentions: object) => object]> = [
  ["messages_send", ({ channels }, it) => ({ channel_id: channels.general, content: "x", ...it })],
  ["users_send_dm", ({ members }, it) => ({ user_id: members.bruno, content: "x", ...it })],
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
    // A message without text or embeds, which the layout would replace.
    ({ channels, messages }, it) => ({
      channel_id: channels.showcase,
      message_id: messages.poll,
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
  write("one user in Slack's format", "webhooks_execute_slack", slack("<@1> everyone")),
  destructive("a role asked", "messages_ask", ({ channels, roles }) => ({
    channel_id: channels.general,
    question: "x",
    role_id: roles.member
  })),
  write("users asked", "messages_ask", ({ channels, members }) => ({
    channel_id: channels.general,
    question: "@everyone",
    user_ids: [members.bruno]
  }))
]

/** All cases, by subject. */
export const groups: Readonly<Record<string, ReadonlyArray<Row>>> = {
  "permissions by role and overwrite": permissions,
  "what only the roles of the guild tell": roles,
  "the guild as a whole": guild,
  "who is pinged": mentions
}
