/** Calls that are destructive by their arguments, and a fake Discord for them. */
import { answer, type Step } from "../discord/wire.ts"

const ID = "111122223333444455"
const ROLE = "222233334444555566"
const BOT_ROLE = "333344445555666677"
export const TOKEN = "t".repeat(68)
const everyone = { allowed_mentions: { parse: ["everyone"] } }
const admin = { permissions: ["ADMINISTRATOR"] }
const onMessage = { channel_id: ID, message_id: ID }
const ofWebhook = { webhook_id: ID, token: TOKEN }
const ofInteraction = { application_id: ID, interaction_token: TOKEN }

/** Arguments that make a call destructive: one entry for each argument that can. */
export const riskyCalls: ReadonlyArray<readonly [tool: string, input: object]> = [
  [
    "blueprint_apply",
    { guild_id: ID, blueprint: { version: 1, roles: [{ name: "x", permissions: ["ADMINISTRATOR"] }] } }
  ],
  ["changes_undo", { guild_id: ID, last: 1 }],
  ["mcp_pipeline", { steps: [{ id: "a", tool: "messages_delete", args: onMessage }] }],
  ["guild_modify", { guild_id: ID, features: [] }],
  ["onboarding_modify", { guild_id: ID, prompts: [{ title: "?", options: [{ title: "!", role_ids: [ROLE] }] }] }],
  ["guild_modify_widget", { guild_id: ID, enabled: true }],
  ["guild_modify_welcome_screen", { guild_id: ID, welcome_channels: [] }],
  ["guild_set_incident_actions", { guild_id: ID, invites_disabled_until: "2030-01-01T00:00:00Z" }],
  ["emojis_modify", { guild_id: ID, emoji_id: ID, roles: [] }],
  ["commands_modify_global", { application_id: ID, command_id: ID, nsfw: false }],
  ["commands_modify_guild", { application_id: ID, guild_id: ID, command_id: ID, nsfw: false }],
  ["templates_create", { guild_id: ID, name: "x" }],
  ["templates_sync", { guild_id: ID, template_code: "abcdefgh" }],
  [
    "automod_create_rule",
    {
      guild_id: ID,
      name: "x",
      trigger_type: "keyword",
      trigger_metadata: { keyword_filter: ["x"] },
      actions: [{ type: "timeout", metadata: { duration_seconds: 60 } }]
    }
  ],
  [
    "automod_modify_rule",
    { guild_id: ID, rule_id: ID, actions: [{ type: "timeout", metadata: { duration_seconds: 60 } }] }
  ],
  ["roles_create", { guild_id: ID, ...admin }],
  ["roles_modify", { guild_id: ID, role_id: ROLE, ...admin }],
  ["roles_modify_positions", { guild_id: ID, positions: [{ id: ROLE, position: 9 }] }],
  ["members_add", { guild_id: ID, user_id: ID, access_token: "x", roles: [ROLE] }],
  ["members_add_role", { guild_id: ID, user_id: ID, role_id: ROLE }],
  ["members_remove_role", { guild_id: ID, user_id: ID, role_id: ROLE }],
  ["members_modify", { guild_id: ID, user_id: ID, roles: [] }],
  ["members_modify", { guild_id: ID, user_id: ID, communication_disabled_until: "1970-01-02T00:00:00Z" }],
  ["members_timeout", { guild_id: ID, user_id: ID, minutes: 1 }],
  [
    "channels_create_guild_channel",
    { guild_id: ID, name: "x", permission_overwrites: [{ id: ROLE, type: "role", allow: ["ADMINISTRATOR"] }] }
  ],
  ["channels_clone", { channel_id: ID }],
  ["channels_modify", { channel_id: ID, permission_overwrites: [] }],
  ["channels_modify_positions", { guild_id: ID, positions: [{ id: ID, lock_permissions: true }] }],
  ["channels_move", { channel_id: ID, position: "first", lock_permissions: true }],
  ["channels_modify_permissions", { channel_id: ID, overwrite_id: ROLE, type: "role", allow: ["MANAGE_ROLES"] }],
  ["channels_forum_create_thread", { channel_id: ID, name: "x", message: { content: "x", ...everyone } }],
  ["messages_send", { channel_id: ID, content: "x", ...everyone }],
  ["users_send_dm", { user_id: ID, content: "x", ...everyone }],
  ["messages_ask", { channel_id: ID, question: "x", role_id: ROLE }],
  ["messages_edit", { ...onMessage, content: "x", ...everyone }],
  ["invites_create_channel", { channel_id: ID, role_ids: [ROLE] }],
  ["invites_set_target_users", { code: "tide-pool", user_ids: [ID] }],
  ["invites_add_target_user", { code: "tide-pool", user_id: ID }],
  ["invites_remove_target_user", { code: "tide-pool", user_id: ID }],
  ["invites_bulk_add_target_users", { code: "tide-pool", user_ids: [ID] }],
  ["invites_bulk_remove_target_users", { code: "tide-pool", user_ids: [ID] }],
  ["events_modify", { guild_id: ID, event_id: ID, status: "canceled" }],
  ["stage_instances_create", { channel_id: ID, topic: "x", send_start_notification: true }],
  ["webhooks_execute", { ...ofWebhook, content: "x", ...everyone }],
  ["webhooks_execute_slack", { ...ofWebhook, payload: { text: "<!everyone>" } }],
  ["webhooks_edit_message", { ...ofWebhook, message_id: ID, content: "x", ...everyone }],
  ["application_modify_current", { interactions_endpoint_url: "https://example.com/" }],
  ["application_modify_linked_role_metadata", { application_id: ID, records: [] }],
  ["commands_edit_command_permissions", { application_id: ID, guild_id: ID, command_id: ID, permissions: [] }],
  ["application_modify", { application_id: ID, event_webhooks_url: "https://example.com/" }],
  [
    "interactions_create_response",
    {
      interaction_id: ID,
      interaction_token: TOKEN,
      type: "channel_message_with_source",
      message: { content: "x", ...everyone }
    }
  ],
  ["interactions_create_followup", { ...ofInteraction, content: "x", ...everyone }],
  ["interactions_edit_original_response", { ...ofInteraction, content: "x", ...everyone }],
  ["interactions_edit_followup", { ...ofInteraction, message_id: ID, content: "x", ...everyone }],
  ["components_v2_send", { channel_id: ID, components: [{ type: 10, content: "x" }], ...everyone }],
  [
    "components_v2_send_from_template",
    { channel_id: ID, template: "announcement", vars: { title: "x", text: "x" }, ...everyone }
  ],
  ["components_v2_edit", { ...onMessage, components: [{ type: 10, content: "x" }], ...everyone }],
  ["lobbies_create", { override_event_webhooks_url: "https://example.com/" }],
  ["lobbies_send_message", { lobby_id: ID, content: "x", ...everyone }],
  ["lobbies_modify_members", { lobby_id: ID, members: [{ id: ID, remove_member: true }] }],
  ["lobbies_modify", { lobby_id: ID, members: [] }]
]

/** Every role is an administrator's, and the bot's is above the others. Changes succeed. */
export const riskyGuild: Step = (request, onPhase) =>
  (request.method !== "GET"
    ? answer(204)
    : request.path.endsWith("/roles")
      ? answer(200, [
          { id: ROLE, name: "x", position: 1, permissions: "8" },
          { id: BOT_ROLE, name: "y", position: 5, permissions: "0", tags: { bot_id: ID } }
        ])
      : request.path.endsWith("/audit-logs")
        ? answer(200, {
            audit_log_entries: [
              { id: ID, user_id: "1", target_id: ID, action_type: 10, changes: [{ key: "name", new_value: "x" }] }
            ]
          })
        : request.path.includes("/auto-moderation/rules/")
          ? answer(200, { id: ID, name: "x", enabled: true, actions: [{ type: 3 }] })
          : request.path.endsWith("/target-users")
            ? answer(200, `user_id\n${ID}\n`)
            : request.path.endsWith("/invites/tide-pool")
              ? answer(200, { code: "tide-pool", guild: { id: ID, name: "x" }, roles: [{ id: ROLE, name: "x" }] })
              : request.path.endsWith("/channels")
                ? answer(200, [
                    { id: ID, name: "x", type: 0, position: 0, parent_id: ROLE },
                    { id: ROLE, name: "y", type: 4, position: 0 }
                  ])
                : request.path.endsWith("/auto-moderation/rules")
                  ? answer(200, [])
                  : answer(200, {
                      id: "1",
                      guild_id: ID,
                      permission_overwrites: [],
                      nsfw: true,
                      roles: [ROLE],
                      ...(OWNED[request.path.split("/").at(-2) ?? ""] ?? {})
                    }))(request, onPhase)

/** What a guild, a channel and a member have that the reply to any other read lacks. The bot owns the guild. */
const OWNED: Readonly<Record<string, object>> = {
  guilds: {
    id: ID,
    name: "x",
    owner_id: "1",
    features: [],
    incidents_data: { invites_disabled_until: "2031-01-01T00:00:00Z" },
    roles: [{ id: ID, name: "@everyone", position: 0, permissions: "0" }]
  },
  channels: {
    name: "x",
    type: 0,
    parent_id: null,
    permission_overwrites: [{ id: ROLE, type: 0, allow: "8", deny: "0" }]
  },
  members: { roles: [] },
  roles: { permissions: "8" }
}
