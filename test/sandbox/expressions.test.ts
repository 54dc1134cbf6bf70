import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { ask, field, mightySandbox, NOBODY, refusal, Sandbox, textField } from "./http.ts"

const image = "data:image/png;base64,AAAA"

layer(mightySandbox, { excludeTestServices: true })("emojis, events and rules of the embedded Discord", (it) => {
  it.effect("creates, reads, renames and deletes an emoji", () =>
    Effect.gen(function* () {
      const { emoji, guild } = (yield* Sandbox).ids
      const all = `/guilds/${guild}/emojis`
      const made = yield* ask("POST", all, { name: "anchor", image })
      assert.strictEqual(made.status, 201)
      const id = textField(made.body, "id")
      assert.deepStrictEqual(field("id")((yield* ask("GET", all)).body), [emoji, id])
      assert.strictEqual(field("name")((yield* ask("PATCH", `${all}/${id}`, { name: "helm" })).body), "helm")
      assert.strictEqual((yield* ask("DELETE", `${all}/${id}`)).status, 204)
      assert.deepStrictEqual(refusal(yield* ask("GET", `${all}/${id}`)), [404, 10014, "Unknown Emoji"])
      const wrong = yield* ask("POST", all, { name: "a b", image: "no picture" })
      assert.deepStrictEqual(Object.keys(Object(field("errors")(wrong.body))), ["name", "image"])
    })
  )

  it.effect("creates an event, reads it with its users, ends and deletes it", () =>
    Effect.gen(function* () {
      const { event, guild, members } = (yield* Sandbox).ids
      const all = `/guilds/${guild}/scheduled-events`
      const body = {
        name: "Regatta",
        privacy_level: 2,
        entity_type: 3,
        scheduled_start_time: "2040-05-01T10:00:00Z",
        scheduled_end_time: "2040-05-01T12:00:00Z",
        entity_metadata: { location: "The bay" }
      }
      const made = yield* ask("POST", all, body)
      const path = `${all}/${textField(made.body, "id")}`
      assert.strictEqual(field("status")((yield* ask("GET", path)).body), 1)
      assert.strictEqual(field("user_count")((yield* ask("GET", `${all}/${event}?with_user_count=true`)).body), 2)
      const users = yield* ask("GET", `${all}/${event}/users`)
      assert.deepStrictEqual(field("user_id")(users.body), [members.ada, members.bruno])
      assert.strictEqual(field("status")((yield* ask("PATCH", path, { status: 4 })).body), 4)
      assert.deepStrictEqual(refusal(yield* ask("PATCH", path, { name: "x" })).slice(0, 2), [400, 180000])
      assert.strictEqual((yield* ask("DELETE", path)).status, 204)
      assert.deepStrictEqual(refusal(yield* ask("GET", path)).slice(0, 2), [404, 10070])
      for (const missing of ["entity_metadata", "scheduled_end_time"]) {
        const { body: refused } = yield* ask("POST", all, { ...body, [missing]: undefined })
        assert.deepStrictEqual(Object.keys(Object(field("errors")(refused))), [missing])
      }
    })
  )

  it.effect("creates, enables and deletes a rule, up to the limit per trigger type", () =>
    Effect.gen(function* () {
      const { guild, rule } = (yield* Sandbox).ids
      const all = `/guilds/${guild}/auto-moderation/rules`
      const body = { name: "Mentions", event_type: 1, trigger_type: 5, actions: [{ type: 1 }] }
      const made = yield* ask("POST", all, body)
      assert.deepStrictEqual(field("id")((yield* ask("GET", all)).body), [rule, field("id")(made.body)])
      const path = `${all}/${textField(made.body, "id")}`
      assert.strictEqual(field("enabled")((yield* ask("PATCH", path, { enabled: true })).body), true)
      assert.strictEqual(refusal(yield* ask("POST", all, body))[1], 50035)
      assert.strictEqual((yield* ask("DELETE", path)).status, 204)
      assert.strictEqual((yield* ask("GET", path)).status, 404)
      assert.strictEqual((yield* ask("GET", `${all}/${NOBODY}`)).status, 404)
    })
  )
})
