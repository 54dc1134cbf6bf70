import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { armed, issuesOf, wired } from "../wired.ts"

const GUILD = "1248328050278400001"
const RULE = "1248328050311954441"
const CHANNEL = "1248328050311954442"

const stored = {
  id: RULE,
  guild_id: GUILD,
  name: "Mentions",
  creator_id: CHANNEL,
  event_type: 1,
  trigger_type: 5,
  trigger_metadata: { mention_total_limit: 5, mention_raid_protection_enabled: false },
  actions: [{ type: 3, metadata: { duration_seconds: 60 } }, { type: 1 }],
  enabled: false,
  exempt_roles: [],
  exempt_channels: []
}

const block = [{ type: "block_message" }]

/** Returns the issues of a new rule. */
const issues = (rule: object) =>
  Effect.map(wired("automod_create_rule", { guild_id: GUILD, name: "Rule", actions: block, ...rule }), issuesOf)

describe("automod_create_rule", () => {
  it.effect("sends enums as numbers, with the event type of a trigger for messages", () =>
    Effect.gen(function* () {
      const { sent } = yield* wired(
        "automod_create_rule",
        {
          guild_id: GUILD,
          name: "No profanity",
          trigger_type: "keyword_preset",
          trigger_metadata: { presets: ["profanity", "slurs"], allow_list: ["hull"] },
          actions: [
            { type: "block_message", metadata: { custom_message: "Mind the harbour." } },
            { type: "send_alert_message", metadata: { channel_id: `<#${CHANNEL}>` } }
          ],
          enabled: true,
          audit_reason: "Server rules"
        },
        stored
      )
      assert.deepStrictEqual(JSON.parse(JSON.stringify(sent?.body)), {
        name: "No profanity",
        enabled: true,
        event_type: 1,
        trigger_type: 4,
        trigger_metadata: { presets: [1, 3], allow_list: ["hull"] },
        actions: [
          { type: 1, metadata: { custom_message: "Mind the harbour." } },
          { type: 2, metadata: { channel_id: CHANNEL } }
        ]
      })
      assert.strictEqual(sent?.reason, "Server rules")
    })
  )

  it.effect("sends the event type of a trigger for profiles", () =>
    Effect.gen(function* () {
      const profile = yield* wired(
        "automod_create_rule",
        {
          guild_id: GUILD,
          name: "Names",
          trigger_type: "member_profile",
          trigger_metadata: { regex_patterns: ["^admin"] },
          actions: [{ type: "block_member_interaction" }],
          __confirm: true
        },
        stored,
        armed
      )
      assert.deepStrictEqual(JSON.parse(JSON.stringify(profile.sent?.body)), {
        name: "Names",
        event_type: 2,
        trigger_type: 6,
        trigger_metadata: { regex_patterns: ["^admin"] },
        actions: [{ type: 4 }]
      })
    })
  )

  it.effect("accepts only the metadata of its trigger", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* issues({ trigger_type: "spam", trigger_metadata: { keyword_filter: ["x"] } }), [
        "trigger_metadata.keyword_filter is not allowed for spam"
      ])
      assert.deepStrictEqual(
        yield* issues({
          trigger_type: "mention_spam",
          trigger_metadata: { presets: ["slurs"], mention_total_limit: 3, allow_list: [] }
        }),
        [
          "trigger_metadata.presets is not allowed for mention_spam",
          "trigger_metadata.allow_list is not allowed for mention_spam"
        ]
      )
    })
  )

  it.effect("requires something to match", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* issues({ trigger_type: "keyword", trigger_metadata: { allow_list: ["x"] } }), [
        "trigger_metadata.keyword_filter keyword needs keyword_filter or regex_patterns"
      ])
      assert.deepStrictEqual(yield* issues({ trigger_type: "keyword_preset" }), [
        "trigger_metadata.presets keyword_preset needs at least one preset"
      ])
    })
  )

  it.effect("allows more than 100 words in the allow list only for presets", () =>
    Effect.gen(function* () {
      const allow_list = Array.from({ length: 101 }, (_, at) => `word ${at}`)
      assert.deepStrictEqual(
        yield* issues({ trigger_type: "keyword", trigger_metadata: { keyword_filter: ["x"], allow_list } }),
        ["trigger_metadata.allow_list must have at most 100 items"]
      )
      const presets = { trigger_type: "keyword_preset", trigger_metadata: { presets: ["slurs"], allow_list } }
      const { isError } = yield* wired(
        "automod_create_rule",
        { guild_id: GUILD, name: "Rule", actions: block, ...presets },
        stored
      )
      assert.isFalse(isError)
      const change = { guild_id: GUILD, rule_id: RULE, trigger_metadata: { regex_patterns: ["x"], allow_list } }
      assert.deepStrictEqual(issuesOf(yield* wired("automod_modify_rule", change)), [
        "trigger_metadata.allow_list must have at most 100 items"
      ])
    })
  )

  it.effect("requires the event type of its trigger, and allows timeouts only for keywords and mentions", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(
        yield* issues({
          trigger_type: "member_profile",
          event_type: "message_send",
          trigger_metadata: { keyword_filter: ["x"] },
          actions: [...block, { type: "timeout", metadata: { duration_seconds: 60 } }]
        }),
        [
          "event_type must be member_update for member_profile",
          "actions[1].type timeout is allowed only for keyword and mention_spam, not member_profile"
        ]
      )
    })
  )

  it.effect("requires the metadata of each action and rejects any other", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(
        yield* issues({
          trigger_type: "spam",
          actions: [
            { type: "send_alert_message" },
            { type: "timeout", metadata: {} },
            { type: "block_message", metadata: { channel_id: CHANNEL } },
            { type: "mute" }
          ]
        }),
        [
          "actions[0].metadata.channel_id is required for send_alert_message",
          "actions[1].metadata.duration_seconds is required for timeout",
          "actions[2].metadata.channel_id is not allowed for block_message",
          "actions[3].type must be one of block_message, send_alert_message, timeout, block_member_interaction; did you mean timeout?"
        ]
      )
    })
  )
})

describe("automod_modify_rule", () => {
  it.effect("sends only the given fields", () =>
    Effect.gen(function* () {
      const rule = { guild_id: GUILD, rule_id: RULE }
      const off = yield* wired("automod_modify_rule", { ...rule, enabled: false }, stored)
      assert.deepStrictEqual(JSON.parse(JSON.stringify(off.sent?.body)), { enabled: false })
      assert.deepStrictEqual(off.structured, {
        id: RULE,
        name: "Mentions",
        enabled: false,
        trigger_type: "mention_spam",
        event_type: "message_send",
        trigger_metadata: { mention_total_limit: 5 },
        actions: [{ type: "timeout", metadata: { duration_seconds: 60 } }, { type: "block_message" }],
        creator_id: CHANNEL
      })
      const mixed = { ...rule, trigger_metadata: { presets: ["slurs"], mention_total_limit: 3 } }
      assert.deepStrictEqual(issuesOf(yield* wired("automod_modify_rule", mixed)), [
        "trigger_metadata presets, mention_total_limit belong to different triggers"
      ])
    })
  )
})
