import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, TestClock } from "effect"
import { answer, later } from "../discord/wire.ts"
import { CHANNEL, gateServer } from "../safety/gateServer.ts"

/** Runs a plan of three steps whose requests take so long each, with a deadline of a second for a call. */
const planOf = Effect.fnUntraced(function* (takesMs: number) {
  const server = yield* gateServer({ MCP_DEADLINE_MS: "1000" }, later(takesMs, answer(204)))
  const steps = ["a", "b", "c"].map((id) => ({
    id,
    tool: "channels_trigger_typing",
    args: { channel_id: CHANNEL },
    on_error: "continue"
  }))
  const fiber = yield* Effect.fork(server.call("mcp_pipeline", { steps }))
  yield* TestClock.adjust(4 * takesMs)
  const { structured } = yield* Fiber.join(fiber)
  const { report = structured } = structured
  return Object(report).steps.map(({ error, status }: { error?: { code: string }; status: string }) =>
    error === undefined ? status : error.code
  )
}, Effect.scoped)

describe("the deadline of a call", () => {
  it.effect("is that of each step, and a plan has none", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* planOf(900), ["ok", "ok", "ok"])
      assert.deepStrictEqual(yield* planOf(1100), ["DISCORD_TIMEOUT", "DISCORD_TIMEOUT", "DISCORD_TIMEOUT"])
    })
  )
})
