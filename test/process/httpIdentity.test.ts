/** What a server over HTTP logs and exports: the authenticated client, and none of the tokens it was shown. */
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as SandboxModule from "../../src/sandbox/Sandbox.ts"
import { roomy, Sandbox } from "../dispatch/app.ts"
import { initializeBody, send, tokenOf } from "../mcp/http/httpServer.ts"
import { startIssuer } from "../mcp/http/issuer.ts"
import { listen, spansOf } from "../telemetry/collector.ts"
import { layer as binary } from "./binary.ts"
import { connectTo, readyHttp } from "./httpSession.ts"

/** A child that logs all it can, with a clients file, an issuer and a collector. */
const loud = Effect.gen(function* () {
  const issuer = yield* startIssuer
  const collector = yield* listen()
  const server = yield* readyHttp({
    LOG_LEVEL: "debug",
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    MCP_HTTP_ISSUER: issuer.issuer,
    MCP_HTTP_AUDIENCE: "discord-mcp",
    MCP_RETRY_BASE_DELAY_MS: "50"
  })
  return { ...server, issuer, collector }
})

layer(Layer.merge(SandboxModule.layer(roomy), binary), { excludeTestServices: true })(
  "a server over HTTP that logs at debug level",
  (it) => {
    it.scoped("writes no bearer token to any output, whether it is accepted or not", () =>
      Effect.gen(function* () {
        const { child, collector, issuer, url } = yield* loud
        const good = yield* issuer.sign({})
        const other = yield* issuer.sign({ payload: { sub: "agent-8" } })
        const tokens: Array<readonly [token: string, status: number]> = [
          [tokenOf("one"), 200],
          [good, 200],
          ["guessed-token-of-nobody", 401],
          [yield* issuer.sign({ expiresIn: -60 }), 401],
          [yield* issuer.sign({ expiresIn: null }), 401],
          [yield* issuer.sign({ notBeforeIn: 60 }), 401],
          [yield* issuer.sign({ audience: "another" }), 401],
          [yield* issuer.sign({ issuer: "https://another.example" }), 401],
          [issuer.unsigned(), 401],
          [yield* issuer.confused, 401],
          [`${good.slice(0, -8)}AAAAAAAA`, 401],
          [yield* issuer.sign({ payload: { sub: "one" } }), 401],
          [yield* issuer.sign({ payload: { scope: "openid" } }), 403]
        ]
        const shown = tokens.map(([token]) => token)
        const open = (token: string, headers: Readonly<Record<string, string>> = {}) =>
          send(url, { json: initializeBody, headers: { authorization: `Bearer ${token}`, ...headers } })
        for (const [token, status] of tokens) assert.strictEqual((yield* open(token)).status, status, token)

        // A session of one client with the token of another, a token as a query or by another scheme, and a new key.
        const session = (yield* open(good)).headers.get("mcp-session-id") ?? ""
        assert.strictEqual((yield* open(other, { "mcp-session-id": session })).status, 404)
        const query = `${url}?access_token=${good}&token=${tokenOf("one")}`
        assert.strictEqual((yield* send(query, { json: initializeBody })).status, 401)
        const basic = yield* send(url, { json: initializeBody, headers: { authorization: `Basic ${tokenOf("one")}` } })
        assert.strictEqual(basic.status, 401)
        yield* issuer.rotate(false)
        const unknown = yield* issuer.sign({})
        assert.strictEqual((yield* open(unknown)).status, 401)
        shown.push(other, unknown)

        yield* child.signal("SIGTERM")
        assert.deepStrictEqual(yield* child.ended, { code: 0, signal: null })
        const written = [child.stdout.text, child.stderr.text, ...collector.exports.map(({ text }) => text)].join("\n")
        assert.include(written, "ready on")
        for (const token of shown) {
          // Also no part of a JWT: its claims name people.
          for (const part of token.split(".").filter((it) => it.length > 8)) assert.notInclude(written, part)
        }
      })
    )

    it.scoped("names the authenticated client in the logs and in every span of a call", () =>
      Effect.gen(function* () {
        const { child, collector, issuer, url } = yield* loud
        const { ids, inject } = yield* Sandbox
        const { client } = yield* connectTo(url)
        const read = (of: typeof client) =>
          Effect.promise(() => of.callTool({ name: "channels_get", arguments: { channel_id: ids.channels.general } }))
        yield* inject({ match: { operation: "GET /channels/:id" }, do: { kind: "status", status: 500 } })
        assert.isUndefined((yield* read(client)).isError)
        const line = yield* child.stderr.until((text) => text.includes('"message":"retrying"'))
        const retried = line.split("\n").find((it) => it.includes('"message":"retrying"')) ?? ""
        assert.deepInclude(JSON.parse(retried).annotations, { client: "one", tool: "channels_get" })

        const token = yield* issuer.sign({})
        const session = (yield* send(url, { json: initializeBody, headers: { authorization: `Bearer ${token}` } }))
          .headers
        yield* send(url, {
          json: {
            jsonrpc: "2.0",
            id: 7,
            method: "tools/call",
            params: { name: "channels_get", arguments: { channel_id: ids.channels.support } }
          },
          headers: { authorization: `Bearer ${token}`, "mcp-session-id": session.get("mcp-session-id") ?? "" }
        })
        yield* child.signal("SIGTERM")
        yield* child.ended
        const spans = spansOf(collector.exports)
        const calls = spans.filter(({ name }) => name === "tools/call channels_get")
        assert.deepStrictEqual(
          calls.map(({ attributes }) => attributes["mcp.client"]),
          ["one", "agent-7"]
        )
        for (const { attributes, traceId } of calls) {
          const clients = spans.filter((span) => span.traceId === traceId).map((span) => span.attributes["mcp.client"])
          assert.isAbove(clients.length, 3)
          assert.deepStrictEqual([...new Set(clients)], [attributes["mcp.client"]])
        }
      })
    )
  }
)
