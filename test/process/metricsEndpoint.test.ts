// @effect-diagnostics asyncFunction:off globalFetchInEffect:off
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as SandboxModule from "../../src/sandbox/Sandbox.ts"
import { metricDefinitions } from "../../src/telemetry/metrics.ts"
import { roomy, Sandbox } from "../dispatch/app.ts"
import { parse, type Sample } from "../mcp/http/parseMetrics.ts"
import { layer as binary } from "./binary.ts"
import { atSandbox, connect, run, start } from "./child.ts"
import { connectTo, readyHttp } from "./httpSession.ts"

/** The values of a metric by one label. */
const valuesBy = (samples: ReadonlyArray<Sample>, label: string) =>
  Object.fromEntries(samples.map(({ labels, value }) => [labels[label], value]))

const scrape = (url: string, init?: RequestInit) =>
  Effect.promise(async () => {
    const response = await fetch(url, init)
    return { status: response.status, type: response.headers.get("content-type"), text: await response.text() }
  })

const urlIn = (text: string) => /metrics on (http:\S+\/metrics)/.exec(text)?.[1]

layer(Layer.merge(SandboxModule.layer(roomy), binary), { excludeTestServices: true })(
  "the endpoint of metrics",
  (it) => {
    const metrics = { MCP_METRICS_ADDRESS: "127.0.0.1:0" }

    it.scoped("counts the calls and failures of a server over stdio", () =>
      Effect.gen(function* () {
        const { ids } = yield* Sandbox
        const child = yield* start(["serve"], {
          ...(yield* atSandbox),
          ...metrics,
          LOG_LEVEL: "info",
          LOG_FORMAT: "json"
        })
        const url = urlIn(
          yield* child.stderr
            .until((text) => urlIn(text.replaceAll('"', " ")) !== undefined)
            .pipe(Effect.map((text) => text.replaceAll('"', " ")))
        )
        assert.isDefined(url)
        const before = yield* scrape(url ?? "")
        assert.deepStrictEqual([before.status, before.type], [200, "text/plain; version=0.0.4; charset=utf-8"])
        parse(before.text)
        const { client } = yield* connect(child)
        const secret = "a text that nobody scrapes"
        const call = (name: string, args: Record<string, unknown>) =>
          Effect.promise(() => client.callTool({ name, arguments: args }))
        for (let n = 0; n < 3; n++) yield* call("messages_send", { channel_id: ids.channels.general, content: secret })
        yield* call("messages_send", { channel_id: "1248328050999999999", content: secret })
        yield* call("messages_send", { content: secret })
        yield* call("users_get_current", {})
        yield* Effect.promise(() => client.callTool({ name: secret, arguments: {} }).catch(() => undefined))
        const { text } = yield* scrape(url ?? "")
        const { of, types } = parse(text)
        assert.deepStrictEqual(valuesBy(of("mcp_tool_calls_total"), "tool"), { messages_send: 5, users_get_current: 1 })
        assert.deepStrictEqual(valuesBy(of("mcp_tool_errors_total"), "error_code"), {
          DISCORD_NOT_FOUND: 1,
          VALIDATION_FAILED: 1
        })
        assert.strictEqual(types.get("mcp_tool_duration_ms"), "histogram")
        const sends = (name: string) => of(name).filter(({ labels }) => labels.tool === "messages_send")
        const buckets = sends("mcp_tool_duration_ms_bucket")
        assert.deepStrictEqual(
          buckets.map(({ value }) => value),
          buckets.map(({ value }) => value).toSorted((a, b) => a - b)
        )
        assert.deepInclude(buckets.at(-1), { labels: { tool: "messages_send", le: "+Inf" }, value: 5 })
        assert.strictEqual(sends("mcp_tool_duration_ms_count")[0]?.value, 5)
        assert.isAbove(sends("mcp_tool_duration_ms_sum")[0]?.value ?? 0, 0)
        for (const private_ of [secret, ids.guild, ids.channels.general, (yield* Sandbox).token]) {
          assert.notInclude(text, private_)
        }
        const names = Object.values(metricDefinitions).map(({ name }) => name.replaceAll(".", "_"))
        for (const name of types.keys()) assert.include(names, name.replace(/_total$/, ""))
        // Stdin closes: the endpoint does not hold the process.
        yield* child.endInput
        assert.strictEqual((yield* child.ended).code, 0)
      })
    )

    it.scoped("has its own address beside a server over HTTP, for one path and two methods", () =>
      Effect.gen(function* () {
        const { child, url: mcp } = yield* readyHttp(metrics)
        const url = urlIn(child.stderr.text.replaceAll('"', " ")) ?? ""
        assert.notStrictEqual(new URL(url).port, new URL(mcp).port)
        const { client } = yield* connectTo(mcp)
        yield* Effect.promise(() => client.callTool({ name: "users_get_current", arguments: {} }))
        yield* scrape(mcp, { method: "POST" })
        const { of } = parse((yield* scrape(`${url}?x=1`)).text)
        assert.deepStrictEqual(valuesBy(of("mcp_tool_calls_total"), "tool"), { users_get_current: 1 })
        assert.deepStrictEqual(
          of("mcp_http_sessions").map(({ value }) => value),
          [1]
        )
        assert.deepStrictEqual(valuesBy(of("mcp_http_auth_failures_total"), "reason"), { missing: 1 })
        assert.strictEqual((yield* scrape(url, { method: "HEAD" })).status, 200)
        assert.strictEqual((yield* scrape(url, { method: "POST" })).status, 405)
        assert.strictEqual((yield* scrape(new URL("/", url).href)).status, 404)
        assert.strictEqual((yield* scrape(new URL("/metrics", mcp).href)).status, 404)
      })
    )

    it.scoped("prevents the start if its address is in use, and names the setting", () =>
      Effect.gen(function* () {
        const { url } = yield* Sandbox
        const env = {
          ...(yield* atSandbox),
          MCP_METRICS_ADDRESS: new URL(url).host,
          MCP_HTTP_AUTH: "none",
          MCP_HTTP_PORT: "0",
          LOG_LEVEL: "error"
        }
        for (const args of [["serve"], ["serve", "--http"]]) {
          const { code, stderr, stdout } = yield* run(args, env)
          assert.deepStrictEqual([code, stdout], [1, ""])
          assert.strictEqual(
            stderr,
            `Port ${new URL(url).port} of 127.0.0.1 is in use. Set MCP_METRICS_ADDRESS to a free address, or to port 0 for any.\n`
          )
        }
      })
    )

    it.scoped("is off without its setting, and not opened by other commands", () =>
      Effect.gen(function* () {
        const env = yield* atSandbox
        const { child } = yield* readyHttp()
        assert.notInclude(child.stderr.text, "metrics on")
        const { code, stderr } = yield* run(["call", "users_get_current"], { ...env, ...metrics, LOG_LEVEL: "info" })
        assert.deepStrictEqual([code, stderr], [0, ""])
      })
    )
  }
)
