import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Schedule, TestClock } from "effect"
import { roomy, Sandbox } from "../../dispatch/app.ts"
import {
  clientsFile,
  connectHttp,
  initializeBody,
  logLines,
  postHeaders,
  send,
  startHttp,
  startHttpInVirtualTime,
  tokenOf,
  until,
  withSandbox
} from "./httpServer.ts"

const none = { MCP_HTTP_AUTH: "none" }

describe("a server over HTTP", () => {
  it.live("serves the official client", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const url = yield* startHttp(none)
      const { client, transport } = yield* connectHttp(url)
      const { tools } = yield* Effect.promise(() => client.listTools())
      assert.isAbove(tools.length, 10)
      const guild = yield* Effect.promise(() =>
        client.callTool({ name: "guild_get", arguments: { guild_id: ids.guild } })
      )
      assert.deepInclude(guild.structuredContent, { id: ids.guild, name: "Tidepool" })
      yield* Effect.promise(() => transport.terminateSession())
    }).pipe(withSandbox(roomy))
  )

  it.live("answers health, readiness and unknown paths", () =>
    Effect.gen(function* () {
      const url = new URL(yield* startHttp(none))
      const at = (path: string) => send(new URL(path, url).href)
      assert.deepInclude(yield* at("/healthz"), { status: 200, text: '{"status":"ok"}' })
      assert.deepInclude(yield* at("/readyz"), { status: 200, text: '{"status":"ready"}' })
      assert.strictEqual((yield* at("/")).status, 404)
    }).pipe(withSandbox(roomy))
  )

  it.effect("logs once when Discord refuses the bot's token, and once when it accepts it again", () => {
    const { logged, logging } = logLines()
    return Effect.gen(function* () {
      const sandbox = yield* Sandbox
      yield* sandbox.inject({
        match: { path: "/users/@me" },
        times: 3,
        do: { kind: "status", status: 401, body: { message: "401: Unauthorized", code: 0 } }
      })
      const url = new URL(yield* startHttpInVirtualTime(none))
      const lines = () => logged.filter((line) => line.includes("Discord"))
      // The server asks at its start. Nobody has called it.
      yield* until(() => lines().length > 0)
      const refused = "Discord refuses the bot's token. Calls are rejected until Discord accepts it again"
      const readyz = Effect.map(send(new URL("/readyz", url).href), ({ status }) => status)
      for (let minute = 0; minute < 2; minute++) {
        yield* TestClock.adjust("1 minute")
        assert.strictEqual(yield* readyz, 503)
      }
      assert.deepStrictEqual(lines(), [refused])
      yield* TestClock.adjust("1 minute")
      assert.strictEqual(yield* readyz, 200)
      assert.strictEqual(yield* readyz, 200)
      assert.deepStrictEqual(lines(), [refused, "Discord accepts the bot's token again"])
    }).pipe(logging, withSandbox(roomy))
  })

  it.live("is not ready with a token that Discord refuses", () =>
    Effect.gen(function* () {
      const sandbox = yield* Sandbox
      yield* sandbox.inject({
        match: { path: "/users/@me" },
        times: 5,
        do: { kind: "status", status: 401, body: { message: "401: Unauthorized", code: 0 } }
      })
      const url = new URL(yield* startHttp(none))
      const ready = yield* send(new URL("/readyz", url).href)
      assert.deepInclude(ready, { status: 503 })
      assert.include(ready.text, "Discord refuses the bot token")
    }).pipe(withSandbox(roomy))
  )

  it.live("rejects invalid requests with a reason", () =>
    Effect.gen(function* () {
      const url = yield* startHttp(none)
      const post = (body: string, headers: Readonly<Record<string, string>> = {}) =>
        Effect.map(send(url, { method: "POST", body, headers: { ...postHeaders, ...headers } }), ({ status, text }) => [
          status,
          Object(Object(JSON.parse(text)).error).code
        ])
      assert.deepStrictEqual(yield* post("{"), [400, -32700])
      assert.deepStrictEqual(yield* post(""), [400, -32600])
      assert.deepStrictEqual(yield* post(JSON.stringify([initializeBody])), [400, -32600])
      assert.deepStrictEqual(yield* post("[".repeat(1000)), [400, -32600])
      assert.deepStrictEqual(yield* post(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" })), [400, -32000])
      assert.deepStrictEqual(
        yield* post(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" }), { "mcp-session-id": "nobody" }),
        [404, -32001]
      )
      assert.deepStrictEqual((yield* send(url, { method: "PUT" })).status, 405)
      assert.deepStrictEqual((yield* send(url, { json: { x: "x".repeat(5_000_000) } })).status, 413)
    }).pipe(withSandbox(roomy))
  )

  it.live(
    "refuses a request whose id is in use, and takes the id again after a response, a refusal or a cancellation",
    () =>
      Effect.gen(function* () {
        const sandbox = yield* Sandbox
        const { staff } = sandbox.ids.channels
        const url = yield* startHttp(none)
        const { transport } = yield* connectHttp(url)
        const session = { "mcp-session-id": transport.sessionId ?? "" }
        const post = (json: object, init: RequestInit = {}) =>
          send(url, { json: { jsonrpc: "2.0", ...json }, ...init, headers: { ...session, ...init.headers } })
        const asked = Effect.map(sandbox.requests, (all) => all.filter(({ path }) => path.endsWith(staff)).length)
        for (const id of [0, "", 7]) {
          yield* sandbox.inject({ match: { path: `/channels/${staff}` }, do: { kind: "hang", at: "headers" } })
          const params = { name: "channels_get", arguments: { channel_id: staff } }
          const before = yield* asked
          const leaving = new AbortController()
          const { signal } = leaving
          const open = yield* Effect.fork(Effect.exit(post({ id, method: "tools/call", params }, { signal })))
          yield* Effect.repeat(asked, { until: (count) => count > before, schedule: Schedule.spaced("5 millis") })
          const { status, text } = yield* post({ id, method: "ping" })
          assert.deepInclude({ status, ...JSON.parse(text) }, { status: 400, id: null })
          assert.strictEqual(Object(JSON.parse(text).error).code, -32600)
          yield* post({ method: "notifications/cancelled", params: { requestId: id } })
          assert.strictEqual((yield* post({ id, method: "ping" })).status, 200)
          assert.strictEqual((yield* post({ id, method: "ping" }, { headers: { accept: "text/plain" } })).status, 406)
          assert.strictEqual((yield* post({ id, method: "ping" })).status, 200)
          // The stream of a cancelled request stays open.
          leaving.abort()
          yield* Fiber.join(open)
        }
      }).pipe(withSandbox(roomy))
  )

  it.live("hides the session of a client from every other client", () =>
    Effect.gen(function* () {
      const { path } = yield* clientsFile({ one: {}, two: {} })
      const url = yield* startHttp({ MCP_HTTP_CLIENTS_FILE: path })
      const { transport } = yield* connectHttp(url, tokenOf("one"))
      const ping = (name: string) =>
        send(url, {
          json: { jsonrpc: "2.0", id: 7, method: "ping" },
          headers: { authorization: `Bearer ${tokenOf(name)}`, "mcp-session-id": transport.sessionId ?? "" }
        })
      assert.strictEqual((yield* ping("two")).status, 404)
      assert.strictEqual((yield* ping("one")).status, 200)
    }).pipe(withSandbox(roomy))
  )
})
