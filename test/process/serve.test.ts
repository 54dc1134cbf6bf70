import { assert, layer } from "@effect/vitest"
import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js"
import { Effect, Layer } from "effect"
import * as SandboxModule from "../../src/sandbox/Sandbox.ts"
import { roomy, Sandbox } from "../dispatch/app.ts"
import { Binary, layer as binary } from "./binary.ts"
import { atSandbox, connect } from "./child.ts"
import { hundredCalls } from "./hundredCalls.ts"
import { aborted, idsOf, initialize, messagesOf, ready, seen, toolCall } from "./session.ts"

layer(Layer.merge(SandboxModule.layer(roomy), binary), { excludeTestServices: true })("serve", (it) => {
  it.scoped("answers 100 parallel calls of the official client once each", () =>
    Effect.gen(function* () {
      const child = yield* ready({})
      const { client, errors, received } = yield* connect(child)
      const before = received.length
      yield* hundredCalls(client)
      const answered = received.slice(before).map((message) => ("id" in message ? message.id : undefined))
      assert.deepStrictEqual([answered.length, new Set(answered).size, errors], [100, 100, []])
    })
  )

  it.scoped("serves the official client on the SDK's own stdio transport", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const transport = new StdioClientTransport({
        command: process.execPath,
        args: [yield* Binary],
        env: yield* atSandbox,
        stderr: "ignore"
      })
      const client = new Client({ name: "test", version: "1" })
      const errors: Array<Error> = []
      client.onerror = (error) => errors.push(error)
      yield* Effect.promise(() => client.connect(transport))
      const { tools } = yield* Effect.promise(() => client.listTools())
      assert.isAbove(tools.length, 10)
      const guild = yield* Effect.promise(() =>
        client.callTool({ name: "guild_get", arguments: { guild_id: ids.guild } })
      )
      assert.deepInclude(guild.structuredContent, { id: ids.guild, name: "Tidepool" })
      yield* Effect.promise(() => client.close())
      assert.deepStrictEqual(errors, [])
    })
  )

  it.scoped("aborts the socket of a cancelled call and sends no response, for the id 0, too", () =>
    Effect.gen(function* () {
      const sandbox = yield* Sandbox
      const { general } = sandbox.ids.channels
      const child = yield* ready()
      for (const id of [0, 7, "seven"]) {
        const before = yield* seen
        const gone = yield* aborted
        yield* sandbox.inject({ match: { path: "/channels/*" }, do: { kind: "hang", at: "headers" } })
        yield* child.write(toolCall(id, "channels_get", { channel_id: general }))
        yield* sandbox.awaitRequests(before + 1)
        const cancel = { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: id } }
        yield* child.write(`${JSON.stringify(cancel)}\n`)
        yield* sandbox.awaitAborted(gone + 1)
      }
      yield* child.write(toolCall("last", "channels_get", { channel_id: general }))
      yield* child.stdout.until((text) => text.includes('"last"'))
      yield* child.endInput
      yield* child.ended
      assert.deepStrictEqual(idsOf(child.stdout.text), ["last"])
    })
  )

  it.scoped("answers invalid messages and continues", () =>
    Effect.gen(function* () {
      const child = yield* ready()
      yield* child.write("Hello?\n\n{]\n[]\n\u0000\u0001\n")
      yield* child.write(initialize)
      yield* child.stdout.until((text) => text.includes('"hello"'))
      yield* child.endInput
      yield* child.ended
      assert.deepStrictEqual(
        messagesOf(child.stdout.text).map(({ error, id }) => [id, Object(error).code]),
        [
          [null, -32700],
          [null, -32700],
          [null, -32600],
          [null, -32700],
          ["hello", undefined]
        ]
      )
    })
  )

  it.scoped("prints no secret at LOG_LEVEL=debug, and only the protocol on stdout", () =>
    Effect.gen(function* () {
      const sandbox = yield* Sandbox
      const { general, staff } = sandbox.ids.channels
      const child = yield* ready({
        LOG_LEVEL: "debug",
        MCP_DRY_RUN: "false",
        MCP_CIRCUIT_FAILURE_THRESHOLD: "3",
        MCP_RETRY_BASE_DELAY_MS: "50",
        MCP_DRYRUN: "yes"
      })
      const { client, errors } = yield* connect(child)
      const call = (name: string, input: Readonly<Record<string, unknown>>) =>
        Effect.promise(() => client.callTool({ name, arguments: input }))
      const codes: Array<unknown> = []
      const codeOf = ({ isError, structuredContent }: Effect.Effect.Success<ReturnType<typeof call>>) =>
        codes.push(isError === true ? Object(structuredContent).code : "ok")
      yield* Effect.promise(() => client.listTools())
      codeOf(yield* call("messages_send", { channel_id: general, content: `my token is ${sandbox.token}` }))
      codeOf(yield* call("messages_send", { channel_id: staff, content: "x" }))
      codeOf(yield* call("messages_read", { channel_id: sandbox.token }))
      yield* sandbox.inject({ match: { path: "/users/**" }, times: 9, do: { kind: "status", status: 503 } })
      for (let attempts = 0; attempts < 4; attempts++) codeOf(yield* call("users_get_current", {}))
      yield* sandbox.clearFaults
      yield* sandbox.inject({ match: { path: "/guilds/*" }, times: 3, do: { kind: "reset", at: "headers" } })
      codeOf(yield* call("guild_get", { guild_id: sandbox.ids.guild }))
      yield* sandbox.inject({ match: { path: "/guilds/*" }, do: { kind: "status", status: 200, text: "<html>" } })
      codeOf(yield* call("guild_get", { guild_id: sandbox.ids.guild }))
      yield* sandbox.clearFaults
      yield* sandbox.inject({
        match: { path: "/channels/*" },
        do: { kind: "status", status: 401, body: { message: "401: Unauthorized", code: 0 } }
      })
      codeOf(yield* call("channels_get", { channel_id: general }))
      codeOf(yield* call("users_get_current", {}))
      assert.deepStrictEqual(codes, [
        // The server refuses to send its own token.
        "VALIDATION_FAILED",
        "DISCORD_PERMISSION_DENIED",
        "VALIDATION_FAILED",
        "DISCORD_REST_UNAVAILABLE",
        "DISCORD_REST_UNAVAILABLE",
        "DISCORD_REST_UNAVAILABLE",
        "CIRCUIT_OPEN",
        "DISCORD_REST_UNAVAILABLE",
        "ok",
        "DISCORD_AUTH_INVALID",
        "CIRCUIT_OPEN"
      ])
      yield* child.endInput
      assert.deepStrictEqual(yield* child.ended, { code: 0, signal: null })
      assert.deepStrictEqual(errors, [])
      assert.isTrue(messagesOf(child.stdout.text).every(({ jsonrpc }) => jsonrpc === "2.0"))
      assert.notInclude(child.stderr.text, sandbox.token)
      assert.include(child.stderr.text, "did you mean MCP_DRY_RUN?")
      const leaks = messagesOf(child.stdout.text).filter((message) => JSON.stringify(message).includes(sandbox.token))
      // A caller may see what its own session sent.
      assert.isAtMost(leaks.length, 2)
    })
  )
})
