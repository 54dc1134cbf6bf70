/**
 * First calls of a model that knows Discord's public documentation, or a Discord library, better than our schemas:
 * bodies from the documentation, common words for fields, and spellings of other clients. Some are rejected.
 */
import { DateTime } from "effect"
import type { SeedIds } from "../../../src/sandbox/Seed.ts"
import { PNG } from "../../tools/wired.ts"

/** A call: a tool, and what a model plausibly sends first. */
export type FirstCall = readonly [tool: string, input: Readonly<Record<string, unknown>>]

/** The calls. `nowMs` is the time of the calls: some are about the next hours. */
export const documentedCalls = (ids: SeedIds, nowMs: number): ReadonlyArray<FirstCall> => {
  const { channels, guild, members, messages, roles } = ids
  const messageAt = (hours: number) => String(BigInt(nowMs + hours * 3_600_000 - 1_420_070_400_000) << 22n)
  const at = (hours: number) => `${DateTime.formatIso(DateTime.unsafeMake(nowMs + hours * 3_600_000)).slice(0, 19)}Z`
  const channel = { channel_id: channels.general }
  const inGuild = { guild_id: guild }
  const bruno = { ...inGuild, user_id: members.bruno }
  const own = { ...channel, message_id: messages.byBot }
  const embed = {
    title: "Spring tide",
    description: "The pool is deepest at **18:40**.",
    color: 3447003,
    fields: [
      { name: "High", value: "18:40", inline: true },
      { name: "Low", value: "00:55", inline: true }
    ],
    footer: { text: "Tide table" },
    timestamp: at(0)
  }
  const button = { type: 2, style: 1, label: "Count me in", custom_id: "count_me_in" }
  const row = { type: 1, components: [button] }

  return [
    // Reads
    ["messages_read", { ...channel, limit: "20" }],
    ["messages_read", { channel: channels.general, count: 10 }],
    ["messages_read", { channelId: channels.general, limit: 50 }],
    ["messages_read", { ...channel, before: "", after: "", around: "", cursor: "", limit: 5 }],
    ["messages_read", { ...channel, before: null, after: null, around: null, cursor: null, all: null, view: null }],
    ["messages_read", { ...channel, all: "false", view: "FULL" }],
    ["messages_read", { ...channel, limit: 500 }],
    ["messages_read", { channel_id: `https://discord.com/channels/${guild}/${channels.general}`, limit: 3 }],
    ["messages_read", { channel_id: `<#${channels.general}>`, max_results: "3" }],
    ["messages_read", { channel_id: Number(channels.general) }],
    ["messages_get", { ...channel, id: messages.byBot }],
    ["messages_get", { ...channel, message: messages.byBot }],
    ["messages_search", { ...inGuild, query: "starfish" }],
    ["messages_search", { ...inGuild, content: "tide", author_id: members.ada, has: "image" }],
    [
      "messages_search",
      { ...inGuild, content: "tide", author_id: [`<@${members.ada}>`], channel_id: channels.general }
    ],
    ["messages_search", { server_id: guild, content: "tide", sort_by: "TIMESTAMP", sort_order: "DESC", limit: "5" }],
    ["messages_search_recent", { ...channel, content: "tide" }],
    ["channels_list", { guild }],
    ["channels_list", { guildId: guild }],
    ["channels_get", { id: channels.general }],
    ["guild_get", { id: guild }],
    ["guild_get", { server: guild, view: "Compact" }],
    ["members_list", { ...inGuild, limit: "100", after: "" }],
    ["members_search", { ...inGuild, query: "ada", limit: "1" }],
    ["members_search", { ...inGuild, search: "ada" }],
    ["members_get", { ...inGuild, member_id: members.ada }],
    ["members_get", { ...inGuild, user: `<@!${members.ada}>` }],
    ["roles_list", { guild_id: guild, cursor: "" }],
    ["events_list", { ...inGuild, with_user_count: "true" }],
    ["users_list_current_user_guilds", { limit: "200", all: null }],
    ["audit_log_get", { ...inGuild, action_type: 22 }],
    ["audit_log_get", { ...inGuild, action_type: "22", limit: "10" }],
    ["audit_log_get", { ...inGuild, action_type: "member_ban_add", user_id: "" }],
    ["audit_log_get", { ...inGuild, type: "MEMBER_KICK" }],
    ["audit_log_get", { ...inGuild, action_type: "BAN" }],
    ["permissions_explain", { ...bruno, ...channel, requested_permissions: "2048" }],
    ["permissions_explain", { ...bruno, ...channel, requested_permissions: ["send_messages", "ManageMessages"] }],
    ["permissions_explain", { ...bruno, permissions: ["SEND_MESSAGES"] }],
    ["permissions_explain", { ...inGuild, role_id: roles.moderator, requested_permissions: 8192 }],
    ["mcp_tools_search", { query: "create a webhook", limit: "3" }],
    ["mcp_tools_search", { q: "create a webhook" }],
    ["mcp_tools_read", { name: "channels_get", arguments: channel }],
    ["mcp_tools_read", { tool: "channels_get", args: JSON.stringify(channel) }],
    [
      "mcp_tools_write",
      { tool: "roles_create", args: { ...inGuild, name: "Lifeguard", permissions: "1099511627776" } }
    ],

    // Messages
    ["messages_send", { ...channel, content: "Hello", message_reference: { message_id: messages.byBot } }],
    [
      "messages_send",
      {
        ...channel,
        content: "Hello",
        message_reference: { message_id: messages.byBot, channel_id: channels.general, guild_id: guild },
        allowed_mentions: { parse: [], replied_user: false }
      }
    ],
    ["messages_send", { ...channel, content: "Hello", tts: false, embeds: [], components: [], sticker_ids: [] }],
    ["messages_send", { channel: channels.general, message: "Hello" }],
    ["messages_send", { ...channel, text: "Hello" }],
    ["messages_send", { ...channel, content: "Hello", reply_to_message_id: messages.byBot }],
    ["messages_send", { ...channel, content: "Hello", flags: 4096 }],
    ["messages_send", { ...channel, content: "Hello", flags: ["SUPPRESS_EMBEDS"] }],
    ["messages_send", { ...channel, embeds: [{ ...embed, type: "rich" }] }],
    ["messages_send", { ...channel, embed }],
    ["messages_send", { ...channel, embeds: JSON.stringify([embed]) }],
    [
      "messages_send",
      {
        ...channel,
        embeds: [{ ...embed, color: "#5865F2", footer: "Tide table", image: `https://tidepool.example/a.png` }]
      }
    ],
    [
      "messages_send",
      { ...channel, embeds: [{ ...embed, color: "0x5865F2", thumbnail: { url: "https://tidepool.example/a.png" } }] }
    ],
    ["messages_send", { ...channel, embeds: [{ ...embed, color: "blue" }] }],
    [
      "messages_send",
      { ...channel, embeds: [{ ...embed, author: { name: "Tide", iconURL: "https://tidepool.example/a.png" } }] }
    ],
    ["messages_send", { ...channel, content: "Who comes?", components: [row] }],
    [
      "messages_send",
      {
        ...channel,
        content: "Who comes?",
        components: [{ type: "ACTION_ROW", components: [{ ...button, type: "BUTTON", style: "PRIMARY" }] }]
      }
    ],
    [
      "messages_send",
      {
        ...channel,
        content: "Who comes?",
        components: { type: "action_row", components: [{ ...button, type: "button", style: "success", emoji: "👍" }] }
      }
    ],
    ["messages_send", { ...channel, content: "Who comes?", components: [button] }],
    [
      "messages_send",
      {
        ...channel,
        content: "Pick one",
        components: [
          {
            type: 1,
            components: [
              {
                type: "string_select",
                custom_id: "pick",
                options: [
                  { label: "Reef", value: "reef" },
                  { label: "Dock", value: "dock" }
                ],
                min_values: "1",
                max_values: 1
              }
            ]
          }
        ]
      }
    ],
    [
      "messages_send",
      {
        ...channel,
        components: [
          {
            type: 17,
            accent_color: "#2F855A",
            components: [
              { type: 10, content: "# Tide" },
              { type: "separator", spacing: "large" }
            ]
          }
        ],
        flags: 32768
      }
    ],
    [
      "messages_send",
      {
        ...channel,
        poll: {
          question: { text: "Where do we meet?" },
          answers: [
            { poll_media: { text: "Harbour", emoji: { id: null, name: "⚓" } } },
            { poll_media: { text: "Reef" } }
          ],
          duration: 24,
          allow_multiselect: false,
          layout_type: 1
        }
      }
    ],
    [
      "messages_send",
      { ...channel, poll: { question: "Where do we meet?", answers: ["Harbour", "Reef"], duration: "24" } }
    ],
    ["messages_send", { ...channel, content: "A file", files: [{ name: "a.png", base64: PNG }] }],
    ["messages_send", { ...channel, content: "A file", files: { name: "a.png", base64: PNG } }],
    ["messages_send", { ...channel, content: "A file", attachments: [{ filename: "a.png", base64: PNG }] }],
    ["messages_send", { ...channel, content: "Hi", nonce: "12345" }],
    ["messages_send", { ...channel, content: `Hi <@${members.bruno}>`, allowed_mentions: { users: members.bruno } }],
    ["messages_send", { ...channel, content: "Hi", allowed_mentions: { parse: "users" } }],
    ["messages_send", { ...channel, content: "Hi", sticker_ids: ids.sticker }],
    [
      "messages_edit",
      { ...own, content: "Changed", embeds: null, components: null, flags: null, allowed_mentions: null }
    ],
    ["messages_edit", { ...own, message: "Changed" }],
    ["messages_edit", { channelId: channels.general, messageId: messages.byBot, content: "Changed" }],
    ["messages_edit", { ...own, content: "Changed", attachments: [] }],
    ["messages_delete", { ...own, reason: "Spam" }],
    ["messages_pin", { ...channel, message: messages.byBot }],
    ["messages_bulk_delete", { ...channel, messages: [messageAt(-2), messageAt(-1)], reason: "Spam" }],
    ["reactions_create", { ...own, emoji: { name: "🌊" } }],
    ["reactions_create", { ...own, emoji_name: "🌊" }],
    ["reactions_create", { ...own, reaction: "👍" }],
    ["reactions_create", { ...own, emoji: ":thumbsup:" }],
    [
      "polls_create",
      { ...channel, question: { text: "Where?" }, answers: ["Reef", "Dock"], duration: 24, allow_multiselect: true }
    ],
    ["polls_create", { ...channel, question: "Where?", options: ["Reef", "Dock"] }],
    [
      "polls_create",
      { ...channel, question: "Where?", answers: [{ poll_media: { text: "Reef" } }, { poll_media: { text: "Dock" } }] }
    ],
    [
      "polls_create",
      { ...channel, poll: { question: { text: "Where?" }, answers: [{ poll_media: { text: "Reef" } }] } }
    ],

    // Moderation
    ["members_ban", { ...bruno, delete_message_days: 7, reason: "Spam" }],
    ["members_ban", { ...bruno, deleteMessageSeconds: 86400 }],
    ["members_ban", { ...bruno, delete_message_days: "1" }],
    ["members_ban", { ...bruno, delete_message_days: 30 }],
    ["members_kick", { ...bruno, reason: "Spam" }],
    ["members_kick", { guild, user: members.bruno }],
    ["members_unban", { ...inGuild, user_id: ids.banned, reason: "" }],
    ["members_timeout", { ...bruno, minutes: "60" }],
    ["members_timeout", { ...bruno, communication_disabled_until: at(1) }],
    ["members_timeout", { ...bruno, until: at(1), minutes: null }],
    ["members_timeout", { ...bruno, duration: "1h" }],
    [
      "members_modify",
      { ...bruno, communication_disabled_until: at(1), nick: null, roles: null, mute: null, channel_id: null }
    ],
    ["members_modify", { ...bruno, communication_disabled_until: null }],
    ["members_modify", { ...bruno, timeout_until: at(1), reason: "Spam" }],
    ["members_modify", { ...bruno, nickname: "Starfish" }],
    ["members_modify", { ...bruno, nick: null }],
    ["members_modify", { ...bruno, roles: roles.member }],
    ["members_modify", { ...bruno, mute: "true" }],
    ["members_add_role", { ...bruno, role: roles.member }],
    ["members_add_role", { ...bruno, role_id: `<@&${roles.member}>`, reason: "Passed the test" }],
    ["members_bulk_ban", { ...inGuild, users: [members.bruno], delete_message_seconds: "0" }],
    [
      "automod_create_rule",
      {
        ...inGuild,
        name: "No spoilers",
        event_type: 1,
        trigger_type: 1,
        trigger_metadata: { keyword_filter: ["spoiler*"] },
        actions: [{ type: 1, metadata: { custom_message: "No." } }],
        enabled: true
      }
    ],
    [
      "automod_create_rule",
      {
        ...inGuild,
        name: "Slurs",
        event_type: "MESSAGE_SEND",
        trigger_type: "KEYWORD_PRESET",
        trigger_metadata: { presets: [1, 3] },
        actions: [{ type: "BLOCK_MESSAGE" }]
      }
    ],

    // Channels and threads
    ["channels_create_guild_channel", { ...inGuild, name: "reef", type: 0 }],
    [
      "channels_create_guild_channel",
      { ...inGuild, name: "reef", type: "GUILD_VOICE", bitrate: "64000", user_limit: "5" }
    ],
    ["channels_create_guild_channel", { ...inGuild, name: "reef", type: 4, parent_id: null, position: null }],
    ["channels_create_guild_channel", { ...inGuild, name: "reef", channel_type: "text", slowmode: 10 }],
    [
      "channels_create_guild_channel",
      { ...inGuild, name: "reef", kind: "TEXT", nsfw: "false", rate_limit_per_user: "5" }
    ],
    [
      "channels_create_guild_channel",
      {
        ...inGuild,
        name: "staff-only",
        type: 0,
        permission_overwrites: [
          { id: guild, type: 0, allow: "0", deny: "1024" },
          { id: roles.moderator, type: 0, allow: "3072", deny: "0" }
        ]
      }
    ],
    [
      "channels_create_guild_channel",
      { ...inGuild, name: "staff-only", permissionOverwrites: [{ id: guild, type: "role", deny: ["ViewChannel"] }] }
    ],
    [
      "channels_create_guild_channel",
      {
        ...inGuild,
        name: "ideas",
        type: "GUILD_FORUM",
        available_tags: [{ name: "new", emoji_id: null, emoji_name: "🌱", moderated: false }],
        default_reaction_emoji: { emoji_id: null, emoji_name: "👍" },
        default_sort_order: 0,
        default_forum_layout: 1
      }
    ],
    [
      "channels_create_guild_channel",
      { ...inGuild, name: "ideas", type: 15, available_tags: ["bug", "feature"], default_auto_archive_duration: "1440" }
    ],
    ["channels_create_guild_channel", { ...inGuild, name: "reef", type: "chat" }],
    ["channels_modify", { ...channel, topic: null }],
    ["channels_modify", { ...channel, parent_id: null }],
    ["channels_modify", { ...channel, name: "tide-room", topic: null, parent_id: null, rtc_region: null }],
    ["channels_modify", { ...channel, topic: "Tides", clear: "parent_id" }],
    ["channels_modify", { ...channel, slow_mode: "10" }],
    ["channels_modify", { ...channel, type: 5 }],
    ["channels_modify", { channel_id: channels.thread, archived: "true", locked: true }],
    ["channels_modify", { thread_id: channels.thread, archived: true }],
    ["channels_create_thread", { ...channel, name: "Low tide walk", type: 11, auto_archive_duration: "1440" }],
    ["channels_create_thread", { ...channel, title: "Low tide walk", kind: "PUBLIC_THREAD" }],
    ["channels_create_thread", { ...channel, name: "Low tide walk", type: "private", invitable: "false" }],
    ["messages_create_thread", { ...own, name: "Low tide walk", auto_archive_duration: 60, rate_limit_per_user: null }],
    [
      "channels_forum_create_thread",
      { channel_id: channels.forum, name: "Third rock", message: { content: "What lives there?" } }
    ],
    ["channels_forum_create_thread", { channel_id: channels.forum, title: "Third rock", message: "What lives there?" }],
    [
      "channels_forum_create_thread",
      { forum_id: channels.forum, name: "Third rock", message: { content: "What lives there?" }, applied_tags: null }
    ],
    ["channels_modify_permissions", { ...channel, overwrite_id: roles.member, type: 0, allow: "3072", deny: "0" }],
    ["channels_modify_permissions", { ...channel, overwrite_id: members.bruno, type: "MEMBER", deny: "SEND_MESSAGES" }],
    [
      "channels_modify_positions",
      { ...inGuild, positions: [{ id: channels.general, position: "2", parent_id: null }] }
    ],
    ["threads_join", { channel_id: channels.thread }],

    // Roles, events, webhooks, invites, the guild
    ["roles_create", { ...inGuild, name: "Lifeguard", color: "#2F855A", permissions: "2048", hoist: "true" }],
    [
      "roles_create",
      { ...inGuild, role_name: "Lifeguard", colour: 3066993, permissions: ["MANAGE_MESSAGES", "TIMEOUT_MEMBERS"] }
    ],
    [
      "roles_create",
      { ...inGuild, name: "Lifeguard", permissions: "SEND_MESSAGES, VIEW_CHANNEL", icon: null, unicode_emoji: null }
    ],
    ["roles_modify", { ...inGuild, role: roles.member, permissions: 1024 }],
    ["roles_modify", { ...inGuild, role_id: roles.member, mentionable: "false", icon: null }],
    [
      "events_create",
      {
        ...inGuild,
        name: "Walk",
        privacy_level: 2,
        scheduled_start_time: at(24),
        scheduled_end_time: at(26),
        entity_type: 3,
        entity_metadata: { location: "The pier" }
      }
    ],
    [
      "events_create",
      {
        ...inGuild,
        name: "Walk",
        privacy_level: "GUILD_ONLY",
        start_time: at(24),
        end_time: at(26),
        entity_type: "EXTERNAL",
        location: "The pier"
      }
    ],
    [
      "events_create",
      {
        ...inGuild,
        name: "Talk",
        scheduled_start_time: at(24),
        entity_type: "VOICE",
        channel_id: channels.voice,
        description: "Weekly",
        recurrence_rule: { start: at(24), frequency: 2, interval: 1, by_weekday: [0] }
      }
    ],
    [
      "events_create",
      {
        ...inGuild,
        name: "Walk",
        scheduled_start_time: at(24).replace("Z", ""),
        scheduled_end_time: at(26),
        entity_type: 3,
        entity_metadata: { location: "The pier" }
      }
    ],
    ["events_modify", { ...inGuild, event_id: ids.event, status: 2 }],
    ["events_modify", { ...inGuild, guild_scheduled_event_id: ids.event, status: "CANCELED" }],
    ["webhooks_create", { ...channel, name: "Tide", avatar: null }],
    ["webhooks_create", { ...channel, name: "Tide", avatar: `data:image/png;base64,${PNG}` }],
    [
      "webhooks_execute",
      {
        webhook_id: ids.webhook,
        webhook_token: ids.webhookToken,
        content: "Hello",
        username: "Tide",
        avatar_url: "https://tidepool.example/a.png",
        embeds: [embed],
        wait: "true"
      }
    ],
    [
      "webhooks_execute",
      { webhook_id: ids.webhook, token: ids.webhookToken, content: "Hello", thread_id: null, flags: 4 }
    ],
    [
      "invites_create_channel",
      { ...channel, max_age: "86400", max_uses: 1, temporary: "false", unique: true, target_type: null }
    ],
    [
      "guild_modify",
      {
        ...inGuild,
        name: "Tidepool",
        verification_level: 2,
        default_message_notifications: 1,
        explicit_content_filter: "ALL_MEMBERS",
        afk_timeout: "300",
        system_channel_flags: 5
      }
    ],
    ["users_create_dm", { user_id: members.bruno }],
    ["mcp_pipeline", { steps: JSON.stringify([{ id: "read", tool: "channels_get", args: channel }]) }],
    [
      "mcp_pipeline",
      {
        steps: [
          {
            id: "read",
            tool: "mcp_tools_read",
            args: { name: "channels_get", arguments: channel },
            if: null,
            for_each: null
          }
        ],
        output: null,
        mode: "SERIAL"
      }
    ]
  ]
}
