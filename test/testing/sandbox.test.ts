// @effect-diagnostics strictEffectProvide:off
import { assert, describe, it } from "@effect/vitest"
import { Chunk, ConfigProvider, Effect, Exit, Fiber, Layer, Logger, Stream } from "effect"
import { Client } from "../../src/client/index.ts"
import { Fault, Sandbox, sandbox } from "../../src/testing/index.ts"
import { client as overTheWire } from "../client/clients.ts"
import { type Environment, served } from "../dispatch/app.ts"

/** An unused id. */
const NOWHERE = "1248328050278409999"

/** Returns the outcome of an effect without stacks and other values that differ each time. */
const ended = <A, E>(effect: Effect.Effect<A, E>) =>
  Effect.map(Effect.exit(effect), (exit): unknown => JSON.parse(JSON.stringify(exit)))

/** Requests to a client with different outcomes. */
const asked = Effect.gen(function* () {
  const { ids } = yield* Sandbox
  const { callAnyTool, callTool, callToolWithProgress, listTools } = yield* Client
  const { general, secret, staff } = ids.channels
  return {
    value: yield* ended(callTool("guild_get", { guild_id: ids.guild })),
    list: yield* ended(callTool("messages_read", { channel_id: general, limit: 5 })),
    nothing: yield* ended(callTool("channels_get", { channel_id: NOWHERE })),
    forbidden: yield* ended(callTool("messages_send", { channel_id: staff, content: "May I?" })),
    unseen: yield* ended(callTool("channels_get", { channel_id: secret })),
    preview: yield* ended(callTool("messages_delete", { channel_id: general, message_id: ids.messages.byBot })),
    wrong: yield* ended(callAnyTool("messages_send", { channel_id: 7, text: "x" })),
    unknown: yield* ended(callAnyTool("messages_sent", {})),
    plan: yield* ended(
      callTool("mcp_pipeline", {
        steps: [
          { id: "one", tool: "channels_get", args: { channel_id: general } },
          { id: "two", tool: "channels_get", args: { channel_id: "{{one.parent_id}}" } }
        ]
      })
    ),
    progress: Chunk.toReadonlyArray(
      yield* Stream.runCollect(
        callToolWithProgress("mcp_pipeline", {
          steps: [{ id: "one", tool: "channels_get", args: { channel_id: general } }]
        })
      )
    ).map((event) => event._tag),
    tools: yield* ended(listTools)
  }
})

/** Durations differ each time. */
const timeless = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (name, inner) => (name === "duration_ms" ? 0 : inner)))

describe("a server in this process", () => {
  const same = (what: string, environment: Environment, settings: Parameters<typeof sandbox>[0]) =>
    it.live(`${what}, gives the same results as the real server over the wire`, () =>
      Effect.gen(function* () {
        const here = yield* Effect.provide(asked, sandbox(settings))
        const there = yield* overTheWire.pipe(
          Effect.flatMap((client) => Effect.provideService(asked, Client, client)),
          Effect.scoped,
          served(environment)
        )
        for (const [name, outcome] of Object.entries(timeless(there) as typeof there)) {
          assert.deepStrictEqual(Object(timeless(here))[name], outcome, name)
        }
      })
    )

  same("as it is", {}, {})
  same(
    "with settings of an operator",
    { MCP_TOOL_SURFACE: "full", DISCORD_DEFAULT_GUILD_ID: NOWHERE, MCP_READ_ONLY: "true", MCP_ERROR_DIALECT: "arcade" },
    { settings: { toolSurface: "full", defaultGuildId: NOWHERE, readOnly: true, errorDialect: "arcade" } }
  )

  it.live("returns its name and version", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual((yield* Client).server, { name: "effect-discord-mcp", version: "in process" })
    }).pipe(Effect.provide(sandbox()))
  )

  it.live("cancels an interrupted call, including its socket", () =>
    Effect.gen(function* () {
      const { awaitAborted, awaitRequests, fail, ids } = yield* Sandbox
      const { callTool } = yield* Client
      yield* fail(Fault.hang())
      const fiber = yield* Effect.fork(callTool("guild_get", { guild_id: ids.guild }))
      yield* awaitRequests(1)
      assert.isTrue(Exit.isInterrupted(yield* Fiber.interrupt(fiber)))
      yield* awaitAborted(1)
      assert.strictEqual((yield* callTool("guild_get", { guild_id: ids.guild })).id, ids.guild)
    }).pipe(Effect.provide(sandbox()))
  )

  it.live("has limits that a hundred parallel calls do not reach, unless a test sets them", () =>
    Effect.gen(function* () {
      const send = Effect.flatMap(Effect.zip(Client, Sandbox), ([{ callTool }, { ids }]) =>
        Effect.exit(callTool("messages_send", { channel_id: ids.channels.general, content: "x" }))
      )
      const failures = (count: number) =>
        Effect.map(Effect.replicateEffect(send, count, { concurrency: 50 }), (all) => all.filter(Exit.isFailure).length)
      assert.strictEqual(yield* Effect.provide(failures(100), sandbox()), 0)
      const limits = { "POST /channels/:id/messages": { limit: 3, windowMs: 60_000 } }
      assert.strictEqual(yield* Effect.provide(failures(10), sandbox({ limits })), 7)
    })
  )

  it.live("is equal for the same seed, and different for another seed", () =>
    Effect.gen(function* () {
      const stateOf = (seed: number) =>
        Effect.provide(
          Effect.map(Sandbox, ({ ids }) => ids),
          sandbox({ seed })
        )
      assert.deepStrictEqual(yield* stateOf(7), yield* stateOf(7))
      assert.notDeepEqual(yield* stateOf(7), yield* stateOf(8))
    })
  )

  it.live("writes no log, unless a test enables it", () =>
    Effect.gen(function* () {
      const lines: Array<string> = []
      const listening = Logger.replace(
        Logger.defaultLogger,
        Logger.make(({ message }) => void lines.push([message].flat().join(" ")))
      )
      const step = Effect.gen(function* () {
        const { fail, ids } = yield* Sandbox
        yield* fail(Fault.badGateway().times(2))
        yield* Effect.flatMap(Client, ({ callTool }) => callTool("guild_get", { guild_id: ids.guild }))
      })
      yield* Effect.provide(step, Layer.merge(sandbox(), listening))
      assert.deepStrictEqual(lines, [])
      yield* Effect.provide(step, Layer.merge(sandbox({ settings: { logLevel: "debug" } }), listening))
      assert.isAbove(lines.length, 0)
    })
  )

  it.live("uses the settings of the test, and none from the environment", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const { callTool } = yield* Client
      const { byBot } = ids.messages
      const gone = yield* callTool("messages_delete", {
        channel_id: ids.channels.general,
        message_id: byBot,
        __confirm: true
      })
      assert.deepStrictEqual<unknown>(gone, {
        done: true,
        deleted: true,
        channel_id: ids.channels.general,
        message_id: byBot
      })
    }).pipe(
      Effect.provide(sandbox({ settings: { dryRun: false } })),
      Effect.withConfigProvider(ConfigProvider.fromMap(new Map([["MCP_READ_ONLY", "true"]])))
    )
  )
})
