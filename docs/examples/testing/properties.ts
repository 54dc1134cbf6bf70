// @effect-diagnostics strictEffectProvide:off
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { Client } from "effect-discord-mcp/client"
import { anyError, failing, property, sandbox, toolInput, wrongInput } from "effect-discord-mcp/testing"
import { announce } from "../announce.ts"

it.effect("returns every failure unchanged", () =>
  property("a step fails as its call does", [toolInput("messages_send"), anyError()], (input, error) =>
    announce(input.channel_id, "The tide is in.").pipe(
      Effect.flip,
      Effect.map((failure) => assert.strictEqual(failure._tag, error._tag)),
      Effect.provide(failing(error))
    )
  )
)

it.live("reports the path of every invalid value", () =>
  property("an issue has the path", [wrongInput("messages_send")], ({ input, path }) =>
    Effect.gen(function* () {
      const { callAnyTool } = yield* Client
      const refusal = yield* Effect.flip(callAnyTool("messages_send", input))
      const paths = refusal._tag === "ValidationError" ? refusal.validation_issues.map((issue) => issue.path) : []
      assert.include(paths, path)
    })
  ).pipe(Effect.provide(sandbox()))
)
