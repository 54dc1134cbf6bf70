import { assert, describe, it } from "@effect/vitest"
import { Either } from "effect"
import { prepared } from "../prepared.ts"

const ID = "1248328050311954441"
const OTHER = "1248328050278400001"

/** Returns the decoded arguments of a tool, or their issues without the fixes, which hints.test.ts has. */
const decoded = (tool: string, input: unknown, defaultGuildId?: string) => {
  return Either.match(prepared(tool, input, defaultGuildId), {
    onLeft: ({ validation_issues }) => validation_issues.map(({ fix: _, ...rest }) => rest),
    onRight: (call) => call.arguments
  })
}

const issue = (path: string, message: string, code = "invalid") => ({ path, message, code })

describe("the arguments of a tool", () => {
  it("reject an unknown field and name the nearest known one", () => {
    assert.deepStrictEqual(decoded("messages_send", { chanel_id: ID, content: "x" }), [
      issue("chanel_id", "is not a field of this tool; did you mean channel_id?", "unknown_field"),
      issue("channel_id", "is required", "required")
    ])
    assert.deepStrictEqual(decoded("channels_get", { channel_id: ID, xyzzy: 1 }), [
      issue("xyzzy", "is not a field of this tool; known are channel_id, view", "unknown_field")
    ])
    assert.deepStrictEqual(decoded("users_get_current", { __proto: 1 }), [
      issue("__proto", "is not a field of this tool; known are view", "unknown_field")
    ])
  })

  it("report all issues at once, with paths into lists", () => {
    assert.deepStrictEqual(
      decoded("messages_send", {
        channel_id: "abc",
        content: true,
        embeds: [
          {
            title: "x".repeat(257),
            fields: [
              { name: "a", value: "b" },
              { name: "a", value: "b" },
              { name: "", value: "b", inlin: true }
            ]
          },
          "not an embed"
        ],
        allowed_mentions: { parse: ["everybody"], users: ["<@1248328050311954441>", "x"], replied_user: "nobody" }
      }),
      [
        issue("channel_id", "expected the id of a channel: 17 to 20 digits, from channels_list"),
        issue("content", "expected string, actual true"),
        issue("embeds[0].title", "must be at most 256 characters, is 257"),
        issue("embeds[0].fields[2].inlin", "is not a field of this tool; did you mean inline?", "unknown_field"),
        issue("embeds[0].fields[2].name", "must be at least 1 character"),
        issue("embeds[1]", "must be an object"),
        issue("allowed_mentions.parse[0]", "must be one of users, roles, everyone"),
        issue("allowed_mentions.users[1]", "expected the id of a user: 17 to 20 digits, from members_search"),
        issue("allowed_mentions.replied_user", "must be true or false")
      ]
    )
  })

  it("must be an object", () => {
    for (const input of [null, "text", 5, [{ channel_id: ID }]]) {
      assert.deepStrictEqual(decoded("channels_get", input), [
        issue("", "must be an object with the fields of this tool")
      ])
    }
  })

  it("report one issue for a wrong choice", () => {
    assert.deepStrictEqual(decoded("channels_create_guild_channel", { guild_id: ID, name: "x", kind: "chat" }), [
      issue("kind", "must be one of text, voice, category, announcement, stage, forum, media")
    ])
    assert.deepStrictEqual(decoded("messages_delete", { channel_id: ID, message_id: ID, __confirm: 5 }), [
      issue("__confirm", "must be true, or a confirmation_token")
    ])
    assert.deepStrictEqual(decoded("messages_send", { channel_id: ID, embeds: "x" }), [
      issue("embeds", "must be a list")
    ])
  })

  it("are checked against the limits of their field", () => {
    assert.deepStrictEqual(decoded("messages_read", { channel_id: ID, limit: "five" }), [
      issue("limit", 'must be a whole number from 1 to 1000, is "five"')
    ])
    assert.deepStrictEqual(decoded("messages_read", { channel_id: ID, limit: 1001 }), {
      channel_id: ID,
      limit: 1000
    })
    assert.deepStrictEqual(decoded("messages_read", { channel_id: ID, limit: 2.5 }), [
      issue("limit", "must be a whole number from 1 to 1000, is 2.5")
    ])
  })

  it("get default values", () => {
    assert.deepStrictEqual(decoded("messages_read", { channel_id: ID }), { channel_id: ID, limit: 50 })
    assert.deepStrictEqual(decoded("users_list_current_user_guilds", {}), { limit: 100 })
  })

  it("get the operator's default guild only if guild_id is missing", () => {
    assert.deepStrictEqual(decoded("channels_list", {}, ID), { guild_id: ID })
    assert.deepStrictEqual(decoded("channels_list", { guild_id: OTHER }, ID), { guild_id: OTHER })
    assert.deepStrictEqual(decoded("channels_list", {}), [issue("guild_id", "is required", "required")])
    assert.deepStrictEqual(decoded("users_get_current", {}, ID), {})
    for (const guild_id of ["", null]) {
      assert.deepStrictEqual(decoded("channels_list", { guild_id }, ID), { guild_id: ID })
    }
    assert.deepStrictEqual(decoded("channels_list", { guild_id: "" }), [
      issue("guild_id", "expected the id of a guild: 17 to 20 digits, from users_list_current_user_guilds")
    ])
  })

  it("count code points: an emoji is one character", () => {
    const content = "😀".repeat(2000)
    const edit = { channel_id: ID, message_id: ID }
    assert.deepStrictEqual(decoded("messages_edit", { ...edit, content }), { ...edit, content })
    assert.deepStrictEqual(decoded("messages_edit", { ...edit, content: `${content}!` }), [
      issue(
        "content",
        "must be at most 2000 characters, is 2001: edit with the beginning, then send the rest with messages_send"
      )
    ])
  })
})

describe("ids", () => {
  it("are rejected as numbers, with the reason", () => {
    assert.deepStrictEqual(decoded("channels_get", { channel_id: 1248328050311954 }), [
      issue("channel_id", "an id must be a string: a number loses the last digits. Put it in quotes")
    ])
    assert.deepStrictEqual(decoded("messages_bulk_delete", { channel_id: ID, message_ids: [ID, 5] }), [
      issue("message_ids[1]", "an id must be a string: a number loses the last digits. Put it in quotes")
    ])
    assert.deepStrictEqual(decoded("channels_get", { channel_id: null }), [
      issue("channel_id", "is required", "required")
    ])
  })

  it("are parsed from mentions", () => {
    const channel = (channel_id: string) => decoded("channels_get", { channel_id })
    assert.deepStrictEqual(channel(`<#${ID}>`), { channel_id: ID })
    assert.deepStrictEqual(channel(` ${ID}\n`), { channel_id: ID })
    const pinged = (allowed_mentions: object) =>
      decoded("messages_send", { channel_id: ID, content: "x", allowed_mentions })
    assert.deepStrictEqual(pinged({ users: [`<@${ID}>`, `<@!${OTHER}>`], roles: [`<@&${ID}>`] }), {
      channel_id: ID,
      content: "x",
      allowed_mentions: { users: [ID, OTHER], roles: [ID] }
    })
  })

  it("are parsed from URLs of the client", () => {
    const link = `https://discord.com/channels/${OTHER}/${ID}`
    assert.deepStrictEqual(decoded("guild_get", { guild_id: link }), { guild_id: OTHER })
    assert.deepStrictEqual(decoded("guild_get", { guild_id: `https://ptb.discord.com/channels/${OTHER}` }), {
      guild_id: OTHER
    })
    assert.deepStrictEqual(
      decoded("messages_get", { channel_id: `${link}/1248328050999999999`, message_id: `${link}/1248328050999999999` }),
      { channel_id: ID, message_id: "1248328050999999999" }
    )
    assert.deepStrictEqual(decoded("channels_get", { channel_id: `https://discord.com/channels/@me/${ID}` }), {
      channel_id: ID
    })
  })

  it("are rejected for another kind, site or length", () => {
    for (const channel_id of [
      `<@${ID}>`,
      `<@&${ID}>`,
      `https://discord.com.evil.example/channels/${OTHER}/${ID}`,
      `https://evil.example/discord.com/channels/${OTHER}/${ID}`,
      "1234567890123456",
      "123456789012345678901",
      `${ID}/messages`,
      "../../users/@me",
      ""
    ]) {
      assert.deepStrictEqual(decoded("channels_get", { channel_id }), [
        issue("channel_id", "expected the id of a channel: 17 to 20 digits, from channels_list")
      ])
    }
  })
})

describe("rules between fields", () => {
  it("require content in a message", () => {
    const empty = [
      issue("content", "a message needs content, embeds, files, a sticker, a poll or components", "empty_message")
    ]
    assert.deepStrictEqual(decoded("messages_send", { channel_id: ID }), empty)
    assert.deepStrictEqual(decoded("messages_send", { channel_id: ID, embeds: [] }), empty)
    assert.deepStrictEqual(decoded("messages_send", { channel_id: ID, content: "" }), empty)
  })

  it("require a change in an edit; removing embeds is one", () => {
    assert.deepStrictEqual(decoded("messages_edit", { channel_id: ID, message_id: ID }), [
      issue("content", "set at least one field to change", "empty_change")
    ])
    assert.deepStrictEqual(decoded("messages_edit", { channel_id: ID, message_id: ID, embeds: [] }), {
      channel_id: ID,
      message_id: ID,
      embeds: []
    })
  })

  it("allow one starting point for a page", () => {
    assert.deepStrictEqual(decoded("messages_read", { channel_id: ID, before: ID, after: ID }), [
      issue("after", "cannot be set together with before", "exclusive")
    ])
    assert.deepStrictEqual(decoded("messages_read", { channel_id: ID, around: ID, cursor: `before:${ID}` }), [
      issue("cursor", "cannot be set together with around", "exclusive")
    ])
  })

  it("accept only cursors of the same tool", () => {
    for (const cursor of ["before", `around:${ID}`, `before:${ID}&limit=1`, "before:1"]) {
      assert.deepStrictEqual(decoded("messages_read", { channel_id: ID, cursor }), [
        issue("cursor", "is not a next_cursor of this tool", "invalid_cursor")
      ])
    }
  })

  it("apply only if every field is valid", () => {
    assert.deepStrictEqual(decoded("messages_read", { channel_id: ID, cursor: "x", limit: 0 }), [
      issue("limit", "must be a whole number from 1 to 1000, is 0")
    ])
  })
})

describe("a prepared call", () => {
  it("has its risk, consent and referenced ids", () => {
    const bulk = prepared("messages_bulk_delete", {
      channel_id: `<#${ID}>`,
      message_ids: [ID, OTHER],
      __confirm: true
    })
    const { preview: _preview, run: _run, tool, ...call } = Object(Either.getOrUndefined(bulk))
    assert.strictEqual(Object(tool).name, "messages_bulk_delete")
    assert.deepStrictEqual(call, {
      risk: "destructive",
      confirm: true,
      arguments: { channel_id: ID, message_ids: [ID, OTHER] },
      referencedIds: [
        { kind: "channel", id: ID, path: "channel_id" },
        { kind: "message", id: ID, path: "message_ids[0]" },
        { kind: "message", id: OTHER, path: "message_ids[1]" }
      ]
    })
  })

  it("references the category of a channel", () => {
    const creation = prepared("channels_create_guild_channel", { guild_id: OTHER, name: "x", parent_id: ID })
    assert.deepStrictEqual(Object(Either.getOrUndefined(creation)).referencedIds, [
      { kind: "guild", id: OTHER, path: "guild_id" },
      { kind: "channel", id: ID, path: "parent_id" }
    ])
  })
})
