import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { answerTo, asked, codeOf, Sandbox, seedIds, served } from "./app.ts"

const OTHER = "999999999999999999"
const WHO = "GET /users/@me"

const wrong = served({ DISCORD_EXPECTED_BOT_ID: OTHER, MCP_DRY_RUN: "false" })

describe("DISCORD_EXPECTED_BOT_ID", () => {
  it.effect("rejects every call with another bot's token, and sends only one lookup", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const channel_id = ids.channels.general
      const calls = [
        ["messages_send", { channel_id, content: "hello" }],
        ["channels_get", { channel_id }],
        ["channels_delete", { channel_id, __confirm: true }],
        ["webhooks_execute", { webhook_id: channel_id, token: "x".repeat(68), content: "hello" }],
        ["mcp_tools_write", { tool: "messages_send", args: { channel_id, content: "hello" } }]
      ] as const
      const answers = yield* Effect.forEach(calls, ([tool, input]) => answerTo(tool, input), {
        concurrency: "unbounded"
      })
      assert.deepStrictEqual(
        answers.map(codeOf),
        calls.map(() => "DISCORD_AUTH_INVALID")
      )
      assert.deepInclude(answers[0]?.structured, {
        retriable: false,
        bot_id: ids.bot,
        expected_bot_id: OTHER,
        message: `The token belongs to bot ${ids.bot}, not to bot ${OTHER} that DISCORD_EXPECTED_BOT_ID names; nothing was sent.`
      })
      assert.deepStrictEqual(yield* asked, [WHO])
    }).pipe(wrong)
  )

  for (const dryRun of ["true", "false"]) {
    it.effect(`rejects previews, plans and tools without requests too (MCP_DRY_RUN=${dryRun})`, () =>
      Effect.gen(function* () {
        const { ids } = yield* Sandbox
        const guild_id = ids.guild
        const deletion = { channel_id: ids.channels.general, message_id: ids.messages.byBot }
        const remove = [{ id: "a", tool: "messages_delete", args: deletion }]
        const confirmed = { __confirm: true }
        const calls = [
          ["channels_delete", { channel_id: ids.channels.general }],
          ["messages_delete", deletion],
          ["messages_delete", { ...deletion, ...confirmed }],
          ["members_add_role", { guild_id, user_id: ids.members.bruno, role_id: ids.roles.admin }],
          ["roles_create", { guild_id, name: "x", permissions: ["ADMINISTRATOR"] }],
          ["mcp_tools_destructive", { tool: "messages_delete", args: deletion }],
          ["mcp_tools_search", { query: "delete" }],
          ["mcp_pipeline", { steps: remove }],
          ["mcp_pipeline", { steps: remove, ...confirmed }],
          ["mcp_pipeline", { steps: [{ id: "a", tool: "users_get_current" }] }]
        ] as const
        for (const [tool, input] of calls) {
          assert.strictEqual(codeOf(yield* answerTo(tool, input)), "DISCORD_AUTH_INVALID", tool)
        }
        assert.deepStrictEqual(yield* asked, [WHO])
      }).pipe(served({ DISCORD_EXPECTED_BOT_ID: OTHER, MCP_DRY_RUN: dryRun, ALLOWED_GUILDS: "1248328050278400001" }))
    )
  }

  it.effect("allows calls if the token belongs to that bot, with one lookup", () =>
    Effect.gen(function* () {
      const { bot } = yield* seedIds
      yield* served({ DISCORD_EXPECTED_BOT_ID: bot })(
        Effect.gen(function* () {
          const { ids } = yield* Sandbox
          const send = answerTo("messages_send", { channel_id: ids.channels.general, content: "hello" })
          const answers = yield* Effect.replicateEffect(send, 3, { concurrency: "unbounded" })
          assert.deepStrictEqual([...answers, yield* send].map(codeOf), ["ok", "ok", "ok", "ok"])
          assert.strictEqual((yield* asked).filter((it) => it === WHO).length, 1)
        })
      )
    })
  )

  it.effect("fails like the lookup if Discord cannot answer it, writes nothing, and asks again", () =>
    Effect.gen(function* () {
      const { bot } = yield* seedIds
      yield* served({ DISCORD_EXPECTED_BOT_ID: bot, MCP_RETRY_ENABLED: "false" })(
        Effect.gen(function* () {
          const { ids, inject } = yield* Sandbox
          yield* inject({ match: { path: "/users/@me" }, times: 1, do: { kind: "status", status: 503 } })
          const send = answerTo("messages_send", { channel_id: ids.channels.general, content: "hello" })
          const failed = yield* send
          assert.deepInclude(failed.structured, { code: "DISCORD_REST_UNAVAILABLE", retriable: true })
          assert.notStrictEqual(failed.structured.outcome_unknown, true)
          assert.deepStrictEqual(yield* asked, [WHO])
          assert.strictEqual(codeOf(yield* send), "ok")
        })
      )
    })
  )
})
