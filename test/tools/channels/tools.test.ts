import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { call, Sandbox, served } from "../../dispatch/app.ts"
import { field } from "../../sandbox/http.ts"
import { armed, issuesOf, wired } from "../wired.ts"

const ID = "1248328050311954441"
const OTHER = "1248328050278400001"

const stored = { id: OTHER, type: 15, name: "questions", guild_id: ID, available_tags: [], permission_overwrites: [] }

/** The request body as JSON, without undefined fields. */
const bodyOf = ({ sent }: { readonly sent: { readonly body?: unknown } | undefined }): unknown =>
  JSON.parse(JSON.stringify(sent?.body))

describe("channels_list", () => {
  const listed = [
    { id: "10", type: 0, name: "rules", position: 0, parent_id: null },
    { id: "12", type: 15, name: "ideas", position: 3, parent_id: null },
    { id: "13", type: 2, name: "waiting", position: 1, parent_id: null },
    { id: "20", type: 4, name: "Team", position: 0, parent_id: null },
    { id: "22", type: 0, name: "staff", position: 4, parent_id: "20" },
    { id: "23", type: 5, name: "news", position: 4, parent_id: "20" },
    { id: "24", type: 13, name: "stage", position: 0, parent_id: "20" },
    { id: "21", type: 2, name: "lounge", position: 2, parent_id: "20" },
    { id: "30", type: 4, name: "Empty", position: 1, parent_id: null },
    { id: "9", type: 4, name: "Archive", position: 1, parent_id: null },
    { id: "41", type: 0, name: "in a category the bot cannot view", position: 0, parent_id: "40" }
  ]
  const displayed = ["10", "12", "13", "20", "22", "23", "24", "21", "9", "30", "41"]

  it.effect("lists channels as people see them: by category, text before voice, position, age", () =>
    Effect.gen(function* () {
      for (let turn = 0; turn < listed.length; turn++) {
        const { structured } = yield* wired(
          "channels_list",
          { guild_id: ID },
          listed.slice(turn).concat(listed.slice(0, turn))
        )
        assert.deepStrictEqual(field("id")(structured.items), displayed)
      }
    })
  )

  it.effect("continues in the same order with a cursor", () =>
    Effect.gen(function* () {
      const { structured } = yield* wired(
        "channels_list",
        { guild_id: ID, view: "full" },
        listed.map((channel) => ({ ...channel, topic: "x".repeat(300) })),
        { MCP_MAX_RESULT_CHARS: "2000" }
      )
      const first = Object(field("id")(structured.items))
      const next = yield* wired("channels_list", { guild_id: ID, cursor: structured.next_cursor }, listed.toReversed())
      assert.isAbove(first.length, 0)
      assert.deepStrictEqual([...first, ...Object(field("id")(next.structured.items))], displayed)
    })
  )
})

describe("channels_create_guild_channel", () => {
  it.effect("accepts names where Discord's API has numbers, for a forum", () =>
    Effect.gen(function* () {
      const made = yield* wired(
        "channels_create_guild_channel",
        {
          guild_id: ID,
          name: "questions",
          kind: "forum",
          topic: "Ask away.",
          available_tags: [
            { name: "solved", emoji: "✅", moderated: true },
            { name: "reef", emoji: `<:reef:${ID}>` }
          ],
          default_reaction_emoji: "👍",
          default_sort_order: "latest_activity",
          default_forum_layout: "gallery",
          permission_overwrites: [
            { id: `<@&${OTHER}>`, type: "role", allow: ["VIEW_CHANNEL"], deny: ["SEND_MESSAGES", "ADD_REACTIONS"] }
          ],
          audit_reason: "spring"
        },
        stored
      )
      assert.deepStrictEqual(bodyOf(made), {
        name: "questions",
        type: 15,
        topic: "Ask away.",
        available_tags: [
          { name: "solved", moderated: true, emoji_id: null, emoji_name: "✅" },
          { name: "reef", emoji_id: ID, emoji_name: null }
        ],
        default_reaction_emoji: { emoji_id: null, emoji_name: "👍" },
        default_sort_order: 0,
        default_forum_layout: 2,
        permission_overwrites: [{ id: OTHER, type: 0, allow: "1024", deny: "2112" }]
      })
      assert.deepStrictEqual(made.structured, {
        id: OTHER,
        name: "questions",
        kind: "forum",
        guild_id: ID,
        // As Discord has them.
        permission_overwrites: [],
        available_tags: [],
        notice:
          "Discord accepted topic, default_reaction_emoji, default_sort_order, default_forum_layout, but its reply does not show them."
      })
      assert.strictEqual(made.sent?.reason, "spring")
    })
  )

  it.effect("accepts names where Discord's API has numbers, for a voice channel", () =>
    Effect.gen(function* () {
      const voice = {
        guild_id: ID,
        name: "v",
        kind: "voice",
        video_quality_mode: "full",
        user_limit: 5,
        bitrate: 64_000
      }
      assert.deepStrictEqual(bodyOf(yield* wired("channels_create_guild_channel", voice, stored)), {
        name: "v",
        type: 2,
        video_quality_mode: 2,
        user_limit: 5,
        bitrate: 64_000
      })
    })
  )
})

describe("channels_modify", () => {
  const modify = (input: object) => wired("channels_modify", { channel_id: ID, ...input }, stored, armed)

  it.effect("sends the given fields, and null for cleared ones", () =>
    Effect.gen(function* () {
      const clear = ["parent_id", "rtc_region", "default_reaction_emoji", "default_sort_order"]
      assert.deepStrictEqual(bodyOf(yield* modify({ clear, flags: [] })), {
        parent_id: null,
        rtc_region: null,
        default_reaction_emoji: null,
        default_sort_order: null,
        flags: 0
      })
      assert.deepStrictEqual(bodyOf(yield* modify({ kind: "announcement", flags: ["require_tag"] })), {
        type: 5,
        flags: 16
      })
      assert.deepStrictEqual(bodyOf(yield* modify({ archived: false, locked: false, applied_tags: [OTHER] })), {
        archived: false,
        locked: false,
        applied_tags: [OTHER]
      })
      const [named] = [issuesOf(yield* modify({}))].flat()
      assert.match(String(named), /^name set at least one of name, topic, .*$/)
    })
  )

  it.effect("rejects channel fields beside thread fields, and accepts the fields that both have", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(issuesOf(yield* modify({ archived: true, name: "x", topic: "y", kind: "text" })), [
        "topic applies to channels, but archived applies to threads: set only one of the two kinds",
        "kind applies to channels, but archived applies to threads: set only one of the two kinds"
      ])
      assert.isFalse((yield* modify({ archived: true, name: "x", rate_limit_per_user: 5, flags: ["pinned"] })).isError)
    })
  )
})

describe("channels_modify_permissions", () => {
  const set = (input: object) =>
    wired(
      "channels_modify_permissions",
      { channel_id: ID, overwrite_id: `<@${OTHER}>`, type: "member", ...input },
      undefined,
      armed
    )

  it.effect("sends named permissions as decimal strings, also beyond 32 bits", () =>
    Effect.gen(function* () {
      const { sent, structured } = yield* set({ allow: ["STREAM", "SEND_POLLS"], deny: ["USE_SOUNDBOARD"] })
      assert.deepStrictEqual(
        [sent?.method, sent?.path, sent?.body, structured],
        [
          "PUT",
          `/channels/${ID}/permissions/${OTHER}`,
          { type: 1, allow: String(2n ** 9n + 2n ** 49n), deny: String(2n ** 42n) },
          {
            done: true,
            channel_id: ID,
            overwrite_id: OTHER,
            type: "member",
            allow: ["STREAM", "SEND_POLLS"],
            deny: ["USE_SOUNDBOARD"]
          }
        ]
      )
      assert.deepStrictEqual(issuesOf(yield* set({ allow: ["send_message"] })), [
        "allow[0] send_message is not a Discord permission; did you mean SEND_MESSAGES?"
      ])
      assert.deepStrictEqual(issuesOf(yield* set({ allow: ["SPEAK"], deny: ["SPEAK"] })), [
        "deny SPEAK cannot be both allowed and denied"
      ])
      assert.deepStrictEqual(
        issuesOf(yield* set({ allow: ["SPEAK"], deny: ["CONNECT"], inherit: ["SPEAK", "CONNECT"] })),
        ["inherit SPEAK cannot be both inherited and allowed", "inherit CONNECT cannot be both inherited and denied"]
      )
      assert.deepStrictEqual(issuesOf(yield* set({})), ["allow set at least one of allow, deny, inherit"])
    })
  )
})

describe("new threads", () => {
  it.effect("have a named kind, and a forum post has a message with files", () =>
    Effect.gen(function* () {
      const thread = { channel_id: ID, name: "reef", kind: "private", invitable: false, auto_archive_duration: 1440 }
      assert.deepStrictEqual(bodyOf(yield* wired("channels_create_thread", thread, stored)), {
        name: "reef",
        auto_archive_duration: 1440,
        invitable: false,
        type: 12
      })
      const post = yield* wired(
        "channels_forum_create_thread",
        {
          channel_id: ID,
          name: "reef",
          applied_tags: [OTHER],
          message: { content: "Look!", files: [{ base64: "AAAA", name: "a.png", description: "A reef." }] }
        },
        stored
      )
      assert.deepStrictEqual(bodyOf(post), {
        name: "reef",
        applied_tags: [OTHER],
        message: {
          content: "Look!",
          allowed_mentions: { parse: ["users"], replied_user: true },
          attachments: [{ id: "0", description: "A reef." }]
        }
      })
      assert.deepStrictEqual(
        post.sent?.files.map(({ name }) => name),
        ["a.png"]
      )
      const empty = yield* wired("channels_forum_create_thread", { channel_id: ID, name: "reef", message: {} }, stored)
      assert.deepStrictEqual(issuesOf(empty), [
        "message.content a message needs content, embeds, files, a sticker, a poll or components"
      ])
    })
  )
})

describe("thread lists", () => {
  const thread = (id: string, time: string) => ({
    id,
    type: 11,
    name: "reef",
    parent_id: ID,
    thread_metadata: { archived: true, locked: false, auto_archive_duration: 60, archive_timestamp: time },
    message_count: 3,
    member_count: 2
  })
  const time = "2026-01-31T18:00:00.000000+00:00"
  const page = { threads: [thread(OTHER, time)], members: [], has_more: true }

  it.effect("continue by archive time or by id while Discord reports more", () =>
    Effect.gen(function* () {
      const first = yield* wired("channels_list_public_archived_threads", { channel_id: ID }, page)
      assert.deepStrictEqual(
        [first.query, first.structured],
        [
          { limit: "50" },
          {
            items: [
              {
                id: OTHER,
                name: "reef",
                kind: "public_thread",
                parent_id: ID,
                messages: 3,
                members: 2,
                archived: true,
                auto_archive_duration: 60,
                archived_at: time
              }
            ],
            next_cursor: `before:${time}`
          }
        ]
      )
      const next = { channel_id: ID, cursor: first.structured.next_cursor, limit: 2 }
      assert.deepStrictEqual((yield* wired("channels_list_private_archived_threads", next, page)).query, {
        limit: "2",
        before: time
      })
      const joined = yield* wired("channels_list_joined_archived_threads", { channel_id: ID }, page)
      assert.strictEqual(joined.structured.next_cursor, `before:${OTHER}`)
      const active = yield* wired("channels_list_active_threads_guild", { guild_id: ID }, { threads: [], members: [] })
      assert.deepStrictEqual(active.structured, {
        items: [],
        notice: "The channels the bot can view have no active threads."
      })
    })
  )
})

describe("a tool without a result", () => {
  it.effect("returns what it has done without secrets, for any reply body", () =>
    Effect.gen(function* () {
      const group = { id: ID, type: 3, recipients: [], last_message_id: null }
      const added = { channel_id: ID, user_id: OTHER, access_token: "granted" }
      for (const [tool, input, bodies] of [
        ["channels_trigger_typing", { channel_id: ID }, [undefined, {}, { message_send_cooldown_ms: 900 }]],
        ["channels_add_group_dm_recipient", added, [undefined, group]]
      ] as const) {
        for (const body of bodies) {
          const { isError, structured } = yield* wired(tool, input, body, armed)
          const { access_token: _, ...shown } = { access_token: "", ...input }
          assert.deepStrictEqual([isError, structured], [false, { done: true, ...shown }], tool)
        }
      }
    })
  )
})

describe("channels_modify_positions", () => {
  it.live("answers with the order that came out, and says what came out otherwise", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const { general, showcase } = ids.channels
      const positions = [
        { id: showcase, position: 0 },
        { id: general, position: 1 }
      ]
      const { structured } = yield* call("channels_modify_positions", { guild_id: ids.guild, positions })
      const [{ channels }] = structured.order as readonly [{ channels: ReadonlyArray<{ id: string }> }]
      const order = channels.map(({ id }) => id)
      assert.isBelow(order.indexOf(showcase), order.indexOf(general))
      assert.isUndefined(structured.notice)
    }).pipe(served({ MCP_DRY_RUN: "false" }))
  )

  it.effect("sends the list as the whole body", () =>
    Effect.gen(function* () {
      const positions = [
        { id: ID, position: 0 },
        { id: OTHER, clear: ["parent_id"], lock_permissions: true }
      ]
      const { sent } = yield* wired(
        "channels_modify_positions",
        { guild_id: ID, positions, __confirm: true },
        undefined,
        armed
      )
      const moved = [positions[0], { id: OTHER, lock_permissions: true, parent_id: null }]
      assert.deepStrictEqual([sent?.method, sent?.path, sent?.body], ["PATCH", `/guilds/${ID}/channels`, moved])
    })
  )
})
