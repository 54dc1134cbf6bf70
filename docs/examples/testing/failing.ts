// @effect-diagnostics strictEffectProvide:off
import { assert, it } from "@effect/vitest"
import { Effect, Fiber, TestClock } from "effect"
import { callTool } from "effect-discord-mcp/client"
import { DiscordRateLimitError } from "effect-discord-mcp/errors"
import { failing, failingOnly, Sandbox, sandbox } from "effect-discord-mcp/testing"

/** A step that waits as long as the rate limit requests. */
const retrying = callTool("users_get_current", {}).pipe(
  Effect.catchTag("DiscordRateLimitError", ({ retry_after_ms }) => Effect.sleep(retry_after_ms)),
  Effect.timed
)

const limited = new DiscordRateLimitError({ retry_after_ms: 60_000, scope: "global", sent: false })

it.effect("waits for a minute of virtual time", () =>
  Effect.gen(function* () {
    const fiber = yield* Effect.fork(retrying)
    yield* TestClock.adjust("1 minute")
    const [waited] = yield* Fiber.join(fiber)
    assert.strictEqual(waited.toString(), "Duration(1m)")
  }).pipe(Effect.provide(failing(limited)))
)

it.live("cannot write, but can read", () =>
  Effect.gen(function* () {
    const { ids } = yield* Sandbox
    const { id } = yield* callTool("guild_get", { guild_id: ids.guild })
    assert.strictEqual(id, ids.guild)
    const message = { channel_id: ids.channels.general, content: "?" }
    assert.strictEqual<unknown>(yield* Effect.flip(callTool("messages_send", message)), limited)
  }).pipe(Effect.provide(failingOnly(limited, ["messages_send", "messages_edit"], sandbox())))
)
