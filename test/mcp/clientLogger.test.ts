// Each test is an edge: it composes the log it listens to.
// @effect-diagnostics strictEffectProvide:off
import { setImmediate } from "node:timers/promises"
import { assert, describe, it } from "@effect/vitest"
import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js"
import {
  type LoggingLevel,
  LoggingLevelSchema,
  LoggingMessageNotificationSchema,
  type McpError
} from "@modelcontextprotocol/sdk/types.js"
import { Cause, Deferred, Effect, Layer, Logger, LogLevel, Redacted, Runtime } from "effect"
import { Dispatch } from "../../src/dispatch/Dispatch.ts"
import * as clientLogger from "../../src/mcp/clientLogger.ts"
import { Listing } from "../../src/mcp/Listing.ts"
import { serveOver } from "../../src/mcp/McpServer.ts"
import * as Logging from "../../src/telemetry/Logging.ts"
import { makeRedactor } from "../../src/text/secrets.ts"
import { Sandbox, served, settingsOf } from "../dispatch/app.ts"

const TOKEN = "sandbox-token"
const redactor = makeRedactor([Redacted.make(TOKEN)])

/** One line of each level. */
const everyLevel = Effect.all([
  Effect.logTrace("t"),
  Effect.logDebug("d"),
  Effect.logInfo("i"),
  Effect.logWarning("w"),
  Effect.logError("e"),
  Effect.logFatal("f")
])

/** A dispatch whose calls log the same lines. */
const saying = (lines: Effect.Effect<unknown>) =>
  Layer.merge(
    Layer.effect(
      Listing,
      Effect.map(settingsOf(), (settings) => ({ names: ["users_get_current"], tools: Effect.succeed([]), settings }))
    ),
    Layer.succeed(Dispatch, {
      run: () => Effect.dieMessage("not asked for"),
      call: () => Effect.as(lines, { isError: false, structured: {}, text: "{}" })
    })
  )

/** The official client of a server, and the log messages it receives. */
const connected = Effect.gen(function* () {
  const [ours, theirs] = InMemoryTransport.createLinkedPair()
  yield* serveOver(theirs, { version: "1.2.3", sandbox: true }, redactor)
  const client = new Client({ name: "test", version: "1" })
  const received: Array<readonly [level: string, logger: string | undefined, data: unknown]> = []
  client.setNotificationHandler(LoggingMessageNotificationSchema, ({ params: { data, level, logger } }) => {
    received.push([level, logger, data])
  })
  yield* Effect.acquireRelease(
    Effect.promise(() => client.connect(ours)),
    () => Effect.promise(() => client.close())
  )
  return {
    client,
    received,
    setLevel: (level: LoggingLevel) => Effect.promise(() => client.setLoggingLevel(level)),
    call: (name = "users_get_current", input: Readonly<Record<string, unknown>> = {}) =>
      Effect.promise(() => client.callTool({ name, arguments: input }))
  }
})

/** Runs a test with a client of a server whose calls log these lines. */
const hearing = <A, E>(
  lines: Effect.Effect<unknown>,
  test: (client: Effect.Effect.Success<typeof connected>) => Effect.Effect<A, E>
) => Effect.scoped(Effect.provide(Effect.flatMap(connected, test), saying(lines)))

const words = (received: ReadonlyArray<readonly [string, string | undefined, unknown]>) =>
  received.map(([level, , data]) => `${level} ${Object(data).message}`)

describe("the log of a client", () => {
  it.effect("is silent until the client sets a level", () =>
    hearing(everyLevel, ({ call, received }) =>
      Effect.gen(function* () {
        yield* call()
        assert.deepStrictEqual(received, [])
      })
    )
  )

  it.effect("starts at the last requested level, at any level of the operator's log", () =>
    hearing(everyLevel, ({ call, received, setLevel }) =>
      Effect.gen(function* () {
        const all = ["debug d", "info i", "warning w", "error e", "critical f"]
        const from = { debug: 0, info: 1, notice: 2, warning: 2, error: 3, critical: 4, alert: 5, emergency: 5 }
        assert.sameMembers(Object.keys(from), LoggingLevelSchema.options)
        for (const level of LoggingLevelSchema.options) {
          yield* setLevel(level)
          yield* call()
          assert.deepStrictEqual(words(received.splice(0)), all.slice(from[level]), level)
        }
      })
    )
  )

  it.effect("rejects an unknown level, and keeps the current one", () =>
    hearing(everyLevel, ({ call, client, received, setLevel }) =>
      Effect.gen(function* () {
        yield* setLevel("error")
        for (const level of ["loud", "toString", "", "ERROR"]) {
          const refused = yield* Effect.flip(
            Effect.tryPromise({
              try: () => client.setLoggingLevel(level as LoggingLevel), // what a client could send
              catch: (error) => error as McpError // what the client fails with
            })
          )
          assert.strictEqual(
            refused.message,
            `MCP error -32602: logging/setLevel needs params.level, one of ${LoggingLevelSchema.options.join(", ")}.`
          )
        }
        yield* call()
        assert.deepStrictEqual(words(received), ["error e", "critical f"])
      })
    )
  )

  it.effect("has messages and annotations, without secrets, causes and paths", () =>
    hearing(
      Effect.logError(
        `asking with ${TOKEN}`,
        { authorization: `Bot ${TOKEN}`, attempts: 2 },
        Cause.die(new Error("inside"))
      ).pipe(
        Effect.annotateLogs({
          incident_id: "00c0ffee",
          attempts: 3,
          file: "/home/ada/audit.log",
          hook: `/webhooks/1248328050311954441/${"x".repeat(40)}`,
          long: "word ".repeat(1000)
        })
      ),
      ({ call, received, setLevel }) =>
        Effect.gen(function* () {
          yield* setLevel("debug")
          yield* call()
          const [[level, logger, data] = []] = received
          const { long, ...rest } = Object(data)
          assert.deepStrictEqual([level, logger, received.length], ["error", "effect-discord-mcp", 1])
          assert.deepStrictEqual(rest, {
            message: 'asking with *** {"authorization":"Bot ***","attempts":2}',
            incident_id: "00c0ffee",
            tool: "users_get_current",
            attempts: 3,
            file: "[withheld]",
            hook: "/webhooks/1248328050311954441/***"
          })
          assert.isAtMost(long.length, 2000)
        })
    )
  )

  it.live("has the events of a real call", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { ids, inject } = yield* Sandbox
        const { call, received, setLevel } = yield* connected
        yield* setLevel("debug")
        yield* inject({ match: { operation: "GET /guilds/:id" }, times: 9, do: { kind: "status", status: 503 } })
        yield* Effect.replicateEffect(call("guild_get", { guild_id: ids.guild }), 3)
        const opened = received.filter(([level]) => level === "warning")
        assert.deepStrictEqual(opened, [
          [
            "warning",
            "effect-discord-mcp",
            { message: "circuit closed → open", route: "GET /guilds/:id", tool: "guild_get" }
          ]
        ])
        assert.include(words(received), "debug retrying")
      })
    ).pipe(served({ MCP_CIRCUIT_FAILURE_THRESHOLD: "3", MCP_RETRY_BASE_DELAY_MS: "50" }))
  )

  it.effect("is separate from the operator's log", () =>
    Effect.gen(function* () {
      const written: Array<string> = []
      const console = yield* Effect.console
      const recording = new Proxy(console.unsafe, {
        get:
          () =>
          (...args: ReadonlyArray<unknown>) =>
            written.push(...args.map((line) => String(Object(JSON.parse(String(line))).message)))
      })
      const lines = everyLevel.pipe(Effect.withConsole({ ...console, unsafe: recording }))
      const received = yield* hearing(lines, ({ call, received, setLevel }) =>
        Effect.zipRight(setLevel("debug"), Effect.as(call(), received))
      ).pipe(Effect.provide(Logging.layer({ level: "warn", format: "json" }, redactor)))
      assert.deepStrictEqual(written, ["w", "e", "f"])
      assert.deepStrictEqual(words(received), ["debug d", "info i", "warning w", "error e", "critical f"])
    })
  )
})

describe("a client that does not read", () => {
  /** Logs this many lines for a client at the other end of `send`. */
  const say = (log: clientLogger.ClientLogger, lines: number) =>
    Effect.replicateEffect(Effect.logInfo("a line"), lines, { discard: true }).pipe(
      Effect.provide(Logger.replace(Logger.defaultLogger, log.logger))
    )

  it.effect("gets a bounded number of lines, and their count once it reads again", () =>
    Effect.gen(function* () {
      const sent: Array<unknown> = []
      const unread = yield* Deferred.make<void>()
      const runtime = yield* Effect.runtime()
      const log = clientLogger.make(({ data }) => {
        sent.push(Object(data).message)
        return Runtime.runPromise(runtime)(Deferred.await(unread))
      }, redactor)
      log.setLevel({ level: "info" })
      yield* say(log, 1000)
      assert.strictEqual(sent.length, 256)
      yield* Deferred.succeed(unread, undefined)
      yield* Effect.promise(() => setImmediate())
      yield* say(log, 1)
      assert.deepStrictEqual(sent.slice(256), [
        "744 lines were not sent, because the client did not read in time",
        "a line"
      ])
    })
  )

  it.effect("gets no count if it has disconnected", () =>
    Effect.gen(function* () {
      let sends = 0
      const log = clientLogger.make(() => {
        sends++
        return Promise.reject("gone")
      }, redactor)
      log.setLevel({ level: "debug" })
      yield* say(log, 300)
      yield* Effect.promise(() => setImmediate())
      assert.strictEqual(sends, 256)
      yield* say(log, 10)
      assert.strictEqual(sends, 256 + 11)
    })
  )

  it.scoped("does not fill its log with failures of sending", () =>
    Effect.gen(function* () {
      const [ours, theirs] = InMemoryTransport.createLinkedPair()
      yield* Effect.provide(
        serveOver(theirs, { version: "1.2.3", sandbox: true }, redactor).pipe(
          Logger.withMinimumLogLevel(LogLevel.Debug)
        ),
        saying(Effect.logInfo("one"))
      )
      const client = new Client({ name: "test", version: "1" })
      yield* Effect.promise(() => client.connect(ours))
      yield* Effect.promise(() => client.setLoggingLevel("debug"))
      let lines = 0
      const send = theirs.send.bind(theirs)
      theirs.send = (message, options) => {
        if (!("method" in message)) return send(message, options)
        lines++
        theirs.onerror?.(new Error("cannot send"))
        return Promise.reject(new Error("cannot send"))
      }
      yield* Effect.promise(() => client.callTool({ name: "users_get_current", arguments: {} }))
      yield* Effect.promise(() => setImmediate())
      assert.strictEqual(lines, 1)
    })
  )
})
