import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { armed, issuesOf, wired } from "../wired.ts"

const GUILD = "1248328050278400001"
const PROMPT = "1248328050311954441"
const ROLE = "1248328050311954442"
const CHANNEL = "1248328050311954443"

const stored = {
  guild_id: GUILD,
  enabled: false,
  mode: 1,
  default_channel_ids: [],
  prompts: [
    {
      id: PROMPT,
      type: 1,
      title: "What do you collect?",
      single_select: true,
      required: false,
      in_onboarding: true,
      options: [
        {
          id: CHANNEL,
          title: "Shells",
          description: null,
          emoji: { id: null, name: "🐚", animated: false },
          role_ids: [ROLE],
          channel_ids: []
        }
      ]
    }
  ]
}

describe("onboarding_modify", () => {
  const modified = wired(
    "onboarding_modify",
    {
      guild_id: GUILD,
      enabled: true,
      mode: "advanced",
      prompts: [
        {
          id: PROMPT,
          title: "What do you collect?",
          type: "dropdown",
          options: [{ title: "Shells", emoji: "🐚", role_ids: [`<@&${ROLE}>`] }]
        },
        { title: "From where?", options: [{ id: CHANNEL, title: "North", emoji: `tide:${ROLE}` }] }
      ],
      audit_reason: "Spring",
      __confirm: true
    },
    stored,
    armed
  )

  it.effect("sends enums as numbers, an emoji as id and name, and an id for new entries", () =>
    Effect.gen(function* () {
      const { sent } = yield* modified
      assert.deepStrictEqual(JSON.parse(JSON.stringify(sent?.body)), {
        enabled: true,
        mode: 1,
        prompts: [
          {
            id: PROMPT,
            title: "What do you collect?",
            type: 1,
            options: [{ title: "Shells", role_ids: [ROLE], emoji_id: null, emoji_name: "🐚" }]
          },
          {
            id: "1",
            title: "From where?",
            options: [{ id: CHANNEL, title: "North", emoji_id: ROLE, emoji_name: "tide" }]
          }
        ]
      })
      assert.strictEqual(sent?.reason, "Spring")
    })
  )

  it.effect("shows the result with the names of enums", () =>
    Effect.gen(function* () {
      const { structured } = yield* modified
      assert.deepStrictEqual(structured, {
        enabled: false,
        mode: "advanced",
        prompts: [
          {
            id: PROMPT,
            title: "What do you collect?",
            type: "dropdown",
            single_select: true,
            in_onboarding: true,
            options: [{ id: CHANNEL, title: "Shells", emoji: "🐚", role_ids: [ROLE] }]
          }
        ],
        previous: { mode: "default", prompts: [] }
      })
    })
  )

  it.effect("is enabled only with enough default channels in mode default", () =>
    Effect.gen(function* () {
      const few = { guild_id: GUILD, enabled: true, default_channel_ids: [CHANNEL] }
      assert.deepStrictEqual(issuesOf(yield* wired("onboarding_modify", { ...few, mode: "default" })), [
        "default_channel_ids must have at least 7 channels to enable onboarding in mode default"
      ])
      for (const more of [{ mode: "advanced" }, { mode: "default", enabled: false }, {}]) {
        assert.isFalse((yield* wired("onboarding_modify", { ...few, ...more }, stored)).isError)
      }
      assert.deepStrictEqual(issuesOf(yield* wired("onboarding_modify", { guild_id: GUILD })), [
        "prompts set at least one of prompts, default_channel_ids, enabled, mode"
      ])
    })
  )
})
