import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { asked, call, Sandbox, served } from "../../dispatch/app.ts"
import { armed } from "../wired.ts"

/** Sends a text to #general, and returns the notice. */
const sent = (content: string, more: object = {}) =>
  Effect.flatMap(Sandbox, ({ ids }) =>
    Effect.map(call("messages_send", { channel_id: ids.channels.general, content, ...more }), ({ structured }) =>
      String(structured.notice ?? "")
    )
  )

describe("a sent text", () => {
  it.live("says which mentions pinged nobody, and the argument that pings", () =>
    Effect.gen(function* () {
      const { owner, roles } = (yield* Sandbox).ids
      const role = `<@&${roles.bot}>`
      const cases: ReadonlyArray<readonly [content: string, more: object, notice: string]> = [
        [
          "@everyone tide",
          {},
          'Pinged nobody: @everyone. To ping, send with allowed_mentions {"parse":["users","everyone"]}.'
        ],
        ["now @here", {}, 'Pinged nobody: @here. To ping, send with allowed_mentions {"parse":["users","everyone"]}.'],
        [
          `${role} tide`,
          {},
          `Pinged nobody: ${role}. To ping, send with allowed_mentions {"parse":["users"],"roles":["${roles.bot}"]}.`
        ],
        [
          `<@${owner}> tide`,
          { allowed_mentions: { parse: [] } },
          `Pinged nobody: <@${owner}>. To ping, send with allowed_mentions {"parse":[],"users":["${owner}"]}.`
        ],
        [
          "tide",
          { embeds: [{ description: `<@${owner}> @everyone` }] },
          `Mentions in embeds ping nobody: put @everyone, <@${owner}> into content.`
        ],
        [`<@${owner}> tide`, {}, ""],
        ["`@everyone` and\n```\n@here\n```", {}, ""],
        ["tide@example.com, https://example.com/@mira", {}, ""],
        ["no mention", {}, ""]
      ]
      for (const [content, more, notice] of cases) {
        const own = (yield* sent(content, more)).replace(/^Discord accepted allowed_mentions.*?it\. /, "")
        assert.strictEqual(own, notice, content)
      }
    }).pipe(served(armed))
  )

  it.live("names the mention of the one member or role that a plain name fits, and changes no text", () =>
    Effect.gen(function* () {
      const sandbox = yield* Sandbox
      const { channels, owner } = sandbox.ids
      for (const content of ["@Mira tide", "tide, @mira.", "(@MIRA) tide"]) {
        const notice = yield* sent(content)
        assert.match(
          notice,
          new RegExp(`is plain text and pinged nobody: to ping, write <@${owner}> in its place\\.`),
          content
        )
        assert.strictEqual((yield* sandbox.messages(channels.general))[0]?.content, content)
      }
      assert.strictEqual(yield* sent("@nobodyofthisname tide"), "")
    }).pipe(served())
  )

  it.live("looks up at most three names, and none without a name", () =>
    Effect.gen(function* () {
      const lookUps = Effect.map(asked, (all) => all.filter((request) => request.endsWith("/members/search")).length)
      yield* sent("tide")
      assert.strictEqual(yield* lookUps, 0)
      yield* sent(Array.from({ length: 30 }, (_, at) => `@name${at},`).join(" "))
      assert.strictEqual(yield* lookUps, 3)
    }).pipe(served())
  )

  it.live("says it of several parts, of layouts and of edits, too", () =>
    Effect.gen(function* () {
      const { channels } = (yield* Sandbox).ids
      const channel_id = channels.general
      assert.match(yield* sent(`@everyone ${"tide ".repeat(500)}`, { split: true }), /^Pinged nobody: @everyone\./)
      const layout = yield* call("components_v2_send", {
        channel_id,
        components: [{ type: 10, content: "@everyone tide" }]
      })
      assert.match(String(layout.structured.notice), /Pinged nobody: @everyone\./)
      const { structured } = yield* call("messages_send", { channel_id, content: "tide" })
      const edit = yield* call("messages_edit", { channel_id, message_id: structured.id, content: "@here tide" })
      assert.match(
        String(edit.structured.notice),
        /An edit pings nobody, so @here pinged nobody: to ping, send a new message\./
      )
    }).pipe(served())
  )
})
