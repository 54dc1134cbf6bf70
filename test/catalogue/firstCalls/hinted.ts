/** biome-ignore-all lint/suspicious/noTemplateCurlyInString: models write such references. */
/**
 * First calls that are refused, with the request that the caller means, the hint of the refusal, and the fields that the
 * caller changes because of that hint.
 */
import type { SeedIds } from "../../../src/sandbox/Seed.ts"
import { iso, type Meant, soonAfter } from "./meant.ts"
import { targetsOf } from "./targets.ts"

type Values = Readonly<Record<string, unknown>>

/** A call, the request that it means, its hint, the changed fields (undefined removes one), and the other tool to use. */
export type HintedCall = readonly [
  tool: string,
  input: Values,
  request: string,
  meant: Meant,
  hint: string,
  change: Values,
  otherTool?: string
]

const isCount = (value: unknown): boolean => /^\d+ channels$/.test(String(value))

/** The calls. `nowMs` is the time of the calls. */
export const hintedCalls = (ids: SeedIds, nowMs: number): ReadonlyArray<HintedCall> => {
  const { bot, channels, emoji, event, guild, members, messages, roles, sticker } = ids
  const soon = soonAfter(nowMs)
  const {
    inGuild,
    bruno,
    general,
    theirs,
    own,
    ping,
    toGeneral,
    readGeneral,
    search,
    edit,
    auditLog,
    ban,
    timeout,
    newChannel,
    modify,
    newThread,
    settings,
    newRule,
    newRole,
    newPost,
    invite,
    events
  } = targetsOf(ids)
  const at = (hours: number) => iso(nowMs + hours * 3_600_000)

  return [
    [
      "messages_send",
      { ...general, content: "b", components: [[{ type: 2, style: 1, label: "Go", custom_id: "go" }]] },
      toGeneral,
      { body: { components: [{ type: 1, components: [{ type: 2, style: 1, label: "Go", custom_id: "go" }] }] } },
      "components[0] must be an object with type",
      { components: [{ type: 1, components: [{ type: 2, style: 1, label: "Go", custom_id: "go" }] }] }
    ],
    [
      "messages_send",
      { channel_id: "#general", content: "Hi" },
      toGeneral,
      { body: { content: "Hi" } },
      "from channels_list",
      { ...general }
    ],
    [
      "messages_send",
      { ...inGuild, channel_id: channels.general, content: "With a guild" },
      toGeneral,
      { body: { content: "With a guild" } },
      "guild_id is not a field of this tool",
      { guild_id: undefined }
    ],
    [
      "messages_send",
      { ...general, embeds: [{ title: "T", color: "reddish" }] },
      toGeneral,
      { body: { embeds: [{ title: "T", color: 15548997 }] } },
      "#RRGGBB",
      { embeds: [{ title: "T", color: "#ED4245" }] }
    ],
    [
      "messages_send",
      { ...general, embeds: [{ title: "T", color: [255, 0, 0] }] },
      toGeneral,
      { body: { embeds: [{ title: "T", color: 16711680 }] } },
      "#RRGGBB",
      { embeds: [{ title: "T", color: "#FF0000" }] }
    ],
    [
      "messages_send",
      { ...general, embeds: [{ title: "T", timestamp: "now" }] },
      toGeneral,
      { body: { embeds: [{ title: "T", timestamp: "2026-11-20T18:00:00Z" }] } },
      "such as 2026-01-31T18:00:00Z",
      { embeds: [{ title: "T", timestamp: "2026-11-20T18:00:00Z" }] }
    ],
    [
      "messages_send",
      { ...general, embeds: [{ title: "T", fields: { Status: "ok", Load: "3" } }] },
      toGeneral,
      {
        body: {
          embeds: [
            {
              title: "T",
              fields: [
                { name: "Status", value: "ok" },
                { name: "Load", value: "3" }
              ]
            }
          ]
        }
      },
      "known are name, value, inline",
      {
        embeds: [
          {
            title: "T",
            fields: [
              { name: "Status", value: "ok" },
              { name: "Load", value: "3" }
            ]
          }
        ]
      }
    ],
    [
      "messages_send",
      { ...general, content: "re", reply: { messageReference: messages.byMember } },
      toGeneral,
      { body: { content: "re", message_reference: { message_id: messages.byMember } } },
      "did you mean reply_to?",
      { reply: undefined, reply_to: messages.byMember }
    ],
    [
      "messages_send",
      { ...general, content: "quiet", silent: true },
      toGeneral,
      { body: { content: "quiet", flags: 4096 } },
      'flags: ["suppress_notifications"]',
      { silent: undefined, flags: ["suppress_notifications"] }
    ],
    [
      "messages_send",
      { ...general, content: "in the thread", thread_id: channels.thread },
      `POST /channels/${channels.thread}/messages`,
      { body: { content: "in the thread" } },
      "send the right one as channel_id",
      { thread_id: undefined, channel_id: channels.thread }
    ],
    [
      "messages_send",
      { ...general, content: "x", nonce: "abc123", enforce_nonce: true },
      toGeneral,
      { body: { content: "x" } },
      "the server sets it: omit it",
      { nonce: undefined, enforce_nonce: undefined }
    ],
    [
      "messages_read",
      { ...general, since: "2 hours ago" },
      readGeneral,
      {},
      "such as 2026-01-31T18:00:00Z",
      { since: "2026-11-20T18:00:00Z" }
    ],
    [
      "messages_read",
      { ...general, since: "2026-11-20" },
      readGeneral,
      {},
      "in UTC, 2026-",
      { since: "2026-11-20T00:00:00Z" }
    ],
    [
      "messages_read",
      { ...general, num_messages: 20 },
      readGeneral,
      { query: { limit: "20" } },
      "known are channel_id, limit",
      { num_messages: undefined, limit: 20 }
    ],
    [
      "messages_read",
      { ...general, guild_id: guild, limit: 3 },
      readGeneral,
      { query: { limit: "3" } },
      "guild_id is not a field",
      { guild_id: undefined }
    ],
    [
      "messages_search",
      { ...inGuild, content: "x", from: members.bruno, in: channels.general },
      search,
      { query: { author_id: members.bruno, channel_id: channels.general } },
      "in is not a field of this tool",
      { in: undefined, channel_id: [channels.general] }
    ],
    [
      "messages_search",
      { ...inGuild, content: "x", sort_order: "newest" },
      search,
      { query: { sort_order: "desc" } },
      "must be one of desc, asc",
      { sort_order: "desc" }
    ],
    [
      "messages_search",
      { ...inGuild, content: "x", sort_by: "recent" },
      search,
      { query: { sort_by: "timestamp" } },
      "must be one of timestamp, relevance",
      { sort_by: "timestamp" }
    ],
    [
      "messages_search",
      { ...inGuild, content: "x", author: "bruno" },
      search,
      { query: { author_id: members.bruno } },
      "from members_search",
      { author: undefined, author_id: [members.bruno] }
    ],
    [
      "messages_edit",
      { ...own, content: "x", attachments: [] },
      edit,
      { body: { content: "x", attachments: [] } },
      "can mean files or keep_attachments",
      { attachments: undefined, keep_attachments: [] }
    ],
    [
      "messages_edit",
      { ...own, content: "x", attachments: [{ id: "1509972089241600099" }] },
      edit,
      { body: { content: "x", attachments: [{ id: "1509972089241600099" }] } },
      "can mean files or keep_attachments",
      { attachments: undefined, keep_attachments: ["1509972089241600099"] }
    ],
    [
      "messages_delete",
      { ...general, message_ids: [messages.byMember, messages.byBot] },
      `DELETE /channels/${channels.general}/messages/${messages.byMember}`,
      {},
      "did you mean message_id?",
      { message_ids: undefined, message_id: messages.byMember }
    ],
    [
      "messages_delete",
      { ...theirs, confirm: true },
      `DELETE /channels/${channels.general}/messages/${messages.byMember}`,
      {},
      "did you mean __confirm?",
      { confirm: undefined, __confirm: true }
    ],
    [
      "reactions_create",
      { ...theirs, emoji: emoji },
      `PUT /channels/${channels.general}/messages/${messages.byMember}/reactions/kelp:${emoji}/@me`,
      {},
      "name:id",
      { emoji: `kelp:${emoji}` }
    ],
    [
      "reactions_create",
      { ...theirs, emoji: ":kelp:" },
      `PUT /channels/${channels.general}/messages/${messages.byMember}/reactions/kelp%3A${emoji}/@me`,
      {},
      "name:id",
      { emoji: `kelp:${emoji}` }
    ],
    [
      "polls_create",
      { ...general, question: "Q?", answers: "A, B" },
      toGeneral,
      {
        body: {
          poll: { question: { text: "Q?" }, answers: [{ poll_media: { text: "A" } }, { poll_media: { text: "B" } }] }
        }
      },
      "must be a list",
      { answers: ["A", "B"] }
    ],
    [
      "audit_log_get",
      { ...inGuild, action: "MEMBER_KICK" },
      auditLog,
      { query: { action_type: "20" } },
      "did you mean action_type?",
      { action: undefined, action_type: "MEMBER_KICK" }
    ],
    [
      "audit_log_get",
      { ...inGuild, since: "24h" },
      auditLog,
      {},
      "such as 2026-01-31T18:00:00Z",
      { since: "2026-11-20T18:00:00Z" }
    ],
    [
      "audit_log_get",
      { ...inGuild, moderator_id: members.ada },
      auditLog,
      { query: { user_id: members.ada } },
      "user_id, target_id",
      { moderator_id: undefined, user_id: members.ada }
    ],
    [
      "members_ban",
      { ...bruno, delete_messages: true },
      ban,
      { body: { delete_message_seconds: 86400 } },
      "send delete_message_seconds",
      { delete_messages: undefined, delete_message_seconds: 86400 }
    ],
    [
      "members_ban",
      { ...inGuild, user: members.bruno, days: 1 },
      ban,
      { body: { delete_message_seconds: 86400 } },
      "delete_message_seconds",
      { days: undefined, delete_message_seconds: 86400 }
    ],
    ["members_ban", { ...inGuild, user_id: "@bruno" }, ban, {}, "from members_search", { user_id: members.bruno }],
    [
      "members_ban",
      { ...inGuild, user_id: Number(members.bruno) },
      ban,
      {},
      "Put it in quotes",
      { user_id: members.bruno }
    ],
    [
      "members_timeout",
      { ...bruno, duration: 3600 },
      timeout,
      { body: { communication_disabled_until: soon(3_600_000) } },
      "has no unit here: send minutes",
      { duration: undefined, minutes: 60 }
    ],
    [
      "members_timeout",
      { ...bruno, until: "in 2 hours" },
      timeout,
      { body: { communication_disabled_until: at(2) } },
      "such as 2026-01-31T18:00:00Z",
      { until: at(2) }
    ],
    [
      "members_timeout",
      { ...bruno, until: "1h" },
      timeout,
      { body: { communication_disabled_until: at(1) } },
      "such as 2026-01-31T18:00:00Z",
      { until: at(1) }
    ],
    [
      "members_timeout",
      { ...bruno, minutes: 1.5 },
      timeout,
      { body: { communication_disabled_until: soon(120_000) } },
      "from 0 to 40320, is 1.5",
      { minutes: 2 }
    ],
    [
      "members_timeout",
      { ...bruno, until: null },
      timeout,
      { body: { communication_disabled_until: null } },
      "until null means absent: send minutes: 0",
      { until: undefined, minutes: 0 }
    ],
    [
      "members_modify",
      { ...bruno, communication_disabled_until: "10m" },
      timeout,
      { body: { communication_disabled_until: at(1) } },
      "such as 2026-01-31T18:00:00Z",
      { communication_disabled_until: at(1) }
    ],
    [
      "members_modify",
      { ...bruno, voice_channel_id: channels.voice },
      timeout,
      { body: { channel_id: channels.voice } },
      "channel_id",
      { voice_channel_id: undefined, channel_id: channels.voice }
    ],
    [
      "members_modify",
      { ...bruno, deafen: true, mute: "yes" },
      timeout,
      { body: { deaf: true, mute: true } },
      "deafen is not a field of this tool",
      { deafen: undefined, deaf: true, mute: true }
    ],
    [
      "members_add_role",
      { ...bruno, role_id: "Member" },
      `PUT /guilds/${guild}/members/${members.bruno}/roles/${roles.member}`,
      {},
      "from roles_list",
      { role_id: roles.member }
    ],
    [
      "members_add_role",
      { ...bruno, role_name: "Member" },
      `PUT /guilds/${guild}/members/${members.bruno}/roles/${roles.member}`,
      {},
      "role_id is required",
      { role_name: undefined, role_id: roles.member }
    ],
    [
      "members_search",
      { ...inGuild, name: "bru" },
      `GET /guilds/${guild}/members/search`,
      { query: { query: "bru" } },
      "query is required",
      { name: undefined, query: "bru" }
    ],
    [
      "members_get",
      { ...inGuild, user_id: "@me" },
      `GET /guilds/${guild}/members/${bot}`,
      {},
      "the bot's own id is in users_get_current",
      { user_id: bot }
    ],
    [
      "channels_create_guild_channel",
      {
        ...inGuild,
        name: "new",
        permissionOverwrites: [{ id: members.bruno, allow: ["ViewChannel", "SendMessages"] }]
      },
      newChannel,
      { body: { permission_overwrites: [{ id: members.bruno, type: 1, allow: "3072" }] } },
      "permission_overwrites[0].type is required",
      { permissionOverwrites: [{ id: members.bruno, type: "member", allow: ["ViewChannel", "SendMessages"] }] }
    ],
    [
      "channels_create_guild_channel",
      { ...inGuild, name: "new", permission_overwrites: [{ id: `<@&${roles.moderator}>`, allow: ["view_channel"] }] },
      newChannel,
      { body: { permission_overwrites: [{ id: roles.moderator, type: 0, allow: "1024" }] } },
      "permission_overwrites[0].type is required",
      { permission_overwrites: [{ id: `<@&${roles.moderator}>`, type: "role", allow: ["view_channel"] }] }
    ],
    [
      "channels_create_guild_channel",
      { ...inGuild, name: "new", permission_overwrites: [{ role_id: roles.moderator, allow: ["VIEW_CHANNEL"] }] },
      newChannel,
      { body: { permission_overwrites: [{ id: roles.moderator, type: 0, allow: "1024" }] } },
      "permission_overwrites[0].type is required",
      { permission_overwrites: [{ role_id: roles.moderator, type: "role", allow: ["VIEW_CHANNEL"] }] }
    ],
    [
      "channels_create_guild_channel",
      { ...inGuild, name: "new", kind: "voice", bitrate: 64 },
      newChannel,
      { body: { bitrate: 64000 } },
      "from 8000 to 384000, is 64",
      { bitrate: 64000 }
    ],
    [
      "channels_create_guild_channel",
      { ...inGuild, name: "new", kind: "voice", bitrate: "64kbps" },
      newChannel,
      { body: { bitrate: 64000 } },
      "from 8000 to 384000",
      { bitrate: 64000 }
    ],
    [
      "channels_create_guild_channel",
      { ...inGuild, name: "new", default_auto_archive_duration: 24 },
      newChannel,
      { body: { default_auto_archive_duration: 1440 } },
      "must be one of 60, 1440",
      { default_auto_archive_duration: 1440 }
    ],
    [
      "channels_modify",
      { ...general, parent_id: "none" },
      modify,
      { body: { parent_id: null } },
      'to clear it, send clear: ["parent_id"]',
      { parent_id: undefined, clear: ["parent_id"] }
    ],
    [
      "channels_modify",
      { channel_id: channels.idea, applied_tags: ["Bug"] },
      `PATCH /channels/${channels.idea}`,
      { body: { applied_tags: ["1509972089241600098"] } },
      "from channels_get",
      { applied_tags: ["1509972089241600098"] }
    ],
    [
      "channels_modify",
      { channel_id: channels.idea, pinned: true },
      `PATCH /channels/${channels.idea}`,
      { body: { flags: 2 } },
      "flags",
      { pinned: undefined, flags: ["pinned"] }
    ],
    [
      "channels_create_thread",
      { ...general, name: "topic", private: true },
      newThread,
      { body: { type: 12 } },
      "kind",
      { private: undefined, kind: "private" }
    ],
    [
      "channels_create_thread",
      { ...general, name: "topic", auto_archive_duration: 7 },
      newThread,
      { body: { auto_archive_duration: 10080 } },
      "must be one of 60, 1440, 4320, 10080",
      { auto_archive_duration: 10080 }
    ],
    [
      "channels_create_thread",
      { ...general, name: "topic", message_id: messages.byMember },
      `POST /channels/${channels.general}/messages/${messages.byMember}/threads`,
      { body: { name: "topic" } },
      "use messages_create_thread",
      {},
      "messages_create_thread"
    ],
    [
      "channels_list",
      { ...inGuild, type: "text" },
      `GET /guilds/${guild}/channels`,
      {},
      "type is not a field",
      { type: undefined }
    ],
    [
      "guild_get",
      { ...inGuild, with_counts: true },
      `GET /guilds/${guild}`,
      {},
      "the server decides it: omit it",
      { with_counts: undefined }
    ],
    [
      "guild_modify",
      { ...inGuild, afk_timeout: 5 },
      settings,
      { body: { afk_timeout: 300 } },
      "must be one of 60, 300",
      { afk_timeout: 300 }
    ],
    [
      "guild_set_incident_actions",
      { ...inGuild, invites_disabled_until: "24h" },
      `PUT /guilds/${guild}/incident-actions`,
      { body: { invites_disabled_until: at(20) } },
      "such as 2026-01-31T18:00:00Z",
      { invites_disabled_until: at(20) }
    ],
    [
      "automod_create_rule",
      {
        ...inGuild,
        name: "rule",
        trigger_type: "KEYWORD_PRESET",
        trigger_metadata: { presets: [1, 2] },
        actions: ["block_message"]
      },
      newRule,
      { body: { trigger_type: 4, trigger_metadata: { presets: [1, 2] }, actions: [{ type: 1 }] } },
      "must be an object with type",
      { actions: [{ type: "block_message" }] }
    ],
    [
      "automod_create_rule",
      {
        ...inGuild,
        name: "rule",
        trigger_type: "keyword",
        trigger_metadata: { keyword_filter: "bad, worse" },
        actions: [{ type: "timeout", metadata: { duration: "1h" } }]
      },
      newRule,
      {
        body: {
          trigger_metadata: { keyword_filter: ["bad", "worse"] },
          actions: [{ type: 3, metadata: { duration_seconds: 3600 } }]
        }
      },
      "trigger_metadata.keyword_filter must be a list",
      { trigger_metadata: { keyword_filter: ["bad", "worse"] } }
    ],
    [
      "roles_create",
      { ...inGuild, name: "r", permissions: { SEND_MESSAGES: true, BAN_MEMBERS: false } },
      newRole,
      { body: { permissions: "2048" } },
      "must be a list",
      { permissions: ["SEND_MESSAGES"] }
    ],
    [
      "roles_create",
      { ...inGuild, name: "r", display_separately: true },
      newRole,
      { body: { hoist: true } },
      "hoist",
      { display_separately: undefined, hoist: true }
    ],
    [
      "roles_modify_positions",
      { ...inGuild, roles: [{ id: roles.member, position: 2 }] },
      `PATCH /guilds/${guild}/roles`,
      { body: [{ id: roles.member, position: 2 }] },
      "positions is required",
      { roles: undefined, positions: [{ id: roles.member, position: 2 }] }
    ],
    [
      "roles_modify_positions",
      { ...inGuild, role_id: roles.member, position: 2 },
      `PATCH /guilds/${guild}/roles`,
      { body: [{ id: roles.member, position: 2 }] },
      "positions is required",
      { role_id: undefined, position: undefined, positions: [{ id: roles.member, position: 2 }] }
    ],
    [
      "channels_modify_permissions",
      { ...general, role_id: roles.moderator, allow: ["VIEW_CHANNEL"] },
      `PUT /channels/${channels.general}/permissions/${roles.moderator}`,
      { body: { type: 0, allow: "3072" } },
      "type is required",
      { type: "role" }
    ],
    [
      "channels_modify_permissions",
      { ...general, overwrite_id: `<@&${roles.moderator}>`, allow: "view_channel" },
      `PUT /channels/${channels.general}/permissions/${roles.moderator}`,
      { body: { type: 0, allow: "3072" } },
      "type is required",
      { type: "role" }
    ],
    [
      "channels_modify_permissions",
      { ...general, user_id: members.bruno, deny: ["SEND_MESSAGES"] },
      `PUT /channels/${channels.general}/permissions/${members.bruno}`,
      { body: { type: 1, deny: "2048" } },
      "type is required",
      { type: "member" }
    ],
    [
      "channels_modify_permissions",
      { ...general, overwrite_id: roles.moderator, target_type: "role", allow: ["VIEW_CHANNEL"] },
      `PUT /channels/${channels.general}/permissions/${roles.moderator}`,
      { body: { type: 0, allow: "3072" } },
      "type is required",
      { target_type: undefined, type: "role" }
    ],
    [
      "channels_modify_positions",
      { ...inGuild, channels: [{ id: channels.general, position: 2, parent_id: null, lock_permissions: null }] },
      `PATCH /guilds/${guild}/channels`,
      { body: [{ id: channels.general, position: 2 }] },
      "positions is required",
      { channels: undefined, positions: [{ id: channels.general, position: 2 }] }
    ],
    [
      "channels_forum_create_thread",
      { channel_id: channels.forum, name: "post", message: { content: "H" }, applied_tags: ["Idea"] },
      newPost,
      { body: { applied_tags: ["1509972089241600098"] } },
      "from channels_get",
      { applied_tags: ["1509972089241600098"] }
    ],
    [
      "invites_create_channel",
      { ...general, expires_in: 3600 },
      invite,
      { body: { max_age: 3600 } },
      "has no unit here: send max_age",
      { expires_in: undefined, max_age: 3600 }
    ],
    [
      "events_create",
      {
        ...inGuild,
        name: "Ev",
        scheduled_start_time: "tomorrow at 8pm",
        entity_type: "voice",
        channel_id: channels.voice
      },
      events,
      { body: { scheduled_start_time: "2026-12-24T18:00:00Z" } },
      "such as 2026-01-31T18:00:00Z",
      { scheduled_start_time: "2026-12-24T18:00:00Z" }
    ],
    [
      "events_create",
      {
        ...inGuild,
        name: "Ev",
        scheduled_start_time: "2026-12-24T18:00:00",
        entity_type: 2,
        channel_id: channels.voice
      },
      events,
      { body: { scheduled_start_time: "2026-12-24T18:00:00Z" } },
      "in UTC, 2026-12-24T18:00:00Z",
      { scheduled_start_time: "2026-12-24T18:00:00Z" }
    ],
    [
      "events_create",
      { ...inGuild, name: "Ev", scheduled_start_time: "2026-12-24 18:00", entity_type: 2, channel_id: channels.voice },
      events,
      { body: { scheduled_start_time: "2026-12-24T18:00:00Z" } },
      "in UTC, 2026-",
      { scheduled_start_time: "2026-12-24T18:00:00Z" }
    ],
    [
      "soundboard_modify_guild_sound",
      { ...inGuild, sound_id: sticker, volume: 50 },
      `PATCH /guilds/${guild}/soundboard-sounds/${sticker}`,
      { body: { volume: 0.5 } },
      "must be from 0 to 1, is 50",
      { volume: 0.5 }
    ],
    [
      "commands_create_global",
      { ...ping, default_member_permissions: 8, dm_permission: false },
      `POST /applications/${bot}/commands`,
      { body: { default_member_permissions: "8", contexts: [0] } },
      'send contexts instead: ["guild"]',
      { dm_permission: undefined, contexts: ["guild"] }
    ],
    [
      "commands_create_global",
      { application_id: bot, name: "/Ping", description: "Ping" },
      `POST /applications/${bot}/commands`,
      { body: { name: "ping" } },
      "1 to 32 lower-case letters",
      { name: "ping" }
    ],
    [
      "interactions_create_response",
      { interaction_id: event, interaction_token: "aW50ZXJhY3Rpb246MTIz", type: 4, data: { content: "Hi", flags: 64 } },
      `POST /interactions/${event}/aW50ZXJhY3Rpb246MTIz/callback`,
      { body: { type: 4, data: { content: "Hi", flags: 64 } } },
      "send its parts: message, ephemeral, choices or modal",
      { data: undefined, message: { content: "Hi" }, ephemeral: true }
    ],
    [
      "interactions_create_response",
      { interaction_id: event, interaction_token: "aW50ZXJhY3Rpb246MTIz", type: "message", message: "Hi" },
      `POST /interactions/${event}/aW50ZXJhY3Rpb246MTIz/callback`,
      { body: { type: 4, data: { content: "Hi" } } },
      "must be one of pong, channel_message_with_source",
      { type: "channel_message_with_source", message: { content: "Hi" } }
    ],
    [
      "interactions_create_response",
      {
        interaction_id: event,
        interaction_token: "aW50ZXJhY3Rpb246MTIz",
        type: 8,
        data: { choices: [{ name: "A", value: "a" }] }
      },
      `POST /interactions/${event}/aW50ZXJhY3Rpb246MTIz/callback`,
      { body: { type: 8, data: { choices: [{ name: "A", value: "a" }] } } },
      "send its parts: message, ephemeral, choices or modal",
      { data: undefined, choices: [{ name: "A", value: "a" }] }
    ],
    [
      "interactions_create_response",
      { interaction_id: event, interaction_token: "aW50ZXJhY3Rpb246MTIz", type: 5, data: { flags: 64 } },
      `POST /interactions/${event}/aW50ZXJhY3Rpb246MTIz/callback`,
      { body: { type: 5, data: { flags: 64 } } },
      "send its parts: message, ephemeral, choices or modal",
      { data: undefined, ephemeral: true }
    ],
    [
      "interactions_create_followup",
      { application_id: bot, token: "aW50ZXJhY3Rpb246MTIz", content: "More", flags: 64 },
      `POST /webhooks/${bot}/aW50ZXJhY3Rpb246MTIz`,
      { body: { content: "More", flags: 64 } },
      "did you mean interaction_token?",
      { token: undefined, interaction_token: "aW50ZXJhY3Rpb246MTIz", flags: undefined, ephemeral: true }
    ],
    [
      "threads_search",
      { channel_id: channels.forum, query: "idea", archived: "false", sort_by: "LAST_MESSAGE_TIME" },
      `GET /channels/${channels.forum}/threads/search`,
      { query: { name: "idea", archived: "false", sort_by: "last_message_time" } },
      "known are channel_id, limit, name",
      { query: undefined, name: "idea" }
    ],
    [
      "application_modify_current",
      { tags: "fun, games", icon: null, description: "D", interactions_endpoint_url: "" },
      "PATCH /applications/@me",
      { body: { tags: ["fun", "games"], description: "D" } },
      "tags must be a list",
      { tags: ["fun", "games"] }
    ],
    [
      "channels_follow_announcement",
      { channel_id: channels.announcements, target_channel_id: channels.general },
      `POST /channels/${channels.announcements}/followers`,
      { body: { webhook_channel_id: channels.general } },
      "webhook_channel_id is required",
      { target_channel_id: undefined, webhook_channel_id: channels.general }
    ],
    [
      "lobbies_create",
      { metadata: '{"mode":"coop"}', idle_timeout_seconds: "300", members: [{ id: members.bruno, flags: 1 }] },
      "POST /lobbies",
      { body: { metadata: { mode: "coop" }, idle_timeout_seconds: 300, members: [{ id: members.bruno }] } },
      "known are id, metadata, can_link_lobby",
      { members: [{ id: members.bruno }] }
    ],
    [
      "mcp_tools_read",
      { tool: "members_list_bans", guild_id: guild },
      `GET /guilds/${guild}/bans`,
      {},
      "fields of the called tool belong in args",
      { guild_id: undefined, args: { ...inGuild } }
    ],
    [
      "mcp_tools_write",
      { tool: "channels_delete", args: { channel_id: channels.support } },
      `DELETE /channels/${channels.support}`,
      {},
      "run it through mcp_tools_destructive",
      {},
      "mcp_tools_destructive"
    ],
    [
      "mcp_tools_write",
      { tool: "invites_create_channel", args: [{ ...general, max_age: 3600 }] },
      invite,
      { body: { max_age: 3600 } },
      "args must be an object with the tool's own arguments",
      { args: { ...general, max_age: 3600 } }
    ],
    [
      "mcp_tools_destructive",
      { tool: "roles_delete", args: { ...inGuild, role_id: roles.member }, __confirm: true },
      `DELETE /guilds/${guild}/roles/${roles.member}`,
      {},
      "fields of the called tool belong in args",
      { __confirm: undefined, args: { ...inGuild, role_id: roles.member, __confirm: true } }
    ],
    [
      "mcp_pipeline",
      { steps: [{ tool: "messages_send", args: { ...general, content: "p2", flags: 4096 } }] },
      toGeneral,
      { body: { content: "p2", flags: 4096 } },
      "steps[0].id is required",
      { steps: [{ id: "a", tool: "messages_send", args: { ...general, content: "p2", flags: 4096 } }] }
    ],
    [
      "mcp_pipeline",
      {
        steps: [
          { id: "find", tool: "channels_list", args: { ...inGuild } },
          { id: "say", tool: "messages_send", args: { ...general, content: "{{steps.find.items.length}} channels" } }
        ]
      },
      toGeneral,
      { body: { content: isCount } },
      "write {{find.items.length}}",
      {
        steps: [
          { id: "find", tool: "channels_list", args: { ...inGuild } },
          { id: "say", tool: "messages_send", args: { ...general, content: "{{find.items.length}} channels" } }
        ]
      }
    ],
    [
      "mcp_pipeline",
      {
        steps: [
          { id: "find", tool: "channels_list", args: { ...inGuild } },
          { id: "say", tool: "messages_send", args: { ...general, content: "${find.items.length} channels" } }
        ]
      },
      toGeneral,
      { body: { content: isCount } },
      "write {{find.items.length}}",
      {
        steps: [
          { id: "find", tool: "channels_list", args: { ...inGuild } },
          { id: "say", tool: "messages_send", args: { ...general, content: "{{find.items.length}} channels" } }
        ]
      }
    ]
  ]
}
