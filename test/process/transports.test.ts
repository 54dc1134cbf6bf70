/** Tests of both transports, with the official client and a real process. */
// @effect-diagnostics globalFetchInEffect:off
import { assert, layer } from "@effect/vitest"
import { Client, type ClientOptions } from "@modelcontextprotocol/sdk/client/index.js"
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js"
import { type ElicitRequest, ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js"
import { Effect, Fiber, Layer } from "effect"
import * as SandboxModule from "../../src/sandbox/Sandbox.ts"
import { roomy, Sandbox } from "../dispatch/app.ts"
import { Binary, layer as binary } from "./binary.ts"
import { atSandbox } from "./child.ts"
import { breakable, connectTo, readyHttp } from "./httpSession.ts"
import { hundredCalls } from "./hundredCalls.ts"
import { aborted, seen } from "./session.ts"

type Environment = Readonly<Record<string, string>>

/** Connects over each transport. */
const transports = {
  stdio: Effect.fnUntraced(function* (env: Environment, options: ClientOptions) {
    const client = new Client({ name: "test", version: "1" }, options)
    const errors: Array<Error> = []
    client.onerror = (error) => errors.push(error)
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [yield* Binary],
      env: { ...(yield* atSandbox), ...env },
      stderr: "ignore"
    })
    yield* Effect.acquireRelease(
      Effect.promise(() => client.connect(transport)),
      () => Effect.promise(() => client.close())
    )
    return { client, errors }
  }),
  http: Effect.fnUntraced(function* (env: Environment, options: ClientOptions) {
    return yield* connectTo((yield* readyHttp(env)).url, options)
  })
}

layer(Layer.merge(SandboxModule.layer(roomy), binary), { excludeTestServices: true })("over both transports", (it) => {
  for (const kind of ["stdio", "http"] as const) {
    const connect = (env: Environment = {}, options: ClientOptions = {}) => transports[kind](env, options)

    it.scoped(`answers 100 parallel calls of the official client once each: ${kind}`, () =>
      Effect.gen(function* () {
        const { client, errors } = yield* connect({ MCP_BULKHEAD_LIMIT: "400" })
        yield* hundredCalls(client)
        assert.deepStrictEqual(errors, [])
      })
    )

    it.scoped(`aborts the socket to Discord when a call is cancelled: ${kind}`, () =>
      Effect.gen(function* () {
        const sandbox = yield* Sandbox
        const { client } = yield* connect()
        const before = yield* seen
        const gone = yield* aborted
        yield* sandbox.inject({ match: { path: "/channels/*" }, do: { kind: "hang", at: "headers" } })
        const abort = new AbortController()
        const call = yield* Effect.fork(
          Effect.tryPromise(() =>
            client.callTool(
              { name: "channels_get", arguments: { channel_id: sandbox.ids.channels.general } },
              undefined,
              { signal: abort.signal }
            )
          )
        )
        yield* sandbox.awaitRequests(before + 1)
        abort.abort("no longer wanted")
        yield* sandbox.awaitAborted(gone + 1)
        assert.strictEqual((yield* Fiber.await(call))._tag, "Failure")
        yield* sandbox.clearFaults
        yield* Effect.promise(() => client.ping())
      })
    )

    it.scoped(`sends the progress of a plan in order: ${kind}`, () =>
      Effect.gen(function* () {
        const { ids } = yield* Sandbox
        const { client } = yield* connect()
        const received: Array<number> = []
        // The SDK reports a notification as an error if it comes in one piece with the result of its call.
        client.onerror = ({ message }) => {
          const [, notification] = /progress notification for an unknown token: (.*)$/s.exec(message) ?? []
          if (notification !== undefined) received.push(JSON.parse(notification).params.progress)
        }
        const result = yield* Effect.promise(() =>
          client.callTool({ name: "mcp_pipeline", arguments: planOf(ids.channels.general, 5) }, undefined, {
            onprogress: ({ progress }) => received.push(progress)
          })
        )
        assert.isUndefined(result.isError)
        assert.deepStrictEqual(
          received,
          received.toSorted((a, b) => a - b)
        )
        assert.isAtLeast(received.length, 5)
      })
    )

    it.scoped(`asks the person before a deletion: ${kind}`, () =>
      Effect.gen(function* () {
        const { ids } = yield* Sandbox
        const { client } = yield* connect({ MCP_DRY_RUN: "false" }, { capabilities: { elicitation: { form: {} } } })
        const asked: Array<ElicitRequest["params"]> = []
        client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
          asked.push(params)
          return { action: "accept", content: { answer: "No, leave it" } }
        })
        const { structuredContent } = yield* Effect.promise(() =>
          client.callTool({
            name: "messages_delete",
            arguments: { channel_id: ids.channels.general, message_id: ids.messages.byMember }
          })
        )
        assert.deepInclude(structuredContent, { code: "CONFIRMATION_DECLINED" })
        assert.lengthOf(asked, 1)
      })
    )
  }

  it.scoped("resumes a broken stream without loss or repetition", () =>
    Effect.gen(function* () {
      const sandbox = yield* Sandbox
      const proxy = yield* breakable((yield* readyHttp()).url)
      const { client } = yield* connectTo(proxy.url)
      const before = yield* seen
      yield* sandbox.setConditions({ latency_ms: 150 })
      const received: Array<number> = []
      const results: Array<unknown> = []
      const steps = 12
      const call = yield* Effect.fork(
        Effect.promise(() =>
          client.callTool({ name: "mcp_pipeline", arguments: planOf(sandbox.ids.channels.general, steps) }, undefined, {
            onprogress: ({ progress }) => received.push(progress)
          })
        )
      )
      yield* sandbox.awaitRequests(before + 3)
      yield* proxy.breakAll
      results.push((yield* Fiber.join(call)).isError)
      yield* sandbox.setConditions({ latency_ms: 0 })
      assert.deepStrictEqual(results, [undefined])
      // Each step ran once, and each was reported once.
      assert.strictEqual((yield* seen) - before, steps)
      assert.deepStrictEqual(received, [...new Set(received)])
      assert.deepStrictEqual(
        received,
        received.toSorted((a, b) => a - b)
      )
      assert.isAtLeast(received.length, steps)
    })
  )

  it.scoped("does not cancel a call whose stream is dropped", () =>
    Effect.gen(function* () {
      const sandbox = yield* Sandbox
      const { url } = yield* readyHttp()
      const { client, transport } = yield* connectTo(url)
      const { general } = sandbox.ids.channels
      const before = yield* seen
      const gone = yield* aborted
      yield* sandbox.setConditions({ latency_ms: 500 })
      const abort = new AbortController()
      const dropped = yield* Effect.fork(
        Effect.tryPromise(() =>
          fetch(url, {
            method: "POST",
            signal: abort.signal,
            headers: {
              authorization: "Bearer token-of-one",
              "content-type": "application/json",
              accept: "application/json, text/event-stream",
              "mcp-session-id": transport.sessionId ?? ""
            },
            body: JSON.stringify({
              jsonrpc: "2.0",
              id: "dropped",
              method: "tools/call",
              params: {
                name: "messages_send",
                arguments: { channel_id: general, content: "sent without a stream" }
              }
            })
          }).then((response) => response.text())
        )
      )
      yield* sandbox.awaitRequests(before + 1)
      abort.abort()
      yield* Fiber.await(dropped)
      // Requests take equally long, so a later call of the session ends after the dropped one.
      const later = { channel_id: general, content: "sent later" }
      yield* Effect.promise(() => client.callTool({ name: "messages_send", arguments: later }))
      yield* sandbox.setConditions({ latency_ms: 0 })
      const contents = (yield* sandbox.messages(general)).slice(0, 2).map(({ content }) => content)
      assert.deepStrictEqual([contents, yield* aborted], [["sent later", "sent without a stream"], gone])
    })
  )

  it.scoped("finishes the calls that it accepted when it is stopped, refuses others, and ends with 0", () =>
    Effect.gen(function* () {
      const sandbox = yield* Sandbox
      const { child, url } = yield* readyHttp()
      const { client } = yield* connectTo(url)
      yield* Effect.promise(() =>
        client.callTool({ name: "channels_get", arguments: { channel_id: sandbox.ids.channels.general } })
      )
      const before = yield* seen
      yield* sandbox.setConditions({ latency_ms: 700 })
      const calls = yield* Effect.fork(
        Effect.promise(() =>
          Promise.all(
            Array.from({ length: 20 }, () =>
              client.callTool({ name: "channels_get", arguments: { channel_id: sandbox.ids.channels.general } })
            )
          )
        )
      )
      yield* sandbox.awaitRequests(before + 20)
      yield* child.signal("SIGTERM")
      yield* child.stderr.until((text) => text.includes("stopping"))
      const ready = yield* Effect.promise(() => fetch(new URL("/readyz", url)))
      const late = yield* Effect.promise(() =>
        client
          .callTool({ name: "channels_get", arguments: { channel_id: sandbox.ids.channels.general } })
          .catch((error) => String(error))
      )
      assert.deepStrictEqual([ready.status, String(late).includes("shutting down")], [503, true])
      const results = yield* Fiber.join(calls)
      yield* sandbox.setConditions({ latency_ms: 0 })
      assert.deepStrictEqual(
        results.map(({ isError }) => isError),
        results.map(() => undefined)
      )
      assert.deepStrictEqual(yield* child.ended, { code: 0, signal: null })
      assert.notInclude(child.stderr.text, "token-of-one")
      assert.notInclude(child.stderr.text, sandbox.token)
    })
  )
})

/** A plan that reads a channel so many times, one after the other. */
const planOf = (channel_id: string, steps: number) => ({
  steps: Array.from({ length: steps }, (_, at) => ({
    id: `s${at}`,
    tool: "channels_get",
    args: { channel_id },
    ...(at > 0 && { if: `{{s${at - 1}.id}}` })
  }))
})
