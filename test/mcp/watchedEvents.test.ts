import { assert, describe, it } from "@effect/vitest"
import { Effect, FiberMap, TestClock } from "effect"
import type { Dispatch } from "../../src/dispatch/Dispatch.ts"
import { GatewayUnavailable } from "../../src/errors/DiscordMcpError.ts"
import { subscribe } from "../../src/mcp/watchedEvents.ts"

describe("a subscription to live events", () => {
  it.scoped("waits a second after a failure that passes, however many there were before", () =>
    Effect.gen(function* () {
      let calls = 0
      const value = { items: [{}], next_cursor: "0f3a5c7e9b1d-1" }
      const interrupted = new GatewayUnavailable({ reason: "disconnected", retry_after_ms: 1000 })
      // Only `run` is called.
      const dispatch = {
        run: (tool: string) =>
          Effect.suspend(() =>
            tool === "gateway_wait_for" && ++calls % 2 === 1 ? Effect.fail(interrupted) : Effect.succeed({ value })
          )
      } as unknown as Dispatch["Type"]
      let updates = 0
      const fibers = yield* FiberMap.make<string>()
      const notify = () => Effect.sync(() => void updates++)
      yield* subscribe("discord://channels/1248328050311954441/events", { dispatch }, { fibers, notify, sinceMs: 0 })
      yield* TestClock.adjust("60 seconds")
      // Each update comes a second after a failure, and the next call a second after the update.
      assert.strictEqual(updates, 30)
    })
  )
})
