import { assert, describe, it } from "@effect/vitest"
import { Arbitrary, Cause, Effect, Exit } from "effect"
import { callTool, decodeToolResult, NotAnAnswer, ServerDefect } from "../../src/client/toolResult.ts"
import { DiscordRateLimitError } from "../../src/errors/ClientErrors.ts"
import { DiscordMcpError } from "../../src/errors/DiscordMcpError.ts"
import { defectEnvelope, toEnvelope } from "../../src/errors/toEnvelope.ts"

const failed = (structuredContent: object) => ({ isError: true, structuredContent, content: [] })

/** What JSON keeps of a value: the wire between the two ends. */
const overTheWire = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

describe("a tool result decoded", () => {
  it.effect("a success is its structured half", () =>
    Effect.map(decodeToolResult({ content: [], structuredContent: { id: "1" } }), (value) =>
      assert.deepStrictEqual(value, { id: "1" })
    )
  )

  it.effect.prop(
    "every member of the union comes back equal, whatever is in it",
    [
      Arbitrary.make(DiscordMcpError).filter(
        (error) => JSON.stringify(overTheWire(toEnvelope(error))) === JSON.stringify(toEnvelope(error))
      )
    ],
    ([error]) =>
      Effect.map(Effect.flip(decodeToolResult(overTheWire(failed(toEnvelope(error))))), (decoded) =>
        assert.deepStrictEqual(overTheWire(decoded), overTheWire(error))
      ),
    { fastCheck: { numRuns: 500 } }
  )

  it.effect("a recovery that a tool declared comes back with its reason", () => {
    const error = new DiscordRateLimitError({
      retry_after_ms: 5,
      scope: "user",
      sent: true,
      reason: "slow_mode",
      recovery: "Wait for the channel's slow mode to pass."
    })
    return Effect.map(Effect.flip(decodeToolResult(failed(toEnvelope(error)))), (decoded) =>
      assert.deepStrictEqual(decoded, error)
    )
  })

  it.effect("a defect of the server is a defect here, with its incident", () =>
    Effect.map(Effect.exit(decodeToolResult(failed(defectEnvelope("00c0ffee")))), (exit) =>
      assert.deepStrictEqual(exit, Exit.die(new ServerDefect({ incident_id: "00c0ffee" })))
    )
  )

  it.effect("what is no answer of ours is a defect that says so", () =>
    Effect.gen(function* () {
      for (const result of [undefined, "text", { content: [] }, failed({ code: "SOMETHING_ELSE" })]) {
        const exit = yield* Effect.exit(decodeToolResult(result))
        assert.isTrue(Exit.isFailure(exit) && Cause.squash(exit.cause) instanceof NotAnAnswer, JSON.stringify(result))
      }
    })
  )

  it.effect("a failure can be caught by its tag across the wire", () => {
    const call = () =>
      Effect.succeed(failed(toEnvelope(new DiscordRateLimitError({ retry_after_ms: 1500, scope: "user", sent: true }))))
    return callTool(call, "messages_send", { channel_id: "1", content: "hi" }).pipe(
      Effect.catchTag("DiscordRateLimitError", ({ retry_after_ms }) => Effect.succeed({ waited: retry_after_ms })),
      Effect.map((value) => assert.deepStrictEqual(value, { waited: 1500 }))
    )
  })
})
