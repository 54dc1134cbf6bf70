// @effect-diagnostics strictEffectProvide:off
import { assert, layer } from "@effect/vitest"
import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js"
import { Duration, Effect, Fiber, Layer, Schedule } from "effect"
import * as SandboxModule from "../../src/sandbox/Sandbox.ts"
import { roomy, Sandbox } from "../dispatch/app.ts"
import { tokenOf } from "../mcp/http/httpServer.ts"
import { Binary, layer as binary } from "./binary.ts"
import { connect, start } from "./child.ts"
import { readyHttp } from "./httpSession.ts"
import { initialize, messagesOf, toolCall } from "./session.ts"

/** The official client over stdio, with `connect` as its server. */
const connected = Effect.fnUntraced(function* (url: string, token: string) {
  const main = yield* Binary
  const client = new Client({ name: "test", version: "1" })
  yield* Effect.acquireRelease(
    Effect.promise(() =>
      client.connect(
        new StdioClientTransport({
          command: process.execPath,
          args: [main, "connect", url],
          env: { DISCORD_MCP_TOKEN: token }
        })
      )
    ),
    () => Effect.promise(() => client.close())
  )
  return client
})

const read = (client: Client, channel_id: string) =>
  Effect.promise(() => client.callTool({ name: "channels_get", arguments: { channel_id } }))

/** The time in milliseconds that `connect` waits for responses at the end, if requests are open. */
const LAST_ANSWERS_MS = 5000

/** The ids of the responses on a stdout, in order. The last line may still be on its way. */
const answered = (stdout: string) =>
  messagesOf(stdout.slice(0, stdout.lastIndexOf("\n") + 1)).flatMap((message) =>
    "method" in message ? [] : [message.id]
  )

layer(Layer.merge(SandboxModule.layer(roomy), binary), { excludeTestServices: true })("connect", (it) => {
  it.scoped("gives a client on stdio the tools of a server over HTTP", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const { url } = yield* readyHttp()
      const client = yield* connected(url, tokenOf("one"))
      const { tools } = yield* Effect.promise(() => client.listTools())
      assert.isAbove(tools.length, 20)
      const answers = yield* Effect.all(
        Array.from({ length: 20 }, () => read(client, ids.channels.general)),
        { concurrency: "unbounded" }
      )
      for (const { structuredContent } of answers) assert.strictEqual(Object(structuredContent).name, "general")
    })
  )

  it.scoped("answers the last request of a client that closes its output at once", () =>
    Effect.gen(function* () {
      const { url } = yield* readyHttp()
      const child = yield* start(["connect", url], { DISCORD_MCP_TOKEN: tokenOf("one") })
      const params = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } }
      yield* child.write(`${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params })}\n`)
      yield* child.endInput
      assert.strictEqual((yield* child.ended).code, 0)
      assert.strictEqual(JSON.parse(child.stdout.text).result.serverInfo.name, "effect-discord-mcp")
    })
  )

  it.scoped("answers every request with its own id, and ends at once", () =>
    Effect.gen(function* () {
      const sandbox = yield* Sandbox
      const { staff } = sandbox.ids.channels
      const { url } = yield* readyHttp()
      const child = yield* start(["connect", url], { DISCORD_MCP_TOKEN: tokenOf("one") })
      yield* child.write(initialize)
      const ids = [0, "0", "", -1, 1, "1", 9007199254740991, "effect-discord-mcp/zero", 0, "", 1]
      for (const [index, id] of ids.entries()) {
        yield* child.write(`${JSON.stringify({ jsonrpc: "2.0", id, method: "ping" })}\n`)
        // Only a client that has the response uses an id again.
        yield* child.stdout.until((text) => answered(text).length === index + 2)
      }
      assert.deepStrictEqual(answered(child.stdout.text), ["hello", ...ids])

      // One id is in use, and one is not an integer.
      yield* sandbox.inject({ match: { path: `/channels/${staff}` }, do: { kind: "hang", at: "headers" } })
      yield* child.write(toolCall(0, "channels_get", { channel_id: staff }).repeat(2))
      yield* child.write(toolCall("", "channels_get", { channel_id: staff }))
      yield* child.write(`{"jsonrpc":"2.0","id":1.5,"method":"ping"}\n`)
      yield* child.stdout.until((text) => answered(text).length === ids.length + 3)
      assert.sameDeepMembers([...answered(child.stdout.text).slice(-2)], [null, 1.5])
      for (const requestId of [0, ""]) {
        const params = { requestId }
        yield* child.write(`${JSON.stringify({ jsonrpc: "2.0", method: "notifications/cancelled", params })}\n`)
      }

      const [took, { code }] = yield* Effect.timed(Effect.zipRight(child.endInput, child.ended))
      assert.strictEqual(code, 0)
      assert.isBelow(Duration.toMillis(took), LAST_ANSWERS_MS)
      assert.strictEqual(answered(child.stdout.text).length, ids.length + 3)
    })
  )

  it.scoped("answers each request of the official client once, also after a restart of the server", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const first = yield* readyHttp()
      const child = yield* start(["connect", first.url], { DISCORD_MCP_TOKEN: tokenOf("one") })
      const { client, errors, received } = yield* connect(child)
      yield* read(client, ids.channels.general)
      yield* first.child.signal("SIGTERM")
      yield* first.child.ended
      yield* readyHttp({ MCP_HTTP_PORT: new URL(first.url).port })
      yield* read(client, ids.channels.general)
      const [took, { code }] = yield* Effect.timed(
        Effect.zipRight(
          Effect.promise(() => client.close()),
          child.ended
        )
      )
      assert.strictEqual(code, 0)
      assert.isBelow(Duration.toMillis(took), LAST_ANSWERS_MS)
      assert.deepStrictEqual(
        received.map((message) => "id" in message && message.id),
        [0, 1, 2]
      )
      assert.deepStrictEqual(errors, [])
    })
  )

  it.scoped("opens a new session if the server has restarted", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const first = yield* readyHttp()
      const client = yield* connected(first.url, tokenOf("one"))
      yield* read(client, ids.channels.general)
      yield* first.child.signal("SIGTERM")
      yield* first.child.ended
      yield* readyHttp({ MCP_HTTP_PORT: new URL(first.url).port })
      const { structuredContent } = yield* read(client, ids.channels.general)
      assert.strictEqual(Object(structuredContent).name, "general")
    })
  )

  it.scoped("returns an error for a call whose session has ended before the response", () =>
    Effect.gen(function* () {
      const sandbox = yield* Sandbox
      const { general, staff } = sandbox.ids.channels
      const first = yield* readyHttp()
      const client = yield* connected(first.url, tokenOf("one"))
      yield* sandbox.inject({ match: { path: `/channels/${staff}` }, do: { kind: "hang", at: "headers" } })
      const lost = yield* Effect.fork(
        Effect.flip(
          Effect.tryPromise({
            try: () => client.callTool({ name: "channels_get", arguments: { channel_id: staff } }),
            catch: String
          })
        )
      )
      yield* Effect.repeat(sandbox.requests, {
        until: (requests) => requests.some(({ path }) => path.endsWith(staff)),
        schedule: Schedule.spaced("10 millis")
      })
      yield* first.child.signal("SIGKILL")
      yield* first.child.ended
      yield* readyHttp({ MCP_HTTP_PORT: new URL(first.url).port })
      const { structuredContent } = yield* read(client, general)
      assert.strictEqual(Object(structuredContent).name, "general")
      assert.match(yield* Fiber.join(lost), /The session at the server ended before the response arrived/)
    })
  )

  it.scoped("returns an error if the token is not accepted or the server is not reachable", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const { child, url } = yield* readyHttp()
      const refused = yield* Effect.flip(
        Effect.tryPromise({
          try: () => Effect.runPromise(Effect.scoped(connected(url, "wrong")).pipe(Effect.provide(binary))),
          catch: String
        })
      )
      assert.include(refused, "does not accept the token. Check DISCORD_MCP_TOKEN.")
      const client = yield* connected(url, tokenOf("one"))
      yield* child.signal("SIGTERM")
      yield* child.ended
      const gone = yield* Effect.flip(
        Effect.tryPromise({
          try: () => client.callTool({ name: "channels_get", arguments: { channel_id: ids.channels.general } }),
          catch: String
        })
      )
      assert.match(gone, /cannot be reached \(ECONNREFUSED\)/)
    })
  )

  it.scoped("sends a token over a network only with encryption", () =>
    Effect.gen(function* () {
      const child = yield* start(["connect", "http://discord.example/mcp"], { DISCORD_MCP_TOKEN: "secret" })
      assert.strictEqual((yield* child.ended).code, 1)
      assert.match(child.stderr.text, /is not this machine, so the token needs https:/)
      assert.notInclude(child.stderr.text, "secret")
    })
  )
})
