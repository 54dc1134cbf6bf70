// @effect-diagnostics strictEffectProvide:off
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { callTool } from "effect-discord-mcp/client"
import { recorded } from "effect-discord-mcp/testing"

it.effect("finds the newest message of a channel", () =>
  Effect.gen(function* () {
    const { items } = yield* callTool("messages_read", { channel_id: "1248328050311954441", limit: 1 })
    assert.lengthOf(items, 1)
  }).pipe(Effect.provide(recorded(new URL("newest.json", import.meta.url))))
)
