// @effect-diagnostics strictEffectProvide:off
import { assert, describe, it, vi } from "@effect/vitest"
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js"
import { Cause, Chunk, Effect, Exit, Fiber, Layer, Stream } from "effect"
import { remove } from "../../docs/examples/failures.ts"
import { Client, callTool, callToolWithProgress, connect, listTools } from "../../src/client/Client.ts"
import { ConnectionFailed } from "../../src/client/Session.ts"
import { CallEvent } from "../../src/client/ToolCall.ts"
import { dialects } from "../../src/errors/dialects/Dialect.ts"
import { RemoteFailure } from "../../src/errors/RemoteFailure.ts"
import { type Environment, Sandbox, served } from "../dispatch/app.ts"
import { client, other } from "./clients.ts"

const impatient: Environment = { MCP_RETRY_ENABLED: "false" }

const A_DAY_MS = 24 * 60 * 60 * 1000

/** A channel that no guild has. */
const NOWHERE = "1248328050278409999"

describe("a call", () => {
  it.live("returns plain data of the tool's type", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const { callTool, server } = yield* client
      const channel_id = ids.channels.general
      const sent = yield* callTool("messages_send", { channel_id, content: "The tide is in." })
      const page = yield* callTool("messages_read", { channel_id, limit: 1 })
      assert.deepStrictEqual(
        page.items.map(({ content, id }) => [id, content]),
        [[sent.id, "The tide is in."]]
      )
      assert.strictEqual(typeof page.next_cursor, "string")
      assert.include(page.untrusted_fields ?? [], "items[].content")
      assert.deepStrictEqual(server, { name: "effect-discord-mcp", version: "1.2.3" })
    }).pipe(Effect.scoped, served())
  )

  it.live("returns Discord's whole objects for the full view", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const { callTool } = yield* client
      const whole = yield* callTool("guild_get", { guild_id: ids.guild, view: "full" })
      assert.strictEqual(whole.id, ids.guild)
      assert.isArray(whole.roles)
    }).pipe(Effect.scoped, served())
  )

  it.live("fails with errors that the example of the page handles by tag and by category", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const { general } = ids.channels
      const own = yield* client
      const removed = (channel_id: string, message_id: string) =>
        Effect.provideService(remove(channel_id, message_id), Client, own)
      const { id } = yield* own.callTool("messages_send", { channel_id: general, content: "gone soon" })
      assert.strictEqual(yield* removed(general, id), "deleted")
      assert.strictEqual(yield* removed(general, id), "it was deleted before")
      assert.match(yield* removed("nowhere", id), /^the caller/)
    }).pipe(Effect.scoped, served({ MCP_DRY_RUN: "false", MCP_CONFIRM: "flag" }))
  )

  it.live("fails with an error that is caught by tag, with the fields of its class", () =>
    Effect.gen(function* () {
      const { ids, inject } = yield* Sandbox
      yield* inject({
        match: { operation: "POST /channels/:id/messages" },
        do: { kind: "rate_limit", scope: "shared", retry_after: 2.5 }
      })
      const { callTool } = yield* client
      const waited = yield* callTool("messages_send", { channel_id: ids.channels.general, content: "again" }).pipe(
        Effect.as(0),
        Effect.catchTag("DiscordRateLimitError", ({ retry_after_ms }) => Effect.succeed(retry_after_ms + 1))
      )
      assert.strictEqual(waited, 2501)
    }).pipe(Effect.scoped, served(impatient))
  )

  for (const dialect of dialects) {
    it.live(`fails with the same typed error in the dialect ${dialect}`, () =>
      Effect.gen(function* () {
        const { callTool } = yield* client
        const failure = yield* Effect.flip(callTool("channels_get", { channel_id: NOWHERE }))
        // The category dialect keeps no more than who must act.
        if (dialect === "category") assert.deepInclude(failure, { _tag: "RemoteFailure", kind: "validation" })
        else assert.deepInclude(failure, { _tag: "DiscordNotFoundError", resource: "channel" })
      }).pipe(Effect.scoped, served({ MCP_ERROR_DIALECT: dialect }))
    )
  }

  it.live("runs concurrently with a hundred others, each with its own result", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const { callTool } = yield* client
      const { general, support } = ids.channels
      const asked = Array.from({ length: 100 }, (_, at) => (at % 2 === 0 ? general : support))
      const channels = yield* Effect.forEach(asked, (channel_id) => callTool("channels_get", { channel_id }), {
        concurrency: "unbounded"
      })
      assert.deepStrictEqual(
        channels.map(({ id }) => id),
        asked
      )
    }).pipe(Effect.scoped, served({ MCP_BULKHEAD_MAX_QUEUE: "100" }))
  )

  it.live("is cancelled at the server, down to its socket, if it is interrupted", () =>
    Effect.gen(function* () {
      const { awaitAborted, awaitRequests, ids, inject } = yield* Sandbox
      yield* inject({ match: { path: "/channels/*" }, do: { kind: "hang", at: "headers" } })
      const { callTool } = yield* client
      const fiber = yield* Effect.fork(callTool("channels_get", { channel_id: ids.channels.general }))
      yield* awaitRequests(1)
      const exit = yield* Fiber.interrupt(fiber)
      assert.isTrue(Exit.isInterrupted(exit))
      yield* awaitAborted(1)
      assert.strictEqual((yield* callTool("guild_get", { guild_id: ids.guild })).id, ids.guild)
    }).pipe(Effect.scoped, served())
  )

  it.live("has no timeout", () =>
    Effect.gen(function* () {
      const { client, next, say } = yield* other
      vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
      const fiber = yield* Effect.fork(client.callAnyTool("slow", {}))
      const { id } = yield* next("tools/call")
      vi.advanceTimersByTime(A_DAY_MS)
      yield* say({ id, result: { content: [], structuredContent: { done: true } } })
      assert.deepStrictEqual(yield* Fiber.join(fiber), { done: true })
    }).pipe(Effect.scoped, Effect.ensuring(Effect.sync(() => vi.useRealTimers())))
  )

  it.live("uses the client of the context", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const context = Layer.succeed(Client, yield* client)
      const names = yield* Effect.provide(listTools, context)
      assert.include(
        names.map(({ name }) => name),
        "mcp_tools_search"
      )
      const guild = yield* Effect.provide(callTool("guild_get", { guild_id: ids.guild }), context)
      const events = yield* callToolWithProgress("guild_get", { guild_id: ids.guild }).pipe(
        Stream.runCollect,
        Effect.provide(context)
      )
      assert.deepStrictEqual(Chunk.toReadonlyArray(events), [CallEvent.Answered({ answer: guild })])
    }).pipe(Effect.scoped, served())
  )
})

describe("a call with progress", () => {
  it.live("emits its progress, then its result", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const { callToolWithProgress } = yield* client
      const events = yield* Stream.runCollect(
        callToolWithProgress("messages_read", { channel_id: ids.channels.general, all: true })
      )
      const [last, ...steps] = Chunk.toReadonlyArray(Chunk.reverse(events))
      assert.isAbove(steps.length, 0)
      const read = last?._tag === "Answered" ? last.answer.items.length : 0
      assert.deepStrictEqual(steps[0], CallEvent.Progress({ done: read, message: `${read} read` }))
    }).pipe(Effect.scoped, served())
  )

  it.live("fails like a call without progress", () =>
    Effect.gen(function* () {
      const { callToolWithProgress } = yield* client
      const failure = yield* Effect.flip(Stream.runDrain(callToolWithProgress("channels_get", { channel_id: NOWHERE })))
      assert.strictEqual(failure._tag, "DiscordNotFoundError")
    }).pipe(Effect.scoped, served())
  )

  it.live("is cancelled when its stream ends", () =>
    Effect.gen(function* () {
      const { client, next, say } = yield* other
      const fiber = yield* Effect.fork(Stream.runHead(client.callToolWithProgress("guild_get", { guild_id: "1" })))
      const call = yield* next("tools/call")
      const { progressToken } = Object(call.params._meta)
      yield* say({ method: "notifications/progress", params: { progressToken, progress: 1, total: 4 } })
      assert.deepStrictEqual(yield* Effect.flatten(Fiber.join(fiber)), CallEvent.Progress({ done: 1, total: 4 }))
      assert.strictEqual((yield* next("notifications/cancelled")).params.requestId, call.id)
    }).pipe(Effect.scoped)
  )

  it.live("emits the progress that arrives with the result, and none of another call", () =>
    Effect.gen(function* () {
      const { client, next, say } = yield* other
      const watched = Stream.runCollect(client.callToolWithProgress("guild_get", { guild_id: "1" }))
      const [one, two] = [yield* Effect.fork(watched), yield* Effect.fork(watched)]
      const [first, second] = [yield* next("tools/call"), yield* next("tools/call")]
      for (const [{ id, params }, done] of [
        [second, 2],
        [first, 1]
      ] as const) {
        const { progressToken } = Object(params._meta)
        yield* say({ method: "notifications/progress", params: { progressToken, progress: done } })
        yield* say({ id, result: { content: [], structuredContent: { done } } })
      }
      const tellings = [yield* Fiber.join(one), yield* Fiber.join(two)].map((events) =>
        Chunk.toReadonlyArray(events).map((event) => (event._tag === "Progress" ? event.done : event.answer))
      )
      assert.deepStrictEqual<unknown>(tellings, [
        [1, { done: 1 }],
        [2, { done: 2 }]
      ])
    }).pipe(Effect.scoped)
  )

  it.live("keeps the latest progress and the result for a slow consumer", () =>
    Effect.gen(function* () {
      const { client, next, say } = yield* other
      const listening = yield* Effect.makeLatch()
      const fiber = yield* Effect.fork(
        client.callToolWithProgress("guild_get", { guild_id: "1" }).pipe(
          Stream.tap(() => listening.await),
          Stream.runCollect
        )
      )
      const { id, params } = yield* next("tools/call")
      const { progressToken } = Object(params._meta)
      for (let progress = 1; progress <= 100; progress++) {
        yield* say({ method: "notifications/progress", params: { progressToken, progress } })
      }
      yield* say({ id, result: { content: [], structuredContent: { name: "Tidepool" } } })
      // Once a later call is answered, every earlier message was received.
      const later = yield* Effect.fork(client.callAnyTool("later", {}))
      yield* say({ id: (yield* next("tools/call")).id, result: { content: [], structuredContent: {} } })
      yield* Fiber.join(later)
      yield* listening.open
      const events = Chunk.toReadonlyArray(yield* Fiber.join(fiber))
      assert.isBelow(events.length, 20)
      assert.deepStrictEqual<unknown>(events.slice(-2), [
        CallEvent.Progress({ done: 100 }),
        CallEvent.Answered({ answer: { name: "Tidepool" } })
      ])
    }).pipe(Effect.scoped)
  )
})

describe("another server", () => {
  const answers: ReadonlyArray<readonly [what: string, answer: object, failure: RemoteFailure]> = [
    [
      "a failure in words",
      { result: { isError: true, content: [{ type: "text", text: "Request failed with status code 503" }] } },
      new RemoteFailure({
        kind: "unavailable",
        message: "Request failed with status code 503",
        retriable: false
      })
    ],
    [
      "an error of the protocol",
      { error: { code: -32602, message: "Tool guild_get not found" } },
      new RemoteFailure({ kind: "validation", message: "Tool guild_get not found", code: "-32602", retriable: false })
    ],
    [
      "an error of the protocol that knows the way on",
      {
        error: {
          code: -32003,
          message: "slow down",
          data: { reason: "quota", recovery: { hint: "Wait until tomorrow." } }
        }
      },
      new RemoteFailure({
        kind: "rate_limited",
        message: "slow down",
        code: "-32003",
        recovery_hint: "Wait until tomorrow.",
        retriable: false
      })
    ],
    [
      "an answer in words alone",
      { result: { content: [{ type: "text", text: "fine" }] } },
      new RemoteFailure({
        kind: "unreadable",
        message:
          "The call succeeded, but its result has no structuredContent. With MCP_RESULT=text this server sends none: set it to both or structured.",
        retriable: false
      })
    ]
  ]
  for (const [what, answer, failure] of answers) {
    it.live(`fails with a typed error: ${what}`, () =>
      Effect.gen(function* () {
        const { client, next, say } = yield* other
        const fiber = yield* Effect.fork(Effect.flip(client.callTool("guild_get", { guild_id: "1" })))
        const { id, params } = yield* next("tools/call")
        assert.deepStrictEqual(params, { name: "guild_get", arguments: { guild_id: "1" } })
        yield* say({ id, ...answer })
        assert.deepStrictEqual(yield* Fiber.join(fiber), failure)
      }).pipe(Effect.scoped)
    )
  }

  it.live("lists its tools page by page, and they can be called by name", () =>
    Effect.gen(function* () {
      const { client, next, say } = yield* other
      const listing = yield* Effect.fork(client.listTools)
      const page = (name: string) => ({ tools: [{ name, inputSchema: { type: "object" } }] })
      const first = yield* next("tools/list")
      assert.deepStrictEqual(first.params, {})
      yield* say({ id: first.id, result: { ...page("one"), nextCursor: "more" } })
      const second = yield* next("tools/list")
      assert.deepStrictEqual(second.params, { cursor: "more" })
      yield* say({ id: second.id, result: page("two") })
      assert.deepStrictEqual(
        (yield* Fiber.join(listing)).map(({ name }) => name),
        ["one", "two"]
      )
      const call = yield* Effect.fork(client.callAnyTool("two", { a: 1 }))
      const { id } = yield* next("tools/call")
      yield* say({ id, result: { content: [], structuredContent: { b: 2 } } })
      assert.deepStrictEqual(yield* Fiber.join(call), { b: 2 })
    }).pipe(Effect.scoped)
  )

  it.live("fails if its tool list is unreadable", () =>
    Effect.gen(function* () {
      const { client, next, say } = yield* other
      const listing = yield* Effect.fork(Effect.flip(client.listTools))
      yield* say({ id: (yield* next("tools/list")).id, result: { tools: "many" } })
      assert.deepInclude(yield* Fiber.join(listing), { _tag: "RemoteFailure", kind: "unreadable" })
    }).pipe(Effect.scoped)
  )
})

describe("a connection", () => {
  it.live("makes only the outcome of the running call unknown if it is lost", () =>
    Effect.gen(function* () {
      const { client, hangUp, next } = yield* other
      const call = Effect.flip(client.callTool("guild_get", { guild_id: "1" }))
      const fiber = yield* Effect.fork(call)
      yield* next("tools/call")
      yield* hangUp
      const failures = [yield* Fiber.join(fiber), yield* call]
      assert.deepStrictEqual(
        failures.map((failure) => failure._tag === "ConnectionFailed" && failure.outcome_unknown),
        [true, false]
      )
    }).pipe(Effect.scoped)
  )

  it.live("fails for a missing server, and for a server without the protocol", () =>
    Effect.gen(function* () {
      const missing = yield* Effect.flip(Layer.build(connect({ command: "no-such-program-anywhere" })))
      assert.instanceOf(missing, ConnectionFailed)
      assert.match(missing.message, /ENOENT/)
      const printing =
        'console.error("x".repeat(3000)); console.error("\\x1b[31mno token\\x1b[0m"); console.error("the end")'
      for (const [script, last] of [
        ["", undefined],
        [printing, "no token\nthe end"]
      ] as const) {
        const mute = yield* Effect.flip(
          Layer.build(connect({ command: process.execPath, args: ["-e", script], stderr: "ignore" }))
        )
        assert.isFalse(mute.outcome_unknown)
        assert.strictEqual(mute.message.split("The last lines of its stderr:\n")[1], last)
      }
    }).pipe(Effect.scoped)
  )

  it.live("can be timed out while it waits", () =>
    Effect.gen(function* () {
      const [ours, theirs] = InMemoryTransport.createLinkedPair()
      const fiber = yield* Effect.fork(Layer.build(connect({ transport: () => ours })))
      yield* Effect.async<void>((resume) => {
        theirs.onmessage = () => resume(Effect.void)
      })
      const exit = yield* Fiber.interrupt(fiber)
      assert.isTrue(Exit.isFailure(exit) && Cause.isInterruptedOnly(exit.cause))
    }).pipe(Effect.scoped)
  )
})
