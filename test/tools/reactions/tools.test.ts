import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { call, codeOf, Sandbox, served } from "../../dispatch/app.ts"
import { issuesOf, wired } from "../wired.ts"

const ID = "1248328050311954441"

const where = { channel_id: ID, message_id: ID }

describe("the emoji of a reaction", () => {
  it.effect("accepts every common spelling, and is encoded in the path", () =>
    Effect.gen(function* () {
      for (const [emoji, segment] of [
        ["👍", "%F0%9F%91%8D"],
        ["1️⃣", "1%EF%B8%8F%E2%83%A3"],
        [` <:reef:${ID}> `, `reef%3A${ID}`],
        [`<a:reef:${ID}>`, `reef%3A${ID}`],
        [`reef:${ID}`, `reef%3A${ID}`]
      ]) {
        const { sent } = yield* wired("reactions_create", { ...where, emoji })
        assert.strictEqual(sent?.path, `/channels/${ID}/messages/${ID}/reactions/${segment}/@me`)
      }
    })
  )

  it.effect("is exactly one emoji: no word, path or list", () =>
    Effect.gen(function* () {
      for (const emoji of ["no_such_emoji", "👍👍", "👍/@me", "..", "", "1", `reef:${ID}/@me`]) {
        assert.deepStrictEqual(issuesOf(yield* wired("reactions_create", { ...where, emoji })), [
          "emoji must be one emoji: 👍, :thumbsup:, or name:id of a custom emoji, from emojis_list_guild or app_emojis_list"
        ])
      }
    })
  )
})

describe("reactions", () => {
  it.live("can be added, listed and removed", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const at = { channel_id: ids.channels.general, message_id: ids.messages.firstInGeneral, emoji: "🦀" }
      assert.strictEqual(codeOf(yield* call("reactions_create", at)), "ok")
      const { structured } = yield* call("reactions_list", { ...at, type: "normal" })
      assert.deepStrictEqual(structured, {
        items: [{ id: ids.bot, username: "sandbox-bot", name: "Sandbox Bot", bot: true }]
      })
      assert.strictEqual(codeOf(yield* call("reactions_delete_own", at)), "ok")
      assert.deepStrictEqual((yield* call("reactions_list", at)).structured, {
        items: [],
        notice: "No user reacted with this emoji."
      })
    }).pipe(served())
  )
})

describe("polls_get_voters", () => {
  it.effect("lists the users who chose an answer, page by page", () =>
    Effect.gen(function* () {
      const input = { channel_id: ID, message_id: ID, answer_id: 2, limit: 1 }
      const { query, sent, structured } = yield* wired("polls_get_voters", input, {
        users: [{ id: ID, username: "ada" }]
      })
      assert.deepStrictEqual([sent?.path, query], [`/channels/${ID}/polls/${ID}/answers/2`, { limit: "1" }])
      assert.deepStrictEqual(structured, { items: [{ id: ID, username: "ada" }], next_cursor: `after:${ID}` })
      assert.deepStrictEqual(issuesOf(yield* wired("polls_get_voters", { ...input, answer_id: 11 })), [
        "answer_id must be a whole number from 1 to 10, is 11"
      ])
    })
  )
})
