import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { decodeToolResult } from "../../src/client/decodeToolResult.ts"
import { toEnvelope } from "../../src/errors/failureEnvelope.ts"
import { checkEnvelope } from "../../src/testing/checkEnvelope.ts"
import { call, Sandbox, served } from "./app.ts"

/** Failures of three sides: Discord, the gate, the caller. */
const failing = Effect.gen(function* () {
  const { ids } = yield* Sandbox
  const general = ids.channels.general ?? ""
  return {
    unknown: yield* call("messages_get", { channel_id: general, message_id: "1248328050278400001" }),
    preview: yield* call("channels_delete", { channel_id: general }),
    wrong: yield* call("messages_send", { channel_id: general })
  }
})

const inDialect = (dialect: string) => served({ MCP_ERROR_DIALECT: dialect, MCP_RETRY_ENABLED: "false" })

/** Decodes an answer as a client does. */
const understood = ({ isError, structured, text }: Effect.Effect.Success<ReturnType<typeof call>>) =>
  Effect.flip(
    decodeToolResult(
      JSON.parse(JSON.stringify({ isError, structuredContent: structured, content: [{ type: "text", text }] }))
    )
  )

describe("a failure of the running server", () => {
  it.live("is the envelope by default", () =>
    Effect.gen(function* () {
      const { preview, unknown, wrong } = yield* failing
      assert.deepStrictEqual(
        [unknown, preview, wrong].map(({ isError, structured }) => [isError, structured.code]),
        [
          [true, "DISCORD_NOT_FOUND"],
          [true, "DRY_RUN_PREVIEW"],
          [true, "VALIDATION_FAILED"]
        ]
      )
      for (const { structured, text } of [preview, unknown, wrong]) {
        assert.deepStrictEqual(checkEnvelope(structured, text), [])
      }
    }).pipe(served())
  )

  it.live("in the category dialect has its category and whether to retry, with the same text", () =>
    Effect.gen(function* () {
      const { unknown } = yield* failing
      assert.isTrue(unknown.isError)
      const [, message, hint] =
        /^Error DISCORD_NOT_FOUND \(validation, not retriable\): (Discord knows no message.*?)\n.*\nRecovery: (.*)$/s.exec(
          unknown.text
        ) ?? assert.fail(unknown.text)
      assert.deepStrictEqual(unknown.structured, {
        isError: true,
        errorCategory: "validation",
        isRetryable: false,
        message: `${message} ${hint}`
      })
      assert.deepInclude(yield* understood(unknown), { _tag: "RemoteFailure", kind: "validation", retriable: false })
    }).pipe(inDialect("category"))
  )

  it.live("in the mcp-ts-core dialect has its number, and is decoded completely", () =>
    Effect.gen(function* () {
      const { preview, unknown, wrong } = yield* failing
      assert.deepStrictEqual(
        [unknown, preview, wrong].map(({ structured }) => Object(structured.error).code),
        [-32001, -32007, -32602]
      )
      const dryRun = yield* understood(preview)
      assert.strictEqual(dryRun._tag, "DryRunPreview")
      const input = yield* understood(wrong)
      assert.strictEqual(input._tag === "ValidationError" && input.validation_issues.length > 0, true)
    }).pipe(inDialect("mcp-ts-core"))
  )

  it.live("in the arcade dialect has its kind, and is decoded completely", () =>
    Effect.gen(function* () {
      const { preview, unknown, wrong } = yield* failing
      assert.deepStrictEqual(
        [unknown, preview, wrong].map(({ structured }) => [
          structured.kind,
          structured.statusCode,
          structured.canRetry
        ]),
        [
          ["upstream_runtime_not_found", 404, false],
          ["tool_runtime_context_required", undefined, false],
          ["tool_runtime_bad_input_value", 400, false]
        ]
      )
      for (const answer of [unknown, preview, wrong]) {
        const error = yield* understood(answer)
        if (error._tag === "RemoteFailure") assert.fail(`${error.code} was not understood`)
        else assert.include(answer.text, `Error ${toEnvelope(error).code} `)
      }
    }).pipe(inDialect("arcade"))
  )

  it.live("does not affect a success", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const { isError, structured } = yield* call("channels_get", { channel_id: ids.channels.general })
      assert.deepStrictEqual([isError, structured.id], [false, ids.channels.general])
    }).pipe(inDialect("arcade"))
  )
})
