/**
 * First calls of somebody who knows Discord's API only: the parameters of its paths and queries, its bodies with numbers of
 * enums, bit sets as texts, nulls and nested objects, as Discord's documentation shows them. Each with the request it means.
 */
import type { SeedIds } from "../../../src/sandbox/Seed.ts"
import { snowflakeAt } from "../../../src/sandbox/Snowflakes.ts"
import { iso, type MeantCall, soonAfter } from "./meant.ts"
import { picture } from "./targets.ts"

const VIEW = "1024"
const DAY_MS = 86_400_000

/** The calls. `nowMs` is the time of the calls. */
export const apiCalls = (ids: SeedIds, nowMs: number): ReadonlyArray<MeantCall> => [
  ...channelCalls(ids),
  ...messageCalls(ids, nowMs),
  ...memberCalls(ids, nowMs),
  ...guildCalls(ids, nowMs),
  ...applicationCalls(ids)
]

const channelCalls = ({ channels, guild, members, messages, roles }: SeedIds): ReadonlyArray<MeantCall> => {
  const [create, modify] = [`POST /guilds/${guild}/channels`, `PATCH /channels/${channels.general}`]
  const forum = `PATCH /channels/${channels.forum}`
  const overwrite = { id: roles.member, type: 0, allow: VIEW, deny: "2048" }
  const tag = { name: "bug", moderated: false, emoji_id: null, emoji_name: "🐛" }
  const positions = [
    { id: channels.support, position: 3 },
    { id: channels.general, position: 4 }
  ]
  return [
    [
      "channels_create_guild_channel",
      {
        guild_id: guild,
        name: "tide-talk",
        type: 0,
        topic: "Tides",
        rate_limit_per_user: 10,
        nsfw: false,
        permission_overwrites: [overwrite],
        parent_id: channels.community
      },
      create,
      { body: { type: 0, rate_limit_per_user: 10, permission_overwrites: [overwrite], parent_id: channels.community } }
    ],
    [
      "channels_create_guild_channel",
      {
        guild_id: guild,
        name: "Harbour",
        type: 2,
        bitrate: 64_000,
        user_limit: 5,
        rtc_region: null,
        video_quality_mode: 1
      },
      create,
      { body: { type: 2, bitrate: 64_000, user_limit: 5, video_quality_mode: 1 } }
    ],
    [
      "channels_create_guild_channel",
      {
        guild_id: guild,
        name: "bugs",
        type: 15,
        available_tags: [tag],
        default_reaction_emoji: { emoji_id: null, emoji_name: "👍" },
        default_sort_order: 1,
        default_forum_layout: 2
      },
      create,
      {
        body: {
          type: 15,
          available_tags: [{ name: "bug", emoji_name: "🐛" }],
          default_reaction_emoji: { emoji_name: "👍" },
          default_sort_order: 1,
          default_forum_layout: 2
        }
      }
    ],
    [
      "channels_create_guild_channel",
      { guild_id: guild, name: "Archive", type: 4, position: 1 },
      create,
      { body: { type: 4 } }
    ],
    ["channels_modify", { channel_id: channels.general, type: 5 }, modify, { body: { type: 5 } }],
    [
      "channels_modify",
      { channel_id: channels.general, default_auto_archive_duration: 1440, default_thread_rate_limit_per_user: 5 },
      modify,
      { body: { default_auto_archive_duration: 1440, default_thread_rate_limit_per_user: 5 } }
    ],
    [
      "channels_modify",
      { channel_id: channels.forum, available_tags: [tag], flags: 16 },
      forum,
      { body: { available_tags: [{ name: "bug", emoji_name: "🐛" }], flags: 16 } }
    ],
    [
      "channels_modify",
      { channel_id: channels.thread, archived: true, locked: true, auto_archive_duration: 60 },
      `PATCH /channels/${channels.thread}`,
      { body: { archived: true, locked: true, auto_archive_duration: 60 } }
    ],
    [
      "channels_modify",
      { channel_id: channels.idea, flags: 2 },
      `PATCH /channels/${channels.idea}`,
      { body: { flags: 2 } }
    ],
    [
      "channels_modify_permissions",
      { channel_id: channels.general, overwrite_id: roles.member, allow: VIEW, deny: "0", type: 0 },
      `PUT /channels/${channels.general}/permissions/${roles.member}`,
      { body: { allow: VIEW, type: 0 } }
    ],
    [
      "channels_modify_positions",
      { guild_id: guild, positions },
      `PATCH /guilds/${guild}/channels`,
      { body: (value: unknown) => [value].flat().some((one) => Object(one).id === channels.support) }
    ],
    [
      "channels_create_thread",
      { channel_id: channels.general, name: "Ebb", type: 11, auto_archive_duration: 60 },
      `POST /channels/${channels.general}/threads`,
      { body: { type: 11, auto_archive_duration: 60 } }
    ],
    [
      "channels_create_thread",
      { channel_id: channels.general, name: "Ebb", type: 12, invitable: false },
      `POST /channels/${channels.general}/threads`,
      { body: { type: 12, invitable: false } }
    ],
    [
      "messages_create_thread",
      { channel_id: channels.general, message_id: messages.byBot, name: "Build", rate_limit_per_user: 5 },
      `POST /channels/${channels.general}/messages/${messages.byBot}/threads`,
      { body: { name: "Build", rate_limit_per_user: 5 } }
    ],
    [
      "channels_forum_create_thread",
      { channel_id: channels.forum, name: "Tide widget", message: { content: "Please.", flags: 4 }, applied_tags: [] },
      `POST /channels/${channels.forum}/threads`,
      { body: { name: "Tide widget", message: { content: "Please.", flags: 4 } } }
    ],
    [
      "channels_follow_announcement",
      { channel_id: channels.announcements, webhook_channel_id: channels.general },
      `POST /channels/${channels.announcements}/followers`,
      { body: { webhook_channel_id: channels.general } }
    ],
    [
      "threads_add_member",
      { channel_id: channels.thread, user_id: members.chiara },
      `PUT /channels/${channels.thread}/thread-members/${members.chiara}`,
      {}
    ],
    [
      "channels_list_public_archived_threads",
      { channel_id: channels.general, before: "2026-05-01T00:00:00Z", limit: 10 },
      `GET /channels/${channels.general}/threads/archived/public`,
      { query: { limit: "10" } }
    ],
    [
      "invites_create_channel",
      { channel_id: channels.general, max_age: 3600, max_uses: 5, temporary: false, unique: true },
      `POST /channels/${channels.general}/invites`,
      { body: { max_age: 3600, max_uses: 5, unique: true } }
    ]
  ]
}

const messageCalls = (
  { channels, emoji, guild, members, messages }: SeedIds,
  nowMs: number
): ReadonlyArray<MeantCall> => {
  const young = [1, 2].map((at) => snowflakeAt(nowMs - DAY_MS, at))
  const send = `POST /channels/${channels.general}/messages`
  const theirs = { channel_id: channels.general, message_id: messages.byMember }
  const path = `/channels/${channels.general}/messages`
  const poll = {
    question: { text: "Which tide?" },
    answers: [{ poll_media: { text: "Ebb", emoji: { id: null, name: "🌊" } } }, { poll_media: { text: "Flood" } }],
    duration: 24,
    allow_multiselect: true,
    layout_type: 1
  }
  const row = { type: 1, components: [{ type: 2, style: 5, label: "Docs", url: "https://tidepool.example" }] }
  return [
    [
      "messages_send",
      {
        channel_id: channels.general,
        content: "Low tide",
        tts: false,
        embeds: [
          { title: "Ebb", type: "rich", color: 3_447_003, fields: [{ name: "At", value: "18:40", inline: true }] }
        ],
        allowed_mentions: { parse: [], users: [members.ada] },
        flags: 4096
      },
      send,
      { body: { content: "Low tide", embeds: [{ title: "Ebb", color: 3_447_003 }], flags: 4096 } }
    ],
    ["messages_send", { channel_id: channels.general, poll }, send, { body: { poll: { allow_multiselect: true } } }],
    [
      "messages_send",
      {
        channel_id: channels.general,
        content: "Yes",
        message_reference: { type: 0, message_id: messages.byMember, channel_id: channels.general, guild_id: guild }
      },
      send,
      { body: { message_reference: { message_id: messages.byMember } } }
    ],
    [
      "messages_send",
      { channel_id: channels.general, content: "Read", components: [row] },
      send,
      { body: { components: [row] } }
    ],
    [
      "messages_send",
      {
        channel_id: channels.general,
        content: "Look",
        attachments: [],
        files: [{ filename: "a.txt", content: "ebb" }]
      },
      send,
      { files: 1 }
    ],
    [
      "polls_create",
      { channel_id: channels.general, poll },
      send,
      { body: { poll: { question: { text: "Which tide?" }, allow_multiselect: true } } }
    ],
    [
      "polls_get_voters",
      { channel_id: channels.showcase, message_id: messages.poll, answer_id: 1, limit: 25 },
      `GET /channels/${channels.showcase}/polls/${messages.poll}/answers/1`,
      {}
    ],
    [
      "messages_edit",
      { channel_id: channels.general, message_id: messages.byBot, content: "Red", embeds: [], flags: 4 },
      `PATCH ${path}/${messages.byBot}`,
      { body: { content: "Red", flags: 4 } }
    ],
    [
      "messages_bulk_delete",
      { channel_id: channels.general, messages: young },
      `POST ${path}/bulk-delete`,
      { body: { messages: young } }
    ],
    [
      "messages_read",
      { channel_id: channels.general, limit: 50, before: messages.byBot },
      `GET ${path}`,
      { query: { before: messages.byBot } }
    ],
    [
      "messages_search",
      {
        guild_id: guild,
        content: "beta",
        author_id: [members.bruno],
        channel_id: [channels.general],
        has: ["link"],
        sort_by: "timestamp",
        sort_order: "desc",
        limit: 25
      },
      `GET /guilds/${guild}/messages/search`,
      { query: { content: "beta", has: "link", sort_order: "desc" } }
    ],
    ["reactions_create", { ...theirs, emoji_name: "🌊" }, `PUT ${path}/${messages.byMember}/reactions/🌊/@me`, {}],
    [
      "reactions_create",
      { ...theirs, emoji: { id: emoji, name: "tidepool" } },
      `PUT ${path}/${messages.byMember}/reactions/tidepool:${emoji}/@me`,
      {}
    ],
    [
      "reactions_list",
      { ...theirs, emoji: "🌊", type: 0, limit: 25 },
      `GET ${path}/${messages.byMember}/reactions/🌊`,
      {}
    ],
    ["messages_pin", theirs, `PUT /channels/${channels.general}/messages/pins/${messages.byMember}`, {}]
  ]
}

const memberCalls = ({ guild, members, roles }: SeedIds, nowMs: number): ReadonlyArray<MeantCall> => {
  const bruno = { guild_id: guild, user_id: members.bruno }
  const modify = `PATCH /guilds/${guild}/members/${members.bruno}`
  const soon = soonAfter(nowMs)
  return [
    [
      "members_modify",
      { ...bruno, nick: "Bruno S.", mute: null, deaf: null },
      modify,
      { body: { nick: "Bruno S." }, absent: ["mute"] }
    ],
    ["members_modify", { ...bruno, roles: [roles.member] }, modify, { body: { roles: [roles.member] } }],
    [
      "members_modify",
      { ...bruno, communication_disabled_until: iso(nowMs + DAY_MS) },
      modify,
      { body: { communication_disabled_until: soon(DAY_MS) } }
    ],
    [
      "members_timeout",
      { ...bruno, communication_disabled_until: iso(nowMs + DAY_MS), reason: "spam" },
      modify,
      { body: { communication_disabled_until: soon(DAY_MS) }, reason: "spam" }
    ],
    [
      "members_ban",
      { ...bruno, delete_message_seconds: 604_800, "X-Audit-Log-Reason": "spam" },
      `PUT /guilds/${guild}/bans/${members.bruno}`,
      { body: { delete_message_seconds: 604_800 }, reason: "spam" }
    ],
    [
      "members_bulk_ban",
      { guild_id: guild, user_ids: [members.bruno, members.chiara], delete_message_seconds: 0 },
      `POST /guilds/${guild}/bulk-ban`,
      { body: { user_ids: [members.bruno, members.chiara] } }
    ],
    [
      "members_list",
      { guild_id: guild, limit: 1000, after: "0" },
      `GET /guilds/${guild}/members`,
      { query: { limit: "1000" } }
    ],
    [
      "members_search",
      { guild_id: guild, query: "bru", limit: 5 },
      `GET /guilds/${guild}/members/search`,
      { query: { query: "bru" } }
    ],
    [
      "members_add_role",
      { ...bruno, role_id: roles.member },
      `PUT /guilds/${guild}/members/${members.bruno}/roles/${roles.member}`,
      {}
    ],
    [
      "members_modify_current",
      { guild_id: guild, nick: "Tide" },
      `PATCH /guilds/${guild}/members/@me`,
      { body: { nick: "Tide" } }
    ],
    [
      "users_create_dm",
      { recipient_id: members.ada },
      "POST /users/@me/channels",
      { body: { recipient_id: members.ada } }
    ],
    [
      "roles_create",
      {
        guild_id: guild,
        name: "Crew",
        permissions: "0",
        color: 16_711_680,
        hoist: true,
        mentionable: false,
        icon: null
      },
      `POST /guilds/${guild}/roles`,
      { body: { name: "Crew", permissions: "0", hoist: true } }
    ],
    [
      "roles_create",
      { guild_id: guild, name: "Crew", colors: { primary_color: 255, secondary_color: null, tertiary_color: null } },
      `POST /guilds/${guild}/roles`,
      { body: { colors: { primary_color: 255 } } }
    ],
    [
      "roles_create",
      { guild_id: guild, json: { name: "Crew", permissions: VIEW, hoist: false } },
      `POST /guilds/${guild}/roles`,
      { body: { name: "Crew", permissions: VIEW } }
    ],
    [
      "roles_modify",
      { guild_id: guild, role_id: roles.member, permissions: VIEW, unicode_emoji: null },
      `PATCH /guilds/${guild}/roles/${roles.member}`,
      { body: { permissions: VIEW } }
    ],
    [
      "guild_get_prune_count",
      { guild_id: guild, days: 7, include_roles: `${roles.member},${roles.moderator}` },
      `GET /guilds/${guild}/prune`,
      { query: { days: "7" } }
    ],
    [
      "guild_begin_prune",
      { guild_id: guild, days: 30, compute_prune_count: false, include_roles: [roles.member] },
      `POST /guilds/${guild}/prune`,
      { body: { days: 30 } }
    ],
    [
      "audit_log_get",
      { guild_id: guild, action_type: 22, limit: 50 },
      `GET /guilds/${guild}/audit-logs`,
      { query: { action_type: "22" } }
    ]
  ]
}

const guildCalls = ({ channels, event, guild, roles, rule }: SeedIds, nowMs: number): ReadonlyArray<MeantCall> => {
  const events = `POST /guilds/${guild}/scheduled-events`
  const rules = `POST /guilds/${guild}/auto-moderation/rules`
  const [start, end] = [iso(nowMs + DAY_MS), iso(nowMs + 2 * DAY_MS)]
  const keyword = { keyword_filter: ["gift-card"], regex_patterns: [], allow_list: [] }
  return [
    [
      "guild_modify",
      {
        guild_id: guild,
        verification_level: 3,
        default_message_notifications: 1,
        explicit_content_filter: 2,
        preferred_locale: "de",
        afk_channel_id: null
      },
      `PATCH /guilds/${guild}`,
      { body: { verification_level: 3, default_message_notifications: 1, explicit_content_filter: 2 } }
    ],
    [
      "guild_modify",
      { guild_id: guild, system_channel_id: channels.general, system_channel_flags: 5, afk_timeout: 300 },
      `PATCH /guilds/${guild}`,
      { body: { system_channel_id: channels.general, system_channel_flags: 5, afk_timeout: 300 } }
    ],
    [
      "guild_modify_widget",
      { guild_id: guild, enabled: true, channel_id: channels.general },
      `PATCH /guilds/${guild}/widget`,
      { body: { enabled: true, channel_id: channels.general } }
    ],
    [
      "guild_modify_welcome_screen",
      {
        guild_id: guild,
        enabled: true,
        description: "Hello",
        welcome_channels: [{ channel_id: channels.general, description: "Talk", emoji_id: null, emoji_name: "👋" }]
      },
      `PATCH /guilds/${guild}/welcome-screen`,
      { body: { enabled: true, welcome_channels: [{ channel_id: channels.general, emoji_name: "👋" }] } }
    ],
    [
      "guild_set_incident_actions",
      { guild_id: guild, invites_disabled_until: iso(nowMs + 3_600_000), dms_disabled_until: null },
      `PUT /guilds/${guild}/incident-actions`,
      { body: { invites_disabled_until: soonAfter(nowMs)(3_600_000) } }
    ],
    [
      "events_create",
      {
        guild_id: guild,
        channel_id: null,
        name: "Regatta",
        privacy_level: 2,
        scheduled_start_time: start,
        scheduled_end_time: end,
        entity_type: 3,
        entity_metadata: { location: "The pier" }
      },
      events,
      { body: { entity_type: 3, privacy_level: 2, entity_metadata: { location: "The pier" } } }
    ],
    [
      "events_create",
      {
        guild_id: guild,
        channel_id: channels.voice,
        name: "Hours",
        privacy_level: 2,
        scheduled_start_time: start,
        entity_type: 2,
        recurrence_rule: { start, frequency: 2, interval: 1 }
      },
      events,
      { body: { entity_type: 2, recurrence_rule: { frequency: 2, interval: 1 } } }
    ],
    [
      "events_modify",
      { guild_id: guild, guild_scheduled_event_id: event, status: 4 },
      `PATCH /guilds/${guild}/scheduled-events/${event}`,
      { body: { status: 4 } }
    ],
    [
      "events_list_users",
      { guild_id: guild, guild_scheduled_event_id: event, limit: 10, with_member: true },
      `GET /guilds/${guild}/scheduled-events/${event}/users`,
      { query: { limit: "10" } }
    ],
    [
      "automod_create_rule",
      {
        guild_id: guild,
        name: "Words",
        event_type: 1,
        trigger_type: 1,
        trigger_metadata: keyword,
        actions: [{ type: 1, metadata: { custom_message: "No ads" } }],
        enabled: true,
        exempt_roles: [roles.moderator]
      },
      rules,
      { body: { event_type: 1, trigger_type: 1, trigger_metadata: { keyword_filter: ["gift-card"] }, enabled: true } }
    ],
    [
      "automod_create_rule",
      {
        guild_id: guild,
        name: "Mentions",
        event_type: 1,
        trigger_type: 5,
        trigger_metadata: { mention_total_limit: 5, mention_raid_protection_enabled: true },
        actions: [{ type: 3, metadata: { duration_seconds: 60 } }]
      },
      rules,
      { body: { trigger_type: 5, actions: [{ type: 3, metadata: { duration_seconds: 60 } }] } }
    ],
    [
      "automod_create_rule",
      {
        guild_id: guild,
        name: "Presets",
        event_type: 1,
        trigger_type: 4,
        trigger_metadata: { presets: [1, 3], allow_list: [] },
        actions: [{ type: 2, metadata: { channel_id: channels.staff } }]
      },
      rules,
      { body: { trigger_type: 4, trigger_metadata: { presets: [1, 3] }, actions: [{ type: 2 }] } }
    ],
    [
      "automod_modify_rule",
      { guild_id: guild, auto_moderation_rule_id: rule, enabled: false },
      `PATCH /guilds/${guild}/auto-moderation/rules/${rule}`,
      { body: { enabled: false } }
    ],
    [
      "templates_create",
      { guild_id: guild, name: "Tidepool", description: null },
      `POST /guilds/${guild}/templates`,
      { body: { name: "Tidepool" } }
    ],
    [
      "emojis_create",
      { guild_id: guild, name: "ebb", image: picture, roles: [] },
      `POST /guilds/${guild}/emojis`,
      { body: { name: "ebb", image: picture } }
    ]
  ]
}

const applicationCalls = ({ bot, channels, guild, webhook, webhookToken }: SeedIds): ReadonlyArray<MeantCall> => [
  [
    "webhooks_create",
    { channel_id: channels.general, name: "CI", avatar: null },
    `POST /channels/${channels.general}/webhooks`,
    { body: { name: "CI" } }
  ],
  [
    "webhooks_execute",
    { webhook_id: webhook, webhook_token: webhookToken, content: "Built", username: "CI", wait: true },
    `POST /webhooks/${webhook}/${webhookToken}`,
    { body: { content: "Built", username: "CI" } }
  ],
  [
    "webhooks_modify",
    { webhook_id: webhook, name: "Ships", channel_id: channels.support },
    `PATCH /webhooks/${webhook}`,
    { body: { name: "Ships", channel_id: channels.support } }
  ],
  [
    "commands_create_guild",
    {
      application_id: bot,
      guild_id: guild,
      name: "tide",
      type: 1,
      description: "The tide",
      default_member_permissions: "8",
      options: [
        { type: 3, name: "day", description: "Which", required: true, choices: [{ name: "Today", value: "t" }] }
      ]
    },
    `POST /applications/${bot}/guilds/${guild}/commands`,
    {
      body: {
        name: "tide",
        type: 1,
        default_member_permissions: "8",
        options: [{ type: 3, choices: [{ value: "t" }] }]
      }
    }
  ],
  [
    "commands_create_global",
    { application_id: bot, name: "Report", type: 3, integration_types: [0], contexts: [0, 1] },
    `POST /applications/${bot}/commands`,
    { body: { name: "Report", type: 3, integration_types: [0], contexts: [0, 1] } }
  ]
]
