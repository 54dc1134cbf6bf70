import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { issuesOf, wired } from "../wired.ts"

const GUILD = "1248328050278400001"
const CHANNEL = "1248328050311954441"
const USER = "1248328050311954442"

describe("voice_get_user_state", () => {
  it.effect("shows the channel of a member and what prevents them from talking", () =>
    Effect.gen(function* () {
      const { sent, structured } = yield* wired(
        "voice_get_user_state",
        { guild_id: GUILD, user_id: `<@${USER}>` },
        {
          guild_id: GUILD,
          channel_id: CHANNEL,
          user_id: USER,
          member: { nick: null, user: { id: USER, username: "ada", global_name: "Ada" } },
          session_id: "0f1e",
          deaf: false,
          mute: true,
          self_deaf: false,
          self_mute: false,
          self_video: false,
          suppress: true,
          request_to_speak_timestamp: null
        }
      )
      assert.strictEqual(sent?.path, `/guilds/${GUILD}/voice-states/${USER}`)
      assert.deepStrictEqual(structured, {
        user_id: USER,
        name: "Ada",
        guild_id: GUILD,
        channel_id: CHANNEL,
        muted: true,
        suppressed: true
      })
    })
  )
})

describe("the bot's own voice state", () => {
  it.effect("changes on a stage, and rejects a call without a change", () =>
    Effect.gen(function* () {
      const input = { guild_id: GUILD, clear: ["request_to_speak_timestamp"] }
      const { sent, structured } = yield* wired("guild_modify_current_voice_state", input)
      assert.deepStrictEqual(
        [sent?.path, sent?.body],
        [`/guilds/${GUILD}/voice-states/@me`, { request_to_speak_timestamp: null }]
      )
      assert.deepStrictEqual(structured, { done: true, guild_id: GUILD, cleared: input.clear })
      assert.deepStrictEqual(
        issuesOf(yield* wired("guild_modify_current_voice_state", { guild_id: GUILD, channel_id: CHANNEL })),
        ["suppress set at least one of suppress, request_to_speak_timestamp"]
      )
    })
  )
})
