import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { ask, at, field, mightySandbox, NOBODY, refusal, Sandbox, sandboxAndClient } from "./http.ts"

layer(mightySandbox, { excludeTestServices: true })("pins and reactions of the embedded Discord", (it) => {
  it.effect("pins and unpins a message, and posts a system message for the pin", () =>
    Effect.gen(function* () {
      const sandbox = yield* Sandbox
      const { general } = sandbox.ids.channels
      const { byMember, firstInGeneral } = sandbox.ids.messages
      const pins = `/channels/${general}/messages/pins`
      assert.strictEqual((yield* ask("PUT", `${pins}/${byMember}`)).status, 204)
      const listed = yield* ask("GET", pins)
      assert.deepStrictEqual(at(listed.body, "items", "message", "id"), [byMember, firstInGeneral])
      const newest = (yield* sandbox.messages(general))[0]
      assert.deepStrictEqual([newest?.type, newest?.message_reference?.message_id], [6, byMember])
      assert.strictEqual((yield* ask("DELETE", `${pins}/${byMember}`)).status, 204)
      assert.deepStrictEqual(at((yield* ask("GET", pins)).body, "items", "message", "id"), [firstInGeneral])
      assert.deepStrictEqual(refusal(yield* ask("PUT", `${pins}/${NOBODY}`)), [404, 10008, "Unknown Message"])
      assert.deepStrictEqual(refusal(yield* ask("PUT", `${pins}/${newest?.id}`)).slice(0, 2), [403, 50021])
      assert.strictEqual(refusal(yield* ask("GET", `${pins}?limit=51`))[1], 50035)
    })
  )

  it.effect("adds reactions, lists their users, and removes one or all of them", () =>
    Effect.gen(function* () {
      const { bot, channels, emoji, messages } = (yield* Sandbox).ids
      const path = `/channels/${channels.general}/messages/${messages.byMember}`
      const fish = encodeURIComponent("🐟")
      const custom = encodeURIComponent(`tidepool:${emoji}`)
      for (const it of [fish, custom])
        assert.strictEqual((yield* ask("PUT", `${path}/reactions/${it}/@me`)).status, 204)
      assert.deepStrictEqual(field("id")((yield* ask("GET", `${path}/reactions/${fish}`)).body), [bot])
      const { body } = yield* ask("GET", path)
      assert.includeMembers([at(body, "reactions", "emoji", "name")].flat(), ["🐟", "tidepool"])
      assert.strictEqual((yield* ask("DELETE", `${path}/reactions/${fish}`)).status, 204)
      assert.deepStrictEqual((yield* ask("GET", `${path}/reactions/${fish}`)).body, [])
      assert.strictEqual((yield* ask("DELETE", `${path}/reactions/${custom}/${bot}`)).status, 204)
      assert.strictEqual((yield* ask("DELETE", `${path}/reactions`)).status, 204)
      assert.deepStrictEqual(field("reactions")((yield* ask("GET", path)).body), [])
      assert.deepStrictEqual(refusal(yield* ask("PUT", `${path}/reactions/nothing/@me`)).slice(0, 2), [400, 10014])
    })
  )
})

layer(sandboxAndClient(), { excludeTestServices: true })(
  "a bot with MANAGE_MESSAGES but without PIN_MESSAGES",
  (it) => {
    it.effect("cannot pin", () =>
      Effect.gen(function* () {
        const { channels, messages } = (yield* Sandbox).ids
        const pin = yield* ask("PUT", `/channels/${channels.general}/messages/pins/${messages.byMember}`)
        assert.deepStrictEqual(refusal(pin), [403, 50013, "Missing Permissions"])
      })
    )
  }
)
