/** Many clients of one process: nobody starves, and memory is bounded. */
// @effect-diagnostics asyncFunction:off globalFetchInEffect:off
// @effect-diagnostics processEnv:off
import { readFileSync } from "node:fs"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as SandboxModule from "../../src/sandbox/Sandbox.ts"
import { roomy, Sandbox } from "../dispatch/app.ts"
import { initializeBody, postHeaders, tokenOf } from "../mcp/http/httpServer.ts"
import { layer as binary } from "../process/binary.ts"
import { connectTo, readyHttp } from "../process/httpSession.ts"
import { runs } from "../turns.ts"

const CLIENTS = 100
const CALLS = 10

/** Sessions that are opened and left. With `SESSIONS_LEFT=9000` there are 10,000 in all. */
const LEFT = Number(process.env.SESSIONS_LEFT ?? runs(500))

/** The resident memory of a process in bytes, where the platform tells it. */
const rssOf = (pid: number | undefined): number | undefined => {
  if (process.platform !== "linux") return undefined
  const [, kb] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? []
  return Number(kb) * 1024
}

const quantile = (values: ReadonlyArray<number>, share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0

/** Opens sessions that nobody uses afterwards. */
const openSessions = (url: string, count: number) =>
  Effect.forEach(
    Array.from({ length: count }),
    () =>
      Effect.promise(async () => {
        const response = await fetch(url, {
          method: "POST",
          headers: { ...postHeaders, authorization: `Bearer ${tokenOf("one")}` },
          body: JSON.stringify(initializeBody)
        })
        await response.text()
        return response.status
      }),
    { concurrency: 16 }
  )

layer(Layer.merge(SandboxModule.layer(roomy), binary), { excludeTestServices: true })(
  "under load, a server over HTTP",
  (it) => {
    it.scoped("answers 100 clients with 10 concurrent calls each, and delays none for long", () =>
      Effect.gen(function* () {
        const { ids } = yield* Sandbox
        const names = Array.from({ length: CLIENTS }, (_, at) => `client-${at}`)
        const { url } = yield* readyHttp(
          { MCP_BULKHEAD_LIMIT: "1000", MCP_HTTP_MAX_SESSIONS: "1000", LOG_LEVEL: "info" },
          Object.fromEntries(names.map((name) => [name, {}]))
        )
        const clients = yield* Effect.forEach(names, (name) => connectTo(url, {}, name), { concurrency: 8 })
        const { announcements, general, showcase, support } = ids.channels
        const channels = [announcements, general, showcase, support]
        const p95 = yield* Effect.promise(() =>
          Promise.all(
            clients.map(async ({ client }, at) => {
              const times = await Promise.all(
                Array.from({ length: CALLS }, async () => {
                  const started = performance.now()
                  const { isError } = await client.callTool({
                    name: "channels_get",
                    // Each channel is a bucket, and a bucket holds at most half of the slots.
                    arguments: { channel_id: channels[at % channels.length] }
                  })
                  assert.isUndefined(isError)
                  return performance.now() - started
                })
              )
              return quantile(times, 0.95)
            })
          )
        )
        const [slowest, median] = [Math.max(...p95), quantile(p95, 0.5)]

        assert.isAtMost(slowest, 3 * median, `slowest ${slowest.toFixed(0)} ms, median ${median.toFixed(0)} ms`)
      })
    )

    it.scoped("takes at most 250 kB for an idle session, and stays bounded when sessions are left", () =>
      Effect.gen(function* () {
        const { child, url } = yield* readyHttp({
          MCP_HTTP_MAX_SESSIONS: "10000",
          MCP_HTTP_CLIENT_REQUESTS_PER_MINUTE: "100000"
        })
        const rss = () => rssOf(child.process.pid)
        yield* openSessions(url, 50)
        const before = rss()
        assert.deepStrictEqual([...new Set(yield* openSessions(url, 950))], [200])
        const idle = rss()
        if (before === undefined || idle === undefined) return
        const each = (idle - before) / 950
        assert.isAtMost(each, 250 * 1024, `${(each / 1024).toFixed(0)} kB for each session`)
        // One client may have a tenth of 10,000 sessions. Each further session ends its oldest.
        assert.deepStrictEqual([...new Set(yield* openSessions(url, LEFT))], [200])
        const left = rss() ?? 0
        assert.isAtMost(left - idle, 150 * 1024 * 1024, `${((left - idle) / 1024 / 1024).toFixed(0)} MB more`)
      })
    )
  }
)
