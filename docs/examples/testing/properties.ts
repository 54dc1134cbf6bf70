// @effect-diagnostics strictEffectProvide:off
import { assert, it } from "@effect/vitest"
import { Effect, FastCheck } from "effect"
import { Client } from "effect-discord-mcp/client"
import { anyError, failing, property, sandbox, toolInput, wrongInput } from "effect-discord-mcp/testing"
import { announce } from "../announce.ts"

/** Vitest ends a test after five seconds, and a property has a hundred cases. */
const TIMEOUT_MS = 60_000

/** Any input of the tool, with one of two contents. */
const input = toolInput("messages_send", { content: FastCheck.constantFrom("The tide is in.", "And out again.") })

it.effect(
  "returns every failure unchanged",
  () =>
    property("a step fails as its call does", [input, anyError()], ({ channel_id, content = "" }, error) =>
      announce(channel_id, content).pipe(
        Effect.flip,
        Effect.map((failure) => assert.strictEqual(failure._tag, error._tag)),
        Effect.provide(failing(error))
      )
    ),
  TIMEOUT_MS
)

it.live(
  "reports the path of every invalid value",
  () =>
    property("an issue has the path", [wrongInput("messages_send")], ({ input, path }) =>
      Effect.gen(function* () {
        const { callAnyTool } = yield* Client
        const refusal = yield* Effect.flip(callAnyTool("messages_send", input))
        const paths = refusal._tag === "ValidationError" ? refusal.validation_issues.map((issue) => issue.path) : []
        assert.include(paths, path)
      })
    ).pipe(Effect.provide(sandbox())),
  TIMEOUT_MS
)
