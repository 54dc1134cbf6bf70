/** One plausible input of each tool: the required fields, and fields that give it an effect. */
import { publishedSchema } from "../../src/tools/dsl/publishedSchema.ts"
import type { Tool } from "../../src/tools/Tool.ts"

type Values = Readonly<Record<string, unknown>>

/** The example of a tool: its own, or else all fields that it needs, and some that it may have. */
export const exampleOf = ({ example, input, name }: Tool): Values => {
  if (example !== undefined) return example
  const { required } = publishedSchema(input)
  const needed = [required ?? []].flat().map((field) => [String(field), byField[String(field)]] as const)
  return { ...Object.fromEntries(needed), ...byTool[name] }
}

const GUILD = "1248328050278400001"
const CHANNEL = "1248328050278400010"
const THREAD = "1248328050278400012"
const MESSAGE = "1301540266803200077"
const USER = "1120345678901248003"
const ROLE = "1248328050278400021"
const EMOJI = "1263180912640000031"

const picture = { url: "https://tidepool.example/starfish.png" }
const heading = { type: 10, content: "# Spring tide\nThe pool is deepest at **18:40**." }

/** Example values by field name, for every tool. */
const byField: Values = {
  access_token: "the-token-that-the-user-granted",
  answer_id: 1,
  application_id: "1248328050278400100",
  channel_id: CHANNEL,
  code: "tidepool",
  command_id: "1262005331456000051",
  components: [heading],
  content: "The tide is in.",
  emoji: "🌊",
  emoji_id: EMOJI,
  entitlement_id: "1265500112640000062",
  event_id: "1290011223340000041",
  exception_id: "1290011223340000042",
  file: picture,
  guild_id: GUILD,
  image: picture,
  instance_id: "i-1301540266803200077-gc-1248328050278400001-1248328050278400010",
  integration_id: "1255550112640000071",
  interaction_id: "1301540266803200088",
  interaction_token: "the-token-that-came-with-the-interaction-which-is-over-sixty-characters-long",
  lobby_id: "1299900112640000081",
  message: { content: "What lives under the third rock?" },
  message_id: MESSAGE,
  overwrite_id: ROLE,
  pack_id: "847199849233514549",
  query: "starfish",
  recipient_id: USER,
  request_id: "1300000112640000091",
  role_id: ROLE,
  rule_id: "1288800112640000045",
  sku_id: "1260000112640000061",
  sound: { url: "https://tidepool.example/waves.ogg" },
  sound_id: "1263180912640000033",
  sticker_id: "1263180912640000032",
  subscription_id: "1266600112640000063",
  template_code: "hgM48av5Q69A",
  thread_id: THREAD,
  token: "the-token-in-the-webhooks-address-which-is-over-sixty-characters-long",
  topic: "Questions about tides",
  user_id: USER,
  webhook_id: "1277000112640000095"
}

/** An interaction whose token is known. Those of live events are named by their id. */
const interaction = { application_id: byField.application_id, interaction_token: byField.interaction_token }

/** Values of single tools: fields that only they have, or that they need for an effect. */
export const byTool: Readonly<Record<string, Values>> = {
  interactions_get_original_response: interaction,
  interactions_delete_original_response: interaction,
  interactions_get_followup: interaction,
  interactions_delete_followup: interaction,
  presence_set: { status: "idle", text: "Reads along" },
  mcp_tools_search: { query: "time out a user" },
  mcp_tools_read: { tool: "channels_list", args: { guild_id: GUILD } },
  mcp_tools_write: { tool: "messages_send", args: { channel_id: CHANNEL, content: "The tide is in." } },
  mcp_tools_destructive: { tool: "messages_delete", args: { channel_id: CHANNEL, message_id: MESSAGE } },
  mcp_pipeline: {
    steps: [
      { id: "find", tool: "members_search", args: { guild_id: GUILD, query: "star" } },
      {
        id: "give",
        tool: "members_add_role",
        for_each: "{{find.items}}",
        args: { guild_id: GUILD, user_id: "{{item.id}}", role_id: ROLE }
      }
    ]
  },
  users_modify_current: { username: "tide-bot" },
  guild_modify: { name: "Tidepool", verification_level: "medium" },
  guild_modify_widget: { enabled: true, channel_id: CHANNEL },
  guild_modify_welcome_screen: {
    description: "Welcome to the pool.",
    welcome_channels: [{ channel_id: CHANNEL, description: "Say hello", emoji: "👋" }]
  },
  guild_get_prune_count: { days: 30 },
  guild_begin_prune: { days: 30, audit_reason: "Nobody seen for a month" },
  guild_modify_user_voice_state: { suppress: false },
  guild_modify_current_voice_state: { suppress: false },
  guild_list_join_requests: { status: "submitted" },
  guild_action_join_request: { action: "approve" },
  guild_set_incident_actions: { invites_disabled_until: "2027-03-01T18:00:00Z" },
  onboarding_modify: {
    prompts: [{ title: "What brings you here?", options: [{ title: "Tides", emoji: "🌊", channel_ids: [CHANNEL] }] }]
  },
  templates_recommend: { request: "a reading club with voice channels", template_codes: ["hgM48av5Q69A"] },
  templates_create: { name: "Tidepool", description: "Roles and channels of a club" },
  templates_modify: { description: "Roles and channels of a club" },
  blueprint_export: { guild_id: GUILD },
  blueprint_apply: { blueprint: "version: 1\nroles:\n  - {name: Lifeguard, mentionable: true}\n" },
  blueprint_plan: { blueprint: "version: 1\nroles:\n  - {name: Lifeguard, mentionable: true}\n" },
  changes_list: { limit: 5 },
  changes_undo: { last: 1 },
  audit_log_get: { action_type: "MEMBER_BAN_ADD", limit: 10 },
  roles_create: { name: "Lifeguard", color: 0x2f855a, permissions: ["MODERATE_MEMBERS"] },
  roles_modify: { name: "Lifeguard", mentionable: true },
  roles_modify_positions: { positions: [{ id: ROLE, position: 3 }] },
  members_search: { query: "star" },
  members_add: { nick: "Starfish" },
  members_modify: { communication_disabled_until: "2027-03-01T18:00:00Z", audit_reason: "Spam" },
  members_modify_current: { nick: "Tide Bot" },
  members_add_role: { audit_reason: "Passed the swimming test" },
  members_timeout: { minutes: 60, audit_reason: "Spam" },
  members_kick: { audit_reason: "Spam" },
  members_ban: { delete_message_seconds: 86_400, audit_reason: "Spam" },
  members_bulk_ban: { user_ids: [USER, "1120345678901248004"], audit_reason: "Raid" },
  permissions_explain: { channel_id: CHANNEL, user_id: USER, action: "send_messages" },
  channels_create_thread: { name: "Low tide walk" },
  channels_forum_create_thread: { name: "Under the third rock", applied_tags: ["1248328050278400013"] },
  channels_follow_announcement: { webhook_channel_id: "1248328050278400011" },
  channels_modify: { topic: "Tides of the week", rate_limit_per_user: 10 },
  channels_modify_positions: { positions: [{ id: CHANNEL, position: 2 }] },
  channels_move: { position: "last" },
  channels_clone: { name: "high-tide" },
  channels_lock: { except: [ROLE], audit_reason: "Raid" },
  channels_set_voice_status: { status: "Listening to waves" },
  threads_search: { name: "tide", archived: false },
  messages_read: { limit: 20 },
  messages_send_text_file: { file: "rules.md" },
  messages_count: { by: "author", since: "2027-03-01T18:00:00Z" },
  messages_catch_up: { guild_id: GUILD, since: "2027-03-01T18:00:00Z", mentions_only: true },
  messages_search: { content: "starfish", limit: 10 },
  messages_forward: { to: "1248328050278400010" },
  messages_search_recent: { query: "starfish", limit: 200 },
  users_send_dm: { content: "High tide at 18:40." },
  asks_get: { ask_id: "tBq0Yw8uQmS3xK1vLr7TzA0b" },
  asks_cancel: { ask_id: "tBq0Yw8uQmS3xK1vLr7TzA0b" },
  messages_ask: { channel_id: CHANNEL, question: "Is the pier open?", options: [{ label: "Yes" }, { label: "No" }] },
  polls_create: { question: "When do we walk?", answers: ["Low tide", "High tide"], duration_hours: 48 },
  messages_create_thread: { name: "Low tide walk" },
  messages_edit: { content: "High tide at 18:50." },
  messages_bulk_delete: { message_ids: [MESSAGE, "1301540266803200078"] },
  invites_set_target_users: { user_ids: [USER] },
  invites_bulk_add_target_users: { user_ids: [USER] },
  invites_bulk_remove_target_users: { user_ids: [USER] },
  invites_create_channel: { max_age: 86_400, max_uses: 5 },
  events_create: {
    name: "Low tide walk",
    entity_type: "external",
    scheduled_start_time: "2027-03-01T18:00:00Z",
    scheduled_end_time: "2027-03-01T20:00:00Z",
    entity_metadata: { location: "North beach" }
  },
  events_modify: { status: "active" },
  events_create_exception: { original_scheduled_start_time: "2027-03-08T18:00:00Z", is_canceled: true },
  events_modify_exception: { scheduled_start_time: "2027-03-08T19:00:00Z" },
  webhooks_create: { name: "Tide tables" },
  webhooks_execute: { content: "High tide at 18:40.", username: "Tide tables" },
  webhooks_execute_slack: { payload: { text: "High tide at 18:40." } },
  webhooks_execute_github: { payload: { action: "started", sender: { login: "tide-bot" } } },
  webhooks_modify: { name: "Tide tables" },
  webhooks_modify_with_token: { name: "Tide tables" },
  webhooks_edit_message: { content: "High tide at 18:50." },
  emojis_create: { name: "starfish" },
  emojis_modify: { name: "sea_star" },
  app_emojis_create: { name: "starfish" },
  app_emojis_modify: { name: "sea_star" },
  stickers_create_guild_sticker: { name: "Starfish", tags: "star", description: "A waving starfish" },
  stickers_modify_guild_sticker: { tags: "star, sea" },
  soundboard_create_guild_sound: { name: "Waves", emoji_name: "🌊" },
  soundboard_modify_guild_sound: { volume: 0.5 },
  application_modify_current: { description: "Tells the tides." },
  application_modify: { description: "Tells the tides." },
  application_modify_linked_role_metadata: {
    records: [{ key: "dives", type: "integer_greater_than_or_equal", name: "Dives", description: "Dives made" }]
  },
  commands_create_global: { name: "tide", description: "When the tide is high" },
  commands_create_guild: { name: "tide", description: "When the tide is high" },
  commands_modify_global: { description: "When the tide is high and low" },
  commands_modify_guild: { description: "When the tide is high and low" },
  commands_bulk_overwrite_global: { commands: [{ name: "tide", description: "When the tide is high" }] },
  commands_bulk_overwrite_guild: { commands: [{ name: "tide", description: "When the tide is high" }] },
  commands_edit_command_permissions: { permissions: [{ id: ROLE, type: "role", permission: true }] },
  interactions_create_response: {
    interaction_token: byField.interaction_token,
    type: "channel_message_with_source",
    message: { content: "High tide at 18:40." }
  },
  interactions_create_followup: { ...interaction, content: "Low tide at 0:50." },
  interactions_edit_original_response: { ...interaction, content: "High tide at 18:50." },
  interactions_edit_followup: { ...interaction, content: "Low tide at 1:00." },
  components_v2_build_media_gallery: { items: [{ ...picture, description: "A starfish" }] },
  components_v2_send_from_template: {
    template: "announcement",
    vars: { title: "Spring tide", text: "The pool is deepest at 18:40." }
  },
  entitlements_create_test: { owner_id: USER, owner_type: "user" },
  lobbies_create: { members: [{ id: USER }], idle_timeout_seconds: 600 },
  lobbies_create_or_join: { secret: "the-secret-of-this-match" },
  lobbies_add_member: { additional_name: "Starfish" },
  lobbies_modify_members: { members: [{ id: USER, remove_member: true }] },
  lobbies_modify: { idle_timeout_seconds: 600 },
  lobbies_link_channel: { channel_id: CHANNEL },
  lobbies_set_message_moderation: { metadata: { verdict: "harmless" } }
}
