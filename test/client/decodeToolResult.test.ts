import { assert, describe, it } from "@effect/vitest"
import { Arbitrary, Effect } from "effect"
import { decodeToolResult } from "../../src/client/decodeToolResult.ts"
import { DiscordMcpError, DiscordRateLimitError } from "../../src/errors/DiscordMcpError.ts"
import { toStructured } from "../../src/errors/dialects/Dialect.ts"
import { Defect, defectEnvelope, toEnvelope } from "../../src/errors/failureEnvelope.ts"
import { RemoteFailure } from "../../src/errors/RemoteFailure.ts"
import { isWireable, overTheWire } from "../errors/wireable.ts"
import { runs } from "../turns.ts"

const failed = (structuredContent: object) => ({ isError: true, structuredContent, content: [] })

const text = (...texts: ReadonlyArray<string>) => texts.map((text) => ({ type: "text", text }))

const decoded = (result: unknown) => Effect.flip(decodeToolResult(result))

describe("decoding a tool result", () => {
  it.effect("returns the structured content of a success", () =>
    Effect.map(decodeToolResult({ content: [], structuredContent: { id: "1" } }), (value) =>
      assert.deepStrictEqual(value, { id: "1" })
    )
  )

  it.effect.prop(
    "every member of the union survives encoding and decoding, with any fields",
    [Arbitrary.make(DiscordMcpError).filter(isWireable)],
    ([error]) =>
      Effect.map(decoded(overTheWire(failed(toEnvelope(error)))), (decoded) =>
        assert.deepStrictEqual(overTheWire(decoded), overTheWire(error))
      ),
    { fastCheck: { numRuns: runs(125) } }
  )

  it.effect("decodes a declared recovery with its reason", () => {
    const error = new DiscordRateLimitError({
      retry_after_ms: 5,
      scope: "user",
      sent: true,
      reason: "slow_mode",
      recovery: "Wait for the channel's slow mode to pass."
    })
    return Effect.map(decoded(failed(toEnvelope(error))), (decoded) => assert.deepStrictEqual(decoded, error))
  })

  it.effect("decodes a bug of the server as a RemoteFailure with its incident", () =>
    Effect.map(decoded(failed(defectEnvelope("00c0ffee"))), (failure) => {
      const { message, recovery_hint } = defectEnvelope("00c0ffee")
      assert.deepStrictEqual(
        failure,
        new RemoteFailure({
          kind: "internal",
          message,
          recovery_hint,
          retriable: false,
          code: "INTERNAL_ERROR",
          incident_id: "00c0ffee"
        })
      )
    })
  )

  it.effect("keeps the incident of a bug in dialects that keep all fields", () =>
    Effect.gen(function* () {
      for (const dialect of ["discord-mcp", "mcp-ts-core", "arcade"] as const) {
        const failure = yield* decoded(failed(toStructured(dialect, new Defect({ incident_id: "00c0ffee" }))))
        assert.deepInclude(failure, { kind: "internal", incident_id: "00c0ffee", code: "INTERNAL_ERROR" }, dialect)
      }
    })
  )

  it.effect("decodes an unknown code by its guaranteed fields", () =>
    Effect.map(
      decoded(
        failed({
          code: "DISCORD_SERVER_MOVED",
          retriable: true,
          message: "The guild has moved.",
          recovery_hint: "Wait until the guild has moved.",
          category: "transient",
          retry_after_ms: 500,
          new_field: 1
        })
      ),
      (failure) =>
        assert.deepStrictEqual(
          failure,
          new RemoteFailure({
            kind: "unavailable",
            code: "DISCORD_SERVER_MOVED",
            retriable: true,
            message: "The guild has moved.",
            recovery_hint: "Wait until the guild has moved.",
            retry_after_ms: 500
          })
        )
    )
  )

  it.effect("classifies another server's message, and never marks it retriable", () =>
    Effect.gen(function* () {
      const kinds: Readonly<Record<string, RemoteFailure["kind"]>> = {
        "Error: rate limit exceeded": "rate_limited",
        "Request failed with status code 503": "unavailable",
        "Channel not found": "not_found",
        "it broke": "unknown",
        "": "unknown"
      }
      for (const [message, kind] of Object.entries(kinds)) {
        assert.deepStrictEqual(
          yield* decoded({ isError: true, content: text(message) }),
          new RemoteFailure({ kind, message, retriable: false })
        )
      }
      const pictured = yield* decoded({ isError: true, content: [{ type: "image" }, ...text("a", "b")] })
      assert.strictEqual(pictured.message, "a\nb")
      const strange = yield* decoded({
        isError: true,
        structuredContent: { error: "x" },
        content: text("no such file")
      })
      assert.deepStrictEqual(
        strange,
        new RemoteFailure({ kind: "not_found", message: "no such file", retriable: false })
      )
      const endless = yield* decoded({ isError: true, content: text("x".repeat(100_000)) })
      assert.strictEqual(endless.message.length, 2000)
      const crabs = yield* decoded({ isError: true, content: text(`x${"🦀".repeat(2000)}`) })
      assert.strictEqual(crabs.message, `x${"🦀".repeat(999)}`)
    })
  )

  it.effect("decodes a failure outside structuredContent", () =>
    Effect.map(
      decoded({ isError: true, errorCategory: "permission", isRetryable: false, message: "no access", content: [] }),
      (failure) =>
        assert.deepStrictEqual(
          failure,
          new RemoteFailure({ kind: "forbidden", message: "no access", retriable: false })
        )
    )
  )

  it.effect(
    "fails as unreadable and not retriable for a value that is no tool result, or has no structured content",
    () =>
      Effect.gen(function* () {
        for (const result of [undefined, "text", { isError: 1 }, { content: text("fine") }]) {
          const failure = yield* decoded(result)
          assert.deepInclude(failure, { _tag: "RemoteFailure", kind: "unreadable", retriable: false })
        }
      })
  )

  it.effect("returns failures that can be caught by tag", () => {
    const error = new DiscordRateLimitError({ retry_after_ms: 1500, scope: "user", sent: true })
    return decodeToolResult(failed(toEnvelope(error))).pipe(
      Effect.catchTag("DiscordRateLimitError", ({ retry_after_ms }) => Effect.succeed({ waited: retry_after_ms })),
      Effect.map((value) => assert.deepStrictEqual(value, { waited: 1500 }))
    )
  })
})
