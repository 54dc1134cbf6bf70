// @effect-diagnostics strictEffectProvide:off
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { Fault, Sandbox, sandbox } from "effect-discord-mcp/testing"
import { announce } from "./announce.ts"

it.live("announces once, even if Discord accepts the message and then goes down", () =>
  Effect.gen(function* () {
    const { fail, ids, messages } = yield* Sandbox
    yield* fail(Fault.cutAfterEffect().forever().on("POST /channels/:id/messages"))
    yield* announce(ids.channels.general, "The tide is in.")
    const sent = (yield* messages(ids.channels.general)).filter(({ content }) => content === "The tide is in.")
    assert.lengthOf(sent, 1)
  }).pipe(Effect.provide(sandbox()))
)
