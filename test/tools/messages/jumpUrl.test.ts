import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { call, roomy, Sandbox, served } from "../../dispatch/app.ts"

describe("the link of a message", () => {
  it.live("is in every result with messages inside a guild boundary", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const bounded = served({ ALLOWED_GUILDS: ids.guild }, roomy)
      return yield* bounded(
        Effect.gen(function* () {
          const sandbox = yield* Sandbox
          const { channels, guild, messages } = sandbox.ids
          const base = `https://discord.com/channels/${guild}/${channels.general}`
          const path = { channel_id: channels.general, message_id: messages.byBot }
          const sent = yield* call("messages_send", { channel_id: channels.general, content: "The tide is in." })
          assert.strictEqual(sent.structured.jump_url, `${base}/${String(sent.structured.id)}`)
          const edited = yield* call("messages_edit", { ...path, content: "The tide is out." })
          assert.strictEqual(edited.structured.jump_url, `${base}/${messages.byBot}`)
          const got = yield* call("messages_get", path)
          assert.strictEqual(got.structured.jump_url, `${base}/${messages.byBot}`)
          const page = yield* call("messages_read", { channel_id: channels.general })
          assert.strictEqual(page.structured.jump_url, base)
          const found = yield* call("messages_search_recent", { channel_id: channels.general, query: "tide is" })
          const [first] = Object(found.structured).items
          assert.strictEqual(first.jump_url, `${base}/${first.id}`)
        })
      )
    }).pipe(served({}, roomy))
  )

  it.live("is in the results of a guild search", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const { structured } = yield* call("messages_search", { guild_id: ids.guild, content: "tide" })
      for (const hit of Object(structured).items) {
        assert.strictEqual(hit.jump_url, `https://discord.com/channels/${ids.guild}/${hit.channel_id}/${hit.id}`)
      }
    }).pipe(served({}, roomy))
  )
})
