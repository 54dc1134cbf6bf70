import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { findTool } from "../../../src/catalogue/catalogue.ts"
import { armed, issuesOf, PNG, wired } from "../wired.ts"

const ID = "1248328050311954441"
const bot = { id: ID, username: "tide", global_name: null, discriminator: "0", avatar: null, bot: true }

describe("users_modify_current", () => {
  it.effect("sends images as data URLs, and null for a cleared one", () =>
    Effect.gen(function* () {
      const { sent, structured } = yield* wired(
        "users_modify_current",
        { avatar: { base64: PNG }, clear: ["banner"] },
        bot
      )
      assert.deepStrictEqual(JSON.parse(JSON.stringify(sent?.body)), {
        avatar: `data:image/png;base64,${PNG}`,
        banner: null
      })
      assert.deepStrictEqual(structured, {
        id: ID,
        username: "tide",
        bot: true,
        avatar: null,
        notice: "Discord accepted banner, but its reply does not show it."
      })
    })
  )

  it.effect("names the invalid image, and rejects a call without a change", () =>
    Effect.gen(function* () {
      const modify = (given: object) => Effect.map(wired("users_modify_current", given, bot), issuesOf)
      assert.deepStrictEqual(yield* modify({ banner: { base64: "aGVsbG8=" } }), [
        "banner is not a PNG, JPEG, GIF, WebP or AVIF picture"
      ])
      assert.deepStrictEqual(yield* modify({ avatar: "x.png" }), ["avatar must be an object with url, path or base64"])
      assert.deepStrictEqual(yield* modify({}), ["username set at least one of username, avatar, banner"])
    })
  )
})

describe("users_create_dm", () => {
  it.effect("opens the channel and is safe to repeat", () =>
    Effect.gen(function* () {
      const dm = { id: ID, type: 1, last_message_id: null, recipients: [bot], flags: 0 }
      const { sent, structured } = yield* wired("users_create_dm", { recipient_id: `<@!${ID}>` }, dm)
      assert.deepStrictEqual(
        [sent?.method, sent?.path, sent?.body],
        ["POST", "/users/@me/channels", { recipient_id: ID }]
      )
      assert.deepStrictEqual(structured, {
        id: ID,
        kind: "dm",
        recipients: [{ id: ID, username: "tide", bot: true }]
      })
      assert.isTrue(findTool("users_create_dm")?.idempotent)
    })
  )
})

describe("users_leave_guild", () => {
  it.effect("leaves only with both parts of the consent", () =>
    Effect.gen(function* () {
      const held = yield* wired("users_leave_guild", { guild_id: ID }, undefined, armed)
      assert.deepStrictEqual([held.structured.code, held.sent], ["DRY_RUN_PREVIEW", undefined])
      const left = yield* wired("users_leave_guild", { guild_id: ID, __confirm: true }, undefined, armed)
      assert.deepStrictEqual(
        [left.sent?.method, left.sent?.path, left.structured],
        ["DELETE", `/users/@me/guilds/${ID}`, { done: true, guild_id: ID }]
      )
    })
  )
})
