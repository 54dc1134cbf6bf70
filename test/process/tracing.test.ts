import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as SandboxModule from "../../src/sandbox/Sandbox.ts"
import { roomy, Sandbox } from "../dispatch/app.ts"
import { listen, metricsOf, spansOf } from "../telemetry/collector.ts"
import { layer as binary } from "./binary.ts"
import { connect } from "./child.ts"
import { messagesOf, ready } from "./session.ts"

const traceId = "0af7651916cd43dd8448eb211c80319c"
const spanId = "b7ad6b7169203331"

layer(Layer.merge(SandboxModule.layer(roomy), binary), { excludeTestServices: true })("tracing a process", (it) => {
  it.scoped("exports the remaining spans at its end, in the client's trace, and prints none to stdout", () =>
    Effect.gen(function* () {
      const { ids, token } = yield* Sandbox
      const collector = yield* listen()
      const child = yield* ready({
        LOG_LEVEL: "debug",
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
        OTEL_EXPORTER_OTLP_HEADERS: "authorization=Bearer%20OPENSESAME"
      })
      const { client, errors } = yield* connect(child)
      const send = (content: string) =>
        Effect.promise(() =>
          client.callTool({
            name: "messages_send",
            arguments: { channel_id: ids.channels.general, content },
            _meta: { traceparent: `00-${traceId}-${spanId}-01` }
          })
        )
      yield* send("hello")
      // Refused, and not to be found in what is exported.
      yield* send(`it is ${token}`)
      yield* child.endInput
      assert.deepStrictEqual(yield* child.ended, { code: 0, signal: null })
      const call = spansOf(collector.exports).find(
        ({ attributes, name }) => name === "tools/call messages_send" && attributes.attempts === 1
      )
      assert.deepInclude(call, {
        name: "tools/call messages_send",
        traceId,
        parentSpanId: spanId,
        attributes: { "mcp.tool": "messages_send", "mcp.risk": "write", attempts: 1 }
      })
      assert.deepInclude(
        metricsOf(collector.exports).map(({ name }) => name),
        "mcp.tool.calls"
      )
      assert.deepStrictEqual(errors, [])
      assert.isTrue(messagesOf(child.stdout.text).every(({ jsonrpc }) => jsonrpc === "2.0"))
      assert.isTrue(collector.exports.every(({ headers }) => headers.authorization === "Bearer OPENSESAME"))
      const said = collector.exports.map(({ text }) => text).join("\n") + child.stderr.text
      for (const secret of [token, "OPENSESAME"]) assert.notInclude(said, secret)
    })
  )

  it.scoped("serves and ends although the collector is unreachable", () =>
    Effect.gen(function* () {
      const { url } = yield* Effect.scoped(listen())
      const child = yield* ready({ OTEL_EXPORTER_OTLP_ENDPOINT: url })
      const { client } = yield* connect(child)
      const me = yield* Effect.promise(() => client.callTool({ name: "users_get_current", arguments: {} }))
      assert.isUndefined(me.isError)
      yield* child.endInput
      assert.deepStrictEqual(yield* Effect.timeout(child.ended, "30 seconds"), { code: 0, signal: null })
      assert.include(child.stderr.text, `the collector at ${url} does not accept traces and metrics: ECONNREFUSED`)
    })
  )
})
