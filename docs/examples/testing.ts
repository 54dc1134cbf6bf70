// @effect-diagnostics strictEffectProvide:off
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { Fault, Sandbox, sandbox } from "effect-discord-mcp/testing"
import { announce } from "./announce.ts"

it.live("is announced once, although Discord is down after the message was accepted", () =>
  Effect.gen(function* () {
    const { fail, ids, messages } = yield* Sandbox
    yield* fail(Fault.cutAfterEffect().forever().on("POST /channels/:id/messages"))
    yield* announce(ids.channels.general, "The tide is in.")
    const said = (yield* messages(ids.channels.general)).filter(({ content }) => content === "The tide is in.")
    assert.lengthOf(said, 1)
  }).pipe(Effect.provide(sandbox()))
)
