/**
 * First calls with the request that the caller means: Discord's own names and forms, those of its libraries and of other
 * servers, and what clients in strict mode send. They are written from the listed schemas alone.
 */
import { DateTime } from "effect"
import type { SeedIds } from "../../../src/sandbox/Seed.ts"
import { picture, targetsOf } from "./targets.ts"

type Values = Readonly<Record<string, unknown>>

/** A call, and the request that it means. */
export type MeantCall = readonly [tool: string, input: Values, request: string, meant: Meant]

/** The content of a request. Other fields of the body may be set too. A function checks a value that depends on the time. */
export interface Meant {
  readonly body?: unknown
  /** Fields that the body must not have. */
  readonly absent?: ReadonlyArray<string>
  readonly query?: Values
  /** The audit log reason. */
  readonly reason?: string
  /** The number of files. */
  readonly files?: number
}

/** Formats a time. */
export const iso = (ms: number): string => DateTime.formatIso(DateTime.unsafeMake(ms))

/** Checks a time that is this long after `nowMs`, to two minutes. */
export const soonAfter =
  (nowMs: number) =>
  (ms: number) =>
  (value: unknown): boolean =>
    typeof value === "string" && Math.abs(Date.parse(value) - nowMs - ms) < 120_000

/** Calls of a tool that send one request, by their fields besides `base`, each with the body that it means. */
const sends = (
  tool: string,
  base: Values,
  request: string,
  rows: ReadonlyArray<readonly [fields: Values, body: unknown]>
): ReadonlyArray<MeantCall> => rows.map(([fields, body]) => [tool, { ...base, ...fields }, request, { body }])

/** Calls that read, each with the query that it means. */
const reads = (
  tool: string,
  base: Values,
  request: string,
  rows: ReadonlyArray<readonly [fields: Values, query: Values]>
): ReadonlyArray<MeantCall> => rows.map(([fields, query]) => [tool, { ...base, ...fields }, request, { query }])

/** The calls. `nowMs` is the time of the calls. */
export const meantCalls = (ids: SeedIds, nowMs: number): ReadonlyArray<MeantCall> => {
  const { banned, bot, channels, emoji, event, guild, inviteCode, members, messages, roles, rule, sticker } = ids
  const { templateCode, webhook, webhookToken } = ids
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
    events,
    react
  } = targetsOf(ids)
  const ends = (minutes: number) => ({ body: { communication_disabled_until: soon(minutes * 60_000) } })

  return [
    ...sends("messages_send", general, toGeneral, [
      [{ message: "Hi" }, { content: "Hi" }],
      [{ text: "Hi text" }, { content: "Hi text" }],
      [
        { content: "x", embed: { title: "T", description: "D" } },
        { content: "x", embeds: [{ title: "T", description: "D" }] }
      ],
      [{ embeds: { title: "T" } }, { embeds: [{ title: "T" }] }],
      [{ embeds: [{ title: "T", color: "#ff0000" }] }, { embeds: [{ title: "T", color: 16711680 }] }],
      [{ embeds: [{ title: "T", color: "0x5865F2" }] }, { embeds: [{ title: "T", color: 5793266 }] }],
      [{ embeds: [{ title: "T", color: "16711680" }] }, { embeds: [{ title: "T", color: 16711680 }] }],
      [{ embeds: [{ title: "T", color: "00ff00" }] }, { embeds: [{ title: "T", color: 65280 }] }],
      [{ embeds: [{ title: "T", colour: "#0f0" }] }, { embeds: [{ title: "T", color: 65280 }] }],
      [
        {
          embeds: [
            {
              title: "T",
              thumbnail: "https://example.com/t.png",
              image: "https://example.com/i.png",
              footer: "Foot",
              author: "Ada"
            }
          ]
        },
        {
          embeds: [
            {
              title: "T",
              thumbnail: { url: "https://example.com/t.png" },
              image: { url: "https://example.com/i.png" },
              footer: { text: "Foot" },
              author: { name: "Ada" }
            }
          ]
        }
      ],
      [
        {
          embeds: [
            {
              title: "T",
              footer: { text: "F", iconURL: "https://example.com/i.png" },
              author: { name: "A", iconURL: "https://example.com/a.png" }
            }
          ]
        },
        {
          embeds: [
            {
              title: "T",
              footer: { text: "F", icon_url: "https://example.com/i.png" },
              author: { name: "A", icon_url: "https://example.com/a.png" }
            }
          ]
        }
      ],
      [
        {
          embeds: [
            {
              title: "T",
              fields: [
                { name: "a", value: 1, inline: "true" },
                { name: "b", value: "x", inline: false }
              ]
            }
          ]
        },
        {
          embeds: [
            {
              title: "T",
              fields: [
                { name: "a", value: "1", inline: true },
                { name: "b", value: "x", inline: false }
              ]
            }
          ]
        }
      ],
      [{ embeds: '[{"title":"From a string","color":255}]' }, { embeds: [{ title: "From a string", color: 255 }] }],
      [
        { content: "re", message_reference: { message_id: messages.byMember } },
        { content: "re", message_reference: { message_id: messages.byMember } }
      ],
      [
        { content: "re", message_reference: { message_id: messages.byMember, fail_if_not_exists: false } },
        { content: "re", message_reference: { message_id: messages.byMember, fail_if_not_exists: false } }
      ],
      [
        { content: "re", reply_to_message_id: messages.byMember },
        { content: "re", message_reference: { message_id: messages.byMember } }
      ],
      [
        { content: "re", reply_to: `https://discord.com/channels/${guild}/${channels.general}/${messages.byMember}` },
        { content: "re", message_reference: { message_id: messages.byMember } }
      ],
      [
        { content: "re", reply_to: { message_id: messages.byMember } },
        { content: "re", message_reference: { message_id: messages.byMember } }
      ],
      [
        {
          poll: {
            question: { text: "Which?" },
            answers: [{ poll_media: { text: "A", emoji: { name: "🍎" } } }, { poll_media: { text: "B" } }],
            duration: 48,
            allow_multiselect: true,
            layout_type: 1
          }
        },
        {
          poll: {
            question: { text: "Which?" },
            answers: [{ poll_media: { text: "A", emoji: { name: "🍎" } } }, { poll_media: { text: "B" } }],
            duration: 48,
            allow_multiselect: true
          }
        }
      ],
      [
        { poll: { question: "Which?", answers: ["A", "B"], duration: "24" } },
        {
          poll: {
            question: { text: "Which?" },
            answers: [{ poll_media: { text: "A" } }, { poll_media: { text: "B" } }],
            duration: 24
          }
        }
      ],
      [
        {
          poll: {
            question: { text: "Which?" },
            answers: [{ text: "A", emoji: "🍎" }, { text: "B" }],
            duration: 1,
            allowMultiselect: false,
            layoutType: 1
          }
        },
        {
          poll: {
            question: { text: "Which?" },
            answers: [{ poll_media: { text: "A", emoji: { name: "🍎" } } }, { poll_media: { text: "B" } }],
            duration: 1,
            allow_multiselect: false
          }
        }
      ],
      [
        { content: "quiet", flags: 4096 },
        { content: "quiet", flags: 4096 }
      ],
      [
        { content: "quiet", flags: "SUPPRESS_NOTIFICATIONS" },
        { content: "quiet", flags: 4096 }
      ],
      [
        { content: "quiet", flags: ["SuppressNotifications", "SuppressEmbeds"] },
        { content: "quiet", flags: 4100 }
      ],
      [
        { content: "@everyone hi", allowed_mentions: { parse: ["everyone"] } },
        { content: "@everyone hi", allowed_mentions: { parse: ["everyone"] } }
      ],
      [
        { content: `<@&${roles.moderator}> hi`, allowed_mentions: { parse: [], roles: `<@&${roles.moderator}>` } },
        { content: `<@&${roles.moderator}> hi`, allowed_mentions: { roles: [roles.moderator] } }
      ],
      [
        { content: "hi all", allowed_mentions: ["users", "roles"] },
        { content: "hi all", allowed_mentions: { parse: ["users", "roles"] } }
      ],
      [
        { content: "re", reply_to: messages.byMember, allowed_mentions: { repliedUser: false } },
        {
          content: "re",
          message_reference: { message_id: messages.byMember },
          allowed_mentions: { replied_user: false }
        }
      ],
      [
        { content: "s", sticker_ids: sticker },
        { content: "s", sticker_ids: [sticker] }
      ],
      [
        { content: "s", stickers: [sticker] },
        { content: "s", sticker_ids: [sticker] }
      ],
      [
        {
          content: "b",
          components: [
            {
              type: 1,
              components: [
                { type: 2, style: 1, label: "Go", custom_id: "go" },
                { type: 2, style: 5, label: "Site", url: "https://example.com" }
              ]
            }
          ]
        },
        {
          content: "b",
          components: [
            {
              type: 1,
              components: [
                { type: 2, style: 1, label: "Go", custom_id: "go" },
                { type: 2, style: 5, label: "Site", url: "https://example.com" }
              ]
            }
          ]
        }
      ],
      [
        {
          content: "b",
          components: [
            { type: "ACTION_ROW", components: [{ type: "BUTTON", style: "PRIMARY", label: "Go", custom_id: "go" }] }
          ]
        },
        { content: "b", components: [{ type: 1, components: [{ type: 2, style: 1, label: "Go", custom_id: "go" }] }] }
      ],
      [
        {
          content: "b",
          components: [
            {
              type: "action_row",
              components: [{ type: "button", style: "danger", label: "Go", customId: "go", emoji: "👍" }]
            }
          ]
        },
        {
          content: "b",
          components: [
            { type: 1, components: [{ type: 2, style: 4, label: "Go", custom_id: "go", emoji: { name: "👍" } }] }
          ]
        }
      ],
      [
        { content: "b", components: [{ type: 2, style: 1, label: "Go", custom_id: "go" }] },
        { content: "b", components: [{ type: 1, components: [{ type: 2, style: 1, label: "Go", custom_id: "go" }] }] }
      ],
      [
        { content: "b", components: { type: 1, components: [{ type: 2, style: 1, label: "Go", custom_id: "go" }] } },
        { content: "b", components: [{ type: 1, components: [{ type: 2, style: 1, label: "Go", custom_id: "go" }] }] }
      ],
      [
        {
          content: "b",
          components: [
            {
              type: 1,
              components: [
                {
                  type: 3,
                  custom_id: "m",
                  placeholder: "Pick",
                  min_values: 1,
                  max_values: 1,
                  options: [
                    { label: "One", value: "1", emoji: { name: "🎲" }, default: true },
                    { label: "Two", value: "2", description: "second" }
                  ]
                }
              ]
            }
          ]
        },
        {
          content: "b",
          components: [
            {
              type: 1,
              components: [
                {
                  type: 3,
                  custom_id: "m",
                  placeholder: "Pick",
                  min_values: 1,
                  max_values: 1,
                  options: [
                    { label: "One", value: "1", emoji: { name: "🎲" }, default: true },
                    { label: "Two", value: "2", description: "second" }
                  ]
                }
              ]
            }
          ]
        }
      ],
      [
        {
          flags: 32768,
          components: [
            {
              type: 17,
              accent_color: 703487,
              components: [
                { type: 10, content: "# Hi" },
                { type: 14, divider: true, spacing: 1 },
                {
                  type: 9,
                  components: [{ type: 10, content: "side" }],
                  accessory: { type: 11, media: { url: "https://example.com/a.png" } }
                }
              ]
            }
          ]
        },
        {
          flags: 32768,
          components: [
            {
              type: 17,
              accent_color: 703487,
              components: [
                { type: 10, content: "# Hi" },
                { type: 14, divider: true, spacing: 1 },
                {
                  type: 9,
                  components: [{ type: 10, content: "side" }],
                  accessory: { type: 11, media: { url: "https://example.com/a.png" } }
                }
              ]
            }
          ]
        }
      ],
      [
        { components: [{ type: 10, content: "plain v2" }] },
        { flags: 32768, components: [{ type: 10, content: "plain v2" }] }
      ],
      [{ content: "t", tts: "false" }, { content: "t" }],
      [{ content: 12345 }, { content: "12345" }]
    ]),
    ...reads("messages_read", general, readGeneral, [
      [{ limit: "10" }, { limit: "10" }],
      [
        {
          limit: 10,
          before: null,
          after: null,
          around: null,
          cursor: null,
          all: null,
          view: null,
          since: null,
          until: null
        },
        { limit: "10" }
      ],
      [
        { limit: 10, before: "", after: "", around: "", cursor: "", all: false, view: "", since: "", until: "" },
        { limit: "10" }
      ],
      [{ count: 10 }, { limit: "10" }],
      [
        { limit: 5, before: `https://discord.com/channels/${guild}/${channels.general}/${messages.byMember}` },
        { limit: "5", before: messages.byMember }
      ],
      [{ since: 1795000000 }, {}],
      [{ after: "2026-11-20T00:00:00Z" }, {}]
    ]),
    ...reads("messages_search", inGuild, search, [
      [{ query: "release" }, { content: "release" }],
      [
        { content: "release", author_id: members.bruno },
        { content: "release", author_id: members.bruno }
      ],
      [
        { content: "x", author_id: `<@${members.bruno}>`, channel_id: `<#${channels.general}>` },
        { author_id: members.bruno, channel_id: channels.general }
      ],
      [
        { has: "image", author_id: null, mentions: null, channel_id: null, pinned: null, content: null, cursor: null },
        { has: "image" }
      ],
      [
        { content: "x", pinned: "true", mention_everyone: "false" },
        { pinned: "true", mention_everyone: "false" }
      ],
      [{ content: "x", author_type: "bot" }, { author_type: "bot" }],
      [{ content: "x", before: "2026-11-20T00:00:00Z" }, {}],
      [{ content: "x", author_ids: [members.bruno, members.ada] }, {}]
    ]),
    ...sends("messages_edit", own, edit, [
      [{ new_content: "new" }, { content: "new" }],
      [{ embeds: [] }, { embeds: [] }],
      [
        { content: "x", flags: 4 },
        { content: "x", flags: 4 }
      ]
    ]),
    ...sends("polls_create", general, toGeneral, [
      [
        { question: "Q?", answers: ["A", "B"], duration: 24 },
        {
          poll: {
            question: { text: "Q?" },
            answers: [{ poll_media: { text: "A" } }, { poll_media: { text: "B" } }],
            duration: 24
          }
        }
      ],
      [
        { question: "Q?", options: ["A", "B"] },
        { poll: { question: { text: "Q?" }, answers: [{ poll_media: { text: "A" } }, { poll_media: { text: "B" } }] } }
      ],
      [
        {
          question: { text: "Q?" },
          answers: [{ poll_media: { text: "A" } }, { poll_media: { text: "B", emoji: { name: "🅱️" } } }],
          allow_multiselect: true
        },
        { poll: { question: { text: "Q?" }, allow_multiselect: true } }
      ],
      [
        { question: "Q?", answers: [{ text: "A" }, { text: "B" }], duration_hours: "48", multiple_choice: "true" },
        {
          poll: {
            question: { text: "Q?" },
            answers: [{ poll_media: { text: "A" } }, { poll_media: { text: "B" } }],
            duration: 48,
            allow_multiselect: true
          }
        }
      ],
      [{ question: "Q?", answers: ["A", "B"], duration_minutes: 120 }, { poll: { duration: 2 } }],
      [{ question: "Q?", answers: ["A", "B"], duration_days: 3 }, { poll: { duration: 72 } }],
      [{ question: "Q?", answers: ["A", "B"], duration_hours: "2 days" }, { poll: { duration: 48 } }],
      [
        { question: "Q?", answers: ["A", "B"], allow_multiple: true, duration_hours: 1 },
        { poll: { allow_multiselect: true, duration: 1 } }
      ],
      [
        { title: "Q?", answers: ["A", "B"] },
        { poll: { question: { text: "Q?" }, answers: [{ poll_media: { text: "A" } }, { poll_media: { text: "B" } }] } }
      ]
    ]),
    ...reads("audit_log_get", inGuild, auditLog, [
      [{ action_type: 22 }, { action_type: "22" }],
      [{ action_type: "22" }, { action_type: "22" }],
      [{ action_type: "member_ban_add" }, { action_type: "22" }],
      [{ action_type: "MemberBanAdd" }, { action_type: "22" }],
      [{ type: 72 }, { action_type: "72" }],
      [{ action_type: "message delete" }, { action_type: "72" }],
      [
        { user_id: `<@!${members.ada}>`, limit: "5" },
        { user_id: members.ada, limit: "5" }
      ],
      [{ before: "2026-11-20T00:00:00Z" }, {}]
    ]),
    ...sends("members_ban", bruno, ban, [
      [{ delete_message_days: 7 }, { delete_message_seconds: 604800 }],
      [{ delete_message_seconds: "86400" }, { delete_message_seconds: 86400 }],
      [{ delete_message_seconds: "1d" }, { delete_message_seconds: 86400 }],
      [{ delete_messages_days: 1 }, { delete_message_seconds: 86400 }],
      [{ delete_message_hours: 24 }, { delete_message_seconds: 86400 }]
    ]),
    ...sends("members_modify", bruno, timeout, [
      [{ nickname: "Bru" }, { nick: "Bru" }],
      [
        { nick: "Bru", roles: [], mute: false, channel_id: "", communication_disabled_until: "", flags: [], clear: [] },
        { nick: "Bru", roles: [], mute: false, flags: 0 }
      ],
      [{ roles: roles.member }, { roles: [roles.member] }],
      [{ roles: `${roles.member},${roles.moderator}` }, { roles: [roles.member, roles.moderator] }],
      [{ roles: [`<@&${roles.member}>`] }, { roles: [roles.member] }],
      [{ flags: 4 }, { flags: 4 }],
      [{ clear: "nick" }, { nick: null }],
      [{ clear: "nick,channel_id" }, { nick: null, channel_id: null }]
    ]),
    [
      "channels_modify_permissions",
      { ...general, overwrite_id: "@everyone", type: "role", deny: ["SEND_MESSAGES"] },
      `PUT /channels/${channels.general}/permissions/${guild}`,
      { body: { type: 0, deny: "2048" } }
    ],
    ["members_modify", { ...bruno, roles: ["Moderator"] }, timeout, { body: { roles: [roles.moderator] } }],
    ...sends("channels_create_guild_channel", inGuild, newChannel, [
      [{ name: "new", category: "Community" }, { parent_id: channels.community }],
      ...["@everyone", "everyone"].map(
        (id) =>
          [
            { name: "new", permission_overwrites: [{ id, type: "role", deny: ["VIEW_CHANNEL"] }] },
            { permission_overwrites: [{ id: guild, type: 0, deny: "1024" }] }
          ] as const
      ),
      [{ name: "new", type: 2 }, { type: 2 }],
      [{ name: "new", type: "GUILD_VOICE" }, { type: 2 }],
      [{ name: "new", kind: "GuildForum" }, { type: 15 }],
      [{ name: "new", kind: 5 }, { type: 5 }],
      [{ name: "new", type: "4" }, { type: 4 }],
      [{ name: "new", channel_type: "voice" }, { type: 2 }],
      [{ name: "new", kind: "GUILD_NEWS" }, { type: 5 }],
      [{ name: "new", category_id: channels.community }, { parent_id: channels.community }],
      [
        { name: "new", parent: channels.community, kind: "text" },
        { parent_id: channels.community, type: 0 }
      ],
      [
        {
          name: "new",
          permission_overwrites: [
            { id: guild, type: 0, allow: "0", deny: "1024" },
            { id: roles.moderator, type: 0, allow: "3072", deny: "0" }
          ]
        },
        {
          name: "new",
          permission_overwrites: [
            { id: guild, type: 0, allow: "0", deny: "1024" },
            { id: roles.moderator, type: 0, allow: "3072", deny: "0" }
          ],
          type: 0
        }
      ],
      [
        {
          name: "new",
          permission_overwrites: [{ id: members.bruno, type: "user", allow: "VIEW_CHANNEL, SEND_MESSAGES" }]
        },
        { name: "new", permission_overwrites: [{ id: members.bruno, type: 1, allow: "3072", deny: "0" }], type: 0 }
      ],
      [{ name: "new", slowmode: 10 }, { rate_limit_per_user: 10 }],
      [{ name: "new", rateLimitPerUser: 10 }, { rate_limit_per_user: 10 }],
      [{ name: "new", rate_limit_per_user: "5s" }, { rate_limit_per_user: 5 }],
      [{ name: "new", slow_mode: "1m" }, { rate_limit_per_user: 60 }],
      [
        { name: "new", kind: "voice", bitrate: "96000", user_limit: "10" },
        { bitrate: 96000, user_limit: 10 }
      ],
      [
        { name: "new", kind: "forum", available_tags: ["Bug", "Idea"] },
        { available_tags: [{ name: "Bug" }, { name: "Idea" }] }
      ],
      [
        {
          name: "new",
          kind: "forum",
          available_tags: [{ name: "Bug", emoji_name: "🐛", emoji_id: null, moderated: false }],
          default_reaction_emoji: { emoji_name: "👍", emoji_id: null },
          default_forum_layout: 1,
          default_sort_order: 0
        },
        {
          available_tags: [{ name: "Bug", emoji_name: "🐛" }],
          default_reaction_emoji: { emoji_name: "👍" },
          default_forum_layout: 1,
          default_sort_order: 0
        }
      ],
      [
        { name: "new", kind: "forum", default_sort_order: "LATEST_ACTIVITY", default_forum_layout: "GALLERY_VIEW" },
        { default_sort_order: 0, default_forum_layout: 2 }
      ],
      [{ name: "new", kind: "voice", video_quality_mode: 2 }, { video_quality_mode: 2 }],
      [{ name: "new", default_auto_archive_duration: "1d" }, { default_auto_archive_duration: 1440 }],
      [{ name: "new", default_auto_archive_duration: "3 days" }, { default_auto_archive_duration: 4320 }],
      [{ name: "new", is_nsfw: true }, { nsfw: true }],
      [{ name: "new", ageRestricted: true }, { nsfw: true }]
    ]),
    ...sends("channels_modify", general, modify, [
      [{ new_name: "lobby" }, { name: "lobby" }],
      [{ topic: "" }, { topic: "" }],
      [{ clear: "topic" }, { topic: null }],
      [{ type: 5 }, { type: 5 }],
      [{ slowmode_delay: 30 }, { rate_limit_per_user: 30 }],
      [{ slow_mode_seconds: 5 }, { rate_limit_per_user: 5 }]
    ]),
    ...sends("channels_create_thread", general, newThread, [
      [{ name: "topic", type: 11 }, { type: 11 }],
      [
        { name: "topic", type: 12, invitable: "false" },
        { type: 12, invitable: false }
      ],
      [{ name: "topic", type: "PRIVATE_THREAD" }, { type: 12 }],
      [{ name: "topic", kind: "GUILD_PUBLIC_THREAD" }, { type: 11 }],
      [{ name: "topic", type: "private" }, { type: 12 }],
      [{ name: "topic", auto_archive_duration: "1440" }, { auto_archive_duration: 1440 }],
      [{ name: "topic", auto_archive_duration: "1 hour" }, { auto_archive_duration: 60 }],
      [{ name: "topic", autoArchiveDuration: 60 }, { auto_archive_duration: 60 }],
      [{ thread_name: "topic" }, { name: "topic" }]
    ]),
    ...sends("guild_modify", inGuild, settings, [
      [{ verification_level: 2 }, { verification_level: 2 }],
      [{ verification_level: "MEDIUM" }, { verification_level: 2 }],
      [
        { verification_level: "VERY_HIGH", default_message_notifications: 1, explicit_content_filter: "2" },
        { verification_level: 4, default_message_notifications: 1, explicit_content_filter: 2 }
      ],
      [{ default_message_notifications: "ONLY_MENTIONS" }, { default_message_notifications: 1 }],
      [{ system_channel_flags: 3 }, { system_channel_flags: 3 }],
      [{ afk_timeout: "5m" }, { afk_timeout: 300 }],
      [
        { afk_timeout: 300, afk_channel_id: `<#${channels.voice}>` },
        { afk_timeout: 300, afk_channel_id: channels.voice }
      ],
      [{ icon: picture }, { icon: picture }],
      [{ explicit_content_filter: "ALL_MEMBERS" }, { explicit_content_filter: 2 }],
      [{ verificationLevel: "High" }, { verification_level: 3 }]
    ]),
    ...sends("automod_create_rule", inGuild, newRule, [
      [
        {
          name: "rule",
          trigger_type: 1,
          event_type: 1,
          trigger_metadata: { keyword_filter: ["bad"] },
          actions: [
            { type: 1, metadata: { custom_message: "no" } },
            { type: 3, metadata: { duration_seconds: 60 } }
          ],
          enabled: true
        },
        {
          trigger_type: 1,
          event_type: 1,
          trigger_metadata: { keyword_filter: ["bad"] },
          actions: [
            { type: 1, metadata: { custom_message: "no" } },
            { type: 3, metadata: { duration_seconds: 60 } }
          ],
          enabled: true
        }
      ],
      [
        {
          name: "rule",
          trigger_type: "keyword_preset",
          trigger_metadata: { presets: ["PROFANITY", "SLURS"] },
          actions: [{ type: "BLOCK_MESSAGE" }]
        },
        { trigger_type: 4, trigger_metadata: { presets: [1, 3] }, actions: [{ type: 1 }] }
      ],
      [
        { name: "rule", trigger_type: "keyword", keyword_filter: ["bad"], actions: [{ type: "block_message" }] },
        { trigger_type: 1, trigger_metadata: { keyword_filter: ["bad"] } }
      ],
      [
        {
          name: "rule",
          trigger_type: "mention_spam",
          trigger_metadata: { mention_total_limit: "5" },
          actions: [{ type: "send_alert_message", channel_id: channels.staff }]
        },
        {
          trigger_type: 5,
          trigger_metadata: { mention_total_limit: 5 },
          actions: [{ type: 2, metadata: { channel_id: channels.staff } }]
        }
      ],
      [
        {
          name: "rule",
          trigger_type: 6,
          event_type: 2,
          trigger_metadata: { keyword_filter: ["x"] },
          actions: [{ type: 4 }]
        },
        { trigger_type: 6, event_type: 2, actions: [{ type: 4 }] }
      ]
    ]),
    ...sends("roles_create", inGuild, newRole, [
      [
        { name: "r", color: "#3498db" },
        { name: "r", color: 3447003 }
      ],
      [
        { name: "r", color: "3447003" },
        { name: "r", color: 3447003 }
      ],
      [{ name: "r", permissions: "8" }, { permissions: "8" }],
      [{ name: "r", permissions: 8 }, { permissions: "8" }],
      [{ name: "r", permissions: "SEND_MESSAGES,VIEW_CHANNEL" }, { permissions: "3072" }],
      [
        { name: "r", permissions: ["SendMessages", "ViewChannel"], hoist: "true" },
        { permissions: "3072", hoist: true }
      ],
      [{ name: "r", permissions: "SEND_MESSAGES | VIEW_CHANNEL" }, { permissions: "3072" }],
      [{ name: "r", permissions: ["Administrator"] }, { permissions: "8" }],
      [
        { name: "r", colors: { primary_color: "#ff0000", secondary_color: "#00ff00", tertiary_color: null } },
        { colors: { primary_color: 16711680, secondary_color: 65280 } }
      ],
      [{ name: "r", unicodeEmoji: "🔥" }, { unicode_emoji: "🔥" }],
      [{ name: "r", permissions: ["2048", "1024"] }, { permissions: "3072" }]
    ]),
    ...sends("roles_modify", inGuild, `PATCH /guilds/${guild}/roles/${roles.member}`, [
      [{ role_id: `<@&${roles.member}>`, new_name: "People" }, { name: "People" }],
      [
        { role_id: roles.member, name: "People", color: 0, permissions: [] },
        { name: "People", permissions: "0" }
      ]
    ]),
    ...sends(
      "channels_modify_permissions",
      general,
      `PUT /channels/${channels.general}/permissions/${roles.moderator}`,
      [
        [
          { overwrite_id: roles.moderator, type: 0, allow: "3072", deny: "0" },
          { type: 0, allow: "3072" }
        ],
        [
          { id: roles.moderator, type: "role", allow: ["VIEW_CHANNEL", "SEND_MESSAGES"] },
          { type: 0, allow: "3072" }
        ]
      ]
    ),
    ...sends("invites_create_channel", general, invite, [
      [
        { max_age: "1d", max_uses: "5" },
        { max_age: 86400, max_uses: 5 }
      ],
      [
        { maxAge: 0, temporary: "true" },
        { max_age: 0, temporary: true }
      ],
      [{ max_age_hours: 24 }, { max_age: 86400 }],
      [
        { target_type: 2, target_application_id: "880218394199220334" },
        { target_type: 2, target_application_id: "880218394199220334" }
      ],
      [{ max_age_seconds: 3600 }, { max_age: 3600 }]
    ]),
    ...sends("events_create", inGuild, events, [
      [
        {
          name: "Ev",
          scheduled_start_time: "2026-12-24T18:00:00Z",
          scheduled_end_time: "2026-12-24T20:00:00Z",
          entity_type: 3,
          privacy_level: 2,
          entity_metadata: { location: "Park" }
        },
        { entity_type: 3, entity_metadata: { location: "Park" } }
      ],
      [
        {
          name: "Ev",
          scheduledStartTime: "2026-12-24T18:00:00Z",
          entityType: 2,
          channelId: channels.voice,
          privacyLevel: 2
        },
        { entity_type: 2, channel_id: channels.voice }
      ]
    ]),
    ...sends("events_modify", inGuild, `PATCH /guilds/${guild}/scheduled-events/${event}`, [
      [{ event_id: event, status: 4 }, { status: 4 }],
      [{ event_id: event, status: "CANCELLED" }, { status: 4 }]
    ]),
    ...sends("emojis_create", inGuild, `POST /guilds/${guild}/emojis`, [
      [
        { name: ":party:", image: picture, roles: null },
        { name: "party", image: picture }
      ],
      [
        { name: "party", image: { base64: picture } },
        { name: "party", image: picture }
      ]
    ]),
    ...sends("commands_create_global", ping, `POST /applications/${bot}/commands`, [
      [
        {
          type: 1,
          options: [{ type: 3, name: "text", description: "d", required: true, choices: [{ name: "A", value: "a" }] }],
          default_member_permissions: "8",
          contexts: [0, 1],
          integration_types: [0]
        },
        {
          type: 1,
          options: [{ type: 3, name: "text", description: "d", required: true, choices: [{ name: "A", value: "a" }] }],
          default_member_permissions: "8",
          contexts: [0, 1],
          integration_types: [0]
        }
      ],
      [
        {
          type: "CHAT_INPUT",
          options: [
            { type: "STRING", name: "text", description: "d" },
            { type: "Integer", name: "n", description: "d", min_value: 1 }
          ],
          defaultMemberPermissions: "MANAGE_GUILD"
        },
        {
          type: 1,
          options: [
            { type: 3, name: "text", description: "d" },
            { type: 4, name: "n", description: "d", min_value: 1 }
          ],
          default_member_permissions: "32"
        }
      ],
      [{ default_member_permissions: "0" }, { default_member_permissions: "0" }]
    ]),
    ...sends("components_v2_send", general, toGeneral, [
      [
        {
          components: [
            {
              type: "container",
              accent_color: "#ff0000",
              components: [
                { type: "text_display", content: "Hi" },
                { type: "separator" },
                { type: "media_gallery", items: [{ media: { url: "https://example.com/a.png" } }] }
              ]
            }
          ]
        },
        {
          flags: 32768,
          components: [
            {
              type: 17,
              accent_color: 16711680,
              components: [
                { type: 10, content: "Hi" },
                { type: 14 },
                { type: 12, items: [{ media: { url: "https://example.com/a.png" } }] }
              ]
            }
          ]
        }
      ],
      [
        {
          flags: 32768,
          components: [
            {
              type: 9,
              components: [{ type: 10, content: "S" }],
              accessory: { type: 2, style: "link", label: "L", url: "https://example.com" }
            }
          ]
        },
        {
          flags: 32768,
          components: [
            {
              type: 9,
              components: [{ type: 10, content: "S" }],
              accessory: { type: 2, style: 5, label: "L", url: "https://example.com" }
            }
          ]
        }
      ],
      [
        { components: [{ type: 12, items: [{ url: "https://example.com/a.png", description: "alt" }] }] },
        { components: [{ type: 12, items: [{ media: { url: "https://example.com/a.png" }, description: "alt" }] }] }
      ]
    ]),
    [
      "messages_send",
      {
        ...general,
        content: "Hello",
        embeds: null,
        components: null,
        tts: null,
        allowed_mentions: null,
        files: null,
        poll: null,
        flags: null,
        sticker_ids: null,
        reply_to: null,
        __confirm: null
      },
      toGeneral,
      {
        body: { content: "Hello" },
        absent: ["embeds", "components", "poll", "flags", "sticker_ids", "message_reference"]
      }
    ],
    [
      "messages_send",
      { channel_id: `<#${channels.general}>`, content: "Hi there" },
      toGeneral,
      { body: { content: "Hi there" } }
    ],
    [
      "messages_send",
      { channel_id: `https://discord.com/channels/${guild}/${channels.general}`, content: "Hi" },
      toGeneral,
      { body: { content: "Hi" } }
    ],
    ["messages_send", { channelId: channels.general, content: "Hi" }, toGeneral, { body: { content: "Hi" } }],
    ["messages_send", { channel: channels.general, content: "Hi" }, toGeneral, { body: { content: "Hi" } }],
    [
      "messages_get",
      { message_id: `https://discord.com/channels/${guild}/${channels.general}/${messages.byMember}` },
      `GET /channels/${channels.general}/messages/${messages.byMember}`,
      {}
    ],
    [
      "messages_get",
      { ...general, id: messages.byMember },
      `GET /channels/${channels.general}/messages/${messages.byMember}`,
      {}
    ],
    [
      "messages_get",
      { ...general, messageId: messages.byMember },
      `GET /channels/${channels.general}/messages/${messages.byMember}`,
      {}
    ],
    [
      "messages_get",
      { message_url: `https://discord.com/channels/${guild}/${channels.general}/${messages.byMember}` },
      `GET /channels/${channels.general}/messages/${messages.byMember}`,
      {}
    ],
    [
      "messages_edit",
      {
        ...own,
        content: "new",
        embeds: null,
        components: null,
        allowed_mentions: null,
        files: null,
        keep_attachments: null,
        flags: null,
        __confirm: null
      },
      edit,
      { body: { content: "new" }, absent: ["embeds", "components", "attachments", "flags"] }
    ],
    [
      "messages_delete",
      { ...theirs, reason: "Spam" },
      `DELETE /channels/${channels.general}/messages/${messages.byMember}`,
      { reason: "Spam" }
    ],
    [
      "messages_delete",
      { ...theirs, __confirm: true },
      `DELETE /channels/${channels.general}/messages/${messages.byMember}`,
      {}
    ],
    [
      "messages_pin",
      { ...theirs, reason: "keep" },
      `PUT /channels/${channels.general}/messages/pins/${messages.byMember}`,
      { reason: "keep" }
    ],
    ["reactions_create", { ...theirs, emoji: "👍" }, react, {}],
    ["reactions_create", { ...theirs, emoji: "%F0%9F%91%8D" }, react, {}],
    [
      "reactions_create",
      { ...theirs, emoji: `<:kelp:${emoji}>` },
      `PUT /channels/${channels.general}/messages/${messages.byMember}/reactions/kelp%3A${emoji}/@me`,
      {}
    ],
    [
      "reactions_create",
      { ...theirs, emoji: `<a:kelp:${emoji}>` },
      `PUT /channels/${channels.general}/messages/${messages.byMember}/reactions/kelp%3A${emoji}/@me`,
      {}
    ],
    [
      "reactions_create",
      { ...theirs, emoji: `kelp:${emoji}` },
      `PUT /channels/${channels.general}/messages/${messages.byMember}/reactions/kelp%3A${emoji}/@me`,
      {}
    ],
    [
      "reactions_create",
      { ...theirs, emoji: `a:kelp:${emoji}` },
      `PUT /channels/${channels.general}/messages/${messages.byMember}/reactions/kelp%3A${emoji}/@me`,
      {}
    ],
    [
      "reactions_create",
      { ...theirs, emoji: { id: emoji, name: "kelp", animated: false } },
      `PUT /channels/${channels.general}/messages/${messages.byMember}/reactions/kelp%3A${emoji}/@me`,
      {}
    ],
    ["reactions_create", { ...theirs, emoji: { name: "👍", id: null } }, react, {}],
    ["reactions_create", { ...theirs, emoji_name: "👍" }, react, {}],
    ["reactions_create", { ...theirs, reaction: "👍" }, react, {}],
    [
      "members_ban",
      { ...bruno, deleteMessageSeconds: 86400, reason: "Spam" },
      ban,
      { body: { delete_message_seconds: 86400 }, reason: "Spam" }
    ],
    [
      "members_ban",
      { ...inGuild, user_id: `<@!${members.bruno}>`, audit_reason: "Spam", delete_message_seconds: null },
      ban,
      { reason: "Spam" }
    ],
    ["members_ban", { ...inGuild, member_id: members.bruno }, ban, {}],
    ["members_ban", { server_id: guild, user_id: members.bruno }, ban, {}],
    [
      "members_modify",
      {
        ...bruno,
        nick: "Bru",
        roles: null,
        mute: null,
        deaf: null,
        channel_id: null,
        communication_disabled_until: null,
        flags: null,
        view: null,
        audit_reason: null,
        __confirm: null,
        clear: null
      },
      timeout,
      { body: { nick: "Bru" }, absent: ["roles", "channel_id", "communication_disabled_until", "flags"] }
    ],
    [
      "members_add_role",
      { ...inGuild, user_id: `<@${members.bruno}>`, role_id: `<@&${roles.member}>` },
      `PUT /guilds/${guild}/members/${members.bruno}/roles/${roles.member}`,
      {}
    ],
    [
      "members_add_role",
      { ...bruno, role: roles.member, reason: "ok" },
      `PUT /guilds/${guild}/members/${members.bruno}/roles/${roles.member}`,
      { reason: "ok" }
    ],
    [
      "members_remove_role",
      { guildId: guild, userId: members.bruno, roleId: roles.member },
      `DELETE /guilds/${guild}/members/${members.bruno}/roles/${roles.member}`,
      {}
    ],
    [
      "members_kick",
      { ...bruno, reason: "Rude", __confirm: "true" },
      `DELETE /guilds/${guild}/members/${members.bruno}`,
      { reason: "Rude" }
    ],
    ["members_kick", { guild: guild, member: members.bruno }, `DELETE /guilds/${guild}/members/${members.bruno}`, {}],
    [
      "members_unban",
      { ...inGuild, user_id: banned, reason: "appeal" },
      `DELETE /guilds/${guild}/bans/${banned}`,
      { reason: "appeal" }
    ],
    [
      "channels_create_guild_channel",
      { ...inGuild, name: "new", nsfw: "false", topic: "", parent_id: "", position: null },
      newChannel,
      { body: { name: "new" }, absent: ["parent_id", "position"] }
    ],
    [
      "channels_create_guild_channel",
      { ...inGuild, name: "My Channel!", reason: "asked" },
      newChannel,
      { body: { name: "My Channel!" }, reason: "asked" }
    ],
    [
      "channels_modify",
      {
        ...general,
        topic: "New",
        name: null,
        parent_id: null,
        rtc_region: null,
        clear: null,
        kind: null,
        flags: null,
        available_tags: null,
        permission_overwrites: null,
        applied_tags: null
      },
      modify,
      {
        body: { topic: "New" },
        absent: ["parent_id", "rtc_region", "flags", "available_tags", "permission_overwrites", "applied_tags"]
      }
    ],
    [
      "channels_modify",
      { thread_id: channels.thread, archived: "true", locked: true },
      `PATCH /channels/${channels.thread}`,
      { body: { archived: true, locked: true } }
    ],
    [
      "channels_modify",
      { channel_id: channels.idea, flags: 2 },
      `PATCH /channels/${channels.idea}`,
      { body: { flags: 2 } }
    ],
    [
      "channels_modify",
      { channel_id: channels.forum, flags: 16 },
      `PATCH /channels/${channels.forum}`,
      { body: { flags: 16 } }
    ],
    ["channels_list", { server: guild }, `GET /guilds/${guild}/channels`, {}],
    ["guild_get", { id: guild }, `GET /guilds/${guild}`, {}],
    [
      "guild_modify",
      { ...inGuild, system_channel_id: "", name: "Tide" },
      settings,
      { body: { name: "Tide" }, absent: ["system_channel_id"] }
    ],
    [
      "guild_modify_widget",
      { ...inGuild, enabled: "true", channel_id: null },
      `PATCH /guilds/${guild}/widget`,
      { body: { enabled: true }, absent: ["channel_id"] }
    ],
    [
      "automod_modify_rule",
      {
        ...inGuild,
        rule_id: rule,
        enabled: "false",
        name: null,
        trigger_metadata: null,
        actions: null,
        exempt_roles: null
      },
      `PATCH /guilds/${guild}/auto-moderation/rules/${rule}`,
      { body: { enabled: false }, absent: ["name", "actions", "trigger_metadata", "exempt_roles"] }
    ],
    [
      "roles_create",
      { ...inGuild, name: "r", color: null, permissions: "0", icon: "", unicode_emoji: "" },
      newRole,
      { body: { permissions: "0" }, absent: ["icon", "unicode_emoji"] }
    ],
    [
      "members_bulk_ban",
      { ...inGuild, users: [`<@${members.bruno}>`, `<@${members.chiara}>`], reason: "raid" },
      `POST /guilds/${guild}/bulk-ban`,
      { body: { user_ids: [members.bruno, members.chiara] }, reason: "raid" }
    ],
    [
      "channels_delete",
      { channel_id: `<#${channels.support}>`, reason: "old" },
      `DELETE /channels/${channels.support}`,
      { reason: "old" }
    ],
    [
      "channels_forum_create_thread",
      { channel_id: channels.forum, name: "post", content: "Hello" },
      newPost,
      { body: { name: "post", message: { content: "Hello" } } }
    ],
    [
      "channels_forum_create_thread",
      { channel_id: channels.forum, title: "post", message: { content: "Hello" } },
      newPost,
      { body: { name: "post", message: { content: "Hello" } } }
    ],
    [
      "channels_forum_create_thread",
      { channel_id: channels.forum, name: "post", message: "Hello" },
      newPost,
      { body: { name: "post", message: { content: "Hello" } } }
    ],
    [
      "channels_forum_create_thread",
      {
        channel_id: channels.forum,
        name: "post",
        message: { content: "Hello", embeds: [{ title: "T", color: "#ff0000" }], flags: 4 }
      },
      newPost,
      { body: { name: "post", message: { content: "Hello", embeds: [{ title: "T", color: 16711680 }], flags: 4 } } }
    ],
    [
      "polls_get_voters",
      { ...general, message_id: messages.poll, answer_id: "1" },
      `GET /channels/${channels.general}/polls/${messages.poll}/answers/1`,
      {}
    ],
    [
      "polls_end",
      { message_id: `https://discord.com/channels/${guild}/${channels.general}/${messages.poll}` },
      `POST /channels/${channels.general}/polls/${messages.poll}/expire`,
      {}
    ],
    ["invites_get", { code: `https://discord.gg/${inviteCode}` }, `GET /invites/${inviteCode}`, {}],
    ["invites_get", { invite_code: inviteCode, with_counts: "true" }, `GET /invites/${inviteCode}`, {}],
    [
      "invites_delete",
      { invite: `discord.gg/${inviteCode}`, reason: "leak" },
      `DELETE /invites/${inviteCode}`,
      { reason: "leak" }
    ],
    [
      "events_modify",
      {
        ...inGuild,
        guild_scheduled_event_id: event,
        name: "New",
        status: null,
        image: null,
        channel_id: null,
        scheduled_end_time: null
      },
      `PATCH /guilds/${guild}/scheduled-events/${event}`,
      { body: { name: "New" }, absent: ["image", "channel_id", "scheduled_end_time", "status"] }
    ],
    [
      "events_get",
      { event_id: `https://discord.com/events/${guild}/${event}`, guild_id: guild },
      `GET /guilds/${guild}/scheduled-events/${event}`,
      {}
    ],
    [
      "webhooks_execute",
      { webhook_url: `https://discord.com/api/webhooks/${webhook}/${webhookToken}`, content: "hi" },
      `POST /webhooks/${webhook}/${webhookToken}`,
      { body: { content: "hi" } }
    ],
    [
      "webhooks_execute",
      {
        webhook_id: webhook,
        token: `https://discord.com/api/webhooks/${webhook}/${webhookToken}`,
        content: "hi",
        wait: "true"
      },
      `POST /webhooks/${webhook}/${webhookToken}`,
      { body: { content: "hi" } }
    ],
    [
      "webhooks_execute",
      {
        webhook_id: webhook,
        webhook_token: webhookToken,
        content: "hi",
        username: "Bot",
        avatarURL: "https://example.com/a.png"
      },
      `POST /webhooks/${webhook}/${webhookToken}`,
      { body: { content: "hi", username: "Bot", avatar_url: "https://example.com/a.png" } }
    ],
    [
      "webhooks_execute",
      { webhook_id: `https://discord.com/api/webhooks/${webhook}/${webhookToken}`, content: "hi" },
      `POST /webhooks/${webhook}/${webhookToken}`,
      { body: { content: "hi" } }
    ],
    [
      "webhooks_modify",
      { webhook_id: webhook, channel_id: `<#${channels.staff}>`, name: null, avatar: null },
      `PATCH /webhooks/${webhook}`,
      { body: { channel_id: channels.staff }, absent: ["name", "avatar"] }
    ],
    ["emojis_delete", { ...inGuild, emoji_id: `<:kelp:${emoji}>` }, `DELETE /guilds/${guild}/emojis/${emoji}`, {}],
    [
      "commands_create_global",
      {
        ...ping,
        default_member_permissions: null,
        options: null,
        contexts: null,
        integration_types: null,
        name_localizations: null
      },
      `POST /applications/${bot}/commands`,
      { body: { name: "ping" }, absent: ["default_member_permissions", "options", "contexts"] }
    ],
    [
      "interactions_create_response",
      {
        interaction_id: event,
        interaction_token: "aW50ZXJhY3Rpb246MTIz",
        type: "CHANNEL_MESSAGE_WITH_SOURCE",
        content: "Hi",
        ephemeral: "true"
      },
      `POST /interactions/${event}/aW50ZXJhY3Rpb246MTIz/callback`,
      { body: { type: 4, data: { content: "Hi", flags: 64 } } }
    ],
    [
      "entitlements_create_test",
      { application_id: bot, sku_id: event, owner_id: guild, owner_type: 1 },
      `POST /applications/${bot}/entitlements`,
      { body: { sku_id: event, owner_id: guild, owner_type: 1 } }
    ],
    [
      "entitlements_create_test",
      { application_id: bot, sku_id: event, owner_id: members.bruno, owner_type: "2" },
      `POST /applications/${bot}/entitlements`,
      { body: { owner_type: 2 } }
    ],
    [
      "stage_instances_create",
      { channel_id: channels.voice, topic: "Talk", privacy_level: 2, send_start_notification: "false" },
      "POST /stage-instances",
      { body: { channel_id: channels.voice, topic: "Talk" } }
    ],
    [
      "threads_add_member",
      { channel_id: channels.thread, user_id: `<@${members.bruno}>` },
      `PUT /channels/${channels.thread}/thread-members/${members.bruno}`,
      {}
    ],
    [
      "threads_list_members",
      { thread_id: `<#${channels.thread}>`, with_member: "true" },
      `GET /channels/${channels.thread}/thread-members`,
      { query: { with_member: "true" } }
    ],
    [
      "users_create_dm",
      { user_id: members.bruno },
      "POST /users/@me/channels",
      { body: { recipient_id: members.bruno } }
    ],
    [
      "users_modify_current",
      { username: "Newbot", avatar: picture, banner: null },
      "PATCH /users/@me",
      { body: { username: "Newbot", avatar: picture }, absent: ["banner"] }
    ],
    ["templates_get", { code: `https://discord.new/${templateCode}` }, `GET /guilds/templates/${templateCode}`, {}],
    [
      "templates_modify",
      { ...inGuild, template_code: templateCode, name: "N", description: null },
      `PATCH /guilds/${guild}/templates/${templateCode}`,
      { body: { name: "N" }, absent: ["description"] }
    ],
    [
      "application_modify_current",
      { install_params: { scopes: ["bot"], permissions: "2048" }, event_webhooks_status: 2 },
      "PATCH /applications/@me",
      { body: { install_params: { scopes: ["bot"], permissions: "2048" }, event_webhooks_status: 2 } }
    ],
    [
      "channels_follow_announcement",
      { channel_id: channels.announcements, webhook_channel_id: `<#${channels.general}>` },
      `POST /channels/${channels.announcements}/followers`,
      { body: { webhook_channel_id: channels.general } }
    ],
    [
      "invites_set_target_users",
      { code: inviteCode, users: [members.bruno] },
      `PUT /invites/${inviteCode}/target-users`,
      { body: { files: [{ field: "target_users_file", filename: "users.csv", content_type: "text/csv", size: 18 }] } }
    ],
    ["mcp_tools_read", { tool: "members_list_bans", arguments: { ...inGuild } }, `GET /guilds/${guild}/bans`, {}],
    [
      "mcp_tools_read",
      { tool: "members_list_bans", args: `{"guild_id":"${guild}","limit":"5"}` },
      `GET /guilds/${guild}/bans`,
      { query: { limit: "5" } }
    ],
    [
      "mcp_tools_read",
      { tool_name: "roles_get", args: { ...inGuild, role_id: roles.moderator } },
      `GET /guilds/${guild}/roles/${roles.moderator}`,
      {}
    ],
    [
      "mcp_tools_read",
      { name: "roles_get", params: { ...inGuild, role_id: roles.moderator } },
      `GET /guilds/${guild}/roles/${roles.moderator}`,
      {}
    ],
    [
      "mcp_tools_write",
      { tool: "roles_create", args: { ...inGuild, name: "r", color: "#ff0000", permissions: "2048" } },
      newRole,
      { body: { permissions: "2048" } }
    ],
    [
      "mcp_tools_destructive",
      {
        tool: "members_bulk_ban",
        args: { ...inGuild, user_ids: [members.bruno], delete_message_days: "7", reason: "raid" }
      },
      `POST /guilds/${guild}/bulk-ban`,
      { body: { user_ids: [members.bruno], delete_message_seconds: 604800 }, reason: "raid" }
    ],
    [
      "mcp_pipeline",
      { steps: [{ id: "a", tool: "messages_send", arguments: { ...general, content: "p1" } }] },
      toGeneral,
      { body: { content: "p1" } }
    ],
    [
      "mcp_pipeline",
      { steps: [{ id: "a", name: "messages_send", args: { ...general, content: "p3" } }] },
      toGeneral,
      { body: { content: "p3" } }
    ],
    [
      "mcp_pipeline",
      { steps: `[{"id":"a","tool":"messages_send","args":{"channel_id":"${channels.general}","content":"p4"}}]` },
      toGeneral,
      { body: { content: "p4" } }
    ],
    [
      "mcp_pipeline",
      {
        steps: { id: "a", tool: "messages_send", args: { ...general, content: "p5" } },
        mode: "SERIAL",
        max_concurrency: "2"
      },
      toGeneral,
      { body: { content: "p5" } }
    ],
    [
      "mcp_pipeline",
      { steps: [{ id: "a", tool: "members_ban", args: { ...bruno, delete_message_days: 1, reason: "x" } }] },
      ban,
      { body: { delete_message_seconds: 86400 }, reason: "x" }
    ],
    ["members_timeout", { ...bruno, minutes: 0 }, timeout, { body: { communication_disabled_until: null } }],
    [
      "members_search",
      { ...inGuild, query: "@bruno", limit: "5" },
      `GET /guilds/${guild}/members/search`,
      { query: { query: "bruno", limit: "5" } }
    ],
    ["members_list", { ...inGuild, limit: 50, after: "0" }, `GET /guilds/${guild}/members`, { query: { limit: "50" } }],
    [
      "events_list",
      { ...inGuild, with_user_count: "false" },
      `GET /guilds/${guild}/scheduled-events`,
      { query: { with_user_count: "false" } }
    ],
    [
      "guild_begin_prune",
      { ...inGuild, days: "7", include_roles: roles.member, compute_prune_count: false },
      `POST /guilds/${guild}/prune`,
      { body: { days: 7, include_roles: [roles.member], compute_prune_count: false } }
    ],
    [
      "guild_modify_welcome_screen",
      {
        ...inGuild,
        enabled: true,
        welcome_channels: [{ ...general, description: "Talk", emoji_id: null, emoji_name: "👋" }]
      },
      `PATCH /guilds/${guild}/welcome-screen`,
      { body: { enabled: true, welcome_channels: [{ ...general, description: "Talk", emoji_name: "👋" }] } }
    ],
    [
      "roles_modify_positions",
      { ...inGuild, positions: [{ role_id: roles.member, position: "3" }] },
      `PATCH /guilds/${guild}/roles`,
      { body: [{ id: roles.member, position: 3 }] }
    ],
    [
      "members_bulk_ban",
      { ...inGuild, user_ids: `${members.bruno}, ${members.chiara}`, delete_message_days: 1 },
      `POST /guilds/${guild}/bulk-ban`,
      { body: { user_ids: [members.bruno, members.chiara], delete_message_seconds: 86400 } }
    ],
    [
      "channels_modify_permissions",
      { ...general, overwrite_id: members.bruno, type: 1, deny: 2048 },
      `PUT /channels/${channels.general}/permissions/${members.bruno}`,
      { body: { type: 1, deny: "2048" } }
    ],
    [
      "channels_modify_permissions",
      { ...general, overwrite_id: guild, type: "ROLE", deny: "SEND_MESSAGES" },
      `PUT /channels/${channels.general}/permissions/${guild}`,
      { body: { type: 0, deny: "2048" } }
    ],
    [
      "channels_modify_positions",
      { ...inGuild, positions: [{ ...general, position: 2 }] },
      `PATCH /guilds/${guild}/channels`,
      { body: [{ id: channels.general, position: 2 }] }
    ],
    [
      "messages_create_thread",
      { ...theirs, name: "t", auto_archive_duration: "1 day" },
      `POST /channels/${channels.general}/messages/${messages.byMember}/threads`,
      { body: { name: "t", auto_archive_duration: 1440 } }
    ],
    [
      "reactions_list",
      { ...theirs, emoji: "👍", type: 1 },
      `GET /channels/${channels.general}/messages/${messages.byMember}/reactions/%F0%9F%91%8D`,
      { query: { type: "1" } }
    ],
    [
      "events_list_users",
      { ...inGuild, event_id: event, with_member: "true", limit: "10" },
      `GET /guilds/${guild}/scheduled-events/${event}/users`,
      { query: { with_member: "true", limit: "10" } }
    ],
    [
      "webhooks_create",
      { ...general, name: "Hook", avatar: picture },
      `POST /channels/${channels.general}/webhooks`,
      { body: { name: "Hook", avatar: picture } }
    ],
    [
      "emojis_modify",
      { ...inGuild, emoji: emoji, name: "weed" },
      `PATCH /guilds/${guild}/emojis/${emoji}`,
      { body: { name: "weed" } }
    ],
    [
      "soundboard_create_guild_sound",
      {
        ...inGuild,
        name: "ding",
        volume: "0.5",
        sound: "data:audio/mpeg;base64,SUQzBAAAAAAAI1RTU0UAAAAP",
        emoji_name: "🔔",
        emoji_id: null
      },
      `POST /guilds/${guild}/soundboard-sounds`,
      { body: { name: "ding", volume: 0.5, emoji_name: "🔔" } }
    ],
    [
      "commands_edit_command_permissions",
      {
        application_id: bot,
        guild_id: guild,
        command_id: event,
        permissions: [
          { id: roles.moderator, type: 1, permission: true },
          { id: members.bruno, type: "USER", permission: "false" }
        ]
      },
      `PUT /applications/${bot}/guilds/${guild}/commands/${event}/permissions`,
      {
        body: {
          permissions: [
            { id: roles.moderator, type: 1, permission: true },
            { id: members.bruno, type: 2, permission: false }
          ]
        }
      }
    ],
    [
      "members_modify_current",
      { ...inGuild, nickname: "Helper" },
      `PATCH /guilds/${guild}/members/@me`,
      { body: { nick: "Helper" } }
    ],
    [
      "channels_list_public_archived_threads",
      { ...general, before: "2026-11-20T00:00:00+00:00", limit: "10" },
      `GET /channels/${channels.general}/threads/archived/public`,
      { query: { limit: "10" } }
    ],
    [
      "guild_modify_user_voice_state",
      { ...bruno, channel_id: channels.voice, suppress: "false" },
      `PATCH /guilds/${guild}/voice-states/${members.bruno}`,
      { body: { channel_id: channels.voice, suppress: false } }
    ],
    [
      "guild_action_join_request",
      { ...inGuild, request_id: event, action: "APPROVED" },
      `PATCH /guilds/${guild}/requests/${event}`,
      { body: { action: "APPROVED" } }
    ],

    // Lengths of time and times
    ["members_timeout", { ...bruno, minutes: 60 }, timeout, ends(60)],
    ["members_timeout", { ...bruno, minutes: "60", until: null }, timeout, ends(60)],
    ["members_timeout", { ...bruno, minutes: 60, until: "" }, timeout, ends(60)],
    ["members_timeout", { ...bruno, minutes: "1h" }, timeout, ends(60)],
    ["members_timeout", { ...bruno, duration: "1h" }, timeout, ends(60)],
    ["members_timeout", { ...bruno, duration: "90 minutes" }, timeout, ends(90)],
    ["members_timeout", { ...bruno, duration_minutes: 60 }, timeout, ends(60)],
    ["members_timeout", { ...bruno, duration_seconds: 600 }, timeout, ends(10)],
    ["members_timeout", { ...bruno, seconds: 600 }, timeout, ends(10)],
    ["members_timeout", { ...bruno, hours: 2 }, timeout, ends(120)],
    ["members_timeout", { ...bruno, days: 7 }, timeout, ends(7 * 1440)],
    ["members_timeout", { ...bruno, duration_ms: 3600000 }, timeout, ends(60)],
    ["members_timeout", { ...bruno, timeout: "10m" }, timeout, ends(10)],
    ["members_timeout", { ...bruno, durationMinutes: 10, reason: "Spam" }, timeout, { ...ends(10), reason: "Spam" }],
    ["members_timeout", { ...bruno, until: Math.floor(nowMs / 1000) + 7200 }, timeout, ends(120)],
    ["members_timeout", { ...bruno, until: String(nowMs + 7_200_000) }, timeout, ends(120)],
    ["members_timeout", { ...bruno, until: `<t:${Math.floor(nowMs / 1000) + 7200}:R>` }, timeout, ends(120)],
    ["members_timeout", { ...bruno, communication_disabled_until: iso(nowMs + 7_200_000) }, timeout, ends(120)],
    ["members_modify", { ...bruno, timeout_until: iso(nowMs + 600_000) }, timeout, ends(10)],
    [
      "messages_send",
      { ...general, embeds: [{ title: "T", timestamp: 1795000000 }] },
      toGeneral,
      { body: { embeds: [{ title: "T", timestamp: "2026-11-18T11:06:40.000Z" }] } }
    ],
    [
      "messages_send",
      { ...general, embeds: [{ title: "T", timestamp: "2026-11-22T18:00:00.000Z", type: "rich" }] },
      toGeneral,
      { body: { embeds: [{ title: "T", timestamp: "2026-11-22T18:00:00.000Z" }] } }
    ],
    [
      "events_create",
      { ...inGuild, name: "Ev", scheduled_start_time: 1798135200, entity_type: "voice", channel_id: channels.voice },
      events,
      { body: { scheduled_start_time: "2026-12-24T18:00:00.000Z", entity_type: 2 } }
    ],
    [
      "events_create",
      {
        ...inGuild,
        name: "Ev",
        scheduledStartTime: "2026-12-24T18:00Z",
        entityType: 2,
        channelId: channels.voice,
        privacyLevel: 2
      },
      events,
      { body: { scheduled_start_time: "2026-12-24T18:00:00Z", entity_type: 2, channel_id: channels.voice } }
    ],
    [
      "events_create",
      {
        ...inGuild,
        name: "Ev",
        start_time: "2026-12-24T18:00:00Z",
        end_time: "2026-12-24T20:00:00Z",
        entity_type: "EXTERNAL",
        location: "Park"
      },
      events,
      {
        body: {
          scheduled_start_time: "2026-12-24T18:00:00Z",
          scheduled_end_time: "2026-12-24T20:00:00Z",
          entity_type: 3,
          entity_metadata: { location: "Park" }
        }
      }
    ],
    [
      "events_create",
      {
        ...inGuild,
        name: "Ev",
        scheduled_start_time: "2026-12-24T18:00:00Z",
        entity_type: "voice",
        channel_id: channels.voice,
        recurrence_rule: { start: "2026-12-24T18:00:00Z", frequency: "WEEKLY", interval: "1", by_weekday: ["THURSDAY"] }
      },
      events,
      { body: { recurrence_rule: { start: "2026-12-24T18:00:00Z", frequency: 2, interval: 1, by_weekday: [3] } } }
    ],
    [
      "guild_set_incident_actions",
      { ...inGuild, invites_disabled_until: Math.floor(nowMs / 1000) + 7200 },
      `PUT /guilds/${guild}/incident-actions`,
      { body: { invites_disabled_until: soon(7_200_000) } }
    ],

    // Files and replies
    [
      "messages_send",
      { ...general, content: "f", files: ["data:text/plain;base64,aGVsbG8="] },
      toGeneral,
      { body: { content: "f" }, files: 1 }
    ],
    [
      "messages_send",
      { ...general, content: "f", files: { name: "a.txt", base64: "aGVsbG8=" } },
      toGeneral,
      { body: { content: "f" }, files: 1 }
    ],
    [
      "messages_send",
      { ...general, content: "f", attachments: [{ filename: "a.txt", base64: "aGVsbG8=", description: "alt" }] },
      toGeneral,
      { body: { content: "f", attachments: [{ id: "0", description: "alt" }] }, files: 1 }
    ],
    [
      "messages_send",
      {
        ...general,
        content: "Hello",
        embeds: [],
        components: [],
        tts: false,
        files: [],
        flags: [],
        sticker_ids: [],
        reply_to: "",
        __confirm: ""
      },
      toGeneral,
      { body: { content: "Hello" }, absent: ["message_reference", "poll"] }
    ],

    [
      "roles_create",
      { ...inGuild, name: "r", permissions: ["Mention @everyone, @here, and All Roles", "Create Invite"] },
      newRole,
      { body: { permissions: "131073" } }
    ],

    // Refused without a useful hint
    [
      "channels_modify",
      { ...general, lock_permissions: true, parent_id: channels.community },
      `PATCH /guilds/${guild}/channels`,
      { body: [{ id: channels.general, parent_id: channels.community, lock_permissions: true }] }
    ],
    [
      "invites_create_channel",
      { ...general, expires_at: iso(nowMs + 86_400_000) },
      invite,
      { body: { max_age: 86400 } }
    ],
    [
      "roles_modify",
      { ...inGuild, role_id: roles.member, add_permissions: ["BAN_MEMBERS"] },
      `PATCH /guilds/${guild}/roles/${roles.member}`,
      {}
    ],
    ["messages_bulk_delete", { ...general, count: 10 }, `POST /channels/${channels.general}/messages/bulk-delete`, {}],
    ["messages_search", { ...inGuild, content: "x", offset: 25 }, search, { query: { offset: "25" } }],
    ["messages_read", { ...general, limit: 500 }, readGeneral, { query: { limit: "100" } }],
    ["messages_search", { ...inGuild, content: "x", limit: 100 }, search, { query: { content: "x", limit: "25" } }],
    [
      "messages_send",
      { ...general, content: "f", files: [{ name: "a.txt", content: "hello" }] },
      toGeneral,
      { body: { content: "f" } }
    ],
    ["guild_modify", { ...inGuild, icon: { data: picture } }, settings, { body: { icon: picture } }],
    [
      "audit_log_get",
      { ...inGuild, action_type: "ban" },
      `GET /guilds/${guild}/audit-logs`,
      { query: { action_type: "22" } }
    ],
    ["messages_search", { ...inGuild, content: "x", has: ["images", "links"] }, search, { query: { has: "link" } }],
    [
      "channels_create_guild_channel",
      { ...inGuild, name: "new", private: true },
      newChannel,
      { body: { permission_overwrites: [{ id: guild, type: 0, deny: "1024" }] } }
    ]
  ]
}
