import { assert, describe, it } from "@effect/vitest"
import { PermissionFlagsBits } from "discord-api-types/v10"
import { Effect } from "effect"
import type { Environment } from "../../dispatch/app.ts"
import { call, codeOf, lastRequest, roomy, Sandbox, served } from "../../dispatch/app.ts"
import { bodyOf, issuesOf, wired } from "../wired.ts"

const CHANNEL = "1248328050311954441"
const poll = { channel_id: CHANNEL, question: "When?", answers: ["Low tide", "High tide"] }

/** The seeded bot lacks SEND_POLLS. */
const allowed = (environment: Environment = {}) =>
  served(environment, { ...roomy, permissions: PermissionFlagsBits.SendPolls })

/** The request body without the nonce. */
const sentBody = (given: object) =>
  Effect.map(wired("polls_create", { ...poll, ...given }, {}), (it) => {
    const { enforce_nonce: _, nonce: __, ...body } = Object(bodyOf(it))
    return body
  })

const refused = (given: object) =>
  Effect.map(wired("polls_create", { ...poll, ...given }), (it) => {
    assert.isUndefined(it.sent)
    return issuesOf(it)
  })

describe("polls_create", () => {
  it.effect("sends a message with a poll, by default of one day and one choice", () =>
    Effect.gen(function* () {
      const mentions = { allowed_mentions: { parse: ["users"], replied_user: true } }
      assert.deepStrictEqual(yield* sentBody({}), {
        ...mentions,
        poll: {
          question: { text: "When?" },
          answers: [{ poll_media: { text: "Low tide" } }, { poll_media: { text: "High tide" } }],
          duration: 24,
          allow_multiselect: false
        }
      })
      const answers = [{ text: "Low", emoji: "🌊" }, { text: "High", emoji: "<:tide:1248328050311954442>" }, "Never"]
      const given = { answers, duration_hours: 768, multiple_choice: true, content: "Vote, @everyone!" }
      assert.deepStrictEqual(yield* sentBody(given), {
        ...mentions,
        content: "Vote, @everyone!",
        poll: {
          question: { text: "When?" },
          answers: [
            { poll_media: { text: "Low", emoji: { id: null, name: "🌊" } } },
            { poll_media: { text: "High", emoji: { id: "1248328050311954442", name: null } } },
            { poll_media: { text: "Never" } }
          ],
          duration: 768,
          allow_multiselect: true
        }
      })
    })
  )

  it.effect("rejects invalid fields with their paths, and sends nothing", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* refused({ answers: ["Only one"] }), ["answers must have at least 2 items"])
      assert.deepStrictEqual(yield* refused({ answers: Array.from({ length: 11 }, (_, at) => `${at}`) }), [
        "answers must have at most 10 items, has 11"
      ])
      assert.deepStrictEqual(yield* refused({ answers: ["x".repeat(56), { text: "a", emoji: "waving" }, true] }), [
        "answers[0].text must be at most 55 characters, is 56",
        "answers[1].emoji must be one emoji: 👍, :thumbsup:, or name:id of a custom emoji, from emojis_list_guild or app_emojis_list",
        "answers[2] must be a text or {text, emoji?}"
      ])
      assert.deepStrictEqual(yield* refused({ question: "x".repeat(301), duration_hours: 769 }), [
        "question must be at most 300 characters, is 301",
        "duration_hours must be a whole number from 1 to 768, is 769"
      ])
    })
  )

  it.effect("reports Discord's issues with the paths of the tool's fields", () =>
    Effect.gen(function* () {
      const issue = { _errors: [{ code: "INVALID", message: "no" }] }
      const body = {
        code: 50035,
        message: "Invalid Form Body",
        errors: { poll: { answers: { 1: { poll_media: { text: issue } } }, duration: issue } }
      }
      const { structured } = yield* wired("polls_create", poll, body, {}, 400)
      assert.deepStrictEqual(issuesOf({ structured }), ["answers[1].poll_media.text no", "duration_hours no"])
    })
  )

  it.live("creates a poll that can be read, voted on and ended", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const { general } = ids.channels
      const made = yield* call("polls_create", { ...poll, channel_id: general, duration_hours: 2 })
      assert.strictEqual(codeOf(made), "ok")
      const message = { channel_id: general, message_id: made.structured.id }
      const read = yield* call("messages_get", message)
      // What was sent is counted.
      assert.deepStrictEqual(made.structured.poll, { ends: Object(read.structured.poll).ends })
      assert.deepStrictEqual(made.structured.as_sent, { "poll.question": 5, "poll.answers": 2 })
      const lasts = Date.parse(Object(read.structured.poll).ends) - Date.parse(String(read.structured.time))
      assert.strictEqual(lasts, 2 * 60 * 60_000)
      const ended = yield* call("polls_end", message)
      assert.isTrue(Object(ended.structured.poll).final)
    }).pipe(allowed())
  )

  it.live("is sent once even if attempts are repeated", () =>
    Effect.gen(function* () {
      const sandbox = yield* Sandbox
      const { general } = sandbox.ids.channels
      yield* sandbox.inject({ times: 2, do: { kind: "status", status: 500 }, after_effect: true })
      assert.strictEqual(codeOf(yield* call("polls_create", { ...poll, channel_id: general })), "ok")
      const nonces = (yield* sandbox.requests).map(({ body }) => Object(body).nonce)
      assert.deepStrictEqual([nonces.length, new Set(nonces).size], [3, 1])
      assert.strictEqual((yield* sandbox.messages(general)).filter((it) => it.poll !== undefined).length, 1)
    }).pipe(allowed({ MCP_RETRY_BASE_DELAY_MS: "50", MCP_RETRY_JITTER: "none" }))
  )

  it.live("stays inside the guild boundary", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const outside = yield* call("polls_create", { ...poll, channel_id: ids.channels.otherGeneral })
      assert.strictEqual(codeOf(outside), "GUILD_NOT_ALLOWED")
      assert.notStrictEqual((yield* lastRequest)?.method, "POST")
    }).pipe(allowed({ ALLOWED_GUILDS: "1248328050278400001" }))
  )
})
