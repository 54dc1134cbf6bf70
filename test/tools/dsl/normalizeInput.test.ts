import { assert, describe, it } from "@effect/vitest"
import { Effect, Either } from "effect"
import { findTool } from "../../../src/catalogue/catalogue.ts"
import { normalizeInput } from "../../../src/tools/dsl/decodeArguments.ts"
import { MAX_NESTING, MAX_VALUES } from "../../../src/tools/dsl/inputLimits.ts"
import { processorMs } from "../../turns.ts"
import { prepared } from "../prepared.ts"

const ID = "1248328050311954441"
const OTHER = "1248328050278400001"

/** The decoded arguments of a call, or its issues as `path message`. */
const decoded = (tool: string, input: unknown, defaultGuildId?: string): unknown =>
  Either.match(prepared(tool, input, defaultGuildId), {
    onLeft: ({ validation_issues }) => validation_issues.map(({ message, path }) => `${path} ${message}`),
    onRight: (call) => call.arguments
  })

/** Checks that two spellings of a call mean the same. */
const same = (tool: string, spelled: unknown, plain: object) => {
  const expected = decoded(tool, plain)
  assert.isNotArray(expected, JSON.stringify(expected))
  assert.deepStrictEqual(decoded(tool, spelled), expected)
}

const read = { channel_id: ID, limit: 5 }
const send = { channel_id: ID, content: "Hello" }
const creation = { guild_id: ID, name: "reef" }

describe("null", () => {
  it("means that an optional field is absent, at any depth", () => {
    same("messages_read", { channel_id: ID, limit: null, before: null, all: null, view: null }, { channel_id: ID })
    same(
      "messages_send",
      {
        ...send,
        embeds: [{ title: "Tide", footer: null, fields: [{ name: "a", value: "b", inline: null }], color: null }],
        allowed_mentions: { parse: null, users: [OTHER] },
        poll: null,
        components: null
      },
      {
        ...send,
        embeds: [{ title: "Tide", fields: [{ name: "a", value: "b" }] }],
        allowed_mentions: { users: [OTHER] }
      }
    )
  })

  it("means that a required field is missing", () => {
    assert.deepStrictEqual(decoded("messages_get", { channel_id: ID, message_id: null }), ["message_id is required"])
  })

  it("takes the operator's default guild", () => {
    assert.deepStrictEqual(decoded("guild_get", { guild_id: null }, OTHER), { guild_id: OTHER })
    assert.deepStrictEqual(decoded("guild_get", { guild_id: "" }, OTHER), { guild_id: OTHER })
    assert.deepStrictEqual(decoded("guild_get", { guild: ID }, OTHER), { guild_id: ID })
  })

  it("stays in a list, and where an object takes any field", () => {
    assert.deepStrictEqual(decoded("messages_bulk_delete", { channel_id: ID, message_ids: [ID, null] }), [
      "message_ids[1] expected the id of a message as a string of 17 to 20 digits"
    ])
    const payload = { action: "opened", milestone: null }
    const sent = decoded("webhooks_execute_github", { webhook_id: ID, token: "t".repeat(60), event: "push", payload })
    assert.deepNestedInclude(Object(sent), { payload })
  })
})

describe("an empty text", () => {
  it("means that an optional field is absent, if it is no value of the field", () => {
    same("messages_read", { ...read, before: "", after: "", around: "", cursor: "" }, read)
    same("messages_read", { ...read, all: "", limit: 5, view: "", since: "", until: "" }, read)
    same("messages_send", { ...send, reply_to: "", embeds: "", poll: "", flags: "" }, send)
    same(
      "messages_send",
      { channel_id: ID, content: "", embeds: [{ title: "a", url: "", color: "" }] },
      {
        channel_id: ID,
        embeds: [{ title: "a" }]
      }
    )
    same("roles_create", { ...creation, icon: "", unicode_emoji: "", color: "" }, creation)
  })

  it("has the same meaning as the id 0", () => {
    same("members_list", { guild_id: ID, after: "0" }, { guild_id: ID })
    same("members_list", { guild_id: ID, after: 0 }, { guild_id: ID })
    assert.deepStrictEqual(decoded("members_get", { guild_id: ID, user_id: "0" }), [
      "user_id expected the id of a user: 17 to 20 digits, from members_search"
    ])
  })

  it("stays what it is in other fields", () => {
    assert.deepStrictEqual(decoded("messages_create_thread", { channel_id: ID, message_id: OTHER, name: "" }), [
      "name must be at least 1 character"
    ])
    assert.deepStrictEqual(decoded("messages_get", { channel_id: ID, message_id: "" }), [
      "message_id expected the id of a message: 17 to 20 digits, from messages_read"
    ])
    assert.deepStrictEqual(decoded("channels_modify", { channel_id: ID, topic: "" }), { channel_id: ID, topic: "" })
  })
})

describe("a text", () => {
  it("is taken as the number or the boolean that belongs there", () => {
    same("messages_read", { channel_id: ID, limit: "5", all: "false" }, { ...read, all: false })
    same("messages_read", { channel_id: ID, limit: " 5 ", all: "True" }, { ...read, all: true })
    same(
      "channels_create_thread",
      { channel_id: ID, name: "walk", auto_archive_duration: "1440" },
      { channel_id: ID, name: "walk", auto_archive_duration: 1440 }
    )
    same("roles_create", { ...creation, color: "0x2F855A" }, { ...creation, color: 0x2f855a })
    same("roles_create", { ...creation, color: "#2f855a" }, { ...creation, color: 0x2f855a })
    same("messages_read", { channel_id: ID, limit: "5000" }, { channel_id: ID, limit: 1000 })
  })

  it("is the text of a number, where only a text belongs", () => {
    same("messages_send", { channel_id: ID, content: 42 }, { channel_id: ID, content: "42" })
    const field = (value: unknown) => ({ ...send, embeds: [{ fields: [{ name: "a", value }] }] })
    same("messages_send", field(7), field("7"))
    assert.deepStrictEqual(decoded("messages_send", { channel_id: ID, content: 1.5 }), [
      "content expected string, actual 1.5"
    ])
    assert.deepStrictEqual(decoded("messages_send", { channel_id: ID, content: Number(OTHER) }), [
      `content expected string, actual ${Number(OTHER)}`
    ])
  })

  it("is taken as the object or list whose JSON it is", () => {
    const embeds = [{ title: "Tide" }]
    same("messages_send", { ...send, embeds: JSON.stringify(embeds) }, { ...send, embeds })
    same("messages_send", { ...send, embeds: JSON.stringify(embeds[0]) }, { ...send, embeds })
    same("messages_send", JSON.stringify({ ...send, embeds }), { ...send, embeds })
    assert.deepStrictEqual(decoded("messages_send", { ...send, embeds: "[{" }), ["embeds must be a list"])
    assert.deepStrictEqual(decoded("messages_send", { ...send, content: '{"a": 1}' }), { ...send, content: '{"a": 1}' })
  })

  it("confirms a call if it says true", () => {
    const call = prepared("messages_delete", { channel_id: ID, message_id: OTHER, __confirm: "true" })
    assert.strictEqual(Object(Either.getOrUndefined(call)).confirm, true)
  })
})

describe("one value where a list belongs", () => {
  it("is a list of one", () => {
    const kicked = { guild_id: ID, content: "tide" }
    same(
      "messages_search",
      { ...kicked, author_id: OTHER, has: "image" },
      { ...kicked, author_id: [OTHER], has: ["image"] }
    )
    same("messages_send", { ...send, embeds: { title: "Tide" } }, { ...send, embeds: [{ title: "Tide" }] })
    assert.deepStrictEqual(decoded("messages_send", { ...send, embeds: 5 }), ["embeds must be a list"])
    assert.deepStrictEqual(decoded("messages_send", { ...send, embeds: "x" }), ["embeds must be a list"])
  })

  it("is a list of several, for ids and words with commas", () => {
    same("messages_search", { guild_id: ID, author_id: `${ID}, <@${OTHER}>` }, { guild_id: ID, author_id: [ID, OTHER] })
    same(
      "members_modify",
      { guild_id: ID, user_id: ID, clear: "nick,channel_id" },
      {
        guild_id: ID,
        user_id: ID,
        clear: ["nick", "channel_id"]
      }
    )
  })

  it("is an error for a text with a comma, which can be one value or several", () => {
    const poll = { channel_id: ID, question: "a", answers: "b, c" }
    assert.deepStrictEqual(decoded("polls_create", poll), ["answers must be a list"])
    assert.deepStrictEqual(decoded("application_modify_current", { tags: "fun, games" }), ["tags must be a list"])
    const file = "https://tidepool.example/a,b.png"
    same("messages_send", { ...send, files: file }, { ...send, files: [{ url: file }] })
  })

  it("does not make an id of a number", () => {
    assert.deepStrictEqual(decoded("messages_search", { guild_id: ID, author_id: 5 }), [
      "author_id[0] an id must be a string: a number loses the last digits. Put it in quotes"
    ])
    assert.deepStrictEqual(decoded("channels_get", JSON.stringify({ channel_id: 5 })), [
      "channel_id an id must be a string: a number loses the last digits. Put it in quotes"
    ])
  })
})

describe("Discord's numbers and names", () => {
  it("are accepted instead of our words", () => {
    for (const kind of [2, "2", "VOICE", "GUILD_VOICE", "GuildVoice", "guild voice"]) {
      same("channels_create_guild_channel", { ...creation, kind }, { ...creation, kind: "voice" })
      same("channels_create_guild_channel", { ...creation, type: kind }, { ...creation, kind: "voice" })
    }
    same("channels_create_guild_channel", { ...creation, type: "GUILD_STAGE_VOICE" }, { ...creation, kind: "stage" })
    same(
      "channels_create_thread",
      { channel_id: ID, name: "x", type: 12 },
      { channel_id: ID, name: "x", kind: "private" }
    )
    same("audit_log_get", { guild_id: ID, action_type: 22 }, { guild_id: ID, action_type: "MEMBER_BAN_ADD" })
    same("audit_log_get", { guild_id: ID, action_type: "22" }, { guild_id: ID, action_type: "MEMBER_BAN_ADD" })
    same("guild_modify", { guild_id: ID, verification_level: 4 }, { guild_id: ID, verification_level: "very_high" })
    same(
      "events_modify",
      { guild_id: ID, event_id: OTHER, status: 4 },
      { guild_id: ID, event_id: OTHER, status: "canceled" }
    )
    const rule = { guild_id: ID, name: "x", trigger_metadata: { presets: ["profanity", "slurs"] } }
    same(
      "automod_create_rule",
      { ...rule, trigger_metadata: { presets: [1, 3] }, trigger_type: 4, event_type: 1, actions: [{ type: 1 }] },
      { ...rule, trigger_type: "keyword_preset", event_type: "message_send", actions: [{ type: "block_message" }] }
    )
    assert.match(
      String(decoded("audit_log_get", { guild_id: ID, action_type: 9999 })),
      /^action_type there is no 9999; known/
    )
  })

  it("keep the sign that excludes a word", () => {
    const search = { guild_id: ID, content: "x" }
    same("messages_search", { ...search, author_type: ["-BOT", "User"] }, { ...search, author_type: ["-bot", "user"] })
  })

  it("of permissions are decoded from bits, and from names in any letters", () => {
    const role = (permissions: unknown) => ({ ...creation, permissions })
    same("roles_create", role("2048"), role(["SEND_MESSAGES"]))
    same("roles_create", role(3072), role(["VIEW_CHANNEL", "SEND_MESSAGES"]))
    same("roles_create", role(["1024", "SendMessages"]), role(["VIEW_CHANNEL", "SEND_MESSAGES"]))
    same("roles_create", role("send_messages, View Channel"), role(["SEND_MESSAGES", "VIEW_CHANNEL"]))
    same("roles_create", role("0"), role([]))
    same("roles_create", role("TIMEOUT_MEMBERS"), role(["MODERATE_MEMBERS"]))
    same("roles_create", role("2251799813685248"), role(["PIN_MESSAGES"]))
    same("roles_create", role("9223372036854775808"), role(["0x8000000000000000"]))
  })

  it("of flags are decoded from bits", () => {
    same("messages_send", { ...send, flags: 4 }, { ...send, flags: ["suppress_embeds"] })
    same("messages_send", { ...send, flags: "4100" }, { ...send, flags: ["suppress_embeds", "suppress_notifications"] })
    assert.deepStrictEqual(decoded("messages_send", { ...send, flags: 64 }), [
      "flags[0] is only for responses to interactions, whose tools have a field for it: must be one of suppress_embeds, suppress_notifications, is_components_v2, is_voice_message"
    ])
    const guild = { guild_id: ID }
    same(
      "guild_modify",
      { ...guild, system_channel_flags: 1 },
      { ...guild, system_channel_flags: ["SUPPRESS_JOIN_NOTIFICATIONS"] }
    )
  })
})

describe("Discord's objects", () => {
  it("of overwrites, polls, embeds and components are taken as documented", () => {
    same(
      "channels_create_guild_channel",
      { ...creation, permission_overwrites: [{ id: ID, type: 0, allow: "1024", deny: "2048" }] },
      {
        ...creation,
        permission_overwrites: [{ id: ID, type: "role", allow: ["VIEW_CHANNEL"], deny: ["SEND_MESSAGES"] }]
      }
    )
    same(
      "messages_send",
      {
        channel_id: ID,
        poll: {
          question: { text: "Where?" },
          answers: [{ poll_media: { text: "Reef", emoji: { id: null, name: "🌊" } } }, "Dock"],
          layout_type: 1,
          duration: "24"
        }
      },
      {
        channel_id: ID,
        poll: { question: "Where?", answers: [{ text: "Reef", emoji: "🌊" }, { text: "Dock" }], duration: 24 }
      }
    )
    same(
      "messages_send",
      {
        ...send,
        embeds: [
          { type: "rich", title: "x", footer: "f", author: "a", image: "https://a.example/b.png", color: "#FFFFFF" }
        ]
      },
      {
        ...send,
        embeds: [
          {
            title: "x",
            footer: { text: "f" },
            author: { name: "a" },
            image: { url: "https://a.example/b.png" },
            color: 0xffffff
          }
        ]
      }
    )
    const button = { type: 2, style: 4, label: "No", custom_id: "no", emoji: { name: "👎" } }
    const rows = { ...send, components: [{ type: 1, components: [button] }] }
    same(
      "messages_send",
      {
        ...send,
        components: [{ type: "ACTION_ROW", components: [{ ...button, type: "button", style: "DANGER", emoji: "👎" }] }]
      },
      rows
    )
    same("messages_send", { ...send, components: [{ ...button, type: "BUTTON" }] }, rows)
    same("messages_send", { ...send, components: button }, rows)
  })

  it("of replies, emoji, locations and pictures are accepted as documented", () => {
    same(
      "messages_send",
      { ...send, message_reference: { message_id: OTHER, channel_id: ID, fail_if_not_exists: true } },
      { ...send, reply_to: OTHER }
    )
    same(
      "messages_send",
      { ...send, message_reference: { message_id: OTHER, fail_if_not_exists: false } },
      { ...send, reply_to: OTHER, fail_if_not_exists: false }
    )
    assert.deepStrictEqual(
      decoded("messages_send", { ...send, message_reference: { message_id: OTHER, channel_id: OTHER } }),
      ["message_reference means reply_to: is a link with another channel_id: send the channel_id of the link"]
    )
    same("messages_send", { ...send, message_reference: { type: 0, message_id: OTHER } }, { ...send, reply_to: OTHER })
    assert.deepStrictEqual(decoded("messages_send", { ...send, message_reference: { type: 1, message_id: OTHER } }), [
      "message_reference means reply_to: a message is forwarded with messages_forward {channel_id, message_id, to}"
    ])
    same(
      "reactions_create",
      { channel_id: ID, message_id: OTHER, emoji: { id: ID, name: "tide" } },
      { channel_id: ID, message_id: OTHER, emoji: `tide:${ID}` }
    )
    same(
      "guild_modify_welcome_screen",
      { guild_id: ID, welcome_channels: [{ channel_id: ID, description: "x", emoji_id: null, emoji_name: "👋" }] },
      { guild_id: ID, welcome_channels: [{ channel_id: ID, description: "x", emoji: "👋" }] }
    )
    const event = {
      guild_id: ID,
      name: "Walk",
      scheduled_start_time: "2027-03-01T18:00:00Z",
      scheduled_end_time: "2027-03-01T20:00:00Z"
    }
    same(
      "events_create",
      { ...event, entity_type: 3, privacy_level: 2, location: "The pier" },
      { ...event, entity_type: "external", entity_metadata: { location: "The pier" } }
    )
    same(
      "webhooks_create",
      { channel_id: ID, name: "Tide", avatar: "data:image/png;base64,iVBORw0KGgoA" },
      { channel_id: ID, name: "Tide", avatar: { base64: "data:image/png;base64,iVBORw0KGgoA" } }
    )
    for (const [file, source] of [
      [
        { content: "Tide", name: "a.md" },
        { base64: "VGlkZQ==", name: "a.md" }
      ],
      [{ content: "Tide" }, { base64: "VGlkZQ==", name: "text.txt" }],
      [{ data: "data:text/plain;base64,VGlkZQ==" }, { base64: "data:text/plain;base64,VGlkZQ==" }],
      [{ data: "VGlkZSBhbmQgc2FuZA==" }, { base64: "VGlkZSBhbmQgc2FuZA==" }],
      [
        { data: "Tide", name: "a.md" },
        { base64: "VGlkZQ==", name: "a.md" }
      ],
      [{ data: "https://example.com/a.png" }, { url: "https://example.com/a.png" }]
    ] as const)
      same("messages_send", { channel_id: ID, files: [file] }, { channel_id: ID, files: [source] })
    assert.deepStrictEqual(decoded("events_create", { ...event, entity_type: 3, privacy_level: 1, location: "x" }), [
      "privacy_level is not a field of this tool; known are guild_id, name, description, entity_type, channel_id, entity_metadata, scheduled_start_time, scheduled_end_time, recurrence_rule, image, view, audit_reason"
    ])
  })
})

describe("other names of a field", () => {
  it("are taken where they can mean one field only", () => {
    same("messages_read", { channel: ID, count: 5 }, read)
    same("messages_read", { channelId: ID, limit: 5 }, read)
    same("messages_send", { channel_id: ID, text: "Hello" }, send)
    same("messages_send", { channel_id: ID, message: "Hello" }, send)
    same(
      "members_kick",
      { server_id: ID, member: OTHER, reason: "Spam" },
      { guild_id: ID, user_id: OTHER, audit_reason: "Spam" }
    )
    same("messages_get", { channel_id: ID, id: OTHER }, { channel_id: ID, message_id: OTHER })
    same("messages_get", { channel_id: ID, message: OTHER }, { channel_id: ID, message_id: OTHER })
    same(
      "mcp_tools_read",
      { name: "channels_get", arguments: { channel_id: ID } },
      { tool: "channels_get", args: { channel_id: ID } }
    )
  })

  it("of another unit are converted", () => {
    const ban = { guild_id: ID, user_id: OTHER }
    same("members_ban", { ...ban, delete_message_days: 7 }, { ...ban, delete_message_seconds: 604_800 })
    same("members_ban", { ...ban, delete_message_days: "1" }, { ...ban, delete_message_seconds: 86_400 })
    assert.deepStrictEqual(decoded("members_ban", { ...ban, delete_message_days: 8 }), [
      "delete_message_days means delete_message_seconds: must be a whole number from 0 to 604800, is 691200"
    ])
    same("members_timeout", { ...ban, duration: "2h" }, { ...ban, minutes: 120 })
    for (const name of ["duration", "timeout"]) {
      assert.deepStrictEqual(decoded("members_timeout", { ...ban, [name]: 60 }), [
        `${name} has no unit here: send minutes`
      ])
    }
    for (const length of [
      { hours: 2 },
      { days: "7" },
      { duration_seconds: 600 },
      { durationMinutes: 10 },
      { timeout: "90 min" },
      { duration_ms: 3_600_000 },
      { minutes: "1h" },
      { weeks: 1 }
    ]) {
      const [[name = "", value] = []] = Object.entries(length)
      const minutes = {
        hours: 120,
        days: 10_080,
        duration_seconds: 10,
        durationMinutes: 10,
        timeout: 90,
        weeks: 10_080
      }
      same("members_timeout", { ...ban, [name]: value }, { ...ban, minutes: Object(minutes)[name] ?? 60 })
    }
    assert.deepStrictEqual(decoded("members_timeout", { ...ban, duration: "90s" }), [
      "duration means minutes: must be a whole number from 0 to 40320, is 1.5"
    ])
    same("members_ban", { ...ban, delete_message_hours: 2 }, { ...ban, delete_message_seconds: 7200 })
    same("members_ban", { ...ban, delete_messages_days: 2 }, { ...ban, delete_message_seconds: 172_800 })
    same("members_ban", { ...ban, delete_message_seconds: "1d" }, { ...ban, delete_message_seconds: 86_400 })
    same("channels_modify", { channel_id: ID, slow_mode_seconds: 5 }, { channel_id: ID, rate_limit_per_user: 5 })
    same(
      "channels_create_thread",
      { channel_id: ID, name: "x", auto_archive_duration: "3 days" },
      { channel_id: ID, name: "x", auto_archive_duration: 4320 }
    )
    same("invites_create_channel", { channel_id: ID, max_age_hours: 1 }, { channel_id: ID, max_age: 3600 })
    assert.deepStrictEqual(decoded("invites_create_channel", { channel_id: ID, expires_in: 24 }), [
      "expires_in has no unit here: send max_age"
    ])
    const pollOf = (fields: object) => ({ channel_id: ID, question: "a", answers: ["b", "c"], ...fields })
    same("polls_create", pollOf({ duration: 24 }), pollOf({ duration_hours: 24 }))
    same("polls_create", pollOf({ duration_days: 3 }), pollOf({ duration_hours: 72 }))
    same("polls_create", pollOf({ duration_minutes: 120 }), pollOf({ duration_hours: 2 }))
  })

  it("are taken with or without _id, in the plural, and with a prefix", () => {
    same("messages_search", { guild_id: ID, author_ids: [OTHER] }, { guild_id: ID, author_id: [OTHER] })
    same(
      "messages_edit",
      { channel_id: ID, message_id: OTHER, new_content: "x" },
      {
        channel_id: ID,
        message_id: OTHER,
        content: "x"
      }
    )
    same(
      "channels_modify",
      { channel_id: ID, is_nsfw: true, channel_topic: "x" },
      {
        channel_id: ID,
        nsfw: true,
        topic: "x"
      }
    )
    same("emojis_get", { guild_id: ID, emoji: OTHER }, { guild_id: ID, emoji_id: OTHER })
    same(
      "roles_modify_positions",
      { guild_id: ID, positions: [{ role_id: OTHER, position: 1 }] },
      {
        guild_id: ID,
        positions: [{ id: OTHER, position: 1 }]
      }
    )
  })

  it("never make one role all roles, or several values one", () => {
    assert.include(String(decoded("members_modify", { guild_id: ID, user_id: OTHER, role: ID })), "is not a field")
    assert.include(String(decoded("messages_delete", { channel_id: ID, message_ids: [ID, OTHER] })), "is not a field")
  })

  it("are the required id that is missing, for id", () => {
    same("events_get", { guild_id: ID, id: OTHER }, { guild_id: ID, event_id: OTHER })
    same("lobbies_get", { id: OTHER }, { lobby_id: OTHER })
    same("commands_get_global", { id: OTHER }, { command_id: OTHER })
    assert.deepStrictEqual(decoded("messages_get", { id: OTHER }), [
      "id can mean channel_id or message_id: send the one that you mean",
      "channel_id is required",
      "message_id is required"
    ])
  })

  it("are moved into the only object that has them", () => {
    const rule = { guild_id: ID, name: "x", trigger_type: "keyword", actions: [{ type: "block_message" }] }
    same(
      "automod_create_rule",
      { ...rule, keyword_filter: ["y"] },
      { ...rule, trigger_metadata: { keyword_filter: ["y"] } }
    )
    same(
      "channels_forum_create_thread",
      { channel_id: ID, name: "x", content: "y", embeds: { title: "z" } },
      {
        channel_id: ID,
        name: "x",
        message: { content: "y", embeds: [{ title: "z" }] }
      }
    )
    assert.include(String(decoded("messages_send", { ...send, users: [ID] })), "is not a field")
    assert.include(String(decoded("users_modify_current", { url: "https://tidepool.example/a.png" })), "is not a field")
  })

  it("are named where the tool has something else in place of Discord's field", () => {
    assert.deepStrictEqual(decoded("messages_send", { ...send, nonce: "1" }), [
      "nonce is not a field of this tool: the server sets it: omit it"
    ])
    assert.deepStrictEqual(decoded("mcp_tools_read", { tool: "guild_get", guild_id: ID }), [
      "guild_id is not a field of this tool: fields of the called tool belong in args"
    ])
    assert.include(
      String(
        decoded("interactions_create_response", {
          interaction_id: ID,
          interaction_token: "t".repeat(60),
          type: 4,
          data: {}
        })
      ),
      "send its parts: message, ephemeral, choices or modal"
    )
  })

  it("of a position are the time, if the value is one", () => {
    same(
      "messages_read",
      { channel_id: ID, before: "2026-11-20T00:00:00Z" },
      {
        channel_id: ID,
        until: "2026-11-20T00:00:00Z"
      }
    )
    same(
      "messages_search",
      { guild_id: ID, content: "x", after: "2026-11-20T00:00:00Z" },
      {
        guild_id: ID,
        content: "x",
        since: "2026-11-20T00:00:00Z"
      }
    )
  })

  it("beside the field itself are an error, unless both say the same", () => {
    assert.deepStrictEqual(decoded("messages_send", { ...send, text: "Other" }), [
      "text means content, which has another value: send the right one as content"
    ])
    same("messages_send", { ...send, text: "Hello", channel: ID }, send)
    assert.deepStrictEqual(
      decoded("members_ban", { guild_id: ID, user_id: OTHER, delete_message_days: 1, delete_message_seconds: 5 }),
      [
        "delete_message_days means delete_message_seconds, which has another value: send the right one as delete_message_seconds"
      ]
    )
  })

  it("are an error that names the fields if they have several meanings", () => {
    assert.deepStrictEqual(decoded("channels_modify", { channel_id: ID, tags: [OTHER] }), [
      "tags can mean applied_tags or available_tags: send the one that you mean"
    ])
    same(
      "messages_edit",
      { channel_id: ID, message_id: OTHER, message: "x" },
      { channel_id: ID, message_id: OTHER, content: "x" }
    )
  })

  it("never mean the confirmation of a call", () => {
    for (const name of ["confirm", "_confirm", "__Confirm", "__CONFIRM"]) {
      assert.match(
        String(decoded("messages_delete", { channel_id: ID, message_id: OTHER, [name]: true })),
        /is not a field/
      )
    }
  })

  it("are an error that names the nearest field if they are unknown", () => {
    assert.deepStrictEqual(decoded("messages_send", { ...send, contnt: "x" }), [
      "contnt is not a field of this tool; did you mean content?"
    ])
  })
})

describe("a link", () => {
  const link = `https://discord.com/channels/${OTHER}/${ID}/1248328050999999999`
  const message = { channel_id: ID, message_id: "1248328050999999999" }

  it("gives the required ids that it names", () => {
    same("messages_get", { message_id: link }, message)
    same("messages_get", { message_url: link }, message)
    same("events_get", { event_id: `https://discord.com/events/${OTHER}/${ID}` }, { guild_id: OTHER, event_id: ID })
    const token = "t".repeat(68)
    const webhook = `https://discord.com/api/webhooks/${ID}/${token}`
    same("webhooks_execute", { webhook_url: webhook, content: "x" }, { webhook_id: ID, token, content: "x" })
    same("webhooks_execute", { token: webhook, content: "x" }, { webhook_id: ID, token, content: "x" })
  })

  it("is an error if it names another object than the other fields", () => {
    assert.deepStrictEqual(decoded("messages_get", { channel_id: OTHER, message_id: link }), [
      "message_id is a link with another channel_id: send the channel_id of the link"
    ])
    assert.deepStrictEqual(decoded("messages_get", { channel_id: `<#${OTHER}>`, message_id: link }), [
      "message_id is a link with another channel_id: send the channel_id of the link"
    ])
    same("messages_get", { channel_id: `<#${ID}>`, message_id: link }, message)
  })

  it("has the same ids in every form: on the old host, with a slash at the end, with a longer path", () => {
    const old = link.replace("discord.com", "discordapp.com")
    same("messages_get", { message_id: old }, message)
    same("messages_get", { message_id: `${link}/` }, message)
    same(
      "webhooks_execute",
      { webhook_url: `https://discord.com/api/webhooks/${ID}/abc/github`, content: "x" },
      {
        webhook_id: ID,
        token: "abc",
        content: "x"
      }
    )
    const inThreads = `https://discord.com/channels/${OTHER}/${ID}/threads/1248328050999999999`
    same("channels_get", { channel_id: inThreads }, { channel_id: ID })
    assert.deepStrictEqual(decoded("permissions_explain", { guild_id: ID, channel_id: inThreads, user_id: OTHER }), [
      "channel_id is a link with another guild_id: send the guild_id of the link"
    ])
  })
})

describe("a time", () => {
  it("is taken in seconds or milliseconds since 1970, and as in a message", () => {
    const at = { ...read, since: "2026-11-18T11:06:40.000Z" }
    for (const since of [
      1795000000,
      "1795000000",
      1795000000000,
      "1795000000000",
      "<t:1795000000:R>",
      "<t:1795000000>"
    ]) {
      same("messages_read", { ...read, since }, at)
    }
  })

  it("is taken without seconds, and with a space", () => {
    same("messages_read", { ...read, since: "2026-11-20 18:00Z" }, { ...read, since: "2026-11-20T18:00:00Z" })
    same("messages_read", { ...read, since: "2026-11-20T18:00+0100" }, { ...read, since: "2026-11-20T18:00:00+01:00" })
  })
})

/** Decodes a plan. Its check can take several turns. */
const planned = (input: unknown) =>
  Effect.map(
    Effect.either(findTool("mcp_pipeline")?.prepare(input) ?? Effect.dieMessage("no mcp_pipeline")),
    Either.match({
      onLeft: ({ validation_issues }) => validation_issues.map(({ message, path }): unknown => `${path} ${message}`),
      onRight: (call): unknown => call.arguments
    })
  )

describe("the entrances", () => {
  it.live("take the same spellings through a dispatcher and a plan", () =>
    Effect.gen(function* () {
      const spelled = { channel: ID, limit: "5", before: "" }
      same("mcp_tools_read", { tool: "messages_read", args: spelled }, { tool: "messages_read", args: read })
      same(
        "mcp_tools_read",
        { tool: "messages_read", args: JSON.stringify(spelled) },
        { tool: "messages_read", args: read }
      )
      const plan = (args: unknown, tool = "messages_read") => ({ steps: [{ id: "a", tool, args }] })
      assert.isNotArray(yield* planned(plan(JSON.stringify(spelled))))
      assert.isNotArray(yield* planned({ steps: JSON.stringify(plan(spelled).steps), mode: "SERIAL", output: null }))
      assert.isNotArray(yield* planned(plan({ name: "messages_read", arguments: spelled }, "mcp_tools_read")))
      const delayed = {
        steps: [
          { id: "a", tool: "channels_get", args: { channel: ID } },
          { id: "b", tool: "messages_read", args: { channel: "{{a.id}}", limit: "5" } }
        ]
      }
      assert.isNotArray(yield* planned(delayed))
    })
  )

  it.live("find a confirmation that hides in the JSON text of a step", () =>
    Effect.gen(function* () {
      const args = {
        tool: "messages_delete",
        args: JSON.stringify({ channel_id: ID, message_id: OTHER, __confirm: true })
      }
      assert.deepStrictEqual(yield* planned({ steps: [{ id: "a", tool: "mcp_tools_destructive", args }] }), [
        "steps[0].args.args.__confirm a plan is confirmed once, as a whole: give __confirm beside steps"
      ])
    })
  )
})

describe("a large input", () => {
  const normalized = (tool: string, input: unknown) => normalizeInput(Object(findTool(tool)).input.ast, input)

  it("is looked at no further than it can be accepted", () => {
    const inputs: ReadonlyArray<readonly [tool: string, input: unknown]> = [
      ["messages_send", { ...send, embeds: Array(2_000_000).fill("x") }],
      ["messages_send", { ...send, embeds: JSON.stringify(Array(1_000_000).fill("[1]")) }],
      ["messages_send", { ...send, embeds: JSON.stringify(Array(60_000).fill([1])) }],
      ["messages_send", { ...send, content: "x".repeat(4_000_000), text: "y".repeat(4_000_000) }],
      ["roles_create", { ...creation, permissions: Array(1_000_000).fill("2048") }],
      ["messages_send", Object.fromEntries(Array.from({ length: 200_000 }, (_, at) => [`text${at}`, "x"]))],
      ["messages_send", "[".repeat(2_000_000)]
    ]
    const started = processorMs()
    for (const [tool, input] of inputs) normalized(tool, input)
    assert.isBelow(processorMs() - started, 1500)
  })

  it("does not overflow the stack at any depth", () => {
    let deep: unknown = "x"
    for (let level = 0; level < MAX_NESTING * 100; level++) deep = { components: [deep], type: 17 }
    assert.isArray(decoded("messages_send", { ...send, components: [deep] }))
    const text = `${'[{"type":17,"components":'.repeat(10_000)}[]${"}]".repeat(10_000)}`
    assert.isArray(decoded("messages_send", { ...send, components: text }))
  })

  it("is rejected with too many values in its JSON text", () => {
    const args = JSON.stringify(Object.fromEntries(Array.from({ length: MAX_VALUES }, (_, at) => [`f${at}`, 1])))
    assert.deepStrictEqual(decoded("mcp_tools_read", { tool: "channels_get", args }), [
      ` must have at most ${MAX_VALUES} values in all`
    ])
  })
})
