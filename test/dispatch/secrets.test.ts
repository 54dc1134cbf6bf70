// @effect-diagnostics globalFetchInEffect:off
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type { CallResult } from "../../src/dispatch/CallResult.ts"
import { spelled, TOKEN } from "../text/spelled.ts"
import { answerTo, roomy, Sandbox, served } from "./app.ts"

const secret = served({ MCP_DRY_RUN: "false" }, { ...roomy, token: TOKEN })

const issuesOf = ({ structured }: CallResult) => [structured.code, Object(structured.validation_issues)[0]?.path]

/** The token, and its last part in several spellings. */
const tells = (answer: CallResult) => {
  const text = JSON.stringify(answer).replaceAll(/[\u200B\s]/g, "")
  return text.includes(TOKEN) || text.includes(TOKEN.slice(-30))
}

describe("the bot's own token", () => {
  it.effect("is rejected in every text of a request, before anything is sent, and is not repeated", () =>
    Effect.gen(function* () {
      const { ids, requests } = yield* Sandbox
      const channel_id = ids.channels.general
      const send = (rest: object) => ["messages_send", { channel_id, ...rest }] as const
      for (const text of Object.values(spelled)) {
        const calls = [
          [...send({ content: `it is ${text}` }), "content"],
          [...send({ embeds: [{ title: "t", fields: [{ name: "n", value: text }] }] }), "embeds[0].fields[0].value"],
          [...send({ content: "x", files: [{ name: `${text}.txt`, base64: "aGVsbG8=" }] }), "files[0].name"],
          ["channels_modify", { channel_id, topic: text }, "topic"],
          ["channels_modify", { channel_id, name: "x", reason: text }, "reason"],
          ["roles_create", { guild_id: ids.guild, name: text }, "name"],
          ["members_search", { guild_id: ids.guild, query: text }, "query"],
          ["users_get", { user_id: text }, "user_id"],
          ["mcp_tools_write", { tool: "messages_send", args: { channel_id, content: text } }, "args.content"],
          [
            "mcp_pipeline",
            {
              steps: [
                { id: "a", tool: "users_get_current", args: {} },
                { id: "b", tool: "messages_send", args: { channel_id, content: text } }
              ]
            },
            "steps[1].args.content"
          ],
          [text, {}, "name"]
        ] as const
        for (const [tool, input, path] of calls) {
          const answer = yield* answerTo(tool, input)
          assert.deepStrictEqual(issuesOf(answer), ["VALIDATION_FAILED", path], `${tool} ${path}`)
          assert.isFalse(tells(answer), JSON.stringify(answer))
        }
      }
      assert.deepStrictEqual(yield* requests, [])
    }).pipe(secret)
  )

  it.effect("is rejected in the bytes of a file, and in a template that composes it", () =>
    Effect.gen(function* () {
      const { ids, requests } = yield* Sandbox
      const channel_id = ids.channels.general
      const file = yield* answerTo("messages_send", {
        channel_id,
        files: [{ name: "a.txt", base64: Buffer.from(`x ${TOKEN}`).toString("base64") }]
      })
      assert.strictEqual(file.structured.code, "VALIDATION_FAILED")
      assert.deepStrictEqual(yield* requests, [])
      const half = TOKEN.slice(0, 40)
      yield* answerTo("channels_modify", { channel_id, topic: half })
      const plan = yield* answerTo("mcp_pipeline", {
        steps: [
          { id: "a", tool: "channels_get", args: { channel_id } },
          { id: "b", tool: "messages_send", args: { channel_id, content: `{{a.topic}}${TOKEN.slice(40)}` } }
        ]
      })
      assert.isTrue(plan.isError)
      assert.isFalse((yield* requests).some(({ method }) => method === "POST"))
      assert.isFalse(tells(plan))
    }).pipe(secret)
  )

  it.effect("is masked in Discord's responses, in both forms", () =>
    Effect.gen(function* () {
      const { ids, requests, url } = yield* Sandbox
      const channel_id = ids.channels.general
      for (const how of ["as they are", "behind Bot", "in part", "split by zero-width characters"] as const) {
        // Another user has written it.
        yield* Effect.promise(() =>
          fetch(`${url}/v10/channels/${channel_id}/messages`, {
            method: "POST",
            headers: { authorization: `Bot ${TOKEN}`, "content-type": "application/json" },
            body: JSON.stringify({ content: `leaked: ${spelled[how]}` })
          })
        )
        const answer = yield* answerTo("messages_read", { channel_id, limit: 1 })
        assert.isFalse(answer.isError)
        assert.isFalse(tells(answer), JSON.stringify(answer))
        assert.include(answer.text, "leaked: ")
        assert.include(JSON.stringify(answer.structured), "***")
      }
      assert.isAbove((yield* requests).length, 0)
    }).pipe(secret)
  )
})
