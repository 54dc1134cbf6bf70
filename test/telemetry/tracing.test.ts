// Each test is an edge: it composes the traces it looks at.
// @effect-diagnostics strictEffectProvide:off
import { assert, describe, it } from "@effect/vitest"
import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js"
import { Deferred, Duration, Effect, FiberRef, Logger } from "effect"
import { build } from "esbuild"
import { tracingLayer } from "../../src/cli/observability.ts"
import { loadSettings } from "../../src/config/loadSettings.ts"
import { serveOver } from "../../src/mcp/McpServer.ts"
import type { SandboxOptions } from "../../src/sandbox/Sandbox.ts"
import { exportedAttributes } from "../../src/telemetry/exportFilter.ts"
import { metricDefinitions } from "../../src/telemetry/metrics.ts"
import { span } from "../../src/telemetry/span.ts"
import { type Environment, roomy, Sandbox, type Served, served } from "../dispatch/app.ts"
import { listen, metricsOf, outline, spansOf } from "./collector.ts"

const TOKEN = "MTk4NjIyNDgzNDcxOTI1MjQ4.Cl2FMQ.ZnCjm1XVW7vRze4b7Cq4se7kKWs"

/** As the command line provides them. */
const loaded = (environment: Environment) =>
  loadSettings({ DISCORD_TOKEN: TOKEN, ...environment }, { tools: [], categories: [] }, () => Effect.fail("none"))

/** Exports to a collector at this address until the effect has ended. */
const tracedTo = (url: string, environment: Environment = {}) =>
  Effect.map(loaded({ OTEL_EXPORTER_OTLP_ENDPOINT: url, ...environment }), tracingLayer)

/** Calls tools with the official client. */
const connected = Effect.gen(function* () {
  const [ours, theirs] = InMemoryTransport.createLinkedPair()
  yield* serveOver(theirs, { version: "1.2.3", sandbox: true })
  const client = new Client({ name: "test", version: "1" })
  yield* Effect.acquireRelease(
    Effect.promise(() => client.connect(ours)),
    () => Effect.promise(() => client.close())
  )
  return (name: string, input: Readonly<Record<string, unknown>>, _meta?: Readonly<Record<string, unknown>>) =>
    Effect.promise((signal) =>
      client.callTool({ name, arguments: input, ...(_meta !== undefined && { _meta }) }, undefined, { signal })
    )
})

type Call = Effect.Effect.Success<typeof connected>

/** The exports of a session with a sandbox. */
const exportedBy = <E>(
  session: (call: Call) => Effect.Effect<unknown, E, Served>,
  environment: Environment = {},
  sandbox: SandboxOptions = roomy
) =>
  Effect.gen(function* () {
    const collector = yield* listen()
    const tracing = yield* tracedTo(collector.url, environment)
    yield* Effect.scoped(Effect.flatMap(connected, session)).pipe(served(environment, sandbox), Effect.provide(tracing))
    return collector.exports
  })

/** The call spans of a session, without those of the sandbox. */
const callsIn = (exports: Parameters<typeof spansOf>[0]) =>
  spansOf(exports).filter(({ name }) => name.startsWith("tools/call"))

describe("the trace of a call", () => {
  it.scopedLive("has the gate, and the wait, number and status of each attempt", () =>
    Effect.gen(function* () {
      const exports = yield* exportedBy((call) =>
        Effect.gen(function* () {
          const { ids, inject } = yield* Sandbox
          yield* inject({
            match: { operation: "POST /channels/:id/messages" },
            do: { kind: "rate_limit", scope: "user", retry_after: 0.1 }
          })
          yield* call("messages_send", { channel_id: ids.channels.general, content: "hello" })
          yield* call("messages_send", {})
        })
      )
      assert.deepStrictEqual(
        outline(spansOf(exports)).filter((line) => !line.startsWith("Sandbox.")),
        [
          'tools/call messages_send {"mcp.tool":"messages_send","mcp.risk":"write","attempts":2}',
          "  gate {}",
          '  Discord.request {"discord.route":"POST /channels/:id/messages","bulkhead.in_flight":0,"circuit.state":"closed"}',
          '    ! retry {"error_code":"DISCORD_RATE_LIMITED"}',
          "    rate limit {}",
          '    attempt {"attempt":1,"error_code":"DISCORD_RATE_LIMITED","error_kind":"upstream_runtime_rate_limit","http.response.status_code":429}',
          "    rate limit {}",
          '    attempt {"attempt":2,"http.response.status_code":200}',
          'tools/call messages_send {"mcp.tool":"messages_send","error_code":"VALIDATION_FAILED","error_kind":"tool_runtime_bad_input_value"}'
        ]
      )
      assert.deepStrictEqual(
        spansOf(exports)
          .filter(({ name }) => /^(tools|attempt|rate limit)/.test(name))
          .map(({ kind, name, status }) => [name, kind, status]),
        [
          ["tools/call messages_send", 2, { code: 1 }],
          ["rate limit", 1, { code: 1 }],
          ["attempt", 3, { code: 2, message: "DISCORD_RATE_LIMITED" }],
          ["rate limit", 1, { code: 1 }],
          ["attempt", 3, { code: 1 }],
          ["tools/call messages_send", 2, { code: 2, message: "VALIDATION_FAILED" }]
        ]
      )
    })
  )

  it.scopedLive("has the time that a call waited for a rate limit", () =>
    Effect.gen(function* () {
      const exports = yield* exportedBy(
        (call) =>
          Effect.flatMap(Sandbox, ({ ids }) =>
            Effect.replicateEffect(call("channels_get", { channel_id: ids.channels.general }), 2)
          ),
        {},
        { limits: { "GET /channels/:id": { limit: 1, windowMs: 3000 } } }
      )
      const waits = spansOf(exports).flatMap(({ ms, name }) => (name === "rate limit" ? [ms] : []))
      assert.strictEqual(waits.length, 2)
      // The first call may take some of the 3 seconds.
      assert.isBelow(waits[0] ?? 0, 500)
      assert.isAbove(waits[1] ?? 0, 500)
      const { sum } = Object(metricsOf(exports).find(({ name }) => name === "mcp.rate_limit.wait_ms")?.histogram)
        .dataPoints[0]
      assert.isAbove(sum, 500)
    })
  )

  it.scopedLive("has a timeout for an attempt without a response, not a cancellation", () =>
    Effect.gen(function* () {
      const exports = yield* exportedBy(
        (call) =>
          Effect.gen(function* () {
            const { ids, inject } = yield* Sandbox
            yield* inject({ match: { operation: "GET /guilds/:id" }, do: { kind: "hang", at: "headers" } })
            yield* call("guild_get", { guild_id: ids.guild })
          }),
        { MCP_TIMEOUT_DEFAULT_MS: "1000", MCP_RETRY_ENABLED: "false" }
      )
      assert.deepStrictEqual(
        spansOf(exports).flatMap(({ attributes, name }) => (name === "attempt" ? [attributes.error_code] : [])),
        ["DISCORD_TIMEOUT"]
      )
    })
  )

  it.scopedLive("has the cancellation of a call, which is not a failure", () =>
    Effect.gen(function* () {
      const exports = yield* exportedBy((call) =>
        Effect.gen(function* () {
          const { awaitAborted, awaitRequests, ids, inject } = yield* Sandbox
          yield* inject({ match: { operation: "GET /guilds/:id" }, do: { kind: "hang", at: "headers" } })
          const fiber = yield* Effect.forkDaemon(call("guild_get", { guild_id: ids.guild }))
          yield* awaitRequests(1)
          yield* Effect.sync(() => fiber.unsafeInterruptAsFork(fiber.id()))
          yield* awaitAborted(1)
        })
      )
      const [cancelled] = callsIn(exports)
      assert.deepInclude(cancelled?.attributes, { error_code: "CANCELLED", "mcp.tool": "guild_get" })
      assert.deepStrictEqual(cancelled?.status, { code: 1 })
    })
  )

  it.scopedLive("includes the steps of a plan", () =>
    Effect.gen(function* () {
      const exports = yield* exportedBy((call) =>
        call("mcp_pipeline", { steps: [{ id: "me", tool: "users_get_current", args: {} }] })
      )
      assert.deepStrictEqual(
        outline(spansOf(exports)).filter((line) => /^ *(tools|Pipeline)/.test(line)),
        [
          'tools/call mcp_pipeline {"mcp.tool":"mcp_pipeline","mcp.risk":"read"}',
          '  Pipeline.step {"pipeline.step":"me","mcp.tool":"users_get_current"}',
          '    tools/call users_get_current {"mcp.tool":"users_get_current","mcp.risk":"read","attempts":1}'
        ]
      )
    })
  )
})

describe("the trace of a client", () => {
  const traceId = "0af7651916cd43dd8448eb211c80319c"
  const spanId = "b7ad6b7169203331"

  it.scopedLive("contains a call if the request names it", () =>
    Effect.gen(function* () {
      const exports = yield* exportedBy((call) =>
        Effect.gen(function* () {
          yield* call("users_get_current", {}, { traceparent: `00-${traceId}-${spanId}-01`, tracestate: "tide=high" })
          yield* call("users_get_current", {}, { traceparent: `cc-${traceId}-${spanId}-03-later` })
        })
      )
      assert.deepStrictEqual(
        callsIn(exports).map(({ parentSpanId, traceId, traceState }) => [traceId, parentSpanId, traceState]),
        [
          [traceId, spanId, "tide=high"],
          [traceId, spanId, undefined]
        ]
      )
      const attempts = spansOf(exports).filter(({ name }) => name === "attempt")
      assert.deepStrictEqual(
        attempts.map((it) => [it.traceId, it.traceState]),
        [
          [traceId, "tide=high"],
          [traceId, undefined]
        ]
      )
    })
  )

  it.scopedLive("is ignored if it is malformed, and not extended if it is not sampled", () =>
    Effect.gen(function* () {
      const malformed = [
        "",
        traceId,
        5,
        null,
        `00-${traceId.toUpperCase()}-${spanId}-01`,
        `00-${"0".repeat(32)}-${spanId}-01`,
        `00-${traceId}-${"0".repeat(16)}-01`,
        `00-${traceId}-${spanId}-01-more`,
        `ff-${traceId}-${spanId}-01`,
        ` 00-${traceId}-${spanId}-01`
      ]
      const exports = yield* exportedBy((call) =>
        Effect.gen(function* () {
          yield* call("guild_get", {}, { traceparent: `00-${traceId}-${spanId}-00` })
          yield* Effect.forEach(malformed, (traceparent) => call("users_get_current", {}, { traceparent }))
        })
      )
      const calls = callsIn(exports)
      assert.deepStrictEqual(
        calls.map(({ name, parentSpanId }) => [name, parentSpanId]),
        malformed.map(() => ["tools/call users_get_current", undefined])
      )
      assert.strictEqual(new Set(calls.map((it) => it.traceId)).size, malformed.length)
      assert.notInclude(
        calls.map((it) => it.traceId),
        traceId
      )
    })
  )
})

describe("the export to a collector", () => {
  it.scopedLive("has no secret, no id and no user content", () =>
    Effect.gen(function* () {
      const hidden: Array<string> = ["OPENSESAME"]
      const exports = yield* exportedBy(
        (call) =>
          Effect.gen(function* () {
            const { ids, inject, token } = yield* Sandbox
            const { general, staff } = ids.channels
            const hook = yield* call("webhooks_create", { channel_id: general, name: "Tide", reveal_token: true })
            const { id, token: hookToken } = Object(hook.structuredContent)
            hidden.push(token, TOKEN, String(id), String(hookToken), general, staff, ids.guild)
            yield* call("webhooks_execute", { webhook_id: id, token: hookToken, content: "written by people" })
            yield* inject({
              match: { path: "/webhooks/**" },
              times: 9,
              do: { kind: "status", status: 500, body: { message: `written by people ${token}` } }
            })
            yield* call("webhooks_execute", { webhook_id: id, token: hookToken, content: "written by people" })
            yield* inject({
              match: { path: "/guilds/*" },
              do: { kind: "status", status: 200, text: "written by people" }
            })
            yield* call("guild_get", { guild_id: ids.guild })
            yield* call("messages_send", { channel_id: staff, content: `written by people ${token}` })
            yield* call("messages_send", { channel_id: token, content: "written by people" })
            yield* call("users_get_current", {}, { traceparent: "00-1-2-3", tracestate: token })
            yield* call("mcp_pipeline", {
              steps: [{ id: "s", tool: "messages_read", args: { channel_id: "written by people" } }]
            })
          }),
        { MCP_DRY_RUN: "false", MCP_RETRY_BASE_DELAY_MS: "50", OTEL_EXPORTER_OTLP_HEADERS: "api-key=OPENSESAME" }
      )
      assert.isAbove(spansOf(exports).length, 20)
      const all = exports.map(({ text }) => text).join("\n")
      assert.isTrue(hidden.length > 5 && hidden.every((secret) => secret.length > 5))
      for (const secret of [...hidden, "written by people", ".ts:", "node_modules"]) assert.notInclude(all, secret)
      const keys = spansOf(exports).flatMap(({ attributes, events }) => [
        ...Object.keys(attributes),
        ...events.flatMap(([, it]) => Object.keys(it))
      ])
      assert.deepStrictEqual(
        [...new Set(keys)].filter((key) => !exportedAttributes.has(key)),
        []
      )
      assert.isTrue(exports.every(({ headers }) => headers["api-key"] === "OPENSESAME"))
    })
  )

  it.scopedLive("names one process, and the service name of the operator", () =>
    Effect.gen(function* () {
      const once = exportedBy((call) => call("users_get_current", {}), { OTEL_SERVICE_NAME: "tide-bot" })
      const resources = (yield* Effect.all([once, once])).map((exports) => [
        ...new Set(
          exports
            .flatMap(({ text }) => Object.values(Object(JSON.parse(text))))
            .flat()
            .map((it) => JSON.stringify(Object(it).resource.attributes))
        )
      ])
      assert.deepStrictEqual(
        resources.map((all) => all.length),
        [1, 1]
      )
      assert.notDeepEqual(resources[0], resources[1])
      assert.match(
        resources[0]?.[0] ?? "",
        /"service.instance.id","value":\{"stringValue":"[\da-f]{32}"\}\},\{"key":"service.name","value":\{"stringValue":"tide-bot"\}\},\{"key":"service.version"/
      )
    })
  )

  it.scopedLive("has the documented metrics with their documented tags", () =>
    Effect.gen(function* () {
      const exports = yield* exportedBy(
        (call) =>
          Effect.gen(function* () {
            const { ids, inject } = yield* Sandbox
            yield* inject({ match: { operation: "GET /guilds/:id" }, times: 9, do: { kind: "status", status: 503 } })
            yield* Effect.replicateEffect(call("guild_get", { guild_id: ids.guild }), 3)
          }),
        { MCP_CIRCUIT_FAILURE_THRESHOLD: "3", MCP_RETRY_BASE_DELAY_MS: "50" }
      )
      const known: ReadonlyArray<(typeof metricDefinitions)[keyof typeof metricDefinitions]> =
        Object.values(metricDefinitions)
      const kinds = { sum: "counter", gauge: "gauge", histogram: "histogram" } as const
      const metrics = metricsOf(exports)
      assert.includeMembers(
        metrics.map(({ name }) => name),
        ["mcp.tool.calls", "mcp.tool.errors", "mcp.tool.duration_ms", "mcp.circuit.state", "mcp.circuit.transitions"]
      )
      for (const metric of metrics) {
        const facts = known.find(({ name }) => name === metric.name)
        const kind = (["sum", "gauge", "histogram"] as const).find((it) => it in metric) ?? "sum"
        assert.deepStrictEqual([facts?.kind, facts?.meaning], [kinds[kind], metric.description], metric.name)
        for (const { attributes } of Object(metric[kind]).dataPoints) {
          assert.sameMembers(
            attributes.map(({ key }: { readonly key: string }) => key),
            [...(facts?.tags ?? [])]
          )
        }
      }
    })
  )
})

describe("a collector that fails", () => {
  /** The log while spans are exported. */
  const logged = (url: string, spans: number, wait: Deferred.Deferred<void>) => {
    const lines: Array<string> = []
    const logger = Logger.make(({ logLevel, message }) => {
      if (logLevel.label !== "WARN" && logLevel.label !== "INFO") return
      lines.push(`${logLevel.label} ${message}`)
      Deferred.unsafeDone(wait, Effect.void)
    })
    return Effect.gen(function* () {
      const tracing = yield* tracedTo(url)
      const [took] = yield* Effect.timed(
        Effect.provide(
          Effect.zipRight(Effect.replicateEffect(span("one")(Effect.yieldNow()), spans), Deferred.await(wait)),
          tracing
        )
      )
      return { lines, took: Duration.toMillis(took) }
    }).pipe(Effect.provide(Logger.replace(Logger.defaultLogger, logger)))
  }

  it.scopedLive("is reported once in the log, with the reason", () =>
    Effect.gen(function* () {
      const collector = yield* listen((response) => response.writeHead(401).end("no"))
      const { lines } = yield* logged(`${collector.url}/base`, 600, yield* Deferred.make<void>())
      assert.deepStrictEqual(lines, [
        `WARN the collector at ${collector.url} does not accept traces and metrics: it responds with status 401. Calls continue; these exports are lost`
      ])
      assert.deepStrictEqual([...new Set(collector.exports.map(({ path }) => path))].sort(), [
        "/base/v1/metrics",
        "/base/v1/traces"
      ])
      const { url } = yield* Effect.scoped(listen())
      const gone = yield* logged(url, 600, yield* Deferred.make<void>())
      assert.deepStrictEqual(gone.lines, [
        `WARN the collector at ${url} does not accept traces and metrics: ECONNREFUSED. Calls continue; these exports are lost`
      ])
    })
  )

  it.scopedLive("delays neither the end of the process nor more than a few exports", () =>
    Effect.gen(function* () {
      const collector = yield* listen(() => undefined)
      const wait = yield* Deferred.make<void>()
      yield* Deferred.succeed(wait, undefined)
      const sent = () => collector.exports.filter(({ path }) => path === "/v1/traces").length
      const few = yield* logged(collector.url, 10, wait)
      assert.strictEqual(sent(), 1)
      const many = yield* logged(collector.url, 256 * 12, wait)
      assert.isAtMost(sent(), 5)
      assert.isBelow(Math.max(few.took, many.took), 9000)
    })
  )
})

describe("without a collector", () => {
  it.effect("nothing is traced", () =>
    Effect.gen(function* () {
      const enabled = FiberRef.get(FiberRef.currentTracerEnabled)
      const inside = Effect.zip(enabled, span("one")(Effect.option(Effect.currentSpan)))
      const [isEnabled, current] = yield* Effect.provide(inside, tracingLayer(yield* loaded({})))
      assert.deepStrictEqual([isEnabled, current._tag], [false, "None"])
    })
  )

  it.live("no exporter is loaded", () =>
    Effect.gen(function* () {
      const { metafile } = yield* Effect.promise(() =>
        build({
          entryPoints: ["src/cli/start.ts", "src/cli/serve.ts", "src/cli/serverParts.ts"],
          bundle: true,
          write: false,
          metafile: true,
          splitting: true,
          outdir: "unused",
          format: "esm",
          platform: "node",
          logLevel: "silent"
        })
      )
      /** The modules loaded with a module, without dynamic imports. */
      const loadedWith = (path: string, known = new Set<string>()): ReadonlySet<string> => {
        if (known.has(path)) return known
        known.add(path)
        for (const { kind, path: next } of metafile.inputs[path]?.imports ?? []) {
          if (kind !== "dynamic-import") loadedWith(next, known)
        }
        return known
      }
      const exporters = (path: string) => [...loadedWith(path)].filter((it) => it.includes("@effect/opentelemetry/"))
      for (const path of ["src/cli/start.ts", "src/cli/serve.ts", "src/cli/serverParts.ts"]) {
        assert.isAbove(loadedWith(path).size, 10)
        assert.deepStrictEqual(exporters(path), [], path)
      }
      assert.isAbove(exporters("src/telemetry/tracing.ts").length, 3)
      assert.deepStrictEqual(
        Object.keys(metafile.inputs).filter((path) => path.includes("node_modules/@opentelemetry/")),
        []
      )
    })
  )
})
