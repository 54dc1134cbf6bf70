import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { asked, call, Sandbox, served } from "../../dispatch/app.ts"
import { armed, GIF, issuesOf, PNG, wired } from "../wired.ts"

const GUILD = "1248328050278400001"
const CHANNEL = "1248328050311954441"
const ROLE = "1248328050311954442"
const REQUEST = "1248328050311954443"

const stored = {
  id: GUILD,
  name: "Tidepool",
  owner_id: CHANNEL,
  roles: [],
  emojis: [],
  features: ["COMMUNITY"],
  verification_level: 4,
  default_message_notifications: 1,
  explicit_content_filter: 2,
  preferred_locale: "en-GB"
}

/** A request to join. */
const request = (id: string, more: object = {}) => ({
  id,
  guild_id: GUILD,
  user_id: CHANNEL,
  user: { id: CHANNEL, username: "ada", global_name: "Ada" },
  created_at: "2026-01-01T00:00:00+00:00",
  reviewed_at: null,
  application_status: "SUBMITTED",
  rejection_reason: null,
  ...more
})

const bodyOf = (sent: { readonly body: unknown } | undefined): unknown => JSON.parse(JSON.stringify(sent?.body))

describe("guild_modify", () => {
  const modified = wired(
    "guild_modify",
    {
      guild_id: GUILD,
      name: "Tidepool",
      verification_level: "none",
      default_message_notifications: "only_mentions",
      explicit_content_filter: "all_members",
      system_channel_flags: ["SUPPRESS_JOIN_NOTIFICATIONS", "SUPPRESS_GUILD_REMINDER_NOTIFICATIONS"],
      icon: { base64: GIF },
      banner: { base64: PNG },
      clear: ["afk_channel_id", "splash"],
      audit_reason: "Spring tide"
    },
    stored
  )

  it.effect("sends enums, flags and images in Discord's format, and only the given fields", () =>
    Effect.gen(function* () {
      const { isError, sent } = yield* modified
      assert.isFalse(isError)
      assert.deepStrictEqual(bodyOf(sent), {
        name: "Tidepool",
        afk_channel_id: null,
        verification_level: 0,
        default_message_notifications: 1,
        explicit_content_filter: 2,
        system_channel_flags: 5,
        icon: `data:image/gif;base64,${GIF}`,
        banner: `data:image/png;base64,${PNG}`,
        splash: null
      })
      assert.strictEqual(sent?.reason, "Spring tide")
    })
  )

  it.effect("shows the modified guild with the names of enums", () =>
    Effect.gen(function* () {
      const { structured } = yield* modified
      assert.deepStrictEqual(structured, {
        id: GUILD,
        name: "Tidepool",
        owner_id: CHANNEL,
        roles: 0,
        emojis: 0,
        features: ["COMMUNITY"],
        verification_level: "very_high",
        default_message_notifications: "only_mentions",
        explicit_content_filter: "all_members",
        preferred_locale: "en-GB",
        previous: {
          explicit_content_filter: "disabled",
          default_message_notifications: "all_messages",
          verification_level: "none"
        },
        notice:
          "Discord accepted afk_channel_id, system_channel_flags, icon, banner, splash, but its reply does not show them."
      })
    })
  )

  it.effect("is destructive when it replaces the features, because unlisted ones are disabled", () =>
    Effect.gen(function* () {
      const input = { guild_id: GUILD, features: ["COMMUNITY", "A_FEATURE_OF_TOMORROW"] }
      const refused = yield* wired("guild_modify", input, stored, armed)
      assert.deepStrictEqual([refused.structured.code, refused.sent], ["DRY_RUN_PREVIEW", undefined])
      const confirmed = yield* wired("guild_modify", { ...input, __confirm: true }, stored, armed)
      assert.deepStrictEqual(bodyOf(confirmed.sent), { features: ["COMMUNITY", "A_FEATURE_OF_TOMORROW"] })
    })
  )

  it.effect("rejects a call without a change and unknown values", () =>
    Effect.gen(function* () {
      const nothing = yield* wired("guild_modify", { guild_id: GUILD })
      assert.match(String(issuesOf(nothing)), /^name set at least one of name, description, .*$/)
      const wrong = { guild_id: GUILD, preferred_locale: "en-GX", afk_timeout: 120, system_channel_flags: ["QUIET"] }
      assert.deepStrictEqual(issuesOf(yield* wired("guild_modify", wrong)), [
        "afk_timeout must be one of 60, 300, 900, 1800, 3600",
        "preferred_locale there is no en-GX; did you mean en-GB?",
        "system_channel_flags[0] must be one of SUPPRESS_JOIN_NOTIFICATIONS, SUPPRESS_PREMIUM_SUBSCRIPTIONS, SUPPRESS_GUILD_REMINDER_NOTIFICATIONS, SUPPRESS_JOIN_NOTIFICATION_REPLIES, SUPPRESS_ROLE_SUBSCRIPTION_PURCHASE_NOTIFICATIONS, SUPPRESS_ROLE_SUBSCRIPTION_PURCHASE_NOTIFICATION_REPLIES"
      ])
    })
  )
})

describe("guild_get_widget_image_url", () => {
  it.live("returns the URL without a request", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const base = `https://discord.com/api/guilds/${ids.guild}/widget.png`
      const { structured } = yield* call("guild_get_widget_image_url", { guild_id: ids.guild })
      assert.deepStrictEqual(structured, { url: `${base}?style=shield` })
      const other = yield* call("guild_get_widget_image_url", { guild_id: ids.guild, style: "banner2" })
      assert.deepStrictEqual(other.structured, { url: `${base}?style=banner2` })
      assert.deepStrictEqual(yield* asked, [])
    }).pipe(served())
  )
})

describe("a prune", () => {
  it.effect("counts the same members that it kicks", () =>
    Effect.gen(function* () {
      const whom = { guild_id: GUILD, days: 30, include_roles: [`<@&${ROLE}>`, CHANNEL] }
      const counted = yield* wired("guild_get_prune_count", whom, { pruned: 3 })
      assert.deepStrictEqual(counted.query, { days: "30", include_roles: `${ROLE},${CHANNEL}` })
      assert.deepStrictEqual(counted.structured, { pruned: 3 })
      assert.deepStrictEqual((yield* wired("guild_get_prune_count", { guild_id: GUILD }, { pruned: 0 })).query, {})
      const refused = yield* wired("guild_begin_prune", whom, { pruned: 3 }, armed)
      assert.strictEqual(refused.structured.code, "DRY_RUN_PREVIEW")
      const uncounted = yield* wired("guild_get_prune_count", whom, { pruned: null })
      assert.deepStrictEqual([uncounted.isError, uncounted.structured], [false, { pruned: null }])
      const kicked = yield* wired("guild_begin_prune", { ...whom, __confirm: true }, { pruned: 3 }, armed)
      assert.deepStrictEqual(kicked.sent?.body, { days: 30, include_roles: [ROLE, CHANNEL] })
    })
  )
})

describe("the welcome screen", () => {
  it.effect("takes an emoji as one text and shows it in the same format", () =>
    Effect.gen(function* () {
      const { sent, structured } = yield* wired(
        "guild_modify_welcome_screen",
        {
          guild_id: GUILD,
          welcome_channels: [
            { channel_id: CHANNEL, description: "Say hello", emoji: "👋" },
            { channel_id: ROLE, description: "Ask", emoji: `<:tide:${REQUEST}>` },
            { channel_id: REQUEST, description: "Read" }
          ]
        },
        {
          description: null,
          welcome_channels: [
            { channel_id: CHANNEL, description: "Say hello", emoji_id: null, emoji_name: "👋" },
            { channel_id: ROLE, description: "Ask", emoji_id: REQUEST, emoji_name: "tide" }
          ]
        }
      )
      assert.deepStrictEqual(bodyOf(sent), {
        welcome_channels: [
          { channel_id: CHANNEL, description: "Say hello", emoji_id: null, emoji_name: "👋" },
          { channel_id: ROLE, description: "Ask", emoji_id: REQUEST, emoji_name: "tide" },
          { channel_id: REQUEST, description: "Read", emoji_id: null, emoji_name: null }
        ]
      })
      assert.deepStrictEqual(structured, {
        welcome_channels: [
          { channel_id: CHANNEL, description: "Say hello", emoji: "👋" },
          { channel_id: ROLE, description: "Ask", emoji: `tide:${REQUEST}` }
        ],
        previous: { welcome_channels: [] }
      })
    })
  )
})

describe("guild_get_new_member_welcome", () => {
  it.effect("says so when there is no Server Guide", () =>
    Effect.gen(function* () {
      const { structured } = yield* wired("guild_get_new_member_welcome", { guild_id: GUILD })
      assert.deepStrictEqual(structured, { enabled: false, notice: "This guild has no Server Guide." })
    })
  )
})

describe("join requests", () => {
  it.effect("come newest first in any order of Discord's reply, with the answers", () =>
    Effect.gen(function* () {
      const list = { guild_id: GUILD, limit: 2, status: "submitted" }
      const { query, structured } = yield* wired("guild_list_join_requests", list, {
        total: 2,
        guild_join_requests: [
          request("1248328050311954451"),
          request("1248328050311954452", {
            form_responses: [
              { field_type: "TERMS", label: "Rules", response: true },
              { field_type: "MULTIPLE_CHOICE", label: "From", choices: ["a friend", "elsewhere"], response: 0 }
            ]
          })
        ]
      })
      assert.deepStrictEqual(query, { limit: "2", status: "SUBMITTED" })
      const shown = {
        user: { id: CHANNEL, username: "ada", name: "Ada" },
        status: "submitted",
        time: "2026-01-01T00:00:00+00:00"
      }
      assert.deepStrictEqual(structured, {
        items: [
          {
            id: "1248328050311954452",
            ...shown,
            answers: [
              { question: "Rules", answer: true },
              { question: "From", answer: "a friend" }
            ]
          },
          { id: "1248328050311954451", ...shown }
        ],
        next_cursor: "before:1248328050311954451"
      })
    })
  )

  it.effect("are approved, or rejected with a reason", () =>
    Effect.gen(function* () {
      const which = { guild_id: GUILD, request_id: REQUEST }
      const rejected = { ...which, action: "reject", rejection_reason: "Full" }
      const { sent } = yield* wired("guild_action_join_request", rejected, request(REQUEST))
      assert.deepStrictEqual(bodyOf(sent), { action: "REJECTED", rejection_reason: "Full" })
      const approved = yield* wired("guild_action_join_request", { ...which, action: "approve" }, request(REQUEST))
      assert.deepStrictEqual(bodyOf(approved.sent), { action: "APPROVED" })
      assert.deepStrictEqual(issuesOf(yield* wired("guild_action_join_request", { ...rejected, action: "approve" })), [
        "rejection_reason is allowed only with action reject"
      ])
    })
  )
})
