// @effect-diagnostics anyUnknownInErrorContext:off strictEffectProvide:off
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Fiber, Schedule, Stream, TestClock } from "effect"
import { Client, ConnectionFailed, callTool, callToolWithProgress, listTools } from "../../src/client/index.ts"
import { DiscordRateLimitError } from "../../src/errors/DiscordMcpError.ts"
import { RemoteFailure } from "../../src/errors/RemoteFailure.ts"
import { anyError, failing, failingOnly, property, Sandbox, sandbox } from "../../src/testing/index.ts"

const limited = new DiscordRateLimitError({ retry_after_ms: 5000, scope: "user", sent: true })

/** An id of an unused channel. */
const channel_id = "1248328050278400001"

const send = callTool("messages_send", { channel_id, content: "x" })

describe("a client that fails", () => {
  it.effect("fails every call with the same error, including calls with progress and of unknown tools", () =>
    Effect.gen(function* () {
      const watched = Stream.runCollect(callToolWithProgress("guild_get", { guild_id: channel_id }))
      const any = Effect.flatMap(Client, ({ callAnyTool }) => callAnyTool("weather_get", {}))
      for (const call of [send, callTool("channels_get", { channel_id }), watched, any]) {
        assert.strictEqual<unknown>(yield* Effect.flip(call as Effect.Effect<unknown, unknown, Client>), limited) // they answer differently
      }
    }).pipe(Effect.provide(failing(limited)))
  )

  it.effect("fails with any class, which can be caught by its tag", () =>
    property("caught", [anyError()], (error) =>
      send.pipe(
        Effect.catchTag(error._tag, (caught) => Effect.succeed(caught)),
        Effect.provide(failing(error)),
        Effect.map((caught) => assert.strictEqual<unknown>(caught, error))
      )
    )
  )

  it.effect("still lists its tools, except for ConnectionFailed", () =>
    Effect.gen(function* () {
      const tools = yield* Effect.provide(listTools, failing(limited))
      assert.include(
        tools.map(({ name }) => name),
        "messages_send"
      )
      const gone = new ConnectionFailed({ message: "The server is gone.", outcome_unknown: false })
      assert.strictEqual<unknown>(yield* Effect.flip(Effect.provide(listTools, failing(gone))), gone)
      const refused = new RemoteFailure({ kind: "internal", message: "a bug", retriable: false })
      assert.strictEqual<unknown>(yield* Effect.flip(Effect.provide(send, failing(refused))), refused)
    })
  )

  it.effect("runs in virtual time", () =>
    Effect.gen(function* () {
      let attempts = 0
      const retrying = Effect.zipRight(
        Effect.sync(() => attempts++),
        send
      ).pipe(
        Effect.retry({
          while: (error) => Effect.as(Effect.sleep("retry_after_ms" in error ? (error.retry_after_ms ?? 0) : 0), true),
          schedule: Schedule.recurs(3)
        })
      )
      const fiber = yield* Effect.fork(Effect.exit(retrying))
      yield* TestClock.adjust("9999 millis")
      assert.strictEqual(attempts, 2)
      yield* TestClock.adjust("10 seconds")
      assert.isTrue(Exit.isFailure(yield* Fiber.join(fiber)))
      assert.strictEqual(attempts, 4)
    }).pipe(Effect.provide(failing(limited)))
  )
})

describe("a client that fails for some tools", () => {
  it.live("fails calls of the named tools, and forwards others", () =>
    Effect.gen(function* () {
      const { ids, requests } = yield* Sandbox
      assert.strictEqual<unknown>(yield* Effect.flip(send), limited)
      assert.strictEqual<unknown>(
        yield* Effect.flip(Stream.runDrain(callToolWithProgress("messages_send", { channel_id, content: "x" }))),
        limited
      )
      assert.deepStrictEqual(yield* requests, [])
      assert.strictEqual((yield* callTool("guild_get", { guild_id: ids.guild })).id, ids.guild)
      assert.strictEqual(yield* Stream.runCount(callToolWithProgress("guild_get", { guild_id: ids.guild })), 1)
      assert.isAbove((yield* listTools).length, 10)
    }).pipe(Effect.provide(failingOnly(limited, ["messages_send"], sandbox())))
  )
})
