// @effect-diagnostics strictEffectProvide:off
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { Fault, Sandbox, sandbox } from "effect-discord-mcp/testing"
import { announce } from "../announce.ts"

const POST = "POST /channels/:id/messages"

/** Two outages, a rate limit, one success, and then no responses. */
const outage = Fault.script(
  Fault.badGateway().times(2).on(POST),
  Fault.rateLimited({ retryAfterMs: 100, scope: "shared" }).on(POST),
  Fault.hang().after(1).forever().on(POST)
)

const settings = { retryBaseDelayMs: 10, retryMaxAttempts: 5, timeoutDefaultMs: 200 }

it.live("announces despite outages and limits, and fails without a response", () =>
  Effect.gen(function* () {
    const { clearFaults, ids } = yield* Sandbox
    yield* announce(ids.channels.general, "The tide is in.")
    const failure = yield* Effect.flip(announce(ids.channels.general, "And out again."))
    assert.strictEqual(failure._tag, "DiscordTimeoutError")
    yield* clearFaults
    yield* announce(ids.channels.general, "And out again.")
  }).pipe(Effect.provide(sandbox({ faults: [outage], settings })))
)
