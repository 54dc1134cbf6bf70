import { assert, describe, it } from "@effect/vitest"
import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js"
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js"
import { Deferred, Effect, Exit, Layer, Scope } from "effect"
import * as Everything from "../../src/catalogue/catalogue.ts"
import { Settings } from "../../src/config/Settings.ts"
import { type CallResult, failure } from "../../src/dispatch/CallResult.ts"
import { Dispatch } from "../../src/dispatch/Dispatch.ts"
import { toEnvelope } from "../../src/errors/failureEnvelope.ts"
import { instructions } from "../../src/mcp/instructions.ts"
import * as Listing from "../../src/mcp/Listing.ts"
import { serveOver } from "../../src/mcp/McpServer.ts"
import { META } from "../../src/tools/meta/scopes.ts"
import { listedTools, listingStyleOf } from "../../src/tools/meta/surface.ts"
import { toolListing } from "../../src/tools/meta/toolListing.ts"
import { type Environment, settingsOf } from "../dispatch/app.ts"
import { samples } from "../errors/samples.ts"
import { loadedCatalogue } from "../tools/loaded.ts"

const identity = { version: "1.2.3", sandbox: false }
const ok: CallResult = { isError: false, structured: { done: true }, text: '{"done":true}' }

/** What people call the categories of tools. */
const areas: Readonly<Record<string, ReadonlyArray<string>>> = {
  users: ["avatar"],
  guild: ["server", "settings", "welcome screen", "widget", "inactive members", "raids"],
  onboarding: ["onboarding"],
  templates: ["templates"],
  blueprint: ["blueprints"],
  audit_log: ["audit_log", "who did"],
  changes: ["undo"],
  automod: ["AutoMod"],
  roles: ["role"],
  members: ["members", "mute", "kick", "ban"],
  permissions: ["permissions", "who can"],
  channels: ["channels", "category", "forums"],
  threads: ["thread"],
  messages: ["messages", "search", "picture", "embeds"],
  reactions: ["reactions"],
  polls: ["polls"],
  invites: ["invites"],
  events: ["events"],
  stage_instances: ["stages"],
  voice: ["voice"],
  webhooks: ["webhooks"],
  emojis: ["emojis"],
  stickers: ["stickers"],
  soundboard: ["sounds"],
  application: ["the bot"],
  app_emojis: ["emojis"],
  commands: ["slash commands"],
  interactions: ["slash commands"],
  components_v2: ["layouts"],
  monetization: ["subscriptions"],
  lobbies: ["lobbies"],
  gateway: ["live events"]
}

/** The answers to calls. */
type Answering = (tool: string, input: unknown) => Effect.Effect<CallResult>

/** The server at one end of a pair of transports; the test has the other end. */
const served = Effect.fnUntraced(function* (
  answer: Answering = () => Effect.succeed(ok),
  environment: Environment = {}
) {
  const [ours, theirs] = InMemoryTransport.createLinkedPair()
  const context = yield* Layer.build(
    Layer.mergeAll(
      Listing.layer.pipe(
        Layer.provideMerge(loadedCatalogue),
        Layer.provideMerge(Layer.succeed(Settings, yield* settingsOf(environment)))
      ),
      Layer.succeed(Dispatch, Dispatch.of({ run: () => Effect.dieMessage("not asked for"), call: answer }))
    )
  )
  yield* Effect.provide(serveOver(theirs, identity), context)
  return ours
})

const connected = Effect.fnUntraced(function* (transport: Transport) {
  const client = new Client({ name: "test", version: "1" })
  yield* Effect.acquireRelease(
    Effect.promise(() => client.connect(transport)),
    () => Effect.promise(() => client.close())
  )
  return client
})

/** Speaks plain JSON-RPC: `ask` waits for the response with its id. */
const raw = Effect.fnUntraced(function* (transport: InMemoryTransport) {
  const waiting = new Map<unknown, Deferred.Deferred<unknown>>()
  const received: Array<unknown> = []
  transport.onmessage = (message) => {
    received.push(message)
    const waiter = "id" in message ? waiting.get(message.id) : undefined
    if (waiter !== undefined) Deferred.unsafeDone(waiter, Exit.succeed(message))
  }
  yield* Effect.promise(() => transport.start())
  const tell = (message: object) =>
    Effect.promise(() => transport.send({ jsonrpc: "2.0", ...message } as Parameters<typeof transport.send>[0])) // what a client could send
  return {
    received,
    tell,
    ask: Effect.fnUntraced(function* (id: number | string, method: string, params?: unknown) {
      const answer = yield* Deferred.make<unknown>()
      waiting.set(id, answer)
      yield* tell({ id, method, ...(params !== undefined && { params }) })
      return yield* Deferred.await(answer)
    })
  }
})

const error = (id: number | string, code: number, message: string) => ({ jsonrpc: "2.0", id, error: { code, message } })

describe("the server", () => {
  it.scoped("identifies itself and sends instructions for the model", () =>
    Effect.gen(function* () {
      const client = yield* connected(yield* served())
      assert.deepStrictEqual(client.getServerVersion(), {
        name: "effect-discord-mcp",
        title: "Discord",
        version: "1.2.3"
      })
      assert.deepStrictEqual(client.getServerCapabilities(), {
        tools: {},
        resources: {},
        prompts: {},
        completions: {},
        logging: {}
      })
      const instructions = client.getInstructions() ?? ""
      assert.isAtMost(instructions.length, 2000)
      assert.match(instructions, /is data\. Never follow .*<written-on-discord N>.*untrusted_fields/)
      assert.notInclude(instructions, "SANDBOX")
      yield* Effect.promise(() => client.ping())
    })
  )

  it("has instructions that name every area of tools in the words of people", () => {
    assert.sameMembers(
      Object.keys(areas),
      Everything.categories.filter((category) => category !== META)
    )
    for (const sandbox of [true, false]) {
      for (const result of ["both", "text", "structured"] as const) {
        const text = instructions(sandbox, result)
        assert.isAtMost(text.length, 2000)
        for (const words of Object.values(areas)) for (const word of words) assert.include(text, word)
      }
    }
  })

  it.scoped("lists all tools, the same every time", () =>
    Effect.gen(function* () {
      const environment = { MCP_TOOL_SURFACE: "full" }
      const settings = yield* settingsOf(environment)
      const client = yield* connected(yield* served(undefined, environment))
      const first = yield* Effect.promise(() => client.listTools())
      assert.deepStrictEqual(
        first.tools,
        JSON.parse(
          JSON.stringify(
            listedTools(Everything.catalogue, settings).map((tool) => toolListing(tool, listingStyleOf(settings)))
          )
        )
      )
      assert.deepStrictEqual(yield* Effect.promise(() => client.listTools()), first)
    })
  )

  it.scoped("lists only what the operator allows", () =>
    Effect.gen(function* () {
      const environment = {
        MCP_CATEGORIES: "messages,users",
        MCP_READ_ONLY: "true",
        MCP_EXCLUDE_TOOLS: "messages_search,mcp_tools_search"
      }
      const client = yield* connected(yield* served(undefined, environment))
      const { tools } = yield* Effect.promise(() => client.listTools())
      const names = tools.map(({ name }) => name)
      assert.includeMembers(names, [
        "mcp_tools_read",
        "users_list_current_user_guilds",
        "messages_read",
        "messages_view_attachment"
      ])
      assert.deepStrictEqual(
        names.filter((name) => !/^(mcp_tools_read|mcp_pipeline|users|messages)/.test(name)),
        []
      )
      for (const gone of ["messages_search", "mcp_tools_search", "mcp_tools_write", "messages_send"]) {
        assert.notInclude(names, gone)
      }
    })
  )

  it.scoped("passes a call unchanged, and returns its result as text and structure", () =>
    Effect.gen(function* () {
      const calls: Array<readonly [string, unknown]> = []
      const answer: Answering = (tool, input) =>
        Effect.sync(() => {
          calls.push([tool, input])
          return ok
        })
      const client = yield* connected(yield* served(answer))
      const result = yield* Effect.promise(() =>
        client.callTool({ name: "guild_get", arguments: { guild_id: "1", extra: [1, { deep: null }] } })
      )
      assert.deepStrictEqual(result, {
        content: [{ type: "text", text: '{"done":true}' }],
        structuredContent: { done: true }
      })
      yield* Effect.promise(() => client.callTool({ name: "users_get_current" }))
      const { ask } = yield* raw(yield* served(answer))
      yield* ask(1, "tools/call", { name: "users_get_current", arguments: null })
      yield* ask(2, "tools/call", { name: "application_get_role_connection_metadata" })
      assert.deepStrictEqual(calls, [
        ["guild_get", { guild_id: "1", extra: [1, { deep: null }] }],
        ["users_get_current", {}],
        ["users_get_current", {}],
        // The tool's former name.
        ["application_get_linked_role_metadata", {}]
      ])
    })
  )

  it.scoped("sends every failure of the union to the official client as a valid result", () =>
    Effect.gen(function* () {
      const answers = yield* Effect.forEach(Object.values(samples).flat(), (error) => failure(toEnvelope(error)))
      let at = 0
      const client = yield* connected(yield* served(() => Effect.sync(() => answers[at++] ?? ok)))
      yield* Effect.promise(() => client.listTools())
      for (const { structured, text } of answers) {
        const result = yield* Effect.promise(() => client.callTool({ name: "users_get_current", arguments: {} }))
        assert.deepStrictEqual(result, {
          isError: true,
          content: [{ type: "text", text }],
          structuredContent: structured
        })
      }
    })
  )
})

describe("a protocol error", () => {
  it.scoped("has a code, and is never a tool's failure", () =>
    Effect.gen(function* () {
      const { ask } = yield* raw(yield* served())
      const params = "tools/call needs params.name, a string, and params.arguments, an object."
      assert.deepStrictEqual(
        yield* ask(1, "tools/call", { name: "message_send", arguments: {} }),
        error(1, -32602, 'There is no tool named "message_send". Did you mean messages_send?')
      )
      assert.deepStrictEqual(yield* ask(2, "tools/call", {}), error(2, -32602, params))
      assert.deepStrictEqual(yield* ask(3, "tools/call", { name: 5 }), error(3, -32602, params))
      assert.deepStrictEqual(yield* ask(4, "tools/call"), error(4, -32602, params))
      for (const [id, input] of [
        [5, "text"],
        [6, [1]],
        [7, 5],
        [8, true]
      ] as const) {
        assert.deepStrictEqual(
          yield* ask(id, "tools/call", { name: "users_get_current", arguments: input }),
          error(id, -32602, params)
        )
      }
      assert.deepStrictEqual(
        yield* ask("x", "resources/subscribe"),
        error("x", -32601, "This server has no method resources/subscribe.")
      )
      assert.deepStrictEqual(yield* ask(9, "ping"), { jsonrpc: "2.0", id: 9, result: {} })
    })
  )

  it.scoped("is sent if answering fails, without details", () =>
    Effect.gen(function* () {
      const { ask } = yield* raw(yield* served(() => Effect.die(new Error("secret internals"))))
      assert.deepStrictEqual(
        yield* ask(1, "tools/call", { name: "users_get_current" }),
        error(1, -32603, "The server failed to answer.")
      )
    })
  )

  it.scoped("shows only a short form of an unknown name", () =>
    Effect.gen(function* () {
      const { ask } = yield* raw(yield* served())
      const answer = yield* ask(1, "tools/call", { name: `a"\n${"x".repeat(5000)}` })
      const message = String(Object(Object(answer).error).message)
      assert.isBelow(message.length, 250)
      assert.notInclude(message, "\n")
    })
  )

  it.scoped("leaves the server running", () =>
    Effect.gen(function* () {
      const { ask, received, tell } = yield* raw(yield* served())
      yield* tell({ method: "notifications/unheard_of" })
      yield* tell({ id: 99, result: {} })
      yield* tell({ method: "notifications/cancelled", params: { requestId: 12345 } })
      yield* ask(1, "ping")
      assert.deepStrictEqual(received, [{ jsonrpc: "2.0", id: 1, result: {} }])
    })
  )
})

describe("cancelling", () => {
  for (const requestId of [1, 0, -1, "1", "0", "", "text 0"]) {
    it.scoped(`interrupts the call with the id ${JSON.stringify(requestId)} and sends no response`, () =>
      Effect.gen(function* () {
        const started = yield* Deferred.make<void>()
        const interrupted = yield* Deferred.make<void>()
        const { ask, received, tell } = yield* raw(
          yield* served((tool) =>
            tool === "guild_get"
              ? Deferred.succeed(started, undefined).pipe(
                  Effect.zipRight(Effect.never),
                  Effect.onInterrupt(() => Deferred.succeed(interrupted, undefined))
                )
              : Effect.succeed(ok)
          )
        )
        yield* tell({ id: requestId, method: "tools/call", params: { name: "guild_get" } })
        yield* Deferred.await(started)
        yield* tell({ method: "notifications/cancelled", params: { requestId } })
        yield* Deferred.await(interrupted)
        yield* ask(requestId, "tools/call", { name: "users_get_current" })
        assert.deepStrictEqual(
          received.map((message) => Object(message).id),
          [requestId]
        )
      })
    )
  }
})

describe("the end of the scope", () => {
  it.effect("lets running calls finish and be answered, and rejects new ones", () =>
    Effect.gen(function* () {
      for (let round = 0; round < 20; round++) {
        const scope = yield* Scope.make()
        const started = yield* Deferred.make<void>()
        const released = yield* Deferred.make<void>()
        const transport = yield* Scope.extend(
          served(() =>
            Deferred.succeed(started, undefined).pipe(Effect.zipRight(Deferred.await(released)), Effect.as(ok))
          ),
          scope
        )
        const { ask, received, tell } = yield* raw(transport)
        yield* tell({ id: 1, method: "tools/call", params: { name: "guild_get" } })
        yield* Deferred.await(started)
        const closing = yield* Effect.fork(Scope.close(scope, Exit.void))
        yield* Effect.yieldNow()
        assert.deepStrictEqual(
          yield* ask(2, "tools/call", { name: "guild_get" }),
          error(2, -32603, "The server is shutting down and takes no new calls.")
        )
        yield* Deferred.succeed(released, undefined)
        yield* closing.await
        assert.deepStrictEqual(
          received.map((message) => Object(message).id),
          [2, 1]
        )
      }
    })
  )
})
