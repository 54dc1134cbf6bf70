// @effect-diagnostics strictEffectProvide:off
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { Fault, Sandbox, sandbox } from "effect-discord-mcp/testing"
import { announce } from "../announce.ts"

const POST = "POST /channels/:id/messages"

/** A bad evening: two outages, a rate limit, and then nobody answers any more. */
const evening = Fault.script(
  Fault.badGateway().times(2).on(POST),
  Fault.rateLimited({ retryAfterMs: 100, scope: "shared" }).on(POST),
  Fault.hang().after(1).forever().on(POST)
)

const settings = { retryBaseDelayMs: 10, retryMaxAttempts: 5, timeoutDefaultMs: 200 }

it.live("is announced through outages and limits, and given up when nobody answers", () =>
  Effect.gen(function* () {
    const { clearFaults, ids } = yield* Sandbox
    yield* announce(ids.channels.general, "The tide is in.")
    const failure = yield* Effect.flip(announce(ids.channels.general, "And out again."))
    assert.strictEqual(failure._tag, "DiscordTimeoutError")
    yield* clearFaults
    yield* announce(ids.channels.general, "And out again.")
  }).pipe(Effect.provide(sandbox({ faults: [evening], settings })))
)
